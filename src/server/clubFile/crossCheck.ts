// Checks between the records of a club file: references that exist, windows, numbers, no duplicates.
import { foldEmail, isForLife } from '../../domain/member.ts'
import { findEntryFault, type ScheduleDay, type ScheduleEntryFault } from '../../domain/schedule.ts'
import { foldJudgeId } from '../../domain/scoring.ts'
import { foldTopic } from '../../domain/shapes/topicName.ts'
import type { Fault } from './faults.ts'
import { clubKind } from './kinds/clubKind.ts'
import type { Fields } from './kinds/recordKind.ts'
import type { FileRecord, ReadRecords } from './read.ts'

/** By kind, the fields that may name only records with the same parent. */
const sameParent: Readonly<Record<string, readonly string[]>> = {
  reservation: ['element'],
}
const sameEvent: Readonly<Record<string, readonly string[]>> = {
  reservation: ['vendor'],
  place: ['map'],
  judge: ['form'],
}

/** Pairs of fields: the second must be after the first, and both or none must be set. */
const windows: Readonly<Record<string, readonly (readonly [start: string, end: string])[]>> = {
  event: [
    ['reg_startdate', 'reg_enddate'],
    ['workerStartDate', 'workerEndDate'],
    ['votingStart', 'votingEnd'],
  ],
  ticket: [['startdate', 'enddate']],
  map: [['availableStartdate', 'availableEnddate']],
}

/** Faults between records. `read.faults` are the faults within one record. */
export function crossCheck(read: ReadRecords): Fault[] {
  const faults: Fault[] = []
  const report = (record: FileRecord, field: string, message: string): void => {
    faults.push({ place: field === '' ? record.place : `${record.place}.${field}`, message })
  }
  const byTable = groupByTable(read.records)
  const doubles = new Doubles(report)
  for (const record of read.records) {
    checkNames(record, read, byTable, report)
    checkWindows(record, report)
    checks[record.kind.name]?.(record, { byTable, doubles, report })
  }
  const homePage = read.records.find(({ kind }) => kind === clubKind)?.value.homePage
  if (typeof homePage === 'string' && !read.declared.get('page')?.has(homePage)) {
    faults.push({ place: 'club.homePage', message: `no page has the ref '${homePage}'` })
  }
  return faults
}

type Report = (record: FileRecord, field: string, message: string) => void
type ByTable = ReadonlyMap<string, ReadonlyMap<string, FileRecord>>

interface CheckContext {
  readonly byTable: ByTable
  readonly doubles: Doubles
  readonly report: Report
}

/** Remembers which record had a value first. */
class Doubles {
  readonly #first = new Map<string, FileRecord>()
  readonly #report: Report

  constructor(report: Report) {
    this.#report = report
  }

  /** `why` says, where it does not show, why two different texts are the same value. */
  check(record: FileRecord, within: string, field: string, value: string, what: string, why = ''): void {
    const key = `${record.kind.name}\n${within}\n${field}\n${value}`
    const first = this.#first.get(key)
    if (first === undefined) {
      this.#first.set(key, record)
      return
    }
    const isSpelledAlike = first.value[field] === record.value[field]
    const reason = isSpelledAlike || why === '' ? '' : `, because ${why}`
    this.#report(record, field, `${what} is taken by ${first.place}${reason}`)
  }
}

function groupByTable(records: readonly FileRecord[]): ByTable {
  const grouped = new Map<string, Map<string, FileRecord>>()
  for (const record of records) {
    const table = grouped.get(record.kind.table) ?? new Map()
    grouped.set(record.kind.table, table)
    table.set(record.ref, record)
  }
  return grouped
}

function checkNames(record: FileRecord, read: ReadRecords, byTable: ByTable, report: Report): void {
  for (const { field, refTo } of Object.values(record.kind.columns)) {
    if (field === null || refTo === undefined) continue
    const ref = record.value[field]
    if (typeof ref !== 'string') continue
    if (!read.declared.get(refTo)?.has(ref)) {
      report(record, field, `no ${refTo.replace('_', ' ')} in the file has the ref '${ref}'`)
      continue
    }
    const target = byTable.get(refTo)?.get(ref)
    if (target === undefined) continue
    if (sameParent[record.kind.name]?.includes(field) && target.parent !== record.parent) {
      report(record, field, `'${ref}' belongs to ${target.parent?.place}`)
    }
    if (sameEvent[record.kind.name]?.includes(field) && findEventOf(target) !== findEventOf(record)) {
      report(record, field, `'${ref}' belongs to ${findEventOf(target)?.place}`)
    }
  }
}

export function findEventOf(record: FileRecord): FileRecord | null {
  for (let at: FileRecord | null = record; at !== null; at = at.parent)
    if (at.kind.name === 'event') return at
  return null
}

function checkWindows(record: FileRecord, report: Report): void {
  for (const [start, end] of windows[record.kind.name] ?? []) {
    const [from, to] = [record.value[start], record.value[end]]
    if (typeof from !== typeof to) {
      const [there, missing] = typeof from === 'string' ? [start, end] : [end, start]
      report(record, missing, `is missing, but ${there} is set`)
    } else if (typeof from === 'string' && typeof to === 'string' && Date.parse(from) >= Date.parse(to)) {
      report(record, end, `must be after ${start}`)
    }
  }
}

const checks: Readonly<Record<string, (record: FileRecord, checking: CheckContext) => void>> = {
  // a type that allows no additional logins takes no new ones; those that exist stay, so a file may have them
  member(record, { byTable, doubles, report }) {
    const { email_address: email, parent, password, passwordHash, expiration, life } = record.value
    doubles.check(record, '', 'email_address', foldEmail(String(email)), `the e-mail address ${email}`)
    if (password !== undefined && passwordHash !== undefined) {
      report(record, 'password', 'cannot be used together with passwordHash')
    }
    if (life !== true && expiration === undefined) report(record, 'expiration', 'is missing')
    if (life === true && expiration !== undefined && !isForLife(String(expiration))) {
      report(record, 'expiration', 'cannot be used together with life')
    }
    if (typeof parent !== 'string') return
    const head = byTable.get('member')?.get(parent)
    if (head === record) report(record, 'parent', 'is the member itself')
    else if (typeof head?.value.parent === 'string') {
      report(record, 'parent', `'${parent}' is itself an additional login`)
    }
  },
  event(record, { report }) {
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
  ticket(record, { report }) {
    checkOptions(record, 'options', record.value.options as unknown as Option[], report)
  },
  class(record, { doubles }) {
    const { number } = record.value
    doubles.check(record, toWithin(record), 'number', String(number), `the class number ${number}`)
  },
  entry(record, { byTable, doubles, report }) {
    checkCode(record, doubles)
    const { number, carClass } = record.value
    doubles.check(record, toWithin(record), 'number', String(number), `the car number ${number}`)
    if (!String(number).startsWith(String(carClass))) {
      report(record, 'number', `'${number}' must begin with the number of its class, ${carClass}`)
    }
    const classes = [...(byTable.get('event_class')?.values() ?? [])]
    if (!classes.some((each) => each.parent === record.parent && each.value.number === carClass)) {
      report(record, 'carClass', `the event has no class ${carClass}`)
    }
  },
  map(record, { report }) {
    if (record.value.available === true && record.value.availableStartdate === undefined) {
      report(record, 'availableStartdate', 'is missing: a map for sale needs its window')
    }
  },
  reservation(record, { doubles }) {
    checkCode(record, doubles)
    const { element } = record.value
    doubles.check(record, '', 'element', String(element), `the space '${element}'`)
  },
  worker(record, { doubles }) {
    checkCode(record, doubles)
    const email = foldEmail(String(record.value.email))
    doubles.check(record, toWithin(record), 'email', email, `the e-mail address ${record.value.email}`)
  },
  criterion(record, { report }) {
    if (Number(record.value.maxScore) <= Number(record.value.minScore)) {
      report(record, 'maxScore', 'must be more than minScore')
    }
  },
  judge(record, { doubles }) {
    const judgeId = String(record.value.judgeId)
    const why = "small and capital letters are the same in a judge's id"
    doubles.check(record, toWithin(record), 'judgeId', foldJudgeId(judgeId), `the judge id ${judgeId}`, why)
  },
  voter(record, { doubles }) {
    const { uuid } = record.value
    if (typeof uuid === 'string') doubles.check(record, '', 'uuid', uuid.toLowerCase(), "the voter's uuid")
  },
  activity(record, { report }) {
    if (String(record.value.end) <= String(record.value.start)) report(record, 'end', 'must be after start')
  },
  topic(record, { doubles }) {
    const { topic } = record.value
    doubles.check(record, '', 'topic', foldTopic(String(topic)), `the topic ${topic}`)
  },
  post(record, { report }) {
    const { message, media } = record.value
    const isEmpty = String(message).trim() === '' && (media as readonly unknown[]).length === 0
    if (isEmpty) report(record, 'message', 'must not be empty without a picture')
  },
  reaction(record, { doubles }) {
    const { member } = record.value
    doubles.check(record, toWithin(record), 'member', String(member), `the reaction of '${member}'`)
  },
}

/** What the gate reads is unique in the club. */
function checkCode(record: FileRecord, doubles: Doubles): void {
  const { code } = record.value
  if (typeof code === 'string') doubles.check(record, '', 'code', code, 'the code')
}

function toWithin(record: FileRecord): string {
  return record.parent === null ? '' : `${record.parent.kind.name} ${record.parent.place}`
}

const entryFaults: Readonly<Record<ScheduleEntryFault, readonly [field: string, message: string]>> = {
  'no-length': ['endTime', 'must not be the startTime; leave it empty if no end is known'],
  'ends-before-start': [
    'endTime',
    'is before startTime. An entry may end on the next day, at most 16 hours after its start',
  ],
  'no-night': ['startTime', 'must be before 12:00 in an entry with startsNextDay'],
}

function checkSchedule(record: FileRecord, days: readonly ScheduleDay[], report: Report): void {
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

function checkOptions(record: FileRecord, field: string, options: readonly Option[], report: Report): void {
  const ids = new Set<number>()
  options.forEach(({ id, type, choices }, at) => {
    if (ids.has(id)) report(record, `${field}[${at}].id`, `${id} is already the id of another option`)
    ids.add(id)
    if (type === 2 && choices.length === 0)
      report(record, `${field}[${at}].choices`, 'must have at least one choice')
    const choiceIds = new Set<number>()
    choices.forEach((choice, index) => {
      if (choiceIds.has(choice.id)) {
        report(
          record,
          `${field}[${at}].choices[${index}].id`,
          `${choice.id} is already the id of another choice`,
        )
      }
      choiceIds.add(choice.id)
    })
  })
}

/** A record's own title, for messages to people. */
export function toTitle(fields: Fields): string {
  const title =
    fields.name ?? fields.label ?? fields.title ?? fields.car_number ?? fields.email ?? fields.code
  return typeof title === 'string' ? ` "${title}"` : ''
}
