// What ballots and score sheets are checked against: an event's windows, cars, classes and forms.

import type { ClassEntries, JudgingForm } from '../../domain/event.ts'
import { hourMs, minuteMs } from '../../domain/time.ts'
import { findBallotWindow, findJudgingWindow, type TimeWindow } from '../../domain/window.ts'
import type { TenantIdentity } from '../club/db/tenant.ts'
import type { Tx } from '../db/open.ts'
import { findEvent } from '../event/db/event.ts'
import { listForms } from '../event/db/judgingForm.ts'
import { listCars } from '../event/db/showEntry.ts'
import { createEventMemory } from '../event/eventMemory.ts'
import { readEntries } from '../event/eventPack.ts'
import type { Services } from '../process/services.ts'

export interface Contest {
  readonly eventId: number
  readonly name: string
  /** 0 none, 1 ballot, 2 judging. */
  readonly voting: number
  readonly votesPerClass: number
  /** Undefined when the event has no ballot. */
  readonly ballotWindow: TimeWindow | undefined
  readonly ballotGraceMs: number
  readonly judgingWindow: TimeWindow
  readonly sheetGraceMs: number
  readonly classes: readonly ClassEntries[]
  /** Row ids by car number. */
  readonly carIds: ReadonlyMap<string, number>
  readonly forms: readonly JudgingForm[]
}

/** The value of `voting` for events that use judging. */
export const judgingUsed = 2

const remember = createEventMemory<Contest>({ withSales: true })

/** The event's present state, in one cheap statement while it is unchanged. Undefined for a draft. */
export function findContest(
  tx: Tx,
  services: Services,
  tenant: TenantIdentity,
  eventId: number,
): Promise<Contest | undefined> {
  return remember(tx, services.database, tenant, eventId, () => readContest(tx, services, tenant, eventId))
}

async function readContest(
  tx: Tx,
  services: Services,
  tenant: TenantIdentity,
  eventId: number,
): Promise<Contest | undefined> {
  const event = await findEvent(tx, eventId)
  if (event === undefined) return undefined
  const { entries } = await readEntries(tx, services, tenant, eventId)
  const cars = await listCars(tx, eventId)
  return {
    eventId,
    name: event.name,
    voting: event.voting,
    votesPerClass: event.votes_per_class,
    ballotWindow: findBallotWindow({
      votingStart: event.voting_starts_at?.toISOString() ?? null,
      votingEnd: event.voting_ends_at?.toISOString() ?? null,
    }),
    ballotGraceMs: event.ballot_grace_minutes * minuteMs,
    judgingWindow: findJudgingWindow({
      startDate: event.start_on,
      endDate: event.end_on,
      timeZone: event.time_zone,
    }),
    sheetGraceMs: event.sheet_grace_hours * hourMs,
    classes: entries.classes,
    carIds: new Map(cars.map((car) => [car.car_number, car.id])),
    forms: await listForms(tx, eventId),
  }
}
