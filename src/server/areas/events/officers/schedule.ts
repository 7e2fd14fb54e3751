// `club -- schedule`: shows an event's schedule, and imports it from a calendar or a table.
import { findDay } from '../../../../domain/day.ts'
import type { ScheduleDay } from '../../../../domain/schedule.ts'
import { findStartDay } from '../../../../domain/schedule.ts'
import { announceChange, planReminders } from '../../../alerts/announce.ts'
import type { Tx } from '../../../db/open.ts'
import { findEvent, lockEvent, replaceSchedule } from '../../../event/db/event.ts'
import { listEventPlaces } from '../../../event/eventPack.ts'
import { daysPerSchedule, entriesPerScheduleDay } from '../../../limits/sizes.ts'
import {
  CommandRefused,
  type EventCommandContext,
  readChoice,
  UsageFault,
} from '../../../officers/command.ts'
import { dateOrders } from '../../../officers/dayWords.ts'
import { printLineFaults, printLines, readTextFile } from '../../../officers/inputFile.ts'
import { toDayText } from '../../../officers/timeFormat.ts'
import { runWay, type Ways } from '../../../officers/ways.ts'
import { toCountText, toTable, toVisibleLine } from '../../../officers/words.ts'
import { readCalendar } from './calendar.ts'
import type { LineNote, ReadSchedule } from './incoming.ts'
import { type PlacedEntry, planSchedule, type SchedulePlan } from './plan.ts'
import { type AfterMidnight, readScheduleTable } from './scheduleTable.ts'

const ways: Ways<EventCommandContext> = {
  from: { allowed: ['dates', 'after-midnight', 'prune', 'yes'], run: importSchedule },
  plain: { allowed: [], run: showSchedule },
}

export function runSchedule(context: EventCommandContext): Promise<number> {
  return runWay(context, ways, { command: 'schedule' })
}

async function showSchedule({ event, print }: EventCommandContext): Promise<number> {
  const rows = event.schedule.flatMap(({ date, entries }) =>
    entries.map((entry) => [
      toDayText(findStartDay(entry, date)),
      toSpan({ date, entry }),
      `${entry.label}${entry.cancelled === true ? ' (cancelled)' : ''}`,
      entry.place ?? '',
      entry.id,
    ]),
  )
  if (rows.length > 0) {
    print(
      toTable(
        ['Day', 'Time', 'Title', 'Place', 'Ref'].map((heading) => ({ heading })),
        rows,
      ),
    )
  }
  print(`${toCountText(rows.length, 'entry', 'entries')}. Times are in ${event.time_zone}.\n`)
  return 0
}

/** Nothing is stored before the officer has seen what would change. */
async function importSchedule(context: EventCommandContext): Promise<number> {
  const { services, tenant, event, flags, print } = context
  const read = await readScheduleFile(context, flags.from ?? '')
  printNotes(read.notes, print)
  if (read.faults.length > 0) {
    printLineFaults(read.faults, print)
    throw new CommandRefused('Nothing was changed. Correct the file and import it again.')
  }
  if (read.entries.length === 0) {
    throw new CommandRefused('The file has no entry of this show. Nothing was changed.')
  }
  const plan = await services.database.inTenant(tenant.id, async (tx) => {
    await lockEvent(tx, event.id)
    const stored = (await findEvent(tx, event.id))?.schedule ?? []
    const places = await listEventPlaces(tx, event.id)
    const made = planSchedule(stored, read.entries, { isPruned: flags.prune, places })
    refuseTooMuch(made.days)
    if (flags.yes && isChange(made, flags.prune)) {
      await replaceSchedule(tx, event.id, made.days)
      await tellChange(context, tx)
    }
    return made
  })
  printPlan(context, plan)
  if (!isChange(plan, flags.prune)) {
    print('The schedule has all of it already. Nothing was changed.\n')
    return 0
  }
  if (!flags.yes) throw new CommandRefused('Nothing was changed. The same command with --yes does it.')
  print(
    'The schedule is changed. Phones fetch it within a minute or two, and those that follow the show get a message within five.\n',
  )
  return 0
}

/** An event that is over is no news, but its schedule may be corrected. */
async function tellChange({ services, tenant, event }: EventCommandContext, tx: Tx): Promise<void> {
  const now = services.now()
  if (event.end_on >= findDay(now, event.time_zone)) {
    await announceChange(tx, { eventId: event.id, parts: ['schedule'], at: new Date(now) })
  }
  await planReminders(tx, tenant.id, now, [event.id])
}

async function readScheduleFile({ event, flags }: EventCommandContext, file: string): Promise<ReadSchedule> {
  const text = await readTextFile(file)
  const facts = { startDate: event.start_on, endDate: event.end_on, timeZone: event.time_zone }
  const dates = readChoice(flags.dates, 'dates', dateOrders)
  const afterMidnight = readChoice(flags['after-midnight'], 'after-midnight', [
    'evening',
    'calendar',
  ] satisfies AfterMidnight[])
  if (/^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text)) {
    if (dates !== undefined || afterMidnight !== undefined) {
      throw new UsageFault('--dates and --after-midnight are for tables. A calendar says its times in full.')
    }
    return readCalendar(text, facts)
  }
  return readScheduleTable(text, facts, { dates, afterMidnight })
}

function refuseTooMuch(days: readonly ScheduleDay[]): void {
  const full = days.find(({ entries }) => entries.length > entriesPerScheduleDay)
  if (full !== undefined) {
    throw new CommandRefused(
      `${toDayText(full.date)} would have more than ${entriesPerScheduleDay} entries. Nothing was changed.`,
    )
  }
  if (days.length > daysPerSchedule) {
    throw new CommandRefused(
      `The schedule would have more than ${daysPerSchedule} days. Nothing was changed.`,
    )
  }
}

function isChange({ created, changed, missing }: SchedulePlan, isPruned: boolean): boolean {
  return created.length > 0 || changed.length > 0 || (isPruned && missing.length > 0)
}

type Print = EventCommandContext['print']

function printNotes(notes: readonly LineNote[], print: Print): void {
  if (notes.length === 0) return
  print('Not taken from the file:\n')
  printLines(
    notes.map(({ line, message }) => `line ${line}: ${message}`),
    print,
  )
}

function printPlan({ event, flags, print }: EventCommandContext, plan: SchedulePlan): void {
  const { created, changed, unchanged, missing } = plan
  print(`Schedule of ${toVisibleLine(event.name)}. Times are in ${event.time_zone}.\n`)
  const part = (title: string, lines: readonly string[]) => {
    if (lines.length === 0) return
    print(`${title} (${lines.length}):\n`)
    printLines(lines, print)
  }
  part('New', created.map(toLine))
  part(
    'Changed',
    changed.map(({ was, is }) => `${toLine(was)}\n    now ${toLine(is)}`),
  )
  part(
    flags.prune
      ? 'Removed, because they are not in the file'
      : 'Not in the file, and left as they are (--prune removes them)',
    missing.map(toLine),
  )
  print(`Unchanged: ${unchanged.length}.\n`)
}

/** "Jun 12, 2026, 11:30 PM to 12:30 AM, Band, Bandstand". */
function toLine(placed: PlacedEntry): string {
  const { date, entry } = placed
  const { label, place = '', cancelled } = entry
  const parts = [toDayText(findStartDay(entry, date)), toSpan(placed), label, place]
  return `${parts.filter((part) => part !== '').join(', ')}${cancelled === true ? ' (cancelled)' : ''}`
}

function toSpan({ entry: { startTime, endTime, startsNextDay } }: PlacedEntry): string {
  const span = endTime === '' ? toTime(startTime) : `${toTime(startTime)} to ${toTime(endTime)}`
  return startsNextDay === true ? `${span}, after midnight` : span
}

/** "2:30 PM". */
function toTime(time: string): string {
  return new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: 'UTC' })
    .format(Date.parse(`2000-01-01T${time}:00Z`))
    .replace(/[\u00a0\u202f]/g, ' ')
}
