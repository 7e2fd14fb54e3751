// `club -- schedule`: shows an event's schedule, and imports it from a calendar or a table.
import { readFile } from 'node:fs/promises'
import { findStartDay } from '../../../../domain/schedule.ts'
import {
  daysPerSchedule,
  entriesPerScheduleDay,
  largestTableMegabytes,
  printedExcerpt,
} from '../../../limits/sizes.ts'
import { type Command, CommandRefused, type EventCall, eventWay } from '../../../officers/command.ts'
import { dateOrders } from '../../../officers/dayWords.ts'
import { printLineFaults, printLines, requireInputFile } from '../../../officers/inputFile.ts'
import {
  choice,
  count,
  file,
  flag,
  naming,
  text,
  UsageFault,
  type ValuesOf,
} from '../../../officers/options.ts'
import { readTableFile } from '../../../officers/tableFile.ts'
import { toClockText, toDayText } from '../../../officers/timeFormat.ts'
import { cutApart, cutLine, toCountText, toTable, toVisibleLine } from '../../../officers/words.ts'
import { readCalendarFile } from './calendar/calendar.ts'
import { isCalendarFile } from './calendar/calendarLines.ts'
import type { LeftOut, ReadSchedule } from './incoming.ts'
import { isChange, type PlacedEntry, type SchedulePlan } from './plan.ts'
import { findFittingEvent, type NearPlace, importSchedule as takeSchedule } from './scheduleActs.ts'
import { type AfterMidnight, readScheduleTable } from './scheduleTable.ts'

const mostEntriesOfSchedule = daysPerSchedule * entriesPerScheduleDay

const options = {
  from: naming(file),
  sheet: text,
  dates: choice(dateOrders),
  'after-midnight': choice(['evening', 'calendar'] satisfies AfterMidnight[]),
  prune: flag,
  removes: count(mostEntriesOfSchedule),
  'other-days': flag,
  yes: flag,
  'dry-run': flag,
}

export const scheduleCommand: Command = {
  takes: 'event',
  alone: {
    plain: eventWay({
      help: 'schedule EVENT                          the entries with their refs',
      async run({ event, print }) {
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
          print(toTable(['Day', 'Time', 'Title', 'Place', 'Ref'], rows))
        }
        print(`${toCountText(rows.length, 'entry', 'entries')}. Times are in ${event.time_zone}.\n`)
      },
    }),
    byOption: {
      /** Nothing is stored before the officer has seen what would change. */
      from: eventWay({
        options,
        help: `schedule EVENT --from FILE [--dry-run|--yes] [--prune]
      imports an iCalendar file or a CSV or Excel table: shows what would change; --yes does it. An entry that
      is not in FILE stays, and is listed, unless --prune removes it; see docs/schedule.md
        --removes N                             with --prune: so many entries go, where that is most of the schedule
        --other-days                            most of the file is of other days, and that is meant
        --sheet NAME                            of an Excel workbook with several
        --dates month-first|day-first           how a table writes 6/7/2026
        --after-midnight evening|calendar       what a table means by 0:30 AM on a day: the night that
                                                follows it, as programmes are printed, or begins it`,
        check({ prune, removes }) {
          if (removes !== undefined && !prune) throw new UsageFault('--removes needs --prune.')
        },
        async run(call, given) {
          const { act, print } = call
          const { prune, yes, removes, 'dry-run': isDry } = given
          const read = await readScheduleFile(call, given)
          const notes = read.notes.map(({ line, message }) => `line ${line}: ${message}`)
          const { leftOut = [] } = read
          printLeftOut(leftOut, print)
          if (notes.length > 0) print('About the file:\n')
          printLines(notes, print)
          if (read.faults.length > 0) {
            printLineFaults(read.faults, print)
            throw new CommandRefused('Nothing was changed. Correct the file and import it again.')
          }
          if (read.entries.length === 0) {
            throw new CommandRefused(
              `The file has no entry of this show.${await tellFitting(call, read)} Nothing was changed.`,
            )
          }
          const isElsewhere = (read.otherDays ?? []).length > read.entries.length && !given['other-days']
          const plan = await act(takeSchedule, {
            entries: read.entries,
            leftOut: [...leftOut, ...read.setAside],
            isPruned: prune,
            removes,
            isDry: !yes || isElsewhere,
          })
          printPlan(call, plan, prune)
          printNearPlaces(plan.nearPlaces, print)
          const others = isElsewhere ? await tellElsewhere(call, read) : ''
          const most = plan.isAsking
            ? `It would remove ${plan.missing.length} of the ${toCountText(plan.all, 'entry', 'entries')} of the schedule. If that is meant, say --removes ${plan.missing.length}.`
            : ''
          if (others !== '') print(`${others}\n`)
          if (most !== '') print(`${most}\n`)
          if (!isChange(plan, prune)) {
            return print('The schedule has all of it already. Nothing was changed.\n')
          }
          if (isDry) return print('Dry run, nothing was changed.\n')
          if (others !== '' || most !== '') throw new CommandRefused('Nothing was changed.')
          if (!yes) throw new CommandRefused('Nothing was changed. The same command with --yes does it.')
          print(
            plan.isOver
              ? 'The schedule is changed. The event is over: nobody gets a message.\n'
              : call.event.published
                ? 'The schedule is changed. Phones fetch it within a minute or two, and those that follow the show get a message within five.\n'
                : 'The schedule is changed. The event is not published: nobody hears of it.\n',
          )
        },
      }),
    },
  },
}

async function tellElsewhere(call: EventCall, read: ReadSchedule): Promise<string> {
  const { entries, otherDays = [] } = read
  const count = toCountText(entries.length + otherDays.length, 'entry', 'entries')
  return `Most of the file is of other days: ${otherDays.length} of its ${count}.${await tellFitting(call, read)} If the file is right for this event all the same, say --other-days.`
}

/** Which event the days of the file fit, if there is one. */
async function tellFitting({ act }: EventCall, { otherDays = [] }: ReadSchedule): Promise<string> {
  const fitting = await act(findFittingEvent, otherDays)
  if (fitting === undefined) return ''
  const { event, count } = fitting
  const days = [event.start_on, event.end_on].map(toDayText)
  return ` ${count} of them are near event ${event.id}, ${toVisibleLine(event.name)}, ${[...new Set(days)].join(' to ')}.`
}

async function readScheduleFile(
  { event }: EventCall,
  { from, sheet, dates, 'after-midnight': afterMidnight }: ValuesOf<typeof options>,
): Promise<ReadSchedule> {
  await requireInputFile(from, largestTableMegabytes)
  const bytes = await readFile(from)
  const facts = { startDate: event.start_on, endDate: event.end_on, timeZone: event.time_zone }
  if (isCalendarFile(bytes)) {
    if (dates !== undefined || afterMidnight !== undefined) {
      throw new UsageFault('--dates and --after-midnight are for tables. A calendar says its times in full.')
    }
    return readCalendarFile(bytes, facts)
  }
  return readScheduleTable(await readTableFile(from, { sheet }), facts, { dates, afterMidnight })
}

function printLeftOut(leftOut: readonly LeftOut[], print: EventCall['print']): void {
  if (leftOut.length === 0) return
  print(
    `${leftOut.length === 1 ? 'One thing is' : `${leftOut.length} things are`} not understood, and left out:\n`,
  )
  const lines = leftOut
    .toSorted((a, b) => a.line - b.line)
    .map(({ line, label, column, message }) => {
      const place = [`line ${line}`, label === '' ? '' : `'${label}'`, column].filter((part) => part !== '')
      return `${place.join(', ')}: ${message}`
    })
  printLines(lines, print)
}

function printPlan({ event, print }: EventCall, plan: SchedulePlan, isPruned: boolean): void {
  const { created, changed, unchanged, missing, spared } = plan
  print(`Schedule of ${toVisibleLine(event.name)}. Times are in ${event.time_zone}.\n`)
  const part = (title: string, lines: readonly string[]) => {
    if (lines.length === 0) return
    print(`${title} (${lines.length}):\n`)
    printLines(lines, print)
  }
  part('New', created.map(toLine))
  part('Changed', changed.map(tellChange))
  part(
    isPruned
      ? 'Removed, because they are not in the file'
      : 'Not in the file, and left as they are (--prune removes them)',
    missing.map(toLine),
  )
  part('May be what was left out of the file, and left as they are', spared.map(toLine))
  print(`Unchanged: ${unchanged.length}.\n`)
}

function printNearPlaces(near: readonly NearPlace[], print: EventCall['print']): void {
  if (near.length === 0) return
  print('Places that are none of the event, so that no pin leads to them:\n')
  printLines(
    near.map(({ line, place, near }) => `line ${line}: '${place}'. Is '${near}' meant?`),
    print,
  )
}

function tellChange({ was, is }: SchedulePlan['changed'][number]): string {
  const [before, after] = [toLine(was), toLine(is)]
  const now = before === after ? [] : [`now ${after}`]
  const description = tellDescription(was.entry.description ?? '', is.entry.description ?? '')
  return [before, ...[...now, ...description].map((line) => `    ${line}`)].join('\n')
}

/** Long texts from a little before the first letter in which they differ. */
function tellDescription(was: string, is: string): string[] {
  if (was === is) return []
  if (is === '') return [`its description is removed: ${cutLine(was, printedExcerpt)}`]
  if (was === '') return [`its description is new: ${cutLine(is, printedExcerpt)}`]
  const [before, after] = cutApart([was, is], printedExcerpt)
  return [`its description was: ${before}`, `its description is now: ${after}`]
}

/** "Jun 12, 2026, 11:30 PM to 12:30 AM, Band, Bandstand". */
function toLine(placed: PlacedEntry): string {
  const { date, entry } = placed
  const { label, place = '', cancelled } = entry
  const parts = [toDayText(findStartDay(entry, date)), toSpan(placed), label, place]
  return `${parts.filter((part) => part !== '').join(', ')}${cancelled === true ? ' (cancelled)' : ''}`
}

function toSpan({ entry: { startTime, endTime, startsNextDay } }: PlacedEntry): string {
  const span = [startTime, endTime]
    .filter((time) => time !== '')
    .map(toClockText)
    .join(' to ')
  return startsNextDay === true ? `${span}, after midnight` : span
}
