// Any club file comes out of a second club exactly as it came out of the first.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ClubFile } from '../../../src/server/assembly/clubFile.ts'
import { makeFolder, makeServices, runExport, runImport } from '../../support/clubs/clubFiles.ts'
import { describeOnEachEngine } from '../../support/database/database.ts'
import { setUpDatabase } from '../../support/database/setUp.ts'

const text = (maxLength: number) =>
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength })
    .filter((value) => value.trim() !== '' && !value.includes('\0') && value.length <= maxLength)
const dollars = fc.integer({ min: 0, max: 99_999 }).map((cents) => cents / 100)
const instant = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString())
const day = instant.map((value) => value.slice(0, 10))
const size = fc.double({ min: 1, max: 900, noNaN: true })

const space = fc.record(
  {
    shape: fc.constantFrom('box' as const, 'circle' as const),
    x: size,
    y: size,
    w: size,
    h: size,
    a: fc.double({ min: -180, max: 180, noNaN: true }),
    row: text(8),
    num: text(8),
    type: fc.integer({ min: 0, max: 9 }),
    cost: dollars,
    notes: text(100),
    available: fc.boolean(),
  },
  { requiredKeys: ['shape', 'x', 'y', 'w', 'h'] },
)
const member = fc.record(
  {
    fname: text(64),
    lname: text(64),
    partner: text(64),
    expiration: day,
    memberSince: day,
    tags: fc.array(text(20), { maxLength: 3 }),
    phoneNumbers: fc.array(fc.record({ longCode: fc.stringMatching(/^\d{10}$/) }), { maxLength: 2 }),
    settings: fc.record({ newsletter: fc.boolean(), roster: fc.boolean() }, { requiredKeys: [] }),
  },
  { requiredKeys: ['fname', 'lname', 'expiration'] },
)
const ticket = fc.record(
  {
    description: text(128),
    price: dollars,
    limit: fc.integer({ min: 1, max: 9 }),
    quantity: fc.integer({ min: 0, max: 999 }),
    startdate: fc.constant('2026-01-01T00:00:00Z'),
    enddate: fc.constant('2026-02-01T00:00:00+02:00'),
    info: text(200),
  },
  { requiredKeys: ['description', 'price', 'limit', 'quantity', 'startdate', 'enddate'] },
)

const clubFile = fc
  .record({
    name: text(128),
    fee: dollars,
    members: fc.array(member, { maxLength: 8 }),
    spaces: fc.array(space, { maxLength: 12 }),
    tickets: fc.array(ticket, { maxLength: 5 }),
    posts: fc.array(
      fc.record({
        message: text(300),
        created: instant,
        moderated: fc.record({ edited: instant, hiddenAt: instant }, { requiredKeys: [] }),
        comments: fc.array(text(60), { maxLength: 3 }),
      }),
      { maxLength: 4 },
    ),
  })
  .map(({ name, fee, members, spaces, tickets, posts }): ClubFile => {
    const refs = members.map((_, at) => `m${at}`)
    // children are listed before their parents as often as after them
    const parent = (at: number) =>
      at % 3 === 1 && refs.length > 2 ? { parent: at % 2 === 0 ? 'm0' : 'm2' } : {}
    return {
      showfield: 1,
      club: { slug: 'round', name, timeZone: 'Europe/Madrid', settings: { serviceFee: fee } },
      members: members.map((each, at) => ({
        ...each,
        ref: `m${at}`,
        email_address: `m${at}@round.example`,
        ...parent(at),
      })),
      events: [
        {
          ref: 'e',
          name,
          startDate: '2026-06-12',
          endDate: '2026-06-12',
          tickets: tickets.map((each, at) => ({ ...each, ref: `t${at}` })),
          maps: [
            { ref: 'map', label: 'Map', elements: spaces.map((each, at) => ({ ...each, ref: `s${at}` })) },
          ],
        },
      ],
      posts:
        refs.length === 0
          ? []
          : posts.map(({ message, created, moderated, comments }, at) => ({
              ref: `p${at}`,
              member: refs[at % refs.length] ?? '',
              message,
              created,
              ...moderated,
              comments: comments.map((comment, index) => ({
                ref: `p${at}-${index}`,
                member: refs[0] ?? '',
                message: comment,
                created,
                ...moderated,
              })),
              reactions: refs.slice(0, 3).map((each) => ({ member: each, reaction: at % 8 })),
            })),
    }
  })

describeOnEachEngine('a club file of any content', (engine) => {
  const database = setUpDatabase(engine)
  const services = makeServices(database)
  const folder = makeFolder()
  let count = 0

  it('comes out again the same, of this club and of another', async () => {
    await fc.assert(
      fc.asyncProperty(clubFile, async (file) => {
        count += 1
        const [here, there] = [`here-${count}`, `there-${count}`]
        await runImport(services, folder.write(file), { tenant: here })
        const first = await runExport(services, here, join(folder.path, 'a.json'), false)
        expect(await runImport(services, join(folder.path, 'a.json'), { tenant: here })).toMatchObject({
          created: 0,
          changed: 0,
          gone: [],
        })
        expect(await runExport(services, here, join(folder.path, 'b.json'), false)).toBe(first)
        await runImport(services, join(folder.path, 'a.json'), { tenant: there })
        await runExport(services, there, join(folder.path, 'c.json'), false)
        const nameless = (path: string): string =>
          readFileSync(join(folder.path, path), 'utf8').replace(/"(?:slug|uuid)": "[^"]*"/g, '')
        expect(nameless('c.json')).toBe(nameless('a.json'))
      }),
      { numRuns: 12 },
    )
  })
})
