// `club -- activities`: the club's calendar, as members see it, and what an officer changes in it.
import type { Activity } from '../../../../domain/calendar/activity.ts'
import { clockTime, lengths } from '../../../../domain/shapes/fileValues.ts'
import { isPlainText } from '../../../../domain/shapes/plainText.ts'
import { type Command, clubActWay, clubWay } from '../../../officers/command.ts'
import { day, flag, kindOf, label, number, UsageFault, type ValuesOf } from '../../../officers/options.ts'
import { toClockText, toDayText } from '../../../officers/timeFormat.ts'
import { toCountText, toTableOf, toVisibleLine } from '../../../officers/words.ts'
import * as acts from './activityActs.ts'

const time = kindOf((typed, name) => {
  const read = clockTime.safeParse(/^\d:/.test(typed) ? `0${typed}` : typed)
  if (read.success) return read.data
  throw new UsageFault(`${name} must be a time of day from 00:00 to 23:59.`)
})

const description = kindOf((typed, name) => {
  const prose = typed.trim()
  if (prose.length <= lengths.prose && isPlainText(prose)) return prose
  throw new UsageFault(`${name} must have at most ${lengths.prose} characters.`)
})

const values = { date: day, start: time, end: time, title: label(), text: description }
const words = { activity: number() }

export const activitiesCommand: Command = {
  takes: 'club',
  things: 'activities',
  alone: clubActWay({
    options: { all: flag },
    help: "activities [--all]                      the club's calendar from today on; --all from its beginning",
    act: acts.listCalendar,
    says({ activities, timeZone }, { all }) {
      const table = toTableOf(activities, [
        ['No.', ({ id }) => String(id)],
        ['Day', ({ date }) => toDayText(date)],
        ['Time', toSpanText],
        ['Title', ({ title }) => title],
      ])
      const count = toCountText(activities.length, 'activity', 'activities')
      return `${table}${count}${all ? '' : ' from today on'}. Times are the club's (${timeZone}).`
    },
  }),
  byWord: {
    add: clubWay({
      options: values,
      help: `activities add --date DAY --start TIME --end TIME --title TEXT [--text TEXT]
                                          adds one; an end before the start is on the day after`,
      async run({ act, print }, { date, start, end, title, text = '' }) {
        if (date === undefined || start === undefined || end === undefined || title === undefined) {
          throw new UsageFault(
            "'activities add' needs --date DAY, --start TIME, --end TIME and --title TEXT.",
          )
        }
        const added = await act(acts.addActivity, { date, start, end, title, description: text })
        print(`${toActivityText(added)} is in the calendar.\n`)
      },
    }),
    change: clubWay({
      words,
      options: values,
      help: 'activities change ACTIVITY              with the options of add: changes what you name',
      async run({ act, print }, { activity: id, ...given }) {
        const changes = toChanges(given)
        if (Object.keys(changes).length === 0) {
          throw new UsageFault(
            "'activities change' needs what is new: --date, --start, --end, --title or --text.",
          )
        }
        print(`${toActivityText(await act(acts.changeActivity, { id, changes }))} is changed.\n`)
      },
    }),
    remove: clubActWay({
      words,
      help: 'activities remove ACTIVITY              removes it',
      act: acts.removeActivity,
      says: (activity) => `${toActivityText(activity)} is removed.`,
    }),
  },
}

function toChanges({ text, ...others }: ValuesOf<typeof values>): Partial<Omit<Activity, 'id'>> {
  const named = Object.entries({ ...others, description: text }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(named)
}

function toSpanText({ start, end }: Pick<Activity, 'start' | 'end'>): string {
  return [start, end].map(toClockText).join(' to ')
}

function toActivityText({ id, date, title, ...span }: Activity): string {
  return `Activity ${id}, ${toVisibleLine(title)}, ${toDayText(date)}, ${toSpanText(span)},`
}
