import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type ActionName, actions, getDefinition } from '../../../src/contract/index.ts'
import type { SeededClub } from '../../support/clubs/clubs.ts'
import { toJoining } from '../../support/clubs/sampleInputs.ts'
import { samples } from '../../support/clubs/samples.ts'
import { describeOnEachEngine, isEachOnBoth } from '../../support/database/database.ts'
import { hashRows } from '../../support/database/rowHash.ts'
import { setUpWorld } from '../../support/database/setUp.ts'

const names = Object.keys(actions) as ActionName[]
const runsPerAction = Number(process.env.FUZZ_RUNS ?? (isEachOnBoth ? 25 : 10))
/** Values that pass a careless schema and that a database refuses. */
const edges = ['Jo \ud83d', '0000-01-01T00:00:00Z', '1e999', 1e21, {}]
const donation = {
  amount: 25,
  fname: 'Jo',
  lname: 'New',
  address1: '1 Elm Street',
  city: 'Salem',
  state: 'MA',
  zip: '01970',
  country: 'US',
  phone: '5550100200',
  email: 'jo.new@join.example',
}
/** Signs of an answer that says too much: stacks, SQL, files, drivers. */
const leaks =
  /\bat .+:\d+:\d+|node_modules|\/src\/|\.ts\b|\bselect\b.+\bfrom\b|\binsert into\b|syntax error|violates|constraint|relation "|column "|pg_|sqlstate|postgres|pglite|kysely|ZodError|TypeError|undefined is not/i

/** A fault names the field as it was sent, so chance must not call one as we call ours. */
const unknownNames = fc.string({ maxLength: 12 }).filter((name) => !leaks.test(name))

/** More samples, with the fields that the others leave out. */
const deepSamples: Partial<Record<ActionName, (club: SeededClub) => object[]>> = {
  quote_order: ({ memberTypes }) => [
    { order: { kind: 'membership', payload: toJoining(memberTypes.open) } },
    { order: { kind: 'donation', payload: donation } },
    { order: { kind: 'renewal', payload: { lookup: 'x', years: 1 } } },
  ],
  create_payment_intent: () => [
    {
      amount: 2650,
      receiptEmail: donation.email,
      category: 0,
      nonMember: donation,
      description: 'Donation',
      order: { kind: 'donation', payload: donation },
      replaces: { receiptId: 1, key: randomUUID() },
      key: randomUUID(),
    },
  ],
  create_member: ({ memberTypes }) => [
    { ...toJoining(memberTypes.open), receiptId: 1, comments: 'Hello', tags: ['a'], key: randomUUID() },
  ],
  submit_ballot: ({ show }) => [
    { voterId: show.voters[0], votes: ['110'], madeAt: '2026-06-12T16:00:00Z', key: randomUUID() },
  ],
  submit_judging_form: (club) => [
    {
      ...samples.submit_judging_form(club),
      notes: 'a dent',
      sequence: 2,
      formId: club.show.formIds[0],
      madeAt: '2026-06-12T16:00:00Z',
      key: randomUUID(),
    },
  ],
  lookup_member: () => [{ username: donation.email, mailMe: true }, { lookup: 'a.b.c' }],
  verify_judge: ({ show }) => [
    { eventId: show.id, judgeId: show.judge.code, code: '1234567', verify: true, key: randomUUID() },
    { eventId: show.id, linkSecret: 'a'.repeat(43) },
  ],
}

/** Values that people never type and that programs often fail on. */
const nasty = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1.5,
    1e308,
    2 ** 31,
    2 ** 53,
    '',
    ' ',
    '0',
    '-1',
    '1e3',
    '٣',
    '1 or 1=1',
    "'; drop table member; --",
    '\\',
    '%',
    '_',
    '{{7*7}}',
    '<script>alert(1)</script>',
    '../../etc/passwd',
    '\ud800',
    'Jo \ud83d',
    '\u0000',
    '\u001b[2K',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '\u202e',
    'a'.repeat(20_000),
    [],
    {},
    [[[]]],
    { toString: 1, valueOf: 'x' },
  ),
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>,
  fc.string({ unit: 'binary', maxLength: 40 }),
)

type Place = readonly (string | number)[]

/** Every place in a value, with the lists and objects themselves. */
function listPlaces(value: unknown, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [at]
  const within = Object.entries(value).flatMap(([name, member]) =>
    listPlaces(member, [...at, Array.isArray(value) ? Number(name) : name]),
  )
  return at.length === 0 ? within : [at, ...within]
}

/** A copy with another value at one place. */
function replace(value: unknown, [name, ...rest]: Place, other: unknown): object {
  const copy = structuredClone(value) as Record<string | number, unknown>
  if (name === undefined) return copy
  copy[name] = rest.length === 0 ? other : replace(copy[name], rest, other)
  return copy
}

/** JSON can write numbers that no double holds. */
function toJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('"1e999"', '1e999')
}

describeOnEachEngine('T2.12 no answer tells how we are made', (engine) => {
  const world = setUpWorld(engine)

  it.each(names)('%s answers any input in our envelope', async (action) => {
    const { a, b } = world.clubs
    const before = await hashRows(world.database, b.id)
    const sample = samples[action](a) as Record<string, unknown>
    const fields = [
      ...new Set([...Object.keys(getDefinition(action).input.shape), 'key', 'language', 'memberId']),
    ]
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.constantFrom(...fields), nasty, { maxKeys: 4 }),
        fc.dictionary(unknownNames, nasty, { maxKeys: 2 }),
        fc.option(nasty, { nil: undefined, freq: 3 }),
        async (wrong, unknown, tenantId) => {
          // an hour, so that the limits let every call reach the handler
          world.pass(60 * 60 * 1000)
          const received = await world.post({
            tenantId: a.id,
            ...unknown,
            ...sample,
            ...wrong,
            ...(tenantId === undefined ? {} : { tenantId }),
            action,
          })
          const answer = received.json()
          expect(answer.success).toBeTypeOf('boolean')
          if (answer.success === false) expect(received.text).not.toMatch(leaks)
          expect({ status: received.status, text: received.text.slice(0, 300) }).toMatchObject({
            status: expect.toSatisfy((status: number) => status < 500),
          })
        },
      ),
      { numRuns: runsPerAction },
    )
    expect(await hashRows(world.database, b.id)).toBe(before)
  })

  it.each(names)('%s answers any value at any place of its input', async (action) => {
    const { a, b } = world.clubs
    const before = await hashRows(world.database, b.id)
    for (const sample of [samples[action](a), ...(deepSamples[action]?.(a) ?? [])]) {
      for (const [place, value] of listPlaces(sample).flatMap((one) =>
        edges.map((edge) => [one, edge] as const),
      )) {
        world.pass(60 * 60 * 1000)
        const changed = replace({ ...sample, key: randomUUID() }, place, value)
        const received = await world.post(toJson({ ...changed, tenantId: a.id, action }))
        expect({ place, value, status: received.status, text: received.text.slice(0, 300) }).toMatchObject({
          status: expect.toSatisfy((status: number) => status < 500),
        })
        expect(received.text).not.toMatch(leaks)
      }
    }
    expect(await hashRows(world.database, b.id)).toBe(before)
  })

  it('would show in the rows of the other club if one of them changed', async () => {
    const { a, b } = world.clubs
    const rename = (fname: string) => world.changeRows(b, 'member', { id: b.people.member.id }, { fname })
    const hash = () => hashRows(world.database, b.id)
    await rename('Bea')
    const before = await hash()
    await rename('Ada')
    expect(await hash()).not.toBe(before)
    await rename('Bea')
    expect(await hash()).toBe(before)
    expect(await hashRows(world.database, a.id)).not.toBe(before)
  })

  it('answers any bytes in our envelope', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), async (text) => {
        const received = await world.post(text)
        expect(received.json()).toMatchObject({ success: false, code: expect.any(String), receipt: null })
        expect(received.text).not.toMatch(leaks)
        expect(received.status).toBeLessThan(500)
      }),
      { numRuns: 60 },
    )
  })

  it('answers any path without saying what stands behind it', async () => {
    const paths = [
      '/%zz',
      '/..%2f..%2fetc/passwd',
      '/assets/../../package.json',
      '/assets/%2e%2e/%2e%2e/package.json',
      '/media/..%2f..%2fdemo.json',
      '/media/member/../x.webp',
      '/dart/pack/1%27',
      '/dart/pack/99999999999999999999',
      '/dart/core/',
      '/.vite/manifest.json',
      '/builds.json',
      '/package.json',
      '/src/server/main.ts',
      `/${'a'.repeat(8000)}`,
      '/portal/%00',
    ]
    for (const path of paths) {
      const received = await world.send(path)
      expect({ path, status: received.status }).toMatchObject({
        path,
        status: expect.toSatisfy(
          (status: number) => (status >= 400 && status < 500) || path.startsWith('/portal'),
        ),
      })
      expect(received.text).not.toMatch(leaks)
    }
  })
})
