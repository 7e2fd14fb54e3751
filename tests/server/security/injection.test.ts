import { describe, expect, it } from 'vitest'
import { type ActionName, actions, getDefinition } from '../../../src/contract/index.ts'
import { setUpClubWorld } from '../../support/clubs/clubWorld.ts'
import { callerOf, samples } from '../../support/clubs/samples.ts'
import { describeOnEachEngine, isEachOnBoth } from '../../support/database/database.ts'

const hostile: readonly unknown[] = [
  '1 or 1=1',
  "1' or '1'='1",
  '1; drop table member; --',
  "'; select pg_sleep(5); --",
  '1) union select password_hash from member --',
  '$1',
  '\\',
  '%',
  '_',
  '0',
  '-1',
  '7 ',
  ' 7',
  '07',
  '1e3',
  '0x10',
  '1.0',
  '',
  'null',
  'NaN',
  0,
  -1,
  1.5,
  Number.POSITIVE_INFINITY,
  2 ** 31,
  2 ** 53,
  true,
  false,
  null,
  [],
  [1],
  {},
  { $gt: '' },
  { toString: 'x' },
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x'.repeat(20_000),
]

// what an answer would show if a value had reached a statement, or an internal error its caller
const inside = /syntax error|select |insert |pg_|kysely|postgres|pglite|node_modules|\.ts:|at async|stack/i

/** Where members' own texts are shown again. */
const shown = hostile.filter((value): value is string => typeof value === 'string' && inside.test(value))
function withoutShown(text: string): string {
  return shown.reduce((rest, value) => rest.replaceAll(JSON.stringify(value), '""'), text)
}

const names = Object.keys(actions) as ActionName[]

/** Neighbouring fields share the values in `npm test`; in the proof each field gets all of them. */
const shares = isEachOnBoth ? 1 : 3
function takeShare(fieldIndex: number): readonly unknown[] {
  return hostile.filter((_, valueIndex) => valueIndex % shares === fieldIndex % shares)
}

describeOnEachEngine('a hostile value (T2.13, T2.12)', (engine) => {
  const world = setUpClubWorld(engine)

  describe.each(names)('in a field of %s', (name) => {
    it('is refused or taken as plain text, and changes nothing else', async () => {
      const { a } = world.clubs
      const before = await hashMembers()
      const sample = samples[name](a)
      const { access, input } = getDefinition(name)
      for (const [at, field] of Object.keys(input.shape).entries()) {
        // an officer's sign-in is soon too old for some
        const token =
          access === 'member' || access === 'officer' ? await world.signIn(a, callerOf(name)) : undefined
        for (const value of takeShare(at)) {
          const { status, answer, text } = await world.request(
            a,
            name,
            { ...sample, [field]: value },
            {
              peer: `198.51.100.${Math.floor(Math.random() * 250)}`,
              ...(token === undefined ? {} : { token }),
            },
          )
          const where = `${name}.${field} = ${JSON.stringify(value)?.slice(0, 40)}: ${text.slice(0, 200)}`
          expect([200, 400, 401, 413, 429], where).toContain(status)
          expect(answer.code, where).not.toBe('internal')
          expect(withoutShown(text), where).not.toMatch(inside)
        }
        world.pass(3_600_000)
      }
      expect(await hashMembers()).toBe(before)
    })
  })

  describe('in the place of an id', () => {
    const idFields: readonly (readonly [ActionName, string])[] = [
      ['get_event', 'event'],
      ['get_event_pack', 'eventId'],
      ['get_makes', 'eventId'],
      ['get_models', 'makeId'],
      ['get_all_eventclasses', 'event'],
      ['get_all_shifts', 'eventId'],
      ['get_entries', 'eventId'],
      ['get_judging_forms', 'eventId'],
    ]

    it.each(idFields)('is no id for %s', async (name, field) => {
      for (const value of hostile) {
        const { status, answer } = await world.request(world.clubs.a, name, { [field]: value })
        expect([value, status, answer.code]).toEqual([value, 400, 'invalid-input'])
      }
    })

    it.each(idFields)('is an id for %s where it is a string of digits', async (name, field) => {
      const { a } = world.clubs
      const value = String(field === 'makeId' ? a.makeId : a.show.id)
      expect((await world.ask(a, name, { [field]: value })).success).toBe(true)
    })
  })

  it('in the place of a name finds nobody', async () => {
    const { a } = world.clubs
    for (const username of [
      "' or 1=1 --",
      '%',
      '_@harbor.example',
      'ada.quill%',
      '*',
      'ada.quill@harbor.exampl_',
    ]) {
      const found = await world.request(a, 'lookup_member', { username, purpose: 'signin' })
      expect([username, found.answer.code]).toEqual([username, 'account-not-found'])
      const tried = await world.request(a, 'member_login', { username, password: "' or ''='", ttl: 24 })
      expect([username, tried.answer.code, tried.token]).toEqual([username, 'wrong-password', null])
    }
  })

  async function hashMembers(): Promise<string> {
    const rows = await world.listRows(
      world.clubs.a,
      'member',
      {},
      ['id', 'email', 'password_hash', 'token_version', 'expires_on', 'deleted_at'],
      'id',
    )
    return JSON.stringify(rows)
  }
})
