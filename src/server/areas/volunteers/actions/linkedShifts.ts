// What the link in a volunteer's mail shows and does, for people who need not be signed in.
import type { Output } from '../../../../contract/index.ts'
import { findShiftTimes } from '../../../../domain/shift.ts'
import type { Context } from '../../../dispatch/handler.ts'
import { countPlaces, findWorker, lockShifts } from '../../../event/db/shift.ts'
import {
  confirmShift,
  findVolunteer,
  listVolunteerShifts,
  returnShift,
  type Volunteer,
  type VolunteerShift,
} from '../../../event/db/volunteer.ts'
import { openShiftLinks } from '../../../event/shiftLinks.ts'
import { findOrderEvent, type OrderEvent } from '../../../order/goods/orderEvent.ts'
import { mailShifts } from './volunteering.ts'

type Answer = Output<'get_linked_shifts'>
type Reading = Context<'get_linked_shifts' | 'answer_shift' | 'confirm_shifts'>
type Writing = Context<'answer_shift' | 'confirm_shifts'>

const deadLink = 'This link leads to no shift of this club.'

export async function readLinkedShifts(context: Reading, code: string): Promise<Answer> {
  const { volunteer, event } = await openLink(context, code)
  const shifts = await listVolunteerShifts(context.tx, volunteer)
  const places = await countPlaces(
    context.tx,
    shifts.map(({ id }) => id),
  )
  const toState = (shift: VolunteerShift): Answer['shifts'][number]['state'] => {
    const { id, givenBackAt, askedUntil } = shift
    if (givenBackAt !== null) return 'given-back'
    if (isOver(shift, event, context.now)) return 'over'
    if (askedUntil === null) return 'taken'
    if (+askedUntil <= context.now) return 'unconfirmed'
    return places.get(id) === 0 ? 'full' : 'asked'
  }
  return {
    event,
    name: volunteer.name,
    shifts: shifts.map((stored) => {
      const { workerId: _, instructions: __, code: ___, ...shift } = stored
      return {
        ...shift,
        state: toState(stored),
        confirmedAt: shift.confirmedAt?.toISOString() ?? null,
        givenBackAt: shift.givenBackAt?.toISOString() ?? null,
        askedUntil: shift.askedUntil?.toISOString() ?? null,
      }
    }),
  }
}

export async function confirmShifts(context: Context<'confirm_shifts'>, code: string): Promise<Answer> {
  const { tx, now } = context
  const linked = await openLink(context, code)
  const { volunteer, event } = linked
  const mayBe = (shift: VolunteerShift): boolean =>
    shift.askedUntil !== null && +shift.askedUntil > now && !isOver(shift, event, now)
  const ids = (await listVolunteerShifts(tx, volunteer)).filter(mayBe).map(({ id }) => id)
  await lockShifts(tx, ids)
  const places = await countPlaces(tx, ids)
  // they may have been confirmed while this waited
  const asked = (await listVolunteerShifts(tx, volunteer)).filter(mayBe)
  await take(
    context,
    linked,
    asked.filter(({ id }) => (places.get(id) ?? 0) > 0),
  )
  return readLinkedShifts(context, code)
}

/** They are locked, and have places. Only now a mail may have their codes. */
async function take(
  { tx, now, language }: Writing,
  { volunteer, event }: Linked,
  asked: readonly VolunteerShift[],
): Promise<void> {
  const [first] = asked
  const worker = first && (await findWorker(tx, first.workerId))
  if (worker === undefined) return
  const at = new Date(now)
  const ids = asked.map(({ workerId }) => workerId)
  for (const id of ids) await confirmShift(tx, id, at)
  const taken = (await listVolunteerShifts(tx, volunteer)).filter(({ workerId }) => ids.includes(workerId))
  const shifts = taken.map((shift) => ({ ...shift, isOld: false }))
  await mailShifts(tx, { event, worker, shifts, language, at })
}

export async function answerShift(
  context: Context<'answer_shift'>,
  { code, shift: shiftId, answer }: { code: string; shift: number; answer: 'give-back' | 'confirm' },
): Promise<Answer> {
  const { tx, now, fail } = context
  const linked = await openLink(context, code)
  const { volunteer, event } = linked
  await lockShifts(tx, [shiftId])
  const shift = (await listVolunteerShifts(tx, volunteer)).find(({ id }) => id === shiftId)
  if (shift === undefined) return fail('bad-mail-code', deadLink)
  const isGivenBack = shift.givenBackAt !== null
  if (isGivenBack && answer === 'confirm') return fail('shift-given-back', 'This shift was given back.')
  if (!isGivenBack) {
    if (isOver(shift, event, now)) return fail('shift-over', 'This shift is over.')
    if (answer === 'confirm' && shift.askedUntil !== null) {
      if (+shift.askedUntil <= now) {
        return fail(
          'shift-unconfirmed',
          'This shift was not confirmed in time. Sign up again if you want it.',
        )
      }
      if ((await countPlaces(tx, [shiftId])).get(shiftId) === 0) {
        return fail('shift-full', 'No place is left in this shift.')
      }
      await take(context, linked, [shift])
      return readLinkedShifts(context, code)
    }
    await (answer === 'confirm' ? confirmShift : returnShift)(tx, shift.workerId, new Date(now))
  }
  return readLinkedShifts(context, code)
}

interface Linked {
  readonly volunteer: Volunteer
  readonly event: OrderEvent
}

async function openLink({ tx, tenant, services, fail }: Reading, code: string): Promise<Linked> {
  const workerId = (await openShiftLinks(services)).read(tenant.uuid, code)
  const volunteer = workerId === undefined ? undefined : await findVolunteer(tx, workerId)
  const event = volunteer && (await findOrderEvent(tx, volunteer.eventId))
  if (volunteer === undefined || event === undefined) return fail('bad-mail-code', deadLink)
  return { volunteer, event }
}

function isOver(
  shift: Pick<VolunteerShift, 'shiftDate' | 'start' | 'startMinute' | 'duration'>,
  { timeZone }: OrderEvent,
  now: number,
): boolean {
  return findShiftTimes(shift, timeZone).endsAt <= now
}
