import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAppIfDue } from '../../src/server/buildApp.ts'
import { mostEarlierBuilds } from '../../src/server/limits/machine.ts'

const rendererConfig = "export default { build: { ssr: 'src/app/main.ts' } }\n"
const project = join(import.meta.dirname, '..', '..')

describe('building the app', () => {
  let root: string
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'showfield-build-'))
    await symlink(join(project, 'node_modules'), join(root, 'node_modules'))
    await mkdir(join(root, 'src', 'app'), { recursive: true })
    await writeFile(join(root, 'package.json'), '{"type":"module"}')
    await writeFile(join(root, 'index.html'), '<script type="module" src="/src/app/main.ts"></script>')
    await writeFile(join(root, 'vite.documents.config.ts'), rendererConfig)
    await write('one')
  })
  afterAll(() => rm(root, { recursive: true, force: true }))

  function write(text: string): Promise<void> {
    return writeFile(
      join(root, 'src/app/main.ts'),
      `document.body.append('${text} ${'chrome '.repeat(300)}')\n`,
    )
  }

  async function listScripts(): Promise<string[]> {
    return (await readdir(join(root, 'dist', 'assets'))).filter((name) => name.endsWith('.js'))
  }

  it('happens when there is none, and not again while nothing has changed', async () => {
    const said: string[] = []
    expect(await buildAppIfDue(root, (text) => void said.push(text))).toBe(true)
    expect(await buildAppIfDue(root, (text) => void said.push(text))).toBe(false)
    expect(said).toEqual(['Building the app …'])
    const files = await readdir(join(root, 'dist', 'assets'))
    expect(files.map((name) => name.replace(/^.*?\.js/, '.js')).sort()).toEqual(['.js', '.js.br', '.js.gz'])
  })

  it('keeps the files of the build before', async () => {
    const first = await listScripts()
    await write('two')
    expect(await buildAppIfDue(root, () => undefined)).toBe(true)
    expect(await listScripts()).toEqual(expect.arrayContaining(first))
    expect(await listScripts()).toHaveLength(2)
  })

  it('keeps the files of so many builds before @proof', async () => {
    await write('the first of many')
    await buildAppIfDue(root, () => undefined)
    const first = await listScripts()
    for (let build = 0; build <= mostEarlierBuilds; build += 1) {
      await write(`more ${build}`)
      await buildAppIfDue(root, () => undefined)
    }
    expect(await listScripts()).toHaveLength(mostEarlierBuilds + 1)
    expect(await listScripts()).not.toEqual(expect.arrayContaining(first))
  })

  it('leaves the app as it is when the sources are broken', async () => {
    const before = await readFile(join(root, 'dist/index.html'), 'utf8')
    await writeFile(join(root, 'src/app/main.ts'), "import './gone.ts'\n")
    await expect(buildAppIfDue(root, () => undefined)).rejects.toThrow('The app could not be built.')
    expect(await readFile(join(root, 'dist/index.html'), 'utf8')).toBe(before)
  })
})
