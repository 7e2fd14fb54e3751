import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { listWorkers } from '../../../src/server/db/events/shift.ts'

import type { SeededClub } from '../../support/clubs/clubs.ts'
import { type ClubWorld, openClubWorld } from '../../support/clubs/clubWorld.ts'
import { describeOnEachEngine } from '../../support/database/database.ts'

describeOnEachEngine('signing up for shifts', (engine) => {
  let world: ClubWorld
  let a: SeededClub
  beforeAll(async () => {
    world = await openClubWorld(engine)
    a = world.clubs.a
  })
  afterAll(() => world.dispose())

  const newEmail = () => `h${randomUUID().slice(0, 8)}@help.example`
  const newPeer = () => `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`
  const toContact = (more: object = {}) => ({
    fname: 'Hal',
    lname: 'Helper',
    email: newEmail(),
    phone: '5550100300',
    allowEmailMarketing: true,
    swag: 'M',
    notes: 'Online signup',
    ...more,
  })
  interface Call {
    club?: SeededClub
    eventId?: number
    token?: string
    peer?: string
    key?: string
    language?: 'en' | 'es'
  }
  const signUp = async (shifts: unknown, contact: object = {}, call: Call = {}) => {
    const { club = a, eventId = club.show.id, token, peer = newPeer(), ...more } = call
    const { answer } = await world.request(
      club,
      'worker_signup',
      { eventId, contactInfo: toContact(contact), shifts, ...more },
      token === undefined ? { peer } : { peer, token },
    )
    return answer
  }
  /** Shifts of the show, of one hour each, one after the other from 6 in the morning, all on one day. */
  const addShifts = (count: number, capacity: number, more: { schedule?: number; start?: number } = {}) =>
    world.inClub(a, async (tx) => {
      const rows = await tx
        .insertInto('shift')
        .values(
          Array.from({ length: count }, (_, index) => ({
            tenant_id: a.id,
            shift_schedule_id: more.schedule ?? a.show.scheduleIds[0],
            shift_on: '2026-06-14',
            start_hour: (more.start ?? 6) + index,
            duration_minutes: 60,
            capacity,
          })),
        )
        .returning('id')
        .execute()
      return rows.map(({ id }) => id)
    })
  const listTaken = async (ids: readonly number[]) => {
    const workers = await world.inClub(a, (tx) => listWorkers(tx, a.id, a.show.id))
    return workers.filter(({ shiftId }) => ids.includes(shiftId))
  }
  const findRemaining = async (ids: readonly number[]) => {
    const { answer } = await world.request(a, 'get_all_shifts', { eventId: a.show.id })
    return ids.map((id) => answer.shifts?.find((shift) => shift.id === id)?.remaining)
  }

  it('takes all that were chosen, with what the person said, and says how many places are left', async () => {
    const ids = await addShifts(3, 2)
    const email = newEmail()
    expect(await signUp([...ids].reverse(), { email: ` ${email.toUpperCase()} ` })).toMatchObject({
      success: true,
      shifts: [...ids].reverse(),
    })
    const taken = await listTaken(ids)
    expect(taken.map(({ shiftId }) => shiftId)).toEqual(ids)
    expect(taken[0]).toEqual({
      shiftId: ids[0],
      memberId: null,
      fname: 'Hal',
      lname: 'Helper',
      phone: '5550100300',
      email: email.toUpperCase(),
      allowEmailMarketing: true,
      swag: 'M',
      notes: 'Online signup',
      createdAt: new Date(world.now()),
    })
    expect(await findRemaining(ids)).toEqual([1, 1, 1])
  })

  it('takes none when one of them is full, and names each that is', async () => {
    const ids = await addShifts(4, 1)
    await signUp([ids[1], ids[3]])
    const refused = await signUp(ids, {}, { language: 'es' })
    expect(refused).toMatchObject({
      success: false,
      code: 'shift-full',
      errorMessage:
        'Full now: Gate, June 14, 2026, 7:00 AM – 8:00 AM; Gate, June 14, 2026, 9:00 AM – 10:00 AM. No shift was taken.',
      faults: [
        { path: 'shifts.1', message: 'Gate, 14 de junio de 2026, 7:00 a. m. – 8:00 a. m.' },
        { path: 'shifts.3', message: 'Gate, 14 de junio de 2026, 9:00 a. m. – 10:00 a. m.' },
      ],
    })
    expect(await findRemaining(ids)).toEqual([1, 0, 1, 0])
  })
})
