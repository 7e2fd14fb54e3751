// A club file's country: what the members and cars of the file have that name no other.
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { ClubFileFaults } from '../../../src/server/clubFile/faults.ts'
import { runExport, runImport, setUpClubFiles } from '../../support/clubs/clubFiles.ts'
import { describeOnEachEngine } from '../../support/database/database.ts'
import { makeRows } from '../../support/database/rows.ts'

describeOnEachEngine("a club file's country", (engine) => {
  const { database, services, folder } = setUpClubFiles(engine)
  const rows = makeRows(database)
  afterEach(() => database.empty())

  const member = (ref: string, more: object = {}) => ({
    ...{ ref, email_address: `${ref}@harbour.example`, fname: 'Ida', lname: 'Roe', expiration: '2027-06-12' },
    ...more,
  })
  const car = (ref: string, number: string, more: object = {}) => ({
    ...{ ref, number, carClass: 1, year: '1950', make: 'Austin', model: 'A40' },
    ...more,
  })
  const write = (club: object) =>
    folder.write({
      showfield: 1,
      club: { slug: 'harbour', name: 'Harbour Car Club', timeZone: 'Europe/London', ...club },
      members: [
        member('own', { phoneNumbers: [{ longCode: '07700900123' }] }),
        member('guest', {
          country: 'US',
          phoneNumbers: [{ isoCode: 'FR', countryCode: '+33', longCode: '6' }],
        }),
      ],
      events: [
        {
          ...{ ref: 'show', name: 'Harbour Show', startDate: '2027-07-23', endDate: '2027-07-24' },
          classes: [{ ref: 'h1', number: 1, description: 'Open' }],
          entries: [car('a', '101'), car('b', '102', { country: 'US' })],
        },
      ],
    })

  it('is that of members, cars and telephones, and an export leaves it out where it is the same', async () => {
    const { tenant } = await runImport(services, write({ country: 'GB' }))
    const find = (table: 'member' | 'entry', ref: string) => rows.getRow(tenant, table, { ref })
    expect(await find('member', 'own')).toMatchObject({
      country: 'GB',
      phone_numbers: [{ isoCode: 'GB', countryCode: '+44', longCode: '07700900123' }],
    })
    expect(await find('member', 'guest')).toMatchObject({
      country: 'US',
      phone_numbers: [{ isoCode: 'FR', countryCode: '+33' }],
    })
    expect(await find('entry', 'a')).toMatchObject({ country: 'GB' })
    expect(await find('entry', 'b')).toMatchObject({ country: 'US' })
    const path = join(folder.path, 'out', 'club.json')
    const first = await runExport(services, 'harbour', path)
    const file = JSON.parse(first)
    expect(file.club.country).toBe('GB')
    expect(file.members.map(({ country }: { country?: string }) => country)).toEqual([undefined, 'US'])
    await runImport(services, path, { tenant: 'again' })
    const again = JSON.parse(await runExport(services, 'again', join(folder.path, 'again', 'club.json')))
    expect({ ...again, club: 0 }).toEqual({ ...file, club: 0 })
    expect(again.club).toMatchObject({ country: 'GB' })
  })

  it('is the United States if the file does not say it', async () => {
    const { tenant } = await runImport(services, write({}))
    expect(await rows.getRow(tenant, 'member', { ref: 'own' })).toMatchObject({
      country: 'US',
      phone_numbers: [{ isoCode: 'US', countryCode: '+1' }],
    })
    const file = JSON.parse(await runExport(services, 'harbour', join(folder.path, 'us', 'club.json')))
    expect(file.club).not.toHaveProperty('country')
  })

  it.each(['UK', 'gb', 'England', ''])('is one of ISO 3166, and not %j', async (country) => {
    const error = await runImport(services, write({ country })).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ClubFileFaults)
    expect(String((error as Error).message)).toContain(
      "club.country: must be a country's two letters, like GB",
    )
  })
})
