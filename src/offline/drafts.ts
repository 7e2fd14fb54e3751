// Drafts of ballots, score sheets, purchases, posts, rides and listings. They share the outbox's database, so that one transaction
// can save the entry and delete its draft.

import { isRecord } from '../domain/isRecord.ts'
import { dayMs } from '../domain/time.ts'
import { type Outbox, personalFields } from './outbox.ts'
import type { OutboxDatabase } from './outboxDatabase.ts'
import type { DraftId, DraftRecord, OutboxEntry } from './outboxRecords.ts'

/** Without a value the draft is deleted. */
export interface DraftChange {
  id: DraftId
  value: unknown
  /** When it was last changed by the device's clock; now if left out. */
  keptAt?: number
}

/**
 * When the call returns, the change is on its way to the device and survives the page. Callers need not wait
 * before the next change. The promise says whether the device has saved it.
 */
export interface Drafts {
  find(id: DraftId): Promise<unknown>
  /** Every draft whose id begins with `prefix`. */
  list(prefix: string): Promise<DraftRecord[]>
  /** The ids that begin with `prefix`. */
  listIds(prefix: string): Promise<DraftId[]>
  /** The last call wins. Do not call this after the entry was put: it would bring the draft back. */
  save(id: DraftId, value: unknown): Promise<void>
  forget(id: DraftId): Promise<void>
  /** Makes all changes or none. */
  change(wanted: readonly DraftChange[]): Promise<void>
  /**
   * Replaces drafts of an earlier shape, once: in one transaction they are deleted, and what `convert` makes of
   * them is saved. A draft that is there already stays as it is.
   */
  replace(ids: readonly DraftId[], convert: (found: readonly DraftRecord[]) => DraftChange[]): Promise<void>
  /** Deletes every draft whose id begins with `prefix`. */
  forgetAll(prefix: string): Promise<void>
  /**
   * Of what was not changed for `purchaseLifeMs`, deletes everybody's purchases, and the names and addresses in
   * ballots: their choices stay. `now` is the earliest time that it may be by the server's clock.
   */
  forgetOldPersonal(now: number): Promise<void>
}

/** The next person at this device should not find names and addresses that are older. */
export const purchaseLifeMs = dayMs

const purchases = 'purchase/'
const ballots = 'ballot/'

/** Purchases of one person in one club; visitors are member 0. */
export function toPurchasePrefix(club: string | undefined, memberId: number): string {
  return `${purchases}${club ?? ''}/${memberId}/`
}

/** Posts and comments of one member in one club. They stay until they are posted or discarded, or the member signs out. */
export function toPostDraftPrefix(club: string | undefined, memberId: number): string {
  return `post/${club ?? ''}/${memberId}/`
}

interface DraftOwner {
  club: string | undefined
  memberId: number
}

/** Rides or listings of one member in one club. */
export function toMemberFormDraftPrefix(kind: 'ride' | 'listing', { club, memberId }: DraftOwner): string {
  return `${kind}/${club ?? ''}/${memberId}/`
}

/** One of them. `name` is the id, or `new`. */
export function toMemberFormDraftId(kind: 'ride' | 'listing', owner: DraftOwner, name: string): DraftId {
  return `${toMemberFormDraftPrefix(kind, owner)}${name}`
}

export function createDrafts(database: OutboxDatabase, deviceNow: () => number): Drafts {
  /** The newest change of each id. A late write, over a new connection, must not undo it. */
  const newest = new Map<DraftId, symbol>()

  function change(wanted: readonly DraftChange[]): Promise<void> {
    const turn = Symbol()
    for (const { id } of wanted) newest.set(id, turn)
    return database.write(['drafts'], 'relaxed', async (tx) => {
      const store = tx.objectStore('drafts')
      const writes = wanted
        .filter(({ id }) => newest.get(id) === turn)
        .map(({ id, value, keptAt = deviceNow() }) =>
          value === undefined ? store.delete(id) : store.put({ id, value, keptAt }),
        )
      // if the page ends now, the browser drops a transaction that is not committed
      tx.commit()
      await Promise.all(writes)
    })
  }

  const toRange = (prefix: string) => IDBKeyRange.bound(prefix, `${prefix}\uffff`)

  return {
    find: (id) => database.read(['drafts'], async (tx) => (await tx.objectStore('drafts').get(id))?.value),
    listIds: (prefix) =>
      database.read(['drafts'], (tx) => tx.objectStore('drafts').getAllKeys(toRange(prefix))),
    save: (id, value) => change([{ id, value }]),
    forget: (id) => change([{ id, value: undefined }]),
    list: (prefix) => database.read(['drafts'], (tx) => tx.objectStore('drafts').getAll(toRange(prefix))),
    change,
    async replace(ids, convert) {
      const findAll = async (store: { get(id: DraftId): Promise<DraftRecord | undefined> }) =>
        (await Promise.all(ids.map((id) => store.get(id)))).filter((found) => found !== undefined)
      const isAny = await database.read(
        ['drafts'],
        async (tx) => (await findAll(tx.objectStore('drafts'))).length > 0,
      )
      if (!isAny) return
      await database.write(['drafts'], 'strict', async (tx) => {
        const store = tx.objectStore('drafts')
        const found = await findAll(store)
        for (const { id, value, keptAt = deviceNow() } of convert(found)) {
          if ((await store.get(id)) === undefined) await store.put({ id, value, keptAt })
        }
        for (const { id } of found) await store.delete(id)
      })
    },
    forgetAll: (prefix) =>
      database.write(['drafts'], 'relaxed', (tx) => tx.objectStore('drafts').delete(toRange(prefix))),
    forgetOldPersonal: (now) =>
      database.write(['drafts'], 'relaxed', async (tx) => {
        const store = tx.objectStore('drafts')
        const findOld = async (prefix: string) =>
          (await store.getAll(toRange(prefix))).filter((draft) => now - findTime(draft) > purchaseLifeMs)
        for (const { id } of await findOld(purchases)) await store.delete(id)
        for (const draft of await findOld(ballots)) await store.put(withoutNames(draft))
      }),
  }
}

function withoutNames(draft: DraftRecord): DraftRecord {
  const { value } = draft
  if (!isRecord(value) || !isRecord(value.values)) return draft
  const empty = Object.fromEntries(personalFields.map((name) => [name, '']))
  return { ...draft, value: { ...value, values: { ...value.values, ...empty } } }
}

/** Purchases carry the time by the server's clock. */
function findTime({ value, keptAt }: DraftRecord): number {
  return isRecord(value) && typeof value.at === 'number' ? value.at : keptAt
}

/** All tabs of a voter share the draft of their ballot. */
export interface Ballot {
  /** The club's slug, '' if the host names it. */
  club: string
  eventId: number
  voterId: string
}

export function toBallotDraftId({ club, eventId, voterId }: Ballot): string {
  return `${ballots}${club}/${eventId}/${voterId}`
}

export function isOfBallot(entry: OutboxEntry, { club, eventId, voterId }: Ballot): boolean {
  return (
    entry.action === 'submit_ballot' &&
    entry.principal.ref === voterId &&
    entry.eventId === eventId &&
    entry.club === club
  )
}

/**
 * Saves the draft at once, so that it survives the page, and deletes it again if the ballot has been submitted
 * meanwhile: by this tab, or by another of which this one has not heard yet. Otherwise the voter's name and address
 * would come back. Rejects if the device does not save it.
 */
export async function saveBallotDraft(
  device: { drafts: Pick<Drafts, 'save' | 'forget'>; outbox: Pick<Outbox, 'list'> },
  ballot: Ballot,
  value: unknown,
): Promise<void> {
  const id = toBallotDraftId(ballot)
  await device.drafts.save(id, value)
  const entries = await device.outbox.list()
  if (entries.some((entry) => isOfBallot(entry, ballot) && isHandedIn(entry))) await device.drafts.forget(id)
}

/** What was refused can be corrected, unless another ballot of the voter has been counted. */
function isHandedIn({ state, fault }: OutboxEntry): boolean {
  return state !== 'refused' || fault?.code === 'ballot-used'
}
