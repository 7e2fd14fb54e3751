import { globSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isolatedFiles, onlyWithTenantConditions, withoutTenantConditions } from './serverFiles.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const database = join(root, 'tests/support/database/database.ts')

/** Whether the file, or one of ours that it loads, opens a database in the test's own process. */
function opensDatabase(path: string, seen = new Set<string>()): boolean {
  if (path === database) return true
  if (seen.has(path) || !path.startsWith(join(root, 'tests'))) return false
  seen.add(path)
  const imports = readFileSync(path, 'utf8').matchAll(/^import (?!type )[^'"]*from '(\.[^']+\.ts)'$/gm)
  return [...imports].some(([, to = '']) => opensDatabase(join(dirname(path), to), seen))
}

const files = globSync('tests/{server,card-sandbox,demo}/**/*.test.ts', { cwd: root }).map((path) =>
  path.split(sep).join('/'),
)
const excused: string[] = Object.values(onlyWithTenantConditions).flat()

describe('the run without tenant conditions', () => {
  it('takes in each server test that opens a database, or says why not', () => {
    const listed = new Set([...withoutTenantConditions, ...excused, ...isolatedFiles])
    expect(files.filter((path) => opensDatabase(join(root, path)) && !listed.has(path))).toEqual([])
  })

  it('names no file that is not there, and none twice', () => {
    const named = [...withoutTenantConditions, ...excused]
    expect(named.filter((path) => !files.includes(path))).toEqual([])
    expect(new Set(named).size).toBe(named.length)
  })
})
