// Commands on tables of an older version: none changes them. A backup of them is whole, and an older version takes it.
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '../../../src/server/db/open.ts'
import { makeClubFile, makeFolder, putPictures } from '../../support/clubs/clubFiles.ts'
import { createPlace, describeOnBothEngines } from '../../support/database/database.ts'
import { type Ended, runProgram } from '../../support/processes/program.ts'

const sentence =
  'The tables of the database are of an older version of Showfield (0040-proved-addresses). The start of the server brings them up to date (npm start); until then only backup and version work. Nothing was changed.\n'

describeOnBothEngines('a command on tables of an older version', (engine) => {
  const folder = makeFolder()
  const places: Awaited<ReturnType<typeof createPlace>>[] = []

  async function makePlace(content: 'migrated' | 'empty') {
    const place = await createPlace(engine, content)
    places.push(place)
    const { dataDir, databaseUrl = '' } = place.options
    const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl }
    return {
      options: place.options,
      club: (...args: string[]): Promise<Ended> => runProgram('src/server/club.ts', args, env),
      doctor: () => runProgram('src/server/doctor.ts', [], env),
    }
  }
  let older: Awaited<ReturnType<typeof makePlace>>

  beforeEach(async () => {
    await putPictures(folder)
    older = await makePlace('migrated')
    expect(await older.club('import', folder.write(makeClubFile()))).toMatchObject({ code: 0 })
    const database = await openDatabase({ ...older.options, migrate: false })
    await database.withoutClub(async (tx) => {
      await sql`drop table stored_object`.execute(tx)
      await sql`drop table judge_challenge_device`.execute(tx)
      await sql`alter table event drop column preview_hash, drop column preview_until`.execute(tx)
      await sql`delete from kysely_migration where name > '0040-proved-addresses' and name ~ '^[0-9]'`.execute(
        tx,
      )
    })
    await database.close()
  })
  afterEach(async () => {
    for (const place of places.splice(0)) await place.remove()
  })

  const readTables = async (): Promise<string | null> => {
    const database = await openDatabase({ ...older.options, migrate: false })
    try {
      return (await database.readTablesState()).version
    } finally {
      await database.close()
    }
  }

  it('is refused in a sentence, and the tables stay', async () => {
    for (const args of [
      ['clubs'],
      ['export', join(folder.path, 'x.json')],
      ['import', folder.write(makeClubFile())],
    ]) {
      expect(await older.club(...args)).toEqual({ code: 1, output: sentence })
    }
    expect(await older.club('version')).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^tables +0040-proved-addresses$/m),
    })
    expect(await older.doctor()).toMatchObject({
      output: expect.stringContaining('The tables are of an older version (0040-proved-addresses).'),
    })
    expect(await readTables()).toBe('0040-proved-addresses')
  })

  it('backs them up all the same, with every row', async () => {
    const path = join(folder.path, `${engine}.backup`)
    const made = await older.club('backup', path)
    expect(made).toEqual({ code: 0, output: expect.stringMatching(/^marlow: \d+ rows/) })
    expect(await readTables()).toBe('0040-proved-addresses')
    const elsewhere = await makePlace('empty')
    const restored = await elsewhere.club('restore', path)
    const count = (text: string): string | undefined => /\d+ rows and \d+ files/.exec(text)?.[0]
    expect([restored.code, count(restored.output)]).toEqual([0, count(made.output)])
    expect(await elsewhere.club('clubs')).toMatchObject({
      code: 0,
      output: expect.stringContaining('marlow'),
    })
  })

  it('makes no tables in an empty database, but for import and restore', async () => {
    const empty = await makePlace('empty')
    const none = { code: 1, output: expect.stringMatching(/^There is no Showfield data in /) }
    expect(await empty.club('clubs')).toEqual(none)
    expect(await empty.club('backup', join(folder.path, 'none.backup'))).toEqual(none)
    expect(await empty.club('validate', folder.write(makeClubFile()))).toMatchObject({ code: 0 })
    expect(await empty.club('clubs')).toEqual(none)
    expect(await empty.club('import', folder.write(makeClubFile()))).toMatchObject({ code: 0 })
    expect(await empty.club('clubs')).toMatchObject({ code: 0 })
  })
})
