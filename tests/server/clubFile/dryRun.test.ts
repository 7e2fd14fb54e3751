// A dry run says what an import would do and whom it would tell, and leaves nothing behind.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ClubFile } from '../../../src/server/assembly/clubFile.ts'
import {
  makeClubFile,
  makePicture,
  runExport,
  runImport,
  setUpClubFiles,
} from '../../support/clubs/clubFiles.ts'
import { describeOnEachEngine } from '../../support/database/database.ts'

describeOnEachEngine('the dry run of an import', (engine) => {
  const { database, services, folder } = setUpClubFiles(engine)
  beforeEach(() => runImport(services, folder.write(makeClubFile())))
  afterEach(() => database.empty())

  const listStored = () =>
    ['pictures', 'files'].flatMap((name) => {
      const path = join(services.config.dataDir, name)
      return existsSync(path) ? readdirSync(path, { recursive: true, encoding: 'utf8' }) : []
    })

  async function makeChanged(): Promise<string> {
    const file = makeClubFile()
    const [show] = file.events ?? []
    folder.put('pictures/new.png', await makePicture('hsl(290 60% 45%)'))
    file.events?.push(
      { ...(show as Show), ref: 'autumn', name: 'Autumn Show', ...bare, images: ['pictures/new.png'] },
      { ...(show as Show), ref: 'draft', name: 'Draft', ...bare, published: false },
    )
    Object.assign(file.members?.[1] ?? {}, { city: 'From the file' })
    return folder.write(file, 'changed.json')
  }

  it('answers what the import answers, and changes neither rows nor files', async () => {
    const before = [await runExport(services, 'marlow', join(folder.path, 'a', 'club.json')), listStored()]
    const path = await makeChanged()
    const dry = await runImport(services, path, { isDry: true })
    expect([await runExport(services, 'marlow', join(folder.path, 'b', 'club.json')), listStored()]).toEqual(
      before,
    )
    expect(dry).toMatchObject({ isNew: false, changed: 1, removed: 0 })
    expect(dry.told).toEqual([{ what: 'New event: Autumn Show', people: expect.any(Number), who: 'members' }])
    expect(dry.told[0]?.people).toBeGreaterThan(0)
    expect(await runImport(services, path)).toEqual(dry)
    expect(listStored()).not.toEqual(before[1])
  })

  it('makes no club, and finds the faults that the import would find', async () => {
    const path = folder.write({
      showfield: 1,
      club: { slug: 'other', name: 'Other', timeZone: 'America/Chicago' },
    })
    expect(await runImport(services, path, { isDry: true })).toMatchObject({ isNew: true, told: [] })
    await expect(runExport(services, 'other', join(folder.path, 'c', 'club.json'))).rejects.toThrow()
  })
})

type Show = NonNullable<ClubFile['events']>[number]

/** An event without what belongs to another. */
const bare = {
  ...{ startDate: '2026-09-12', endDate: '2026-09-13', schedule: [], tickets: [], classes: [], vendors: [] },
  ...{ maps: [], places: [], entries: [], shiftSchedules: [], judgingForms: [], judges: [], voters: [] },
}
