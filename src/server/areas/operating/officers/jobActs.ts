// What officers do with jobs that failed for good: try them again, or drop them.
import { countWaitingDeliveries } from '../../../alerts/db/delivery.ts'
import { getTimeZone } from '../../../club/db/club.ts'
import type { Tx } from '../../../db/open.ts'
import { lateJobMs } from '../../../limits/jobs.ts'
import { type ActContext, fail } from '../../../officers/act.ts'
import { countWaiting, dropJob, listFailedJobs, reviveJob } from '../../../queue/db.ts'

export async function listFailed(tx: Tx, context: ActContext) {
  const { timeZone, waiting } = await listWaiting(tx, context)
  return { timeZone, jobs: await listFailedJobs(tx), late: waiting.filter(({ isLate }) => isLate) }
}

/** What is due and not done yet: since when, and why. `planned` are jobs for later. */
export async function listWaiting(tx: Tx, { now }: ActContext) {
  const at = new Date(now)
  const { waiting: jobs, planned } = await countWaiting(tx, at)
  const deliveries = await countWaitingDeliveries(tx, at)
  const all = [...jobs, ...deliveries.map(({ way, ...one }) => ({ ...one, kind: `alert by ${way}` }))]
  const waiting = all.map((one) => ({ ...one, isLate: one.since.getTime() <= now - lateJobMs }))
  return { timeZone: await getTimeZone(tx), waiting, planned, now: at }
}

interface OfJob {
  readonly job: number
}

export async function retryJob(tx: Tx, context: ActContext, { job: id }: OfJob): Promise<void> {
  const isRevived = await reviveJob(tx, id, new Date(context.now))
  if (!isRevived) fail('not-found', { thing: 'failed-job', typed: id })
}

export async function dropFailedJob(
  tx: Tx,
  context: ActContext,
  { job: id, reason }: OfJob & { reason: string },
): Promise<void> {
  const isDropped = await dropJob(tx, id, { reason, at: new Date(context.now) })
  if (!isDropped) fail('not-found', { thing: 'failed-job', typed: id })
}
