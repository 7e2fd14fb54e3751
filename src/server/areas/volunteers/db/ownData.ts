// What the file with a member's own data has of their shifts.
import { sql } from 'kysely'
import type { OwnDataSelects } from '../../../db/ownData.ts'
import { ofClub } from '../../../db/scope/clubPlugin.ts'
import { provedEmail } from '../../../order/db/ownOrder.ts'

export const ownData = {
  shifts: (member) => sql`
    select w.id, jsonb_build_object('event', v.name, 'schedule', g.name, 'day', s.shift_on,
      'startHour', s.start_hour, 'startMinute', s.start_minute, 'minutes', s.duration_minutes,
      'firstName', w.fname, 'lastName', w.lname, 'phone', w.phone, 'email', w.email,
      'allowsMarketing', w.allow_email_marketing, 'gift', w.swag, 'notes', w.notes, 'created', w.created_at,
      'askedUntil', w.asked_until),
      null::jsonb
    from ${ofClub('shift_worker', 'w')}
    join ${ofClub('shift', 's')} on s.id = w.shift_id
    join ${ofClub('shift_schedule', 'g')} on g.id = s.shift_schedule_id
    join ${ofClub('event', 'v')} on v.id = g.event_id
    where w.member_id = ${member} or (w.member_id is null and w.email_folded = ${provedEmail(member)})`,
} satisfies OwnDataSelects
