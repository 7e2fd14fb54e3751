// Shifts that many want at once: never more volunteers than places, and all of the chosen ones or none.
import { randomInt, randomUUID } from 'node:crypto'
import { SelectQueryNode } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { takeShifts } from '../../../../src/server/areas/volunteers/actions/volunteering.ts'
import type { Tx } from '../../../../src/server/db/open.ts'
import { insertWorker, listSchedules } from '../../../../src/server/event/db/shift.ts'
import { openShiftLinks } from '../../../../src/server/event/shiftLinks.ts'
import { setUpClubWorld } from '../../../support/clubs/clubWorld.ts'
import { describeRaces, type Engine } from '../../../support/database/database.ts'
import { countLockWaits } from '../../../support/database/lockWaits.ts'
import { sendRequest } from '../../../support/database/world.ts'
import { type ServerProcess, startServerProcess } from '../../../support/processes/serverProcess.ts'

const volunteers = 200
const places = 5
const takenBefore = 2

const newEmail = () => `r${randomUUID().slice(0, 8)}@race.example`
const toWorker = () => ({
  memberId: null,
  fname: 'Hal',
  lname: 'Helper',
  phone: '5550100300',
  email: newEmail(),
  allowEmailMarketing: false,
  swag: '-',
  notes: '',
})

describeRaces('a shift that many want at once', (engine: Engine) => {
  const world = setUpClubWorld(engine)
  const { a } = world.clubs
  let second: ServerProcess | undefined
  beforeAll(async () => {
    if (engine === 'embedded') return
    const { databaseUrl = '', dataDir } = world.database.options
    second = await startServerProcess({ databaseUrl, dataDir, now: world.now(), cardsPort: world.port })
  })
  afterAll(() => second?.stop())

  const addShift = async (capacity: number, start: number) => {
    const [schedule] = a.show.scheduleIds
    const { id } = await world.insertRow(a, 'shift', {
      shift_schedule_id: schedule,
      shift_on: '2026-06-14',
      start_hour: start,
      duration_minutes: 60,
      capacity,
    })
    return id
  }
  const countWorkers = async (shiftId: number) =>
    await world.countRows(a, 'shift_worker', { shift_id: shiftId })
  const countHeld = async (shiftId: number) =>
    await world.countRows(a, 'shift_worker', { shift_id: shiftId, asked_until: null })
  const countMails = async () => await world.countRows(a, 'job', { kind: 'mail' })
  const post = async (port: number, input: object) => {
    const received = await sendRequest(port, '/dart/core', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
      },
      body: JSON.stringify({ tenantId: a.id, ...input }),
    })
    return received.json()
  }
  const signUp = (port: number, shifts: readonly number[], email: string) =>
    post(port, {
      action: 'worker_signup',
      eventId: a.show.id,
      contactInfo: { fname: 'Hal', lname: 'Helper', phone: '5550100300', email },
      shifts,
    })

  it(`has the last ${places} of its places taken once by ${volunteers}, and the others are told`, async () => {
    const wanted = await addShift(takenBefore + places, 8)
    const roomy = await addShift(1000, 10)
    await world.inClub(a, async (tx) => {
      const at = new Date(world.now())
      for (let count = 0; count < takenBefore; count += 1) {
        await insertWorker(tx, [wanted], toWorker(), at)
      }
    })
    const ports = [world.port, ...(second === undefined ? [] : [second.port])]
    const asked = await Promise.all(
      Array.from({ length: volunteers }, (_, index) =>
        signUp(
          ports[index % ports.length] ?? 0,
          // in both orders, which must not make two wait for each other
          index % 4 < 2 ? [wanted, roomy] : [roomy, wanted],
          newEmail(),
        ),
      ),
    )
    // who only asks takes no place
    expect(asked.filter(({ success }) => success === true)).toHaveLength(volunteers)
    expect(await countHeld(wanted)).toBe(takenBefore)
    const rows = await world.listRows(a, 'shift_worker', { shift_id: roomy }, ['id'])
    const links = await openShiftLinks({ database: world.database })
    const answers = await Promise.all(
      rows.map(({ id }, index) =>
        post(ports[index % ports.length] ?? 0, {
          action: 'confirm_shifts',
          code: links.makeCode(a.uuid, id),
        }),
      ),
    )
    const countIn = (state: string) =>
      answers.filter(({ shifts }) =>
        (shifts as { id: number; state: string }[]).some((one) => one.id === wanted && one.state === state),
      ).length
    expect([countIn('taken'), countIn('full')]).toEqual([places, volunteers - places])
    expect(await countHeld(wanted)).toBe(takenBefore + places)
    expect(await countHeld(roomy)).toBe(volunteers)
  })

  it('is taken once by somebody who presses twice', async () => {
    const id = await addShift(3, 12)
    const email = newEmail()
    const before = await countMails()
    const ports = [world.port, second?.port ?? world.port]
    const answers = await Promise.all([...ports, ...ports].map((port) => signUp(port, [id], email)))
    for (const answer of answers) expect(answer).toMatchObject({ success: true, shifts: [id] })
    expect(await countWorkers(id)).toBe(1)
    expect(await countMails()).toBe(before + 1)
  })

  const take = async (tx: Tx, shiftId: number) =>
    takeShifts(tx, {
      tenantId: a.id,
      timeZone: a.timeZone,
      schedules: await listSchedules(tx, a.show.id, 3),
      worker: toWorker(),
      isCertain: true,
      chosen: [shiftId],
      language: 'en',
      at: new Date(world.now()),
    })
  /** The first transaction commits when the second has taken a place too, or waits for it. */
  const takeTwice = async (shiftId: number, change: (tx: Tx) => Tx) => {
    const { promise: hasTaken, resolve: tellTaken } = Promise.withResolvers<void>()
    const { promise: mayCommit, resolve: letCommit } = Promise.withResolvers<void>()
    const first = world.inClub(a, async (tx) => {
      await take(change(tx), shiftId)
      tellTaken()
      await mayCommit
    })
    await hasTaken
    let became = 'running'
    const next = world.inClub(a, async (tx) => {
      await take(change(tx), shiftId)
      became = 'taken'
    })
    await expect
      .poll(
        async () => {
          if (became === 'running' && (await countLockWaits(world.database)) > 0) became = 'waiting'
          return became
        },
        { interval: 10 },
      )
      .not.toBe('running')
    letCommit()
    return { outcomes: await Promise.allSettled([first, next]), became }
  }

  // the embedded engine runs one transaction after the other
  if (engine === 'embedded') return
  describe('and its lock', () => {
    it('keeps the second from counting until the first has committed', async () => {
      const id = await addShift(1, 14)
      expect((await takeTwice(id, (tx) => tx)).outcomes).toMatchObject([
        { status: 'fulfilled' },
        { status: 'rejected', reason: { code: 'shift-full' } },
      ])
      expect(await countWorkers(id)).toBe(1)
    })

    it('is what does it: without the lock both take the last place', async () => {
      const id = await addShift(1, 16)
      await takeTwice(id, withoutLocks)
      expect(await countWorkers(id)).toBe(2)
    })
  })
})

/** The same transaction, whose reads lock nothing. */
function withoutLocks(tx: Tx): Tx {
  return tx.withPlugin({
    transformQuery({ node }) {
      if (!SelectQueryNode.is(node)) return node
      const { endModifiers: _, ...open } = node
      return open
    },
    transformResult: async ({ result }) => result,
  }) as Tx
}
