// All SQL about volunteers' shifts and the schedules that group them.
import { type ExpressionBuilder, sql } from 'kysely'
import type { Shift, VolunteerSchedule } from '../../../domain/shift.ts'
import { anyOf } from '../anyOf.ts'
import type { Tx } from '../open.ts'
import type { Schema } from '../schema.gen.ts'

/** By event, the number of public schedules with shifts. Events without one are left out. */
export async function countPublicSchedules(
  tx: Tx,
  tenantId: number,
  eventIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await tx
    .selectFrom('shift_schedule as schedule')
    .where('schedule.tenant_id', '=', tenantId)
    .where('schedule.event_id', '=', anyOf(eventIds))
    .where('schedule.share_type', '=', 3)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('shift')
          .whereRef('shift.tenant_id', '=', 'schedule.tenant_id')
          .whereRef('shift.shift_schedule_id', '=', 'schedule.id')
          .select(sql`1`.as('one')),
      ),
    )
    .groupBy('schedule.event_id')
    .select(['schedule.event_id', sql<number>`count(*)::int`.as('count')])
    .execute()
  return new Map(rows.map((row) => [row.event_id, row.count]))
}

export function listSchedules(
  tx: Tx,
  tenantId: number,
  eventId: number,
  lowestShareType: number,
): Promise<VolunteerSchedule[]> {
  return tx
    .selectFrom('shift_schedule')
    .where('tenant_id', '=', tenantId)
    .where('event_id', '=', eventId)
    .where('share_type', '>=', lowestShareType)
    .orderBy('position')
    .orderBy('id')
    .select(['id', 'name', 'instructions', 'share_type as shareType'])
    .execute()
}

/** By day and hour, but nothing about the volunteers. */
export async function listShifts(
  tx: Tx,
  tenantId: number,
  scheduleIds: readonly number[],
  options: { availableOnly: boolean },
): Promise<Shift[]> {
  const rows = await tx
    .selectFrom('shift')
    .where('shift.tenant_id', '=', tenantId)
    .where('shift.shift_schedule_id', '=', anyOf(scheduleIds))
    .$if(options.availableOnly, (query) => query.where('shift.capacity', '>', countWorkers))
    .orderBy('shift.shift_on')
    .orderBy('shift.start_hour')
    .orderBy('shift.start_minute')
    .orderBy('shift.id')
    .select([
      'shift.id',
      'shift.shift_schedule_id as schedule',
      'shift.shift_on as shiftDate',
      'shift.start_hour as start',
      'shift.start_minute as startMinute',
      'shift.duration_minutes',
    ])
    .execute()
  return rows.map(({ duration_minutes, ...shift }) => ({ ...shift, duration: duration_minutes / 60 }))
}

function countWorkers(eb: ExpressionBuilder<Schema, 'shift'>) {
  return eb
    .selectFrom('shift_worker as worker')
    .whereRef('worker.tenant_id', '=', 'shift.tenant_id')
    .whereRef('worker.shift_id', '=', 'shift.id')
    .select(sql<number>`count(*)::int`.as('taken'))
}
