// `club -- events`: the club's events with their numbers.
import type { Tx } from '../../../db/open.ts'
import { listEvents } from '../../../event/db/event.ts'
import { type Command, clubActWay } from '../../../officers/command.ts'
import { toDayText } from '../../../officers/timeFormat.ts'
import { right, toCountText, toTableOf } from '../../../officers/words.ts'

const listAll = (tx: Tx) => listEvents(tx)

export const eventsCommand: Command = {
  takes: 'club',
  alone: clubActWay({
    help: 'events                                  the events with their numbers, the oldest first',
    act: listAll,
    says(events) {
      const table = toTableOf(events, [
        [right('EVENT'), ({ id }) => String(id)],
        ['Title', ({ name }) => name],
        ['Days', ({ start_on, end_on }) => toDaysText(start_on, end_on)],
        ['', ({ published }) => (published ? 'published' : 'not published')],
      ])
      return `${table}${toCountText(events.length, 'event')}.`
    },
  }),
}

export function toDaysText(from: string, to: string): string {
  return from === to ? toDayText(from) : `${toDayText(from)} to ${toDayText(to)}`
}
