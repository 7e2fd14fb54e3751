// The outbox: submissions made on this device, saved until the server has settled them.

import type { Receipt } from '../contract/define.ts'
import type { QueuedActionName } from '../contract/index.ts'
import { toCanonicalJson } from '../domain/canonicalJson.ts'
import { dayMs, hourMs } from '../domain/time.ts'
import { NotSaved } from './notSaved.ts'
import {
  createOrderedReading,
  getEntries,
  type OutboxDatabase,
  type OutboxSpan,
  putEntries,
  toSpan,
  type WriteTx,
} from './outboxDatabase.ts'
import {
  type DraftId,
  isPending,
  isSettled,
  type OutboxEntry,
  type OutboxEntryFault,
  type SheetStanding,
  toLanes,
  toPrincipalId,
} from './outboxRecords.ts'

export interface NewOutboxEntry<N extends QueuedActionName = QueuedActionName>
  extends Pick<
    OutboxEntry<N>,
    | 'key'
    | 'action'
    | 'club'
    | 'tenantId'
    | 'eventId'
    | 'principal'
    | 'input'
    | 'sequence'
    | 'madeAt'
    | 'clockOffset'
    | 'about'
  > {
  /** The key of a refused entry that this one corrects. That entry is dismissed in the same transaction. */
  replaces?: string
  /** If the newest entry for the same item says the same, it is returned and nothing is stored. */
  onlyIfChanged?: boolean
}

/** The outcome of an entry that was sent. */
export type OutboxResult =
  | { kind: 'accepted'; key: string; receipt: Receipt; at: number; standing?: SheetStanding | undefined }
  | { kind: 'refused'; key: string; fault: OutboxEntryFault; receipt?: Receipt; at: number }
  /** `grant` is the one that the server refused; undefined if the device had none to send. */
  | { kind: 'needs-signin'; key: string; fault: OutboxEntryFault; grant: string | undefined }
  | {
      kind: 'retry'
      key: string
      fault: OutboxEntryFault
      nextAt: number
      isSuspect: boolean
      /** The device had no network before and after. */
      neverLeft?: boolean
    }

export interface Outbox {
  /**
   * rules/offline 1.2: one strict transaction stores the entry and deletes the draft. Resolves on its
   * `complete`, otherwise rejects with NotSaved. The same key twice is one entry. The same key with another
   * input is another intent and gets its own key.
   */
  put<N extends QueuedActionName>(entry: NewOutboxEntry<N>, draft?: DraftId): Promise<OutboxEntry<N>>
  /** In the order they were made, all or a part. With tombstones, without dismissed entries. */
  list(part?: OutboxSpan): Promise<OutboxEntry[]>
  /** Refused entries that were dismissed, without personal fields, until their tombstones go. */
  listDismissed(): Promise<OutboxEntry[]>
  find(key: string): Promise<OutboxEntry | undefined>
  /** Dismisses a refused entry. Any other entry stays as it is. */
  dismiss(key: string): Promise<void>
  /**
   * Deletes an entry that has not left the device, or turns it into a draft again, in one transaction. False if it may
   * have left: then it stays.
   */
  takeBack(key: string, draft?: { id: DraftId; value: unknown }): Promise<boolean>

  // Only for the sender, which holds the lock.

  /**
   * rules/offline 1: entries that an ended sender left as `sending` wait again; `isLeft` finds them. Returns
   * all unsettled entries in the order they were made.
   */
  recover(isLeft: (entry: OutboxEntry) => boolean): Promise<OutboxEntry[]>
  /** Called before the request is sent. Returns the entries that are still unsettled, and as they were read. */
  markSending(
    keys: readonly string[],
    now: number,
    marking?: { hasNoNetwork?: boolean; isAsRead?(entry: OutboxEntry): boolean },
  ): Promise<OutboxEntry[]>
  /** One transaction for a whole answer. Settled entries do not change again. */
  settle(results: readonly OutboxResult[]): Promise<void>
  /** rules/offline 1.7: deletes tombstones after 30 days by the server's clock, and nothing undelivered. */
  sweep(serverNow: number): Promise<void>
}

export interface OutboxOptions {
  newKey(): string
  /** Epoch milliseconds by the device's clock. */
  deviceNow(): number
  /** SHA-256, lower-case hexadecimal. */
  hash(text: string): Promise<string>
  /**
   * Called after every change. The sender says in which part it was; what a person does has everything read again, so
   * that they see also what this page has not heard of.
   */
  announce(part?: OutboxSpan): void
}

/** rules/offline 1.7. */
export const tombstoneDays = 30

/** rules/offline 1.7: removed from delivered entries. */
export const personalFields = ['fname', 'lname', 'email'] as const

/** Whether the club cannot have it yet, so that the person may take it back. */
export function isUnsent({
  state,
  attempts,
  neverLeft,
}: Pick<OutboxEntry, 'state' | 'attempts' | 'neverLeft'>): boolean {
  return state === 'waiting' && (attempts === 0 || neverLeft === true)
}

export function createOutbox(database: OutboxDatabase, options: OutboxOptions): Outbox {
  const { newKey, deviceNow, hash, announce } = options

  async function change<T>(
    stores: ('entries' | 'drafts' | 'grants')[],
    durability: 'strict' | 'relaxed',
    body: (tx: WriteTx, note: (entry: OutboxEntry) => void) => Promise<T>,
  ): Promise<T> {
    const places: number[] = []
    const note = ({ order }: OutboxEntry) => void places.push(order)
    const result = await database.write(stores, durability, (tx) => body(tx, note))
    announce(toSpan(places))
    return result
  }

  const ordered = createOrderedReading(database)
  let sweptAt: number | undefined

  return {
    async put<N extends QueuedActionName>(entry: NewOutboxEntry<N>, draft?: DraftId) {
      const { replaces, onlyIfChanged = false, ...made } = entry
      try {
        const inputHash = await hash(toCanonicalJson(made.input))
        return await change(['entries', 'drafts'], 'strict', async (tx) => {
          const entries = tx.objectStore('entries')
          const before = await entries.get(made.key)
          if (draft !== undefined) await tx.objectStore('drafts').delete(draft)
          if (before !== undefined && isSameIntent(before, made)) return before as OutboxEntry<N>
          const equal = onlyIfChanged ? findEqual(await entries.getAll(), made) : undefined
          if (equal !== undefined) return equal as OutboxEntry<N>
          const last = await entries.index('order').openKeyCursor(null, 'prev')
          const now = deviceNow()
          const stored: OutboxEntry<N> = {
            ...made,
            key: before === undefined ? made.key : newKey(),
            schema: 1,
            inputHash,
            state: 'waiting',
            attempts: 0,
            nextAt: 0,
            savedAt: now,
            order: (last?.key ?? 0) + 1,
          }
          await entries.add(stored as unknown as OutboxEntry)
          const corrected = replaces === undefined ? undefined : await entries.get(replaces)
          if (corrected?.state === 'refused') await entries.put(toDismissed(corrected, now))
          return stored
        })
      } catch (error) {
        throw new NotSaved(error)
      }
    },

    list: async (part) =>
      (await (part === undefined ? ordered.readAll() : ordered.readSpan(part))).filter(
        ({ dismissedAt }) => dismissedAt === undefined,
      ),
    listDismissed: async () =>
      (await ordered.readAll()).filter(({ dismissedAt }) => dismissedAt !== undefined),

    find: (key) => database.read(['entries'], (tx) => tx.objectStore('entries').get(key)),

    dismiss: (key) =>
      change(['entries'], 'strict', async (tx) => {
        const entries = tx.objectStore('entries')
        const entry = await entries.get(key)
        if (entry?.state === 'refused') await entries.put(toDismissed(entry, deviceNow()))
      }),

    takeBack: (key, draft) =>
      change(['entries', 'drafts'], 'strict', async (tx) => {
        const entries = tx.objectStore('entries')
        const entry = await entries.get(key)
        if (entry === undefined || !isUnsent(entry)) return false
        await entries.delete(key)
        if (draft !== undefined) await tx.objectStore('drafts').put({ ...draft, keptAt: deviceNow() })
        return true
      }),

    async recover(isLeft) {
      const open = (await this.list()).filter((entry) => !isSettled(entry))
      const left = open.filter((entry) => entry.state === 'sending' && isLeft(entry))
      if (left.length === 0) return open
      await change(['entries'], 'relaxed', async (tx, note) => {
        const entries = tx.objectStore('entries')
        for (const { key, sentAt } of left) {
          const entry = await entries.get(key)
          // nobody knows whether it arrived: it is sent again at once, under the same key
          if (entry?.state === 'sending' && entry.sentAt === sentAt) {
            await entries.put({ ...withoutMark(entry), state: 'waiting', nextAt: 0 })
            note(entry)
          }
        }
      })
      return (await this.list()).filter((entry) => !isSettled(entry))
    },

    markSending: (keys, now, { hasNoNetwork = false, isAsRead = () => true } = {}) =>
      change(['entries'], 'relaxed', async (tx, note) => {
        const marked = (await getEntries(tx, keys, ordered.places))
          .filter((entry) => entry !== undefined)
          .filter((entry) => !isSettled(entry) && isAsRead(entry))
          .map(
            (entry): OutboxEntry => ({
              ...withoutMark(entry),
              ...(hasNoNetwork && (entry.attempts === 0 || entry.neverLeft) ? { neverLeft: true } : {}),
              state: 'sending',
              attempts: entry.attempts + 1,
              sentAt: now,
            }),
          )
        putEntries(tx, marked)
        marked.forEach(note)
        return marked
      }),

    settle: (results) =>
      change(['entries', 'grants'], 'relaxed', async (tx, note) => {
        const keys = results.map(({ key }) => key)
        const before = await getEntries(tx, keys, ordered.places)
        const settled: OutboxEntry[] = []
        const stopped = new Map<string, OutboxEntryFault>()
        for (const [index, result] of results.entries()) {
          const entry = before[index]
          if (entry === undefined || isSettled(entry)) continue
          if (result.kind === 'accepted') settled.push(toTombstone(entry, result))
          else if (result.kind === 'refused') settled.push(toRefused(entry, result))
          else if (result.kind === 'retry') settled.push(toWaiting(entry, result))
          else {
            const id = toPrincipalId(entry)
            const held = await tx.objectStore('grants').get(id)
            // The judge verified while this was on its way: the new grant has not been tried yet.
            const isRenewed = held !== undefined && held.grant !== result.grant
            if (!isRenewed) stopped.set(id, result.fault)
            settled.push({
              ...entry,
              state: isRenewed ? 'waiting' : 'needs-signin',
              nextAt: 0,
              fault: result.fault,
            })
          }
        }
        putEntries(tx, settled)
        settled.forEach(note)
        if (stopped.size > 0) await stopPrincipals(tx, stopped, note)
      }),

    async sweep(serverNow) {
      // after every delivery it would read thirty days of tombstones for nothing
      if (sweptAt !== undefined && Math.abs(serverNow - sweptAt) < hourMs) return
      sweptAt = serverNow
      await database.write(['entries'], 'relaxed', async (tx) => {
        const entries = tx.objectStore('entries')
        for (const entry of await entries.getAll()) {
          const at = Date.parse(entry.receipt?.at ?? '')
          if (!isPending(entry) && at + tombstoneDays * dayMs < serverNow) await entries.delete(entry.key)
        }
      })
    },
  }
}

/** rules/offline 1.5: if one entry needs a sign-in, all entries of that principal wait for it. */
async function stopPrincipals(
  tx: WriteTx,
  stopped: ReadonlyMap<string, OutboxEntryFault>,
  note: (entry: OutboxEntry) => void,
): Promise<void> {
  const entries = tx.objectStore('entries')
  for (const entry of await entries.getAll()) {
    const fault = stopped.get(toPrincipalId(entry))
    if (fault === undefined || entry.state !== 'waiting') continue
    await entries.put({ ...entry, state: 'needs-signin', nextAt: 0, fault })
    note(entry)
  }
}

type OutboxIntent = Omit<NewOutboxEntry, 'replaces' | 'onlyIfChanged'>

/** The newest entry of the same person for the same item, if it says the same and counts or still may. */
function findEqual(entries: readonly OutboxEntry[], made: OutboxIntent): OutboxEntry | undefined {
  const lanes = toLanes(made)
  const newest = entries
    .filter((entry) => toLanes(entry).some((lane) => lanes.includes(lane)))
    .filter((entry) => toFormOf(entry) === toFormOf(made) && entry.dismissedAt === undefined)
    .sort((one, other) => other.sequence - one.sequence || other.order - one.order)[0]
  if (newest === undefined || newest.state === 'refused') return undefined
  // the club has a later one of another phone, which this one corrects
  if (newest.standing?.current === false || made.sequence > newest.sequence + 1) return undefined
  return isSameIntent(newest, made) ? newest : undefined
}

function toFormOf({ input }: Pick<OutboxEntry, 'input'>): unknown {
  return 'formId' in input ? input.formId : undefined
}

/**
 * A double tap, or another tab, sends the same again a moment later, perhaps with the sequence of a correction.
 * Without personal fields the rest is compared.
 */
function isSameIntent(before: OutboxEntry, made: OutboxIntent): boolean {
  const always = ['madeAt', 'sequence']
  const beside: readonly string[] = isPending(before) ? always : [...always, ...personalFields]
  const toText = (input: object) => toCanonicalJson(omit(input, beside))
  if (before.action !== made.action || before.dismissedAt !== undefined) return false
  return toText(before.input) === toText(made.input)
}

function omit(record: object, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))
}

function toTombstone(entry: OutboxEntry, settled: OutboxResult & { kind: 'accepted' }): OutboxEntry {
  const { fault: _, ...rest } = entry
  return {
    ...rest,
    state: 'accepted',
    input: omit(entry.input, personalFields) as OutboxEntry['input'],
    receipt: settled.receipt,
    settledAt: settled.at,
    ...(settled.standing === undefined ? {} : { standing: settled.standing }),
  }
}

function toRefused(entry: OutboxEntry, settled: OutboxResult & { kind: 'refused' }): OutboxEntry {
  return {
    ...entry,
    state: 'refused',
    fault: settled.fault,
    settledAt: settled.at,
    ...(settled.receipt === undefined ? {} : { receipt: settled.receipt }),
  }
}

function toDismissed(entry: OutboxEntry, now: number): OutboxEntry {
  return {
    ...entry,
    input: omit(entry.input, personalFields) as OutboxEntry['input'],
    dismissedAt: now,
  }
}

function withoutMark({ neverLeft: _, ...entry }: OutboxEntry): OutboxEntry {
  return entry
}

function toWaiting(entry: OutboxEntry, settled: OutboxResult & { kind: 'retry' }): OutboxEntry {
  return {
    ...withoutMark(entry),
    ...(settled.neverLeft && entry.neverLeft ? { neverLeft: true } : {}),
    state: 'waiting',
    nextAt: settled.nextAt,
    fault: settled.fault,
    suspicion: (entry.suspicion ?? 0) + (settled.isSuspect ? 1 : 0),
  }
}
