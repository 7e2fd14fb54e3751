// How a club file has the shifts of an event, with those who work in them.
import { z } from 'zod'
import { foldEmail } from '../../../domain/member.ts'
import {
  count,
  day,
  email,
  flag,
  gateCode,
  instant,
  lengths,
  optional,
  refTo,
  required,
  text,
} from '../../../domain/shapes/fileValues.ts'
import { column, optionalInFile, secretInFile } from '../../../domain/shapes/recordShape.ts'
import { longestGifts, noGift } from '../../../domain/shift.ts'
import { derivedText, foldedEmail } from '../../clubFile/columns.ts'
import { kind, list } from '../../clubFile/kind.ts'
import type { Column } from '../../clubFile/recordKind.ts'
import { warnOfShift } from './eventWarnings.ts'
import { checkGateCode } from './gateCode.ts'

const asked = 'Only asked for, by a stranger: until then the link in their mail makes it theirs'

const worker = kind('worker', 'shift_worker', {
  fields: {
    member: column.ref('member_id', 'member', refTo('a member').optional()),
    fname: column.text('fname', required(lengths.worker.name)),
    lname: column.text('lname', required(lengths.worker.name)),
    phone: column.text('phone', optional(lengths.worker.phone)),
    email: column.text('email', email.max(lengths.worker.email)),
    allowEmailMarketing: column.flag('allow_email_marketing', flag.default(false)),
    swag: column.text('swag', text(longestGifts).default(noGift)),
    notes: column.text('notes', optional(lengths.prose)),
    code: secretInFile(column.text('code', gateCode.optional())),
    created: optionalInFile(column.instant('created_at', instant.optional())),
    confirmed: optionalInFile(
      column.instant('confirmed_at', instant.optional().describe('When they said that they come')),
    ),
    askedUntil: optionalInFile(column.instant('asked_until', instant.optional().describe(asked))),
  },
  parent: { column: 'shift_id', table: 'shift' },
  isBeside: true,
  derive: foldedEmail,
  unique: { columns: ['shift_id', 'email_folded'], field: 'email', park: `'~' || id` },
  check(record, checking) {
    checkGateCode(record, checking)
    const { email } = record.value
    const what = `the e-mail address ${email}`
    checking.reportDouble(record, 'parent', 'email', foldEmail(String(email)), what)
  },
  columns: { email_folded: derivedText },
})

const duration: Column = {
  type: 'int',
  field: 'duration',
  fromFile: (value) => (typeof value === 'number' ? Math.round(value * 60) : null),
  toFile: (value) => (typeof value === 'number' ? value / 60 : null),
}

const shift = kind('shift', 'shift', {
  fields: {
    shiftDate: column.day('shift_on', day),
    start: column.int(
      'start_hour',
      count(0, 23).describe('The hour in which it begins, in the zone of the event'),
    ),
    startMinute: column.int('start_minute', count(0, 59).default(0).describe('The minute of that hour')),
    duration: column.int(
      'duration_minutes',
      z
        .number()
        .positive()
        .max(24)
        .refine((hours) => Number.isInteger(hours * 60), 'must be whole minutes, given in hours')
        .describe('Hours'),
    ),
    capacity: column.int('capacity', count(1, 10_000).describe('Volunteers that it needs')),
  },
  parent: { column: 'shift_schedule_id', table: 'shift_schedule' },
  isOfFiles: true,
  takesAlong: ['returned_shift'],
  warn: warnOfShift,
  columns: { duration_minutes: duration },
  children: { workers: list(worker) },
})

export const shiftScheduleKind = kind('shiftSchedule', 'shift_schedule', {
  fields: {
    name: column.text('name', required(lengths.label)),
    instructions: column.text('instructions', optional(lengths.prose)),
    shareType: column.int(
      'share_type',
      z.int().min(0).max(3).default(3).describe('3 everybody, 2 members, less: officers only'),
    ),
  },
  parent: { column: 'event_id', table: 'event' },
  isOfFiles: true,
  isOrdered: true,
  children: { shifts: list(shift) },
})
