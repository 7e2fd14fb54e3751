import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ActionName, actions, getDefinition } from '../../../src/contract/index.ts'
import { describeOnEachEngine } from '../../support/database.ts'
import { hashRows } from '../../support/rowHash.ts'
import { samples } from '../../support/samples.ts'
import { startWorld, type World } from '../../support/world.ts'

const names = Object.keys(actions) as ActionName[]
const runsPerAction = Number(process.env.FUZZ_RUNS ?? 25)
/** What an answer looks like that says too much: stacks, SQL, files, drivers. */
const leaks =
  /\bat .+:\d+:\d+|node_modules|\/src\/|\.ts\b|\bselect\b.+\bfrom\b|\binsert into\b|syntax error|violates|constraint|relation "|column "|pg_|sqlstate|postgres|pglite|kysely|ZodError|TypeError|undefined is not/i

/** Things that people never type and programs choke on. */
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

describeOnEachEngine('T2.12 no answer tells how we are made', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.dispose())

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
        fc.dictionary(fc.string({ maxLength: 12 }), nasty, { maxKeys: 2 }),
        fc.option(nasty, { nil: undefined, freq: 3 }),
        async (wrong, unknown, tenantId) => {
          // an hour, so that the limits let everything through to the handler
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

  it('would show in the rows of the other club if one of them changed', async () => {
    const { a, b } = world.clubs
    const rename = (fname: string) =>
      world.database.inTenant(b.id, (tx) =>
        tx.updateTable('member').set({ fname }).where('id', '=', b.people.member.id).execute(),
      )
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
