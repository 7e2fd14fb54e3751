// The grants of judges, saved on this device. A reset of the library never deletes them.

import { toCanonicalJson } from '../domain/canonicalJson.ts'
import { dayMs } from '../domain/time.ts'
import { tombstoneDays } from './outbox.ts'
import type { OutboxDatabase, WriteTx } from './outboxDatabase.ts'
import { isSettled, type JudgeGrant, type StoredGrant, toPrincipalId } from './outboxRecords.ts'

type Told = Pick<JudgeGrant, 'sent' | 'sheets' | 'version'>

export interface Grants {
  /** The judge who is at this device for the event. */
  find(show: { club: string; eventId: number }): Promise<JudgeGrant | undefined>
  /** All grants, also of earlier judges: their entries are still sent as theirs (rules/offline 1.8). */
  list(): Promise<StoredGrant[]>
  /**
   * Makes this judge the device's judge. Entries that waited for their sign-in may be sent. What the club has said of
   * their sheets stays.
   */
  save(grant: JudgeGrant): Promise<void>
  /** What the club has of this judge, from whatever phone. Without `sheets`, those that are kept are the newest. */
  noteSent(judge: Pick<JudgeGrant, 'club' | 'eventId' | 'judgeId'>, told: Told): Promise<void>
  /** The judge leaves this device. While one of their entries waits, the grant stays to deliver it. */
  forget(grant: Pick<JudgeGrant, 'club' | 'eventId' | 'judgeId'>): Promise<void>
  /** Deletes grants of judges who have left or whose event is long over, unless an entry still waits. */
  sweep(serverNow: number): Promise<void>
}

/** The same id as the principal id of the judge's entries. */
export function toGrantId({
  club,
  eventId,
  judgeId,
}: Pick<JudgeGrant, 'club' | 'eventId' | 'judgeId'>): string {
  return toPrincipalId({ club, eventId, principal: { kind: 'judge', ref: judgeId } })
}

export function createGrants(database: OutboxDatabase, announce: () => void): Grants {
  return {
    async find({ club, eventId }) {
      const all = await database.read(['grants'], (tx) => tx.objectStore('grants').getAll())
      return all.find((grant) => grant.isCurrent && grant.club === club && grant.eventId === eventId)
    },

    list: () => database.read(['grants'], (tx) => tx.objectStore('grants').getAll()),

    async save(grant) {
      const id = toGrantId(grant)
      await database.write(['grants', 'entries'], 'strict', async (tx) => {
        const grants = tx.objectStore('grants')
        for (const other of await grants.getAll()) {
          if (other.club !== grant.club || other.eventId !== grant.eventId || !other.isCurrent) continue
          await grants.put({ ...other, isCurrent: false })
        }
        const told = toTold(await grants.get(id), grant)
        await grants.put({ ...grant, ...told, id, isCurrent: true, hasLeft: false })
        const entries = tx.objectStore('entries')
        for (const entry of await entries.getAll()) {
          if (entry.state !== 'needs-signin' || toPrincipalId(entry) !== id) continue
          await entries.put({ ...entry, state: 'waiting', nextAt: 0 })
        }
      })
      announce()
    },

    async noteSent(judge, told) {
      const id = toGrantId(judge)
      const isChanged = await database.write(['grants'], 'relaxed', async (tx) => {
        const grants = tx.objectStore('grants')
        const held = await grants.get(id)
        if (held === undefined) return false
        const noted = noteTold(held, told)
        if (toCanonicalJson(held) === toCanonicalJson(noted)) return false
        await grants.put(noted)
        return true
      })
      if (isChanged) announce()
    },

    async forget(judge) {
      const id = toGrantId(judge)
      await database.write(['grants', 'entries'], 'strict', async (tx) => {
        const grants = tx.objectStore('grants')
        const grant = await grants.get(id)
        if (grant === undefined) return
        if ((await listAwaited(tx)).has(id)) await grants.put({ ...grant, isCurrent: false, hasLeft: true })
        else await grants.delete(id)
      })
      announce()
    },

    async sweep(serverNow) {
      const isOver = ({ hasLeft, until }: StoredGrant) =>
        hasLeft || Date.parse(until) + tombstoneDays * dayMs < serverNow
      const all = await database.read(['grants'], (tx) => tx.objectStore('grants').getAll())
      if (!all.some(isOver)) return
      await database.write(['grants', 'entries'], 'relaxed', async (tx) => {
        const grants = tx.objectStore('grants')
        const awaited = await listAwaited(tx)
        for (const grant of await grants.getAll()) {
          if (isOver(grant) && !awaited.has(grant.id)) await grants.delete(grant.id)
        }
      })
    },
  }
}

/** A new grant says which sheets there are at the most, and nothing of what they hold. */
function toTold(before: StoredGrant | undefined, { sent = [] }: JudgeGrant): Told {
  if (before === undefined) return {}
  const { sheets, version } = before
  const isSame = (one: SentSequence) => (other: SentSequence) =>
    other.formId === one.formId && other.entryId === one.entryId
  const kept = (before.sent ?? []).map((one) => {
    const again = sent.find(isSame(one))
    return again !== undefined && again.sequence > one.sequence ? again : one
  })
  const added = sent.filter((one) => !kept.some(isSame(one)))
  return {
    sent: [...kept, ...added],
    ...(sheets === undefined ? {} : { sheets, ...(version === undefined ? {} : { version }) }),
  }
}

type SentSequence = NonNullable<JudgeGrant['sent']>[number]

/** A version is kept only beside its own sheets: it is what the club is told to be known here. */
function noteTold(held: StoredGrant, { sent, sheets, version }: Told): StoredGrant {
  const { version: _, ...rest } = { ...held, ...(sent === undefined ? {} : { sent }) }
  if (sheets !== undefined) return { ...rest, sheets, ...(version === undefined ? {} : { version }) }
  if (held.sheets === undefined || held.version === undefined) return rest
  return { ...rest, version: held.version }
}

/** The principals that still have an entry to send. */
async function listAwaited(tx: WriteTx): Promise<Set<string>> {
  const entries = await tx.objectStore('entries').getAll()
  return new Set(entries.filter((entry) => !isSettled(entry)).map(toPrincipalId))
}
