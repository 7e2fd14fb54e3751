// How long a page about events stays true without a change of the club's data.
import { addDays, findDay, toInstant } from '../day.ts'
import type { ClubEvent } from '../event.ts'

/** From the last instant at which the page has changed by itself to the next one: epoch milliseconds. */
export function findTrueSpan(
  events: readonly ClubEvent[],
  clubZone: string,
  now: number,
): { from: number; until: number } {
  const turns = [
    ...findMidnights(clubZone, now),
    ...events.flatMap((event) => [...findMidnights(event.timeZone, now), ...listDoorTimes(event)]),
  ]
  return {
    from: Math.max(...turns.filter((turn) => turn <= now)),
    until: Math.min(...turns.filter((turn) => turn > now)),
  }
}

/** The event's day decides what is upcoming and what is on. */
function findMidnights(timeZone: string, now: number): number[] {
  const today = findDay(now, timeZone)
  return [today, addDays(today, 1)].map((day) => toInstant(day, '00:00', timeZone))
}

/** When a block of the event's panel opens or closes. */
function listDoorTimes(event: ClubEvent): number[] {
  return [
    event.reg_startdate,
    event.reg_enddate,
    event.workerStartDate,
    event.workerEndDate,
    ...event.maps.flatMap((map) => [map.availableStartdate, map.availableEnddate]),
    ...event.tickets.flatMap((ticket) => [ticket.startdate, ticket.enddate]),
  ].flatMap((instant) => {
    const turn = Date.parse(instant ?? '')
    return Number.isNaN(turn) ? [] : [turn]
  })
}
