// Publishes an event, and gives a link to look at it before.
import { randomBytes } from 'node:crypto'
import { findDay } from '../../../../domain/day.ts'
import { announce, planReminders } from '../../../alerts/announce.ts'
import { countMembersToTell } from '../../../alerts/db/recipients.ts'
import { getClub } from '../../../club/db/club.ts'
import { findRoot, listWarnings } from '../../../clubFile/crossCheck.ts'
import { readStoredClub } from '../../../clubFile/export.ts'
import type { Fault } from '../../../clubFile/faults.ts'
import type { ClubFormat } from '../../../clubFile/format.ts'
import { readRecords } from '../../../clubFile/read.ts'
import type { FileRecord } from '../../../clubFile/recordKind.ts'
import type { Tx } from '../../../db/open.ts'
import {
  deleteEvent,
  findPreviewEnd,
  hideEvent,
  listEvents,
  lockEvent,
  publishEvent as markPublished,
  setPreview,
} from '../../../event/db/event.ts'
import { countGivenFor, countPaying } from '../../../event/db/sales.ts'
import { secretBytes } from '../../../limits/sizes.ts'
import { eventPreviewLifeMs } from '../../../limits/times.ts'
import { type EventActContext, fail } from '../../../officers/act.ts'
import { hashLinkSecret } from '../../../sealed/linkSecret.ts'
import { alerts } from '../alerts.ts'
import { type DatedText, listDatedTexts } from './datedTexts.ts'
import { findOldEntries } from './oldEntries.ts'
import { listPrices, listTimes, type Price } from './prices.ts'

/** What a show usually has and this one has not. */
export type MissingPart =
  | 'agreement'
  | 'ballots'
  | 'classes'
  | 'contact'
  | 'description'
  | 'gate-time'
  | 'judges'
  | 'judging-form'
  | 'nothing-on-sale'
  | 'picture'
  | 'place'
  | 'schedule'
  | 'spaces'

export interface Publishing {
  readonly missing: readonly MissingPart[]
  readonly warnings: readonly Fault[]
  readonly prices: readonly Price[]
  readonly times: readonly string[]
  /** They say a day or a price in words. */
  readonly datedTexts: readonly DatedText[]
  /** Entries of the schedule that are as in an earlier event, and this event. */
  readonly oldEntries: { readonly count: number; readonly of: string } | undefined
  /** The event is over: it is no news. */
  readonly isOver: boolean
  /** Members who hear of the new event, unless it is over. */
  readonly told: number
}

/** Says what is missing and whom it tells, and publishes the event unless it only asks. */
export const createPublishing =
  (format: ClubFormat) =>
  async (tx: Tx, context: EventActContext, { isDry }: { isDry: boolean }): Promise<Publishing> => {
    const { event, tenant, now } = context
    await lockEvent(tx, event.id)
    if (event.published) fail('already-so', { is: 'published', event: { id: event.id, label: event.name } })
    const { records } = readRecords(format, await readStoredClub(tx, format, tenant))
    const own = records.filter((record) => {
      const root = findRoot(record)
      return root.kind.name === 'event' && root.ref === event.ref
    })
    const today = findDay(now, event.time_zone)
    const isNews = event.end_on >= today
    const club = await getClub(tx)
    if (!isDry && (await markPublished(tx, event.id))) {
      if (isNews) await announce(tx, { kind: 'event', ids: [event.id], at: new Date(now) })
      await planReminders(tx, tenant.id, now, [event.id])
    }
    return {
      missing: listMissing(own, club.settings.contactEmail ?? ''),
      warnings: listWarnings(own, now),
      prices: listPrices(own),
      times: listTimes(own, event.time_zone),
      datedTexts: listDatedTexts(own, { until: Number(event.start_on.slice(0, 4)) - 1, weekdays: true }),
      oldEntries: findOldEntries(event, await listEvents(tx)),
      isOver: !isNews,
      told: isNews ? await countMembersToTell(tx, { choice: alerts.event.choice, today }) : 0,
    }
  }

function listMissing(records: readonly FileRecord[], contactEmail: string): MissingPart[] {
  const [{ value }] = records as readonly [FileRecord]
  const has = (name: string) => records.some(({ kind }) => kind.name === name)
  const isForSale = (record: FileRecord) => record.kind.name === 'map' && record.value.available === true
  const isOn = { registration: value.registration === true, voting: Number(value.voting) }
  const checks: Readonly<Record<MissingPart, boolean>> = {
    place: value.place === '',
    description: value.description === '',
    picture: isEmpty(value.images),
    'gate-time': value.gateTime === '',
    schedule: isEmpty(value.schedule),
    'nothing-on-sale': !isOn.registration && !has('ticket') && !records.some(isForSale),
    agreement: isOn.registration && value.agreement === '',
    classes: (isOn.registration || isOn.voting !== 0) && !has('class'),
    spaces: records.some(isForSale) && !has('element'),
    // they are taken in the window whatever `voting` says
    ballots: typeof value.votingStart === 'string' && !has('voter'),
    'judging-form': isOn.voting === 2 && !has('judgingForm'),
    judges: isOn.voting === 2 && !has('judge'),
    contact: contactEmail === '',
  }
  return (Object.keys(checks) as MissingPart[]).filter((part) => checks[part])
}

function isEmpty(list: unknown): boolean {
  return !Array.isArray(list) || list.length === 0
}

/** Hides it again, as long as nobody has anything of it. */
export async function unpublishEvent(
  tx: Tx,
  { event }: EventActContext,
  { isDry }: { isDry: boolean },
): Promise<void> {
  const named = { id: event.id, label: event.name }
  await lockEvent(tx, event.id)
  if (!event.published) fail('already-so', { is: 'not-published', event: named })
  const given = (await countGivenFor(tx, [event.id])).get(event.id) ?? 0
  const count = given + (await countPaying(tx, event.id))
  if (count > 0) fail('not-possible', { why: 'has-things', event: named, count })
  if (!isDry) await hideEvent(tx, event.id)
}

/** The secret of the link, which is stored nowhere. `isNew` ends one that is open. */
export async function openPreview(
  tx: Tx,
  { event, now }: EventActContext,
  { isNew }: { isNew: boolean },
): Promise<{ secret: string; until: Date }> {
  const named = { id: event.id, label: event.name }
  if (event.published) fail('already-so', { is: 'published', event: named })
  const open = isNew ? undefined : await findPreviewEnd(tx, event.id, now)
  if (open !== undefined) {
    const at = { until: open.toISOString(), timeZone: event.time_zone }
    fail('already-so', { is: 'previewed', event: named, ...at })
  }
  const secret = randomBytes(secretBytes).toString('base64url')
  const until = new Date(now + eventPreviewLifeMs)
  await setPreview(tx, event.id, { hash: hashLinkSecret(secret), until })
  return { secret, until }
}

export async function endPreview(tx: Tx, { event }: EventActContext): Promise<void> {
  if (event.published) fail('already-so', { is: 'published', event: { id: event.id, label: event.name } })
  await setPreview(tx, event.id, null)
}

/** Only what nobody has seen, and of which nobody has anything. */
export async function removeEvent(
  tx: Tx,
  { event }: EventActContext,
  { isDry }: { isDry: boolean },
): Promise<void> {
  const named = { id: event.id, label: event.name }
  await lockEvent(tx, event.id)
  if (event.published) fail('not-possible', { why: 'is-published', event: named })
  const count = (await countGivenFor(tx, [event.id])).get(event.id) ?? 0
  if (count > 0) fail('not-possible', { why: 'has-things', event: named, count })
  if (!isDry) await deleteEvent(tx, event.id)
}
