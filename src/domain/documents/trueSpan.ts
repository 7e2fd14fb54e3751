// How long a page about events stays true without a change of the club's data.
import { addDays, findDay } from '../day.ts'
import { type ClubEvent, listDayTurns } from '../event.ts'

/** From the last instant at which the page has changed by itself to the next one: epoch milliseconds. */
export function findTrueSpan(
  events: readonly ClubEvent[],
  clubZone: string,
  now: number,
): { from: number; until: number } {
  const turns = [
    ...findDayTurns(clubZone, now),
    ...events.flatMap((event) => [...findDayTurns(event.timeZone, now), ...listDoorTimes(event)]),
  ]
  return {
    from: Math.max(...turns.filter((turn) => turn <= now)),
    until: Math.min(...turns.filter((turn) => turn > now)),
  }
}

/** The day decides what is upcoming, what is on and what is over. */
function findDayTurns(timeZone: string, now: number): number[] {
  const today = findDay(now, timeZone)
  return [today, addDays(today, 1)].flatMap((day) => listDayTurns(day, timeZone))
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
