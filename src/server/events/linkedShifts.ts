// What the link in a volunteer's mail shows and does, for people who need not be signed in.
import type { Output } from '../../contract/index.ts'
import { findShiftTimes } from '../../domain/shift.ts'
import { openShiftLinks } from '../auth/shiftLinks.ts'
import { lockShifts } from '../db/events/shift.ts'
import {
  confirmShift,
  findVolunteer,
  listVolunteerShifts,
  returnShift,
  type Volunteer,
  type VolunteerShift,
} from '../db/events/volunteer.ts'
import type { Context } from '../dispatch/handler.ts'
import { findOrderEvent, type OrderEvent } from '../orders/goods/orderEvent.ts'

type Answer = Output<'get_linked_shifts'>
type Reading = Context<'get_linked_shifts' | 'answer_shift'>

const deadLink = 'This link leads to no shift of this club.'

export async function readLinkedShifts(context: Reading, code: string): Promise<Answer> {
  const { volunteer, event } = await openLink(context, code)
  const shifts = await listVolunteerShifts(context.tx, volunteer)
  return {
    event,
    name: volunteer.name,
    shifts: shifts.map(
      ({ workerId: _, instructions: __, code: ___, confirmedAt, givenBackAt, ...shift }) => ({
        ...shift,
        state: givenBackAt !== null ? 'given-back' : isOver(shift, event, context.now) ? 'over' : 'taken',
        confirmedAt: confirmedAt?.toISOString() ?? null,
        givenBackAt: givenBackAt?.toISOString() ?? null,
      }),
    ),
  }
}

export async function answerShift(
  context: Context<'answer_shift'>,
  { code, shift: shiftId, answer }: { code: string; shift: number; answer: 'give-back' | 'confirm' },
): Promise<Answer> {
  const { tx, now, fail } = context
  const { volunteer, event } = await openLink(context, code)
  await lockShifts(tx, [shiftId])
  const shift = (await listVolunteerShifts(tx, volunteer)).find(({ id }) => id === shiftId)
  if (shift === undefined) return fail('bad-mail-code', deadLink)
  const isGivenBack = shift.givenBackAt !== null
  if (isGivenBack && answer === 'confirm') return fail('shift-given-back', 'This shift was given back.')
  if (!isGivenBack) {
    if (isOver(shift, event, now)) return fail('shift-over', 'This shift is over.')
    await (answer === 'confirm' ? confirmShift : returnShift)(tx, shift.workerId, new Date(now))
  }
  return readLinkedShifts(context, code)
}

async function openLink(
  { tx, tenant, services, fail }: Reading,
  code: string,
): Promise<{ volunteer: Volunteer; event: OrderEvent }> {
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
