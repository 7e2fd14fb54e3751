// A club file is imported and exported again, and does not change what people made online.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import {
  makeClubFile,
  makeServices,
  runExport,
  runImport,
  setUpClubFiles,
} from '../../support/clubs/clubFiles.ts'
import { describeOnEachEngine, openTestDatabase } from '../../support/database/database.ts'

describeOnEachEngine('a club file', (engine) => {
  const { database, services, folder } = setUpClubFiles(engine)
  afterEach(() => database.empty())

  it('comes in whole, and a second time it changes nothing', async () => {
    const path = folder.write(makeClubFile())
    const first = await runImport(services, path)
    expect(first).toMatchObject({ isNew: true, changed: 0, removed: 0, left: [], gone: [] })
    expect(first.created).toBeGreaterThan(40)
    const second = await runImport(services, path)
    expect(second).toMatchObject({ isNew: false, created: 0, changed: 0, removed: 0, left: [], gone: [] })
    expect(second.unchanged).toBe(first.created)
  })

  it('may have a car whose number has eight digits', async () => {
    const file = makeClubFile()
    file.events?.[0]?.entries?.push({ ref: 'e-long', number: '10000001', carClass: 1 })
    await runImport(services, folder.write(file))
    const exported = await runExport(services, 'marlow', join(folder.path, 'long', 'club.json'))
    const cars: { number: string }[] = JSON.parse(exported).events[0].entries
    expect(cars.map(({ number }) => number)).toEqual(['101', '102', '2', '10000001'])
  })

  it('is the same, byte for byte, when it is exported, imported and exported', async () => {
    await runImport(services, folder.write(makeClubFile()))
    const first = await runExport(services, 'marlow', join(folder.path, 'a', 'club.json'))
    const again = await runImport(services, join(folder.path, 'a', 'club.json'))
    expect(again).toMatchObject({ created: 0, changed: 0 })
    expect(await runExport(services, 'marlow', join(folder.path, 'b', 'club.json'))).toBe(first)

    const other = await openTestDatabase(engine)
    try {
      const elsewhere = makeServices(other)
      await runImport(elsewhere, join(folder.path, 'a', 'club.json'))
      expect(await runExport(elsewhere, 'marlow', join(folder.path, 'c', 'club.json'))).toBe(first)
    } finally {
      await other.dispose()
    }
    const poster = /pictures\/[0-9a-f]{40}\.webp/.exec(first)?.[0] ?? ''
    expect(readFileSync(join(folder.path, 'a', poster)).length).toBeGreaterThan(50)
  })
})
