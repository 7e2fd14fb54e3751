// Life members in a club file: without an expiration, and nothing but the file's own word ends it.
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import type { ClubFile } from '../../../src/server/assembly/clubFile.ts'
import { makeClubFile, runExport, runImport, setUpClubFiles } from '../../support/clubs/clubFiles.ts'
import { describeOnEachEngine } from '../../support/database/database.ts'
import { makeRows } from '../../support/database/rows.ts'

type FileMember = NonNullable<ClubFile['members']>[number]
type End = Pick<FileMember, 'expiration' | 'life'>

describeOnEachEngine("a club file's life members", (engine) => {
  const { database, services, folder } = setUpClubFiles(engine)
  const rows = makeRows(database)
  afterEach(() => database.empty())

  /** The file with this end for its first member. */
  function write(end: End) {
    const file = makeClubFile()
    const [first] = file.members ?? []
    if (first === undefined) throw new Error('no member')
    const { expiration: _, ...rest } = first
    file.members = [{ ...rest, ...end } as FileMember, ...(file.members ?? []).slice(1)]
    return { path: folder.write(file), ref: first.ref }
  }
  async function take(end: End, overwrite = false) {
    const { path, ref } = write(end)
    const { tenant, left } = await runImport(services, path, { overwrite })
    const row = await rows.getRow(tenant, 'member', { ref }, ['expires_on', 'life'])
    return { row, left }
  }
  const forLife = { expires_on: '9999-12-31', life: true }

  it('say so without a day, or with one of the year 9999, and are exported as such', async () => {
    expect((await take({ life: true })).row).toEqual(forLife)
    const file = JSON.parse(await runExport(services, 'marlow', join(folder.path, 'out.json'))) as ClubFile
    const [first] = file.members ?? []
    expect([first?.life, first?.expiration]).toEqual([true, undefined])
    await database.empty()
    expect((await take({ expiration: '9999-12-31' })).row).toEqual(forLife)
  })

  it('stay so when a later file says a day, until it says that they are none', async () => {
    await take({ life: true })
    for (const [expiration, overwrite] of [
      ['2027-05-05', false],
      ['2028-05-05', true],
    ] as const) {
      const { row, left } = await take({ expiration }, overwrite)
      expect(row).toEqual(forLife)
      expect(left).toEqual([expect.stringContaining('is a member for life, who stays one')])
    }
    expect((await take({ life: false, expiration: '2027-05-05' }, true)).row).toEqual({
      expires_on: '2027-05-05',
      life: false,
    })
  })

  it.each([
    ['neither a day nor life', {}, 'expiration: is missing'],
    ['both', { life: true, expiration: '2027-05-05' }, 'cannot be used together with life'],
    ['a day outside four-digit years', { expiration: '10000-12-31' }, 'must be a calendar day'],
  ])('are refused with %s', async (_, end, said) => {
    await expect(runImport(services, write(end).path)).rejects.toThrow(said)
  })
})
