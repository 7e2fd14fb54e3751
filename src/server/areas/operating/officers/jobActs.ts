// What officers do with jobs that failed for good: try them again, or drop them.
import { getTimeZone } from '../../../club/db/club.ts'
import type { Tx } from '../../../db/open.ts'
import { type ActContext, fail } from '../../../officers/act.ts'
import { dropJob, listFailedJobs, reviveJob } from '../../../queue/db.ts'

export async function listFailed(tx: Tx) {
  return { timeZone: await getTimeZone(tx), jobs: await listFailedJobs(tx) }
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
