// Which version of the program this is: of its package, and the commit where it was cloned.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Version {
  readonly version: string
  /** Null where the program was not cloned. */
  readonly commit: string | null
}

const projectFolder = join(import.meta.dirname, '..', '..', '..')

/** Reads files alone: git itself refuses who does not own the clone. */
function readVersion(folder: string): Version {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  return { version, commit: findCommit(join(folder, '.git')) }
}

/** "0.1.0 (5f876223)". */
export function toVersionText({ version, commit }: Version): string {
  return commit === null ? version : `${version} (${commit.slice(0, 8)})`
}

const commitPattern = /^[0-9a-f]{40}$/

function findCommit(git: string): string | null {
  const head = readText(join(git, 'HEAD'))
  const name = /^ref: (.+)$/.exec(head)?.[1]
  if (name === undefined) return commitPattern.test(head) ? head : null
  const packed = readText(join(git, 'packed-refs')).split('\n')
  const line = packed.find((each) => each.endsWith(` ${name}`))
  const found = readText(join(git, ...name.split('/'))) || (line?.split(' ')[0] ?? '')
  return commitPattern.test(found) ? found : null
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return ''
  }
}

/** Of the code that runs: an update may have changed the files since. */
export const ownVersion = readVersion(projectFolder)
