// What officers do with the club's calendar.
import type { Activity } from '../../../../domain/calendar/activity.ts'
import { findDay } from '../../../../domain/day.ts'
import { announce } from '../../../alerts/announce.ts'
import { getTimeZone } from '../../../club/db/club.ts'
import type { Tx } from '../../../db/open.ts'
import { type ActContext, fail } from '../../../officers/act.ts'
import { deleteActivity, findActivity, insertActivity, listActivities, updateActivity } from '../db.ts'

/** From today on, or all. */
export async function listCalendar(tx: Tx, context: ActContext, { all }: { all: boolean }) {
  const timeZone = await getTimeZone(tx)
  const from = all ? '0001-01-01' : findDay(context.now, timeZone)
  return { activities: await listActivities(tx, { from, to: '9999-12-31' }), timeZone }
}

type Values = Omit<Activity, 'id'>

export async function addActivity(tx: Tx, context: ActContext, values: Values): Promise<Activity> {
  requireLength(values)
  const id = await insertActivity(tx, values)
  await announce(tx, { kind: 'activity', ids: [id], at: new Date(context.now) })
  return { id, ...values }
}

export async function changeActivity(
  tx: Tx,
  _context: ActContext,
  { id, changes }: { id: number; changes: Partial<Values> },
): Promise<Activity> {
  const stored = (await findActivity(tx, id, 'lock')) ?? fail('not-found', { thing: 'activity', typed: id })
  const activity = { ...stored, ...changes }
  requireLength(activity)
  await updateActivity(tx, activity)
  return activity
}

export async function removeActivity(tx: Tx, _context: ActContext, { activity: id }: { activity: number }) {
  return (await deleteActivity(tx, id)) ?? fail('not-found', { thing: 'activity', typed: id })
}

/** An end before the start is on the day after, so only an equal one is a mistake. */
function requireLength({ start, end }: Values): void {
  if (start === end) fail('not-possible', { why: 'no-length' })
}
