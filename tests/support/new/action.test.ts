// `npm run new -- action AREA NAME` puts each part where it belongs.
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { areas } from '../../../src/contract/index.ts'
import { addAction, toKind } from './action.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const kind = toKind('member', 'read')
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
    const written = addAction(folder, area, 'do_something_new', kind)
    const texts = written.map((path) => readFileSync(join(folder, path), 'utf8'))
    expect(texts).toHaveLength(5)
    for (const text of texts) expect(text).toContain('do_something_new')
    expect(() => addAction(folder, area, 'do_something_new', kind)).toThrow('already')
  })

  it('is refused where it has no place, and nothing is written', () => {
    const folder = copy()
    expect(() => addAction(folder, 'nothing', 'do_something_new', kind)).toThrow("There is no area 'nothing'")
    expect(() => addAction(folder, 'files', 'Rename', kind)).toThrow('is no name of an action')
    const before = readFileSync(join(folder, 'src/contract/closing.ts'), 'utf8')
    expect(() => addAction(folder, 'closing', 'do_something_new', kind)).toThrow('add the action by hand')
    expect(readFileSync(join(folder, 'src/contract/closing.ts'), 'utf8')).toBe(before)
  })

  it('says who may call it and what it does, in its declaration, its rule and its test', () => {
    const folder = copy()
    const [contract, , , rules, test] = addAction(
      folder,
      'files',
      'do_something_new',
      toKind('public', 'write', 'a mail to the club; 10 an hour'),
    )
    const read = (path = '') => readFileSync(join(folder, path), 'utf8')
    expect(read(contract)).toContain("access: 'public',\n    effect: 'write',")
    expect(read(rules)).toContain('`do_something_new` | P | a mail to the club; 10 an hour |')
    expect(read(test)).not.toContain('needs-signin')
    expect(() => toKind('judge', 'read')).toThrow('--access is member, public, either')
    expect(() => toKind('public', 'read', 'one | two')).toThrow('without bars')
    expect(() => toKind('member', 'delete')).toThrow('--effect is read, write, external')
  })
})
