import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { actions, areas, getDefinition, isActionName } from '../../../src/contract/index.ts'
import { handlers } from '../../../src/server/assembly/actions.ts'
import { missesPerAddress } from '../../../src/server/limits/often.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const names = Object.keys(actions).sort()

/** What anybody may call, and what counts it, where it says no limits and no wrong guess of it is counted. */
const countedElsewhere: Readonly<Record<string, string>> = {
  cancel_order: 'it gives up an order whose random key the caller has',
  find_entry: 'counted within, by address and by target: `areas/eventOrders/purchaseLookups.test.ts`',
  lookup_member: 'counted within, by address and by target: `security/lookups.test.ts`',
  member_forgot_password: 'counted within, by address and by target: `security/accounts/askedMails.test.ts`',
  submit_batch: 'its entries are counted, by their judge or voter',
}

describe('T2.5 every action goes through the one table', () => {
  it('has a handler for each action, and no handler beside them', () => {
    // a batch answers by its entries, each of which is in the table
    const own = names.filter((name) => name !== 'submit_batch')
    expect(Object.keys(handlers).sort()).toEqual(own)
  })

  it('has each action in exactly one area', () => {
    expect(Object.values(areas).flatMap(Object.keys).sort()).toEqual(names)
  })

  it.each(names)('%s says who may call it, what it does and what it takes and gives', (name) => {
    if (!isActionName(name)) throw new Error('not an action')
    const definition = getDefinition(name)
    expect(['public', 'member', 'either', 'judge', 'voter', 'officer']).toContain(definition.access)
    expect(['read', 'write', 'external']).toContain(definition.effect)
    expect(definition.input.def.type).toBe('object')
    expect(definition.output.def.type).toBe('object')
  })

  it.each(names)('%s has a test of its own', (name) => {
    const tests = globSync('tests/server/**/*.test.ts', { cwd: root }).map((path) =>
      readFileSync(join(root, path), 'utf8'),
    )
    expect(tests.some((text) => text.includes(`'${name}'`))).toBe(true)
  })

  it('counts what strangers change or have mailed, or says what counts it', () => {
    const uncounted = names.filter((name) => {
      const { access, effect, failures } = getDefinition(name as keyof typeof actions)
      if (effect === 'read' || (access !== 'public' && access !== 'either')) return false
      if (failures.some((code) => missesPerAddress[code] !== undefined)) return false
      return name === 'submit_batch' || !('limits' in handlers[name as keyof typeof handlers])
    })
    expect(uncounted).toEqual(Object.keys(countedElsewhere))
  })

  it.each([
    'toString',
    'constructor',
    '__proto__',
    'hasOwnProperty',
    'valueOf',
    '',
    'GET_TENANT',
    'get_tenant ',
  ])('knows no action %j', (name) => {
    expect(isActionName(name)).toBe(false)
  })

  it('lets nothing but the map of all handlers reach those of an area', () => {
    const importers = globSync('src/server/**/*.ts', { cwd: root }).filter((path) =>
      /from '(?:\.{1,2}\/)+(?:areas\/)?[a-zA-Z]+\/actions(?:\.ts|\/index\.ts)'/.test(
        readFileSync(join(root, path), 'utf8'),
      ),
    )
    expect(importers).toEqual([join('src', 'server', 'assembly', 'actions.ts')])
  })
})
