// The proofs of who judges, as this device holds them; never wiped by a reset of the library.

import { dayMs } from '../domain/time.ts'
import { isSettled, tombstoneDays, toPrincipalId } from './outbox.ts'
import type { OutboxDatabase, WriteTx } from './outboxDatabase.ts'
import type { JudgeGrant, StoredGrant } from './outboxRecords.ts'

export interface Grants {
  /** The judge who is at this device for the event. */
  find(show: { club: string; eventId: number }): Promise<JudgeGrant | undefined>
  /** All, also of judges who were here before: what they made goes out as theirs (rules/offline 1.8). */
  list(): Promise<StoredGrant[]>
  /** This is the device's judge from now on; what waited for their sign-in may go. */
  keep(grant: JudgeGrant): Promise<void>
  /** No longer the device's judge. While something of theirs waits, the grant stays to deliver it. */
  forget(grant: Pick<JudgeGrant, 'club' | 'eventId' | 'judgeId'>): Promise<void>
  /** Drops the grants of judges who have left, or whose event is long over, and for whom nothing waits any more. */
  sweep(serverNow: number): Promise<void>
}

/** The same as of what the judge made. */
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

    async keep(grant) {
      const id = toGrantId(grant)
      await database.write(['grants', 'entries'], 'strict', async (tx) => {
        const grants = tx.objectStore('grants')
        for (const other of await grants.getAll()) {
          if (other.club !== grant.club || other.eventId !== grant.eventId || !other.isCurrent) continue
          await grants.put({ ...other, isCurrent: false })
        }
        await grants.put({ ...grant, id, isCurrent: true, hasLeft: false })
        const entries = tx.objectStore('entries')
        for (const entry of await entries.getAll()) {
          if (entry.state !== 'needs-signin' || toPrincipalId(entry) !== id) continue
          await entries.put({ ...entry, state: 'waiting', nextAt: 0 })
        }
      })
      announce()
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

/** The judges for whom something still has to go out. */
async function listAwaited(tx: WriteTx): Promise<Set<string>> {
  const entries = await tx.objectStore('entries').getAll()
  return new Set(entries.filter((entry) => !isSettled(entry)).map(toPrincipalId))
}
