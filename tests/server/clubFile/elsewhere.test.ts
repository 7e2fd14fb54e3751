// What officers took back stays taken back where the club goes with its file.
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  type ClubFolder,
  makeClubFile,
  makeFolder,
  makeServices,
  putPictures,
  runExport,
  runImport,
} from '../../support/clubs/clubFiles.ts'
import { toGrantRow } from '../../support/clubs/judges.ts'
import { createOfficer, type Officer } from '../../support/clubs/officer.ts'
import { openTestDatabase, type TestDatabase } from '../../support/database/database.ts'
import { inTwoSizes } from '../../support/run/longTests.ts'

const at = Date.parse('2026-06-12T16:00:00Z')
const card = '0f8fad5b-d9cb-469f-a165-70867728950e'

let folder: ClubFolder
const databases: TestDatabase[] = []

beforeEach(async () => {
  folder = makeFolder()
  await putPictures(folder)
})
afterEach(async () => {
  for (const database of databases.splice(0)) await database.dispose()
})

interface Place {
  readonly services: ReturnType<typeof makeServices>
  readonly run: Officer
  readonly event: string
  readonly tenantId: number
}

async function importInto(path: string): Promise<Place> {
  const database = await openTestDatabase('embedded')
  databases.push(database)
  const services = makeServices(database)
  const { tenant } = await runImport(services, path)
  const { id } = await database.inTenant(tenant.id, (tx) =>
    tx.selectFrom('event').select('id').executeTakeFirstOrThrow(),
  )
  const run = createOfficer({ database, config: services.config, now: services.now }, { slug: tenant.slug })
  return { services, run, event: String(id), tenantId: tenant.id }
}

function makeBallotFile() {
  const file = makeClubFile()
  const [show] = file.events ?? []
  return { ...file, events: [{ ...show, voting: 1 as const }] }
}

for (const { size: withSecrets, tag } of inTwoSizes([true], [false]))
  it(`a revoked judge and a void ballot, and papers leave no used ballots behind${tag}`, async () => {
    const here = await importInto(folder.write(makeBallotFile()))
    const { run, event } = here
    expect(await run('judges', event, '--revoke', '42')).toMatchObject({ code: 0 })
    expect(await run('voters', event, '--reissue', card)).toMatchObject({ code: 0 })
    for (const number of ['1', '2']) {
      const entered = await run('ballots', event, '--paper', '--number', number, '--votes', '101')
      expect(entered.code, entered.text).toBe(0)
    }
    expect((await run('voters', event)).text).toContain('1 ballot open, 1 used, 2 papers, 1 void')
    for (const secrets of withSecrets) {
      const path = join(folder.path, String(secrets), 'club.json')
      await runExport(here.services, 'marlow', path, secrets)
      const there = await importInto(path)
      expect((await there.run('voters', there.event)).text).toContain('1 ballot open, 1 used, 1 void')
      const judges = (await there.run('judges', there.event)).text
      expect(judges).toBe((await run('judges', event)).text)
      expect(await there.run('judges', there.event, '--links', '--judge', '42')).not.toMatchObject({
        code: 0,
      })
      const again = join(folder.path, `${secrets}-again`, 'club.json')
      const back = await runExport(there.services, 'marlow', again, secrets)
      expect(back).toBe(await runExport(here.services, 'marlow', `${path}.2`, secrets))
    }
  })

it('what another version has stored beside the fields of this one is in no export', async () => {
  const { services, run, event, tenantId } = await importInto(folder.write(makeBallotFile()))
  await services.database.inTenant(tenantId, async (tx) => {
    const later = '{"later":1}'
    await tx
      .updateTable('club')
      .set({ settings: sql`settings || ${later}::jsonb`, portal: sql`portal || ${later}::jsonb` })
      .execute()
    await tx
      .updateTable('event')
      .set({ schedule: sql`jsonb_set(schedule::jsonb, '{0,entries,0,later}', '1')` })
      .execute()
    await tx
      .updateTable('member')
      .set({ phone_numbers: sql`jsonb_set(phone_numbers, '{0,later}', '1')` })
      .where('ref', '=', 'ruth')
      .execute()
  })
  expect((await run('voters', event)).code).toBe(0)
  const path = join(folder.path, 'later', 'club.json')
  expect(await runExport(services, 'marlow', path)).not.toContain('later')
  await importInto(path)
})

it('a file that does not say it takes no judge back', async () => {
  const file = makeBallotFile()
  const { services, run, event } = await importInto(folder.write(file))
  await run('judges', event, '--revoke', '42')
  await run('voters', event, '--void', card)
  const [show] = file.events ?? []
  const judges = show?.judges?.map((judge) => ({ ...judge, name: 'N. Other' }))
  const voters = show?.voters?.map((voter) => ({ ...voter, votedAt: '2026-06-12T13:00:00Z' }))
  const path = folder.write({ ...file, events: [{ ...show, judges, voters }] })
  await runImport(services, path, { overwrite: true })
  const listed = (await run('judges', event)).text
  expect(listed).toMatch(/^41 +N\. Other/m)
  expect(listed).not.toMatch(/^42 /m)
  expect((await run('voters', event)).text).toContain('1 void')
})

it('a judge whom the file revokes is out, also on the devices that they are using', async () => {
  const file = makeBallotFile()
  const { services, run, event, tenantId } = await importInto(folder.write(file))
  const { database } = services
  await database.inTenant(tenantId, async (tx) => {
    const { id } = await tx.selectFrom('judge').where('ref', '=', 'j2').select('id').executeTakeFirstOrThrow()
    await tx
      .insertInto('judge_grant')
      .values(toGrantRow(Number(event), id, 'grant', at + 60_000))
      .execute()
  })
  const [show] = file.events ?? []
  const judges = show?.judges?.map((judge) =>
    judge.ref === 'j2' ? { ...judge, revokedAt: '2026-06-12T15:00:00Z' } : judge,
  )
  await runImport(services, folder.write({ ...file, events: [{ ...show, judges }] }))
  expect((await run('judges', event)).text).not.toMatch(/^42 /m)
  // taken back, the judge needs a new link
  await run('judges', event, '--add', '42')
  const grants = await database.inTenant(tenantId, (tx) =>
    tx.selectFrom('judge_grant').select('revoked_at').execute(),
  )
  expect(grants).toEqual([{ revoked_at: new Date('2026-06-12T15:00:00Z') }])
})
