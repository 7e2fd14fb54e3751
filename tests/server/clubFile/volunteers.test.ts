// Volunteers who signed up online come out of a club and into another, and no import loses or doubles them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ClubFile } from '../../../src/server/assembly/clubFile.ts'
import type { ImportOptions } from '../../../src/server/clubFile/import.ts'
import type { Tx } from '../../../src/server/db/open.ts'
import { insertWorker, listWorkers, lockShifts, type Worker } from '../../../src/server/event/db/shift.ts'
import { returnShift } from '../../../src/server/event/db/volunteer.ts'
import {
  makeClubFile,
  runExport,
  runImport,
  setUpClubFiles,
  testStart,
} from '../../support/clubs/clubFiles.ts'
import { describeRaces } from '../../support/database/database.ts'
import { countLockWaits } from '../../support/database/lockWaits.ts'

const shiftName = 'shift 2026-06-12 at 07:30 of event "Marlow Show" of 2026'

describeRaces('a club whose volunteers signed up online', (engine) => {
  const { database, services, folder } = setUpClubFiles(engine)
  let tenantId: number
  let shiftId: number
  beforeEach(async () => {
    tenantId = (await runImport(services, folder.write(makeClubFile()))).tenant.id
    const row = await online((tx) => tx.selectFrom('shift').select('id').executeTakeFirstOrThrow())
    shiftId = row.id
  })
  afterEach(() => database.empty())

  const online = <T>(body: (tx: Tx) => Promise<T>): Promise<T> => database.inTenant(tenantId, body)
  const toWorker = (more: Partial<Worker> = {}): Worker => ({
    memberId: null,
    fname: 'Hal',
    lname: 'Helper',
    phone: '5550100300',
    email: 'Hal@help.example',
    allowEmailMarketing: true,
    swag: '-',
    notes: 'Online signup',
    ...more,
  })
  const signUp = (more: Partial<Worker> = {}) =>
    online((tx) => insertWorker(tx, [shiftId], toWorker(more), new Date(testStart)))
  const listAll = async (id = tenantId) => {
    const workers = await database.inTenant(id, async (tx) => {
      const event = await tx.selectFrom('event').select('id').executeTakeFirstOrThrow()
      return listWorkers(tx, event.id, new Date(testStart))
    })
    return workers.map(({ id: _, shiftId: __, memberId: ___, ...worker }) => worker)
  }
  const importAfter = (change: (file: ClubFile) => void, options: Partial<ImportOptions>) => {
    const file = makeClubFile()
    change(file)
    return runImport(services, folder.write(file), options)
  }
  const dropShift = (file: ClubFile) => {
    const [schedule] = file.events?.[0]?.shiftSchedules ?? []
    if (schedule !== undefined) schedule.shifts = []
  }

  it('is exported with them, and takes its own export without a change', async () => {
    // as much as a sign-up takes
    const longest = {
      fname: 'F'.repeat(64),
      lname: 'L'.repeat(64),
      phone: '5'.repeat(20),
      email: `${'e'.repeat(115)}@mail.example`,
      swag: 'S'.repeat(1024),
      notes: `two\nlines${'n'.repeat(200)}`,
    }
    await signUp()
    await signUp(longest)
    const asked = new Map([[shiftId, new Date('2100-01-01T00:00:00Z')]])
    await online((tx) =>
      insertWorker(tx, [shiftId], toWorker({ email: 'asks@help.example' }), new Date(testStart), asked),
    )
    const before = await listAll()
    expect(before).toHaveLength(4)
    const path = join(folder.path, 'out.json')
    const exported = await runExport(services, 'marlow', path, false)
    expect(JSON.parse(exported).events[0].shiftSchedules[0].shifts[0].workers).toMatchObject([
      { ref: 'w1', member: 'omar' },
      { fname: 'Hal', email: 'Hal@help.example', allowEmailMarketing: true, notes: 'Online signup' },
      { ...longest },
      { email: 'asks@help.example', askedUntil: '2099-12-31T18:00:00-06:00' },
    ])
    const again = await runImport(services, path)
    expect(again).toMatchObject({ created: 0, changed: 0, removed: 0, left: [], gone: [] })
    expect(await listAll()).toEqual(before)
    const other = await runImport(services, path, { tenant: 'second' })
    // without secrets, those of the other club have codes of their own
    const there = await listAll(other.tenant.id)
    expect(there).toEqual(before.map((worker) => ({ ...worker, code: expect.any(String) })))
    const codes = [...there, ...before].map(({ code }) => code)
    expect(new Set(codes).size).toBe(codes.length)
    const theirs = JSON.parse(await runExport(services, 'second', join(folder.path, 'second.json'), false))
    expect(theirs.events).toEqual(JSON.parse(readFileSync(path, 'utf8')).events)
  })

  it('keeps them when the file that it came from is imported again, with or without pruning', async () => {
    await signUp()
    const before = await listAll()
    for (const options of [{}, { prune: true }, { prune: true, overwrite: true }]) {
      expect(await importAfter(() => undefined, options)).toMatchObject({
        created: 0,
        changed: 0,
        removed: 0,
      })
    }
    expect(await listAll()).toEqual(before)
  })

  it('keeps a shift that is no longer in the file while somebody has signed up for it, and says so', async () => {
    await signUp()
    const gone = await importAfter(dropShift, {})
    expect(gone.gone).toEqual(['volunteer "Omar Diaz" of event "Marlow Show" of 2026', shiftName])
    expect(await listAll()).toHaveLength(2)
    for (const overwrite of [false, true]) {
      const pruned = await importAfter(dropShift, { prune: true, overwrite })
      expect(pruned.left).toContain(`${shiftName}: is not removed, because it still has 1 × shift worker`)
      // the file brought the other one, so the file takes them away
      expect(await listAll()).toMatchObject([{ email: 'Hal@help.example' }])
    }
    const [left] = await online((tx) => tx.selectFrom('shift_worker').select('id').execute())
    // what was given back keeps no shift
    await online((tx) => returnShift(tx, left?.id ?? 0, new Date(testStart)))
    expect(await importAfter(dropShift, { prune: true })).toMatchObject({ left: [], gone: [shiftName] })
  })

  if (engine === 'embedded') return

  it.each([false, true])(
    'loses nobody who signs up while their shift is pruned (overwrite: %s)',
    async (overwrite) => {
      const { promise: hasTaken, resolve: tellTaken } = Promise.withResolvers<void>()
      const { promise: mayCommit, resolve: letCommit } = Promise.withResolvers<void>()
      const signing = online(async (tx) => {
        await lockShifts(tx, [shiftId])
        await insertWorker(tx, [shiftId], toWorker(), new Date(testStart))
        tellTaken()
        await mayCommit
      })
      await hasTaken
      const pruning = importAfter(dropShift, { prune: true, overwrite })
      await expect.poll(() => countLockWaits(database), { interval: 10 }).toBe(1)
      letCommit()
      await signing
      expect((await pruning).left).toContain(
        `${shiftName}: is not removed, because it still has 1 × shift worker`,
      )
      expect(await listAll()).toMatchObject([{ email: 'Hal@help.example' }])
    },
  )
})
