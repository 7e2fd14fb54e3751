// How a club file has an event, with its tickets, classes, cars, vendors and places.
import { z } from 'zod'
import { findEntryFault, type ScheduleDay, type ScheduleEntryFault } from '../../../domain/schedule.ts'
import { eventFields, eventOption } from '../../../domain/shapes/event.ts'
import { eventPlaceFields } from '../../../domain/shapes/eventPlace.ts'
import {
  classNumber,
  count,
  dollars,
  flag,
  instant,
  lengths,
  optional,
  picture,
  required,
} from '../../../domain/shapes/fileValues.ts'
import { column } from '../../../domain/shapes/recordShape.ts'
import { showEntryFields } from '../../../domain/shapes/showEntry.ts'
import { vendorFields } from '../../../domain/shapes/vendor.ts'
import { derivedText, fillCountry, foldedEmail } from '../../clubFile/columns.ts'
import type { ImportedRecord } from '../../clubFile/db.ts'
import { kind, list } from '../../clubFile/kind.ts'
import type { Checking, FileRecord } from '../../clubFile/recordKind.ts'
import { listRows } from '../../db/clubRows.ts'
import type { Tx } from '../../db/open.ts'
import { bumpRevisions } from '../db/event.ts'
import { countValidTickets } from '../db/soldTicket.ts'
import {
  listDoubledEvents,
  listHeldEvents,
  warnOfEvent,
  warnOfEventChanges,
  warnOfWindow,
} from './eventWarnings.ts'
import { checkGateCode } from './gateCode.ts'
import { mapKind } from './maps.ts'
import { tellScheduleChange } from './scheduleChange.ts'
import { shiftScheduleKind } from './shifts.ts'

const parent = { column: 'event_id', table: 'event' } as const

const ticket = kind('ticket', 'ticket', {
  fields: {
    description: column.text('description', required(lengths.label)),
    price: column.cents('price_cents', dollars),
    limit: column.int('purchase_limit', count(1).describe('Tickets that one order may have')),
    quantity: column.int('quantity', count(0).describe('How many there are, sold ones included')),
    availability: column.int(
      'availability',
      z.int().min(0).max(99).default(0).describe('0 is sold to everybody'),
    ),
    startdate: column.instant('starts_at', instant),
    enddate: column.instant('ends_at', instant),
    image: column.photo('picture_hash', picture.optional()),
    info: column.text('info', optional(lengths.prose)),
    options: column.json('options', z.array(eventOption).max(50).default([])),
  },
  parent,
  isOfFiles: true,
  isOrdered: true,
  windows: [['startdate', 'enddate']],
  warn: (record, warning) =>
    warnOfWindow(record, record.parent, ['startdate', 'enddate', 'The sale of the ticket'], warning),
  check(record, { report }) {
    checkOptions(record, 'options', record.value.options as unknown as Option[], report)
  },
  listUnkeyedDependents: (tx, gone) => listWithSoldTickets(tx, 'ticket_id', gone),
})

const eventClass = kind('class', 'event_class', {
  fields: {
    number: column.int('number', classNumber),
    description: column.text('description', required(lengths.label)),
    viewable: column.flag('viewable', flag.default(true)),
  },
  parent,
  isOfFiles: true,
  unique: { columns: ['event_id', 'number'], field: 'number', park: '-id' },
  check(record, { reportDouble }) {
    const { number } = record.value
    reportDouble(record, 'parent', 'number', String(number), `the class number ${number}`)
  },
  listUnkeyedDependents: listClassesWithCars,
})

const vendor = kind('vendor', 'vendor', {
  fields: vendorFields,
  parent,
  derive: foldedEmail,
  columns: { email_folded: derivedText },
})

const place = kind('place', 'event_place', {
  fields: eventPlaceFields,
  parent,
  isOfFiles: true,
  isOrdered: true,
  ofSameRoot: ['map'],
})

const entry = kind('entry', 'entry', {
  fields: showEntryFields,
  parent,
  fill: fillCountry,
  derive: foldedEmail,
  unique: { columns: ['event_id', 'car_number'], field: 'number', park: `'~' || id` },
  check(record, checking) {
    checkGateCode(record, checking)
    const { number, carClass } = record.value
    checking.reportDouble(record, 'parent', 'number', String(number), `the car number ${number}`)
    if (!String(number).startsWith(String(carClass))) {
      checking.report(record, 'number', `'${number}' must begin with the number of its class, ${carClass}`)
    }
    const classes = [...(checking.byTable.get('event_class')?.values() ?? [])]
    if (!classes.some((each) => each.parent === record.parent && each.value.number === carClass)) {
      checking.report(record, 'carClass', `the event has no class ${carClass}`)
    }
  },
  columns: { email_folded: derivedText },
})

/** Without what is judged in it. */
export const eventKind = kind('event', 'event', {
  fields: eventFields,
  takesAlong: ['alert', 'favourite', 'followed_event'],
  windows: [
    ['reg_startdate', 'reg_enddate'],
    ['workerStartDate', 'workerEndDate'],
    ['votingStart', 'votingEnd'],
  ],
  check(record, { report }) {
    const { startDate, endDate, schedule, registrationOptions, registration, workerSignup, voting } =
      record.value
    if (String(endDate) < String(startDate)) report(record, 'endDate', 'must not be before startDate')
    if (registration === true && record.value.reg_startdate === undefined) {
      report(record, 'reg_startdate', 'is missing: registration needs its window')
    }
    if (workerSignup === true && record.value.workerStartDate === undefined) {
      report(record, 'workerStartDate', 'is missing: workerSignup needs its window')
    }
    if (voting === 1 && record.value.votingStart === undefined) {
      report(record, 'votingStart', 'is missing: a ballot needs its window')
    }
    checkSchedule(record, schedule as unknown as ScheduleDay[], report)
    checkOptions(record, 'registrationOptions', registrationOptions as unknown as Option[], report)
  },
  warn: warnOfEvent,
  warnOfUpdates: warnOfEventChanges,
  listDoubts: listDoubledEvents,
  tellChange: { schedule: tellScheduleChange },
  listUnkeyedDependents: (tx, gone) => listWithSoldTickets(tx, 'event_id', gone),
  listHeld: listHeldEvents,
  // phones have to fetch it again
  afterTouch: bumpRevisions,
  children: {
    tickets: list(ticket),
    classes: list(eventClass),
    vendors: list(vendor),
    maps: list(mapKind),
    places: list(place),
    entries: list(entry),
    shiftSchedules: list(shiftScheduleKind),
  },
})

const entryFaults: Readonly<Record<ScheduleEntryFault, readonly [field: string, message: string]>> = {
  'no-length': ['endTime', 'must not be the startTime; leave it empty if no end is known'],
  'ends-before-start': [
    'endTime',
    'is before startTime. An entry may end on the next day, at most 16 hours after its start',
  ],
  'no-night': ['startTime', 'must be before 12:00 in an entry with startsNextDay'],
}

function checkSchedule(record: FileRecord, days: readonly ScheduleDay[], report: Checking['report']): void {
  const ids = new Map<string, string>()
  const dates = new Set<string>()
  days.forEach(({ date, entries }, at) => {
    if (dates.has(date)) report(record, `schedule[${at}].date`, `${date} is already in the schedule`)
    dates.add(date)
    entries.forEach((entry, index) => {
      const { id } = entry
      const place = `schedule[${at}].entries[${index}]`
      const fault = findEntryFault(entry)
      if (fault !== undefined) {
        const [field, message] = entryFaults[fault]
        report(record, `${place}.${field}`, message)
      }
      const first = ids.get(id)
      if (first === undefined) ids.set(id, place)
      else report(record, `${place}.id`, `'${id}' is taken by ${first}`)
    })
  })
}

interface Option {
  id: number
  type: number
  choices: { id: number }[]
}

function checkOptions(
  record: FileRecord,
  field: string,
  options: readonly Option[],
  report: Checking['report'],
): void {
  const ids = new Set<number>()
  options.forEach(({ id, type, choices }, at) => {
    if (ids.has(id)) report(record, `${field}[${at}].id`, `${id} is already the id of another option`)
    ids.add(id)
    if (type === 2 && choices.length === 0)
      report(record, `${field}[${at}].choices`, 'must have at least one choice')
    const choiceIds = new Set<number>()
    choices.forEach((choice, index) => {
      const place = `${field}[${at}].choices[${index}].id`
      if (choiceIds.has(choice.id)) report(record, place, `${choice.id} is already the id of another choice`)
      choiceIds.add(choice.id)
    })
  })
}

/** A sold ticket has no foreign key to what it is for, because a refunded one stays when that goes. */
async function listWithSoldTickets(
  tx: Tx,
  column: 'event_id' | 'ticket_id',
  gone: readonly ImportedRecord[],
): Promise<Map<string, string>> {
  const ids = gone.map(({ rowId }) => rowId)
  const counts = await countValidTickets(tx, column, ids)
  return new Map(
    gone.flatMap(({ ref, rowId }): [string, string][] => {
      const count = counts.get(rowId)
      return count === undefined ? [] : [[ref, `still has ${count} × sold ticket`]]
    }),
  )
}

/** Cars name their class by its number. */
async function listClassesWithCars(tx: Tx, gone: readonly ImportedRecord[]): Promise<Map<string, string>> {
  const cars = await listRows(tx, 'entry', ['event_id', 'class_number'])
  const carsOf = Map.groupBy(cars, ({ event_id, class_number }) => `${event_id} ${class_number}`)
  const ids = gone.map(({ rowId }) => rowId)
  const classes = await listRows(tx, 'event_class', ['ref', 'event_id', 'number'], { ids })
  return new Map(
    classes.flatMap(({ ref, event_id, number }): [string, string][] => {
      const count = carsOf.get(`${event_id} ${number}`)?.length
      return count === undefined ? [] : [[String(ref), `still has ${count} × entry`]]
    }),
  )
}
