// After a pull that nothing was installed for, each program says what to do.
import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeTestFolder } from '../support/database/testFolder.ts'

const root = join(import.meta.dirname, '..', '..')
const sentence = 'The packages are missing or not complete. Run npm ci first.\n'

it('says that packages are missing, or one of them, and to run npm ci', () => {
  const folder = makeTestFolder()
  copyFileSync(join(root, 'package.json'), join(folder, 'package.json'))
  cpSync(join(root, 'src'), join(folder, 'src'), { recursive: true })
  // the machine's own, where it has one: it may be older
  const machines = ['/usr/bin/node', '/usr/local/bin/node'].filter((path) => existsSync(path))
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const run = (node: string, name: string): unknown => {
    const [, ...words] = (scripts[name] ?? '').split(' ')
    const { status, stderr } = spawnSync(node, [...words, 'clubs'], {
      cwd: folder,
      encoding: 'utf8',
      env: {},
    })
    return [status, stderr]
  }
  for (const node of [process.execPath, ...machines]) {
    for (const name of ['start', 'club', 'doctor'])
      expect([node, name, run(node, name)]).toEqual([node, name, [1, sentence]])
  }
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
  symlinkSync(process.execPath, join(folder, 'node_modules/.bin/node'))
  for (const name of ['start', 'club', 'doctor'])
    expect([name, run(process.execPath, name)]).toEqual([name, [1, sentence]])
  rmSync(folder, { recursive: true })
})
