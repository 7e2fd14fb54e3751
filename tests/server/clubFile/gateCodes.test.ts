// The codes for the gate of cars, spaces and shifts: every row has one of its own, and a file brings or leaves them.
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readTicketCode } from '../../../src/domain/sales/ticketCode.ts'
import type { ClubFile } from '../../../src/server/assembly/clubFile.ts'
import { up } from '../../../src/server/db/migrations/0037-gate-codes.ts'
import { makeClubFile, runExport, runImport, setUpClubFiles } from '../../support/clubs/clubFiles.ts'
import { describeOnEachEngine } from '../../support/database/database.ts'

const tables = ['entry', 'reservation', 'shift_worker'] as const

describeOnEachEngine('the codes for the gate', (engine) => {
  const { database, services, folder } = setUpClubFiles(engine)
  let tenantId: number
  beforeEach(async () => {
    tenantId = (await runImport(services, folder.write(makeClubFile()))).tenant.id
  })
  afterEach(() => database.empty())

  /** By table and ref. */
  const readCodes = () =>
    database.inTenant(tenantId, async (tx) => {
      const codes: Record<string, string> = {}
      for (const table of tables) {
        const rows = await tx
          .selectFrom(table as 'entry')
          .select(['ref', 'code'])
          .execute()
        for (const { ref, code } of rows) codes[`${table} ${ref}`] = code
      }
      return codes
    })
  const importAgain = (change: (event: NonNullable<ClubFile['events']>[number]) => void) => {
    const file = makeClubFile()
    const event = file.events?.[0]
    if (event !== undefined) change(event)
    return runImport(services, folder.write(file), { overwrite: true })
  }

  it('are made for what a file brings without one, in the form of tickets, and stay at the next import', async () => {
    const codes = await readCodes()
    expect(Object.keys(codes).length).toBeGreaterThanOrEqual(4)
    expect(new Set(Object.values(codes)).size).toBe(Object.keys(codes).length)
    for (const code of Object.values(codes)) expect(readTicketCode(code)).toBe(code)
    // two vendors exchange their spaces: each keeps the code
    await importAgain(({ maps: [map] = [] }) => {
      const [one, two] = map?.reservations ?? []
      if (one === undefined || two === undefined) throw new Error('no reservations')
      ;[one.element, two.element] = [two.element, one.element]
    })
    expect(await readCodes()).toEqual(codes)
  })

  it('are in an export with secrets alone, and come with it', async () => {
    const codes = await readCodes()
    const bare = await runExport(services, 'marlow', join(folder.path, 'bare.json'), false)
    for (const code of Object.values(codes)) expect(bare).not.toContain(code)
    const whole = await runExport(services, 'marlow', join(folder.path, 'whole.json'), true)
    for (const code of Object.values(codes)) expect(whole).toContain(code)
    await database.empty()
    tenantId = (await runImport(services, folder.write(whole))).tenant.id
    expect(await readCodes()).toEqual(codes)
  })

  it('are refused in another form, and twice in one file', async () => {
    const give = (code: string, other: string) =>
      importAgain(({ maps: [map] = [] }) => {
        const [one, two] = map?.reservations ?? []
        if (one !== undefined) one.code = code
        if (two !== undefined) two.code = other
      })
    const good = '7G2K-M4QX-1B9T-ZC3W'
    await expect(give('7g2k-m4qx', good)).rejects.toMatchObject({
      faults: [{ message: expect.stringContaining('must be a code like') }],
    })
    await expect(give(good, good)).rejects.toMatchObject({
      faults: [{ message: expect.stringContaining('the code is taken by') }],
    })
  })

  it('are made for each row that was there before', async () => {
    await database.withoutClub(async (tx) => {
      for (const table of tables) await sql.raw(`alter table ${table} drop column code`).execute(tx)
      for (const index of ['vendor_member', 'sold_ticket_member', 'shift_worker_member']) {
        await sql.raw(`drop index ${index}`).execute(tx)
      }
      await up(tx.withoutPlugins() as unknown as Kysely<unknown>)
    })
    const codes = await readCodes()
    expect(new Set(Object.values(codes)).size).toBe(Object.keys(codes).length)
    for (const code of Object.values(codes)) expect(readTicketCode(code)).toBe(code)
  })
})
