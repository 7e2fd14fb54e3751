// The program of an earlier commit, in a clone of its own, with the packages of this one.
import { execFileSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { makeTestFolder } from '../database/testFolder.ts'

const root = join(import.meta.dirname, '..', '..', '..')

const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

export interface OlderBuild {
  readonly folder: string
  /** How it is called in a test's title. */
  readonly of: string
}

/** Undefined where the repository is not there, or does not go back so far. */
export function makeBuild(of: string, commit: string): OlderBuild | undefined {
  const folder = join(makeTestFolder(), 'build')
  try {
    git('clone', '--quiet', '--shared', '--no-checkout', root, folder)
    git('-C', folder, 'checkout', '--quiet', '--detach', git('rev-parse', '--verify', `${commit}^{commit}`))
  } catch {
    return undefined
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return { folder, of }
}

/** The commit before the newest one that has changed the tables. */
export function findCommitBeforeTables(): string {
  return `${git('log', '-1', '--format=%H', '--', 'src/server/db/migrations')}^`
}
