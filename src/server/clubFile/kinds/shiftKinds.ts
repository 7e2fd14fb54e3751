// How the shifts of an event are stored, with those who work in them.
import { recordSchemas } from '../clubFile.ts'
import { created, day, derivedText, flag, instant, int, minutes, reference, secret, text } from './columns.ts'
import { foldedEmail } from './foldedTexts.ts'
import { kind } from './recordKind.ts'

const worker = kind('worker', 'shift_worker', recordSchemas.worker, {
  parentColumn: 'shift_id',
  derive: foldedEmail,
  unique: { columns: ['shift_id', 'email_folded'], field: 'email', park: `'~' || id` },
  columns: {
    member_id: reference('member', 'member'),
    fname: text('fname'),
    lname: text('lname'),
    phone: text('phone'),
    email: text('email'),
    email_folded: derivedText,
    allow_email_marketing: flag('allowEmailMarketing'),
    swag: text('swag'),
    notes: text('notes'),
    code: secret('code'),
    created_at: created,
    confirmed_at: instant('confirmed', { isOptional: true }),
    asked_until: instant('askedUntil', { isOptional: true }),
  },
})

const shift = kind('shift', 'shift', recordSchemas.shift, {
  parentColumn: 'shift_schedule_id',
  columns: {
    shift_on: day('shiftDate'),
    start_hour: int('start'),
    start_minute: int('startMinute'),
    duration_minutes: minutes('duration'),
    capacity: int('capacity'),
  },
  children: [{ field: 'workers', kind: worker }],
})

export const shiftSchedule = kind('shiftSchedule', 'shift_schedule', recordSchemas.shiftSchedule, {
  parentColumn: 'event_id',
  isOrdered: true,
  columns: { name: text('name'), instructions: text('instructions'), share_type: int('shareType') },
  children: [{ field: 'shifts', kind: shift }],
})
