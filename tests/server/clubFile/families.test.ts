// A family comes in whichever columns its people have: members before their additional logins.
import { join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { memberFields } from '../../../src/domain/shapes/member.ts'
import { ClubFileFaults } from '../../../src/server/clubFile/faults.ts'
import { makeFolder, makeServices, runExport, runImport } from '../../support/clubs/clubFiles.ts'
import { describeOnEachEngine } from '../../support/database/database.ts'
import { setUpDatabase } from '../../support/database/setUp.ts'

const hash = '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$RdescudvJCsgt3ub+b2dWRWJTmaaqzGNMNfBkDV2G1g'
/** A value for each field of a member that the file may leave out. */
const optional: Readonly<Record<string, unknown>> = {
  title: 'Ms',
  partner: 'Sam',
  address: '9 Mill Lane',
  city: 'Dublin',
  state: 'OH',
  zip: '43016',
  country: 'CA',
  phoneNumbers: [{ longCode: '6145550177' }],
  type: 'family',
  memberSince: '2020-01-01',
  altMemberId: 'B-7',
  tags: ['board'],
  officerTags: ['owes a key'],
  officerNote: 'Owes Ron $20, "asks" for a badge',
  language: 'en',
  suspendedAt: '2026-01-02T03:04:05.000Z',
  passwordHash: hash,
  settings: { roster: false },
}
const subset = fc.subarray(Object.keys(optional))

describeOnEachEngine('a family', (engine) => {
  const database = setUpDatabase(engine)
  const services = makeServices(database)
  const folder = makeFolder()

  let clubs = 0
  const toMember = (ref: string, fields: readonly string[], more: Record<string, unknown> = {}) => ({
    ref,
    email_address: `${ref}@family.example`,
    fname: 'Pat',
    lname: 'Oakes',
    expiration: '2027-06-12',
    ...Object.fromEntries(fields.map((field) => [field, optional[field]])),
    ...more,
  })
  /** Imports, exports, imports the export into an empty club, and exports that. */
  const travel = async (members: object[]) => {
    clubs += 1
    const [slug, other] = [`family-${clubs}`, `again-${clubs}`]
    const file = {
      showfield: 1,
      club: { slug, name: 'Families', timeZone: 'America/Chicago' },
      memberTypes: [{ ref: 'family', label: 'Family', price: 1, renewPrice: 1, allowChildren: true }],
      members,
    }
    await runImport(services, folder.write(file))
    const first = await runExport(services, slug, join(folder.path, slug, 'club.json'))
    await runImport(services, join(folder.path, slug, 'club.json'), { tenant: other })
    const second = await runExport(services, other, join(folder.path, other, 'club.json'))
    return [first, second].map((text) => JSON.parse(text).members)
  }

  it('knows every field that the file may leave out', () => {
    const known = Object.entries(memberFields).flatMap(([name, field]) =>
      'file' in field && field.file.safeParse(undefined).success ? [name] : [],
    )
    // a member has an expiration or is a life member
    const own = ['avatar', 'email_address', 'emailProved', 'expiration', 'life', 'parent', 'password']
    expect([...known, 'settings'].sort()).toEqual([...Object.keys(optional), ...own].sort())
  })

  it('comes in with every choice of the fields that decide the columns of a row', async () => {
    const choices = [[], ['language'], ['passwordHash'], ['language', 'passwordHash']]
    for (const parentHas of choices) {
      for (const childHas of choices) {
        const [before, after] = await travel([
          toMember('child', childHas, { parent: 'parent' }),
          toMember('alone', ['language']),
          toMember('parent', parentHas),
        ])
        expect(after).toEqual(before)
        expect(after).toHaveLength(3)
      }
    }
  })

  it('keeps the additional logins that it has when its membership type takes no new ones', async () => {
    const file = (allowChildren: boolean, members: object[]) => ({
      showfield: 1,
      club: { slug: 'closed', name: 'Closed', timeZone: 'America/Chicago' },
      memberTypes: [{ ref: 'family', label: 'Family', price: 1, renewPrice: 1, allowChildren }],
      members,
    })
    const parent = toMember('parent', ['type'])
    await runImport(services, folder.write(file(true, [parent, toMember('child', [], { parent: 'parent' })])))
    const result = await runImport(services, folder.write(file(false, [parent])))
    expect(result).toMatchObject({
      changed: 1,
      gone: ['member\'s settings of member "Pat Oakes"', 'member "Pat Oakes"'],
    })
    const path = join(folder.path, 'closed', 'club.json')
    const first = await runExport(services, 'closed', path)
    await runImport(services, path, { tenant: 'closed-again' })
    const again = join(folder.path, 'closed-again', 'club.json')
    const second = await runExport(services, 'closed-again', again)
    expect(JSON.parse(second).members).toEqual(JSON.parse(first).members)
    expect(JSON.parse(second).members).toHaveLength(2)
  })

  it('is refused where a file without them would put additional logins below an additional login', async () => {
    const file = (members: object[]) => ({
      showfield: 1,
      club: { slug: 'deep', name: 'Deep', timeZone: 'America/Chicago' },
      members,
    })
    const [grand, parent] = [toMember('grand', []), toMember('parent', [])]
    await runImport(
      services,
      folder.write(file([grand, parent, toMember('child', [], { parent: 'parent' })])),
    )
    const refused = runImport(services, folder.write(file([grand, { ...parent, parent: 'grand' }])))
    await expect(refused).rejects.toThrow(ClubFileFaults)
    await expect(refused).rejects.toThrow(
      "member child.parent: with what is in the club and not in the file, 'parent' is itself an additional login",
    )
    const path = join(folder.path, 'deep', 'club.json')
    const members: { parent?: string }[] = JSON.parse(await runExport(services, 'deep', path)).members
    expect(members.map((member) => member.parent)).toEqual([undefined, undefined, 'parent'])
  })

  it('is refused in words for officers where the database does not take a row', async () => {
    await database.withoutClub((tx) =>
      sql`alter table member add constraint no_smith check (lname <> 'Smith')`.execute(tx),
    )
    const refused = travel([toMember('smith', [], { lname: 'Smith' })])
    await expect(refused).rejects.toThrow(ClubFileFaults)
    await expect(refused).rejects.toThrow(
      'The database does not take this file, although its check found no fault (member, no_smith). Nothing was changed.',
    )
  })

  it('comes in with any fields at all', async () => {
    await fc.assert(
      fc.asyncProperty(subset, subset, subset, async (parentHas, childHas, otherHas) => {
        const [before, after] = await travel([
          toMember('child', childHas, { parent: 'parent' }),
          toMember('other', otherHas, { parent: 'parent' }),
          // with the columns of the additional login, and no parent
          toMember('alone', childHas),
          toMember('parent', [...new Set([...parentHas, 'type'])]),
        ])
        expect(after).toEqual(before)
      }),
      { numRuns: 8 },
    )
  })
})
