// `npm run new -- action AREA NAME` puts each part where it belongs.
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { areas } from '../../../src/contract/index.ts'
import { addAction } from './action.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function copy(): string {
  const folder = mkdtempSync(join(tmpdir(), 'new-'))
  folders.push(folder)
  for (const path of ['src/contract', 'src/server/areas', 'tests/server/areas', 'docs/rules'])
    cpSync(join(root, path), join(folder, path), { recursive: true })
  return folder
}

describe('a new action', () => {
  const byHand = ['batch', 'closing']
  it.each(Object.keys(areas).filter((area) => !byHand.includes(area)))('of %s has its places', (area) => {
    const folder = copy()
    const written = addAction(folder, area, 'do_something_new')
    const texts = written.map((path) => readFileSync(join(folder, path), 'utf8'))
    expect(texts).toHaveLength(5)
    for (const text of texts) expect(text).toContain('do_something_new')
    expect(() => addAction(folder, area, 'do_something_new')).toThrow('already')
  })

  it('is refused where it has no place, and nothing is written', () => {
    const folder = copy()
    expect(() => addAction(folder, 'nothing', 'do_something_new')).toThrow("There is no area 'nothing'")
    expect(() => addAction(folder, 'files', 'Rename')).toThrow('is no name of an action')
    const before = readFileSync(join(folder, 'src/contract/closing.ts'), 'utf8')
    expect(() => addAction(folder, 'closing', 'do_something_new')).toThrow('add the action by hand')
    expect(readFileSync(join(folder, 'src/contract/closing.ts'), 'utf8')).toBe(before)
  })
})
