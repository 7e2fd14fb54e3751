// `club -- activities`: the club's calendar, as members see it, and what an officer changes in it.
import type { Activity } from '../../../domain/calendar/activity.ts'
import { writeClock } from '../../../domain/clock.ts'
import { findDay } from '../../../domain/day.ts'
import { clockTime, lengths } from '../../../domain/shapes/fileValues.ts'
import { isPlainText } from '../../../domain/shapes/plainText.ts'
import { announce } from '../../alerts/announce.ts'
import { getTimeZone } from '../../club/db/club.ts'
import {
  type ClubCommandContext,
  CommandRefused,
  type Flags,
  type OptionName,
  parseNumber,
  readLabel,
  UsageFault,
} from '../../officers/command.ts'
import { readDay, toDayText } from '../../officers/timeFormat.ts'
import { runWordWay, type WordWay } from '../../officers/ways.ts'
import { toCountText, toTable, toVisibleLine } from '../../officers/words.ts'
import { deleteActivity, findActivity, insertActivity, listActivities, updateActivity } from './db.ts'

const values: readonly OptionName[] = ['date', 'start', 'end', 'title', 'text']
export const activityOptions: readonly OptionName[] = ['all', ...values]

const list: WordWay = { words: [], allowed: ['all'], run: showActivities }
const ways: Readonly<Record<string, WordWay>> = {
  add: { words: [], allowed: values, run: addActivity },
  change: { words: ['ACTIVITY'], allowed: values, run: changeActivity },
  remove: { words: ['ACTIVITY'], allowed: [], run: removeActivity },
}

export function runActivities(context: ClubCommandContext): Promise<number> {
  return runWordWay(context, { command: 'activities', things: 'activities', plain: list, ways })
}

async function showActivities({ services, tenant, flags, print }: ClubCommandContext): Promise<number> {
  const { found, timeZone } = await services.database.inTenant(tenant.id, async (tx) => {
    const zone = await getTimeZone(tx)
    const from = flags.all ? '0001-01-01' : findDay(services.now(), zone)
    return { found: await listActivities(tx, { from, to: '9999-12-31' }), timeZone: zone }
  })
  if (found.length > 0) {
    print(
      toTable(
        ['No.', 'Day', 'Time', 'Title'].map((heading) => ({ heading })),
        found.map((activity) => [
          String(activity.id),
          toDayText(activity.date),
          toSpanText(activity),
          activity.title,
        ]),
      ),
    )
  }
  const which = flags.all ? '' : ' from today on'
  print(
    `${toCountText(found.length, 'activity', 'activities')}${which}. Times are the club's (${timeZone}).\n`,
  )
  return 0
}

async function addActivity({ services, tenant, flags, print }: ClubCommandContext): Promise<number> {
  const { date, start, end, title, description = '' } = readValues(flags)
  if (date === undefined || start === undefined || end === undefined || title === undefined) {
    throw new UsageFault("'activities add' needs --date DAY, --start TIME, --end TIME and --title TEXT.")
  }
  const activity = { date, start, end, title, description }
  requireLength(activity)
  const id = await services.database.inTenant(tenant.id, async (tx) => {
    const added = await insertActivity(tx, activity)
    await announce(tx, { kind: 'activity', ids: [added], at: new Date(services.now()) })
    return added
  })
  print(`${toActivityText({ id, ...activity })} is in the calendar.\n`)
  return 0
}

async function changeActivity(context: ClubCommandContext): Promise<number> {
  const { services, tenant, flags, print } = context
  const changes = readValues(flags)
  if (Object.keys(changes).length === 0) {
    throw new UsageFault("'activities change' needs what is new: --date, --start, --end, --title or --text.")
  }
  const changed = await services.database.inTenant(tenant.id, async (tx) => {
    const stored = await findActivity(tx, readId(context), 'lock')
    if (stored === undefined) throw toUnknown(context)
    const activity = { ...stored, ...changes }
    requireLength(activity)
    await updateActivity(tx, activity)
    return activity
  })
  print(`${toActivityText(changed)} is changed.\n`)
  return 0
}

async function removeActivity(context: ClubCommandContext): Promise<number> {
  const { services, tenant, print } = context
  const removed = await services.database.inTenant(tenant.id, (tx) => deleteActivity(tx, readId(context)))
  if (removed === undefined) throw toUnknown(context)
  print(`${toActivityText(removed)} is removed.\n`)
  return 0
}

function readId({ moreWords }: ClubCommandContext): number {
  return parseNumber(moreWords[0] ?? '', 'ACTIVITY')
}

function toUnknown(context: ClubCommandContext): CommandRefused {
  return new CommandRefused(`The club has no activity ${readId(context)}. Nothing was changed.`)
}

type Values = Omit<Activity, 'id'>

function readValues({ date, start, end, title, text }: Flags): Partial<Values> {
  return {
    ...(date === undefined ? {} : { date: readDay(date, 'date') }),
    ...(start === undefined ? {} : { start: readTime(start, 'start') }),
    ...(end === undefined ? {} : { end: readTime(end, 'end') }),
    ...(title === undefined ? {} : { title: readLabel(title, '--title') }),
    ...(text === undefined ? {} : { description: readDescription(text) }),
  }
}

function readTime(typed: string, option: OptionName): string {
  const time = clockTime.safeParse(/^\d:/.test(typed) ? `0${typed}` : typed)
  if (!time.success) throw new UsageFault(`--${option} must be a time of day from 00:00 to 23:59.`)
  return time.data
}

function readDescription(typed: string): string {
  const text = typed.trim()
  if (text.length > lengths.prose || !isPlainText(text)) {
    throw new UsageFault(`--text must have at most ${lengths.prose} characters.`)
  }
  return text
}

/** An end before the start is on the day after, so only an equal one is a mistake. */
function requireLength({ start, end }: Values): void {
  if (start === end) throw new UsageFault('The activity ends when it starts. Name another end.')
}

function toSpanText({ start, end }: Pick<Activity, 'start' | 'end'>): string {
  return [start, end].map((time) => writeClock(time, 'en').replaceAll('\u00a0', ' ')).join(' to ')
}

function toActivityText({ id, date, title, ...span }: Activity): string {
  return `Activity ${id}, ${toVisibleLine(title)}, ${toDayText(date)}, ${toSpanText(span)},`
}
