// All SQL about the club's activities.
import type { Activity, DaySpan } from '../../../domain/calendar/activity.ts'
import type { Tx } from '../../db/open.ts'

/** In their order. */
export function listActivities(tx: Tx, { from, to }: DaySpan): Promise<Activity[]> {
  return selectActivities(tx)
    .where('activity_on', '>=', from)
    .where('activity_on', '<=', to)
    .orderBy('activity_on')
    .orderBy('start_time')
    .orderBy('id')
    .execute()
}

function selectActivities(tx: Tx) {
  return tx.selectFrom('activity').select(returned)
}

const returned = [
  'id',
  'activity_on as date',
  'start_time as start',
  'end_time as end',
  'title',
  'description',
] as const

export function findActivity(tx: Tx, id: number, lock?: 'lock'): Promise<Activity | undefined> {
  return selectActivities(tx)
    .where('id', '=', id)
    .$if(lock !== undefined, (query) => query.forUpdate())
    .executeTakeFirst()
}

export async function insertActivity(tx: Tx, activity: Omit<Activity, 'id'>): Promise<number> {
  const { id } = await tx
    .insertInto('activity')
    .values({ ...toColumns(activity) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateActivity(tx: Tx, { id, ...activity }: Activity): Promise<void> {
  await tx.updateTable('activity').set(toColumns(activity)).where('id', '=', id).execute()
}

/** Undefined when there is none. */
export function deleteActivity(tx: Tx, id: number): Promise<Activity | undefined> {
  return tx.deleteFrom('activity').where('id', '=', id).returning(returned).executeTakeFirst()
}

function toColumns({ date, start, end, title, description }: Omit<Activity, 'id'>) {
  return { activity_on: date, start_time: start, end_time: end, title, description }
}
