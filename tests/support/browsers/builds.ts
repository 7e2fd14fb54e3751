// Different builds of the app, for tests of an update and of a rollback.
import { createHash } from 'node:crypto'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The built app, as the tests' servers serve it. */
export const dist = join(import.meta.dirname, '..', '..', '..', 'dist')

/** The built app with another document, so that the worker sees another build. */
export async function makeBuild(folder: string, name: string): Promise<string> {
  const build = join(folder, `build-${name}`)
  await cp(dist, build, { recursive: true })
  const html = await readFile(join(build, 'index.html'), 'utf8')
  const changed = html.replace('</head>', `<meta name="build" content="${name}"></head>`)
  const revision = createHash('md5').update(changed).digest('hex')
  await writeFile(join(build, 'index.html'), changed)
  const worker = await readFile(join(build, 'sw.js'), 'utf8')
  const listed = /\{"bytes":\d+,"revision":"[^"]+","tier":1,"url":"index\.html"\}/
  if (!listed.test(worker)) throw new Error('the worker does not list index.html')
  const line = { bytes: Buffer.byteLength(changed), revision, tier: 1, url: 'index.html' }
  await writeFile(join(build, 'sw.js'), worker.replace(listed, JSON.stringify(line)))
  for (const packed of ['index.html', 'sw.js']) {
    for (const ending of ['br', 'gz', 'zst']) await rm(join(build, `${packed}.${ending}`), { force: true })
  }
  return build
}
