// Folders that take seconds to make and that many tests copy. Each is made once for each state of its
// sources.
import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..', '..')
const cache = join(root, '.cache')
const lifeMs = 24 * 60 * 60 * 1000

export interface CachedFolder {
  name: string
  /** Patterns of the source files, from the project's root. */
  sources: readonly string[]
  /** Other things that it depends on. */
  state?: string
  make(folder: string): Promise<void>
}

/** Within a process, whose sources do not change. */
const found = new Map<string, Promise<string>>()

/** The folder's path. To change something in it, work on a copy. */
export function findCachedFolder(wanted: CachedFolder): Promise<string> {
  const key = JSON.stringify([wanted.name, wanted.state])
  const folder = found.get(key) ?? findOrMake(wanted)
  found.set(key, folder)
  return folder
}

async function findOrMake({ name, sources, state = '', make }: CachedFolder): Promise<string> {
  const folder = join(cache, `${name}-${hash(sources, state)}`)
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  const draft = mkdtempSync(join(cache, `${name}-draft-`))
  await make(draft)
  try {
    renameSync(draft, folder)
  } catch (error) {
    // another worker was faster; its folder is as good
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
  removeOld(name)
  return folder
}

/** Removes folders of earlier sources. Young ones may be in use by another run. */
function removeOld(name: string): void {
  for (const found of readdirSync(cache).filter((one) => one.startsWith(`${name}-`))) {
    const path = join(cache, found)
    const madeAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (Date.now() - madeAt > lifeMs) rmSync(path, { recursive: true, force: true })
  }
}

function hash(sources: readonly string[], state: string): string {
  const sum = createHash('sha256').update(state)
  sum.update(readFileSync(join(root, 'node_modules/@electric-sql/pglite/package.json')))
  for (const path of globSync([...sources], { cwd: root }).sort()) {
    sum.update(path).update(readFileSync(join(root, path)))
  }
  return sum.digest('hex').slice(0, 16)
}
