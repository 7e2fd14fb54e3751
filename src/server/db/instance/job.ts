// All SQL about jobs: queued in a club's transaction, taken and finished for all clubs together.
import { sql } from 'kysely'
import type { Tx } from '../open.ts'
import { noteQueued } from '../scope/scope.ts'

export interface StoredNewJob {
  readonly tenantId: number
  readonly kind: string
  readonly payload: object
  /** At once where it is missing. */
  readonly runAt?: Date | undefined
  /** The same kind with the same key is queued once per club, until the done one is forgotten. */
  readonly uniqueKey?: string | undefined
}

/** Whoever runs jobs in this process is told right after the commit. */
export async function insertJob(tx: Tx, job: StoredNewJob): Promise<void> {
  await tx
    .insertInto('job')
    .values({
      tenant_id: job.tenantId,
      kind: job.kind,
      payload: JSON.stringify(job.payload),
      unique_key: job.uniqueKey ?? null,
      ...(job.runAt === undefined ? {} : { run_at: job.runAt }),
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'kind', 'unique_key']).doNothing())
    .execute()
  noteQueued()
}

export interface TakenJob {
  readonly tenantId: number
  readonly id: number
  readonly uuid: string
  readonly kind: string
  readonly payload: unknown
  /** This one included; whoever holds another number holds the job no longer. */
  readonly attempts: number
}

/**
 * For the owner. The jobs are nobody else's until `lockedUntil`; after it they are due again, as if their
 * process had died.
 */
export async function takeJobs(
  tx: Tx,
  { kind, now, lockedUntil, most }: { kind: string; now: Date; lockedUntil: Date; most: number },
): Promise<TakenJob[]> {
  // materialized, or the plan may look again for each row and take more than `most`
  const { rows } = await sql<TakenJob>`
    with due as materialized (
      select tenant_id, id from job
      where state = 'waiting' and kind = ${kind} and run_at <= ${now}
        and (locked_until is null or locked_until <= ${now})
      order by run_at, id limit ${most} for update skip locked)
    update job set attempts = job.attempts + 1, locked_until = ${lockedUntil}
    from due where job.tenant_id = due.tenant_id and job.id = due.id
    returning job.tenant_id as "tenantId", job.id, job.uuid, job.kind, job.payload, job.attempts`.execute(tx)
  return rows.toSorted((a, b) => a.id - b.id)
}

/** For the owner. What a done job carried is forgotten at once; a failed one keeps it, should an officer try it again. */
export async function finishJob(
  tx: Tx,
  job: TakenJob,
  end: { state: 'done' | 'failed'; now: Date; error: string | null },
): Promise<void> {
  await tx
    .updateTable('job')
    .set({
      state: end.state,
      finished_at: end.now,
      locked_until: null,
      last_error: end.error,
      ...(end.state === 'done' ? { payload: '{}' } : {}),
    })
    .where(isStillHeld(job))
    .execute()
}

/** For the owner. */
export async function retryJob(
  tx: Tx,
  job: TakenJob,
  { runAt, error }: { runAt: Date; error: string },
): Promise<void> {
  await tx
    .updateTable('job')
    .set({ run_at: runAt, locked_until: null, last_error: error })
    .where(isStillHeld(job))
    .execute()
}

function isStillHeld({ tenantId, id, attempts }: TakenJob) {
  return sql<boolean>`tenant_id = ${tenantId} and id = ${id} and state = 'waiting' and attempts = ${attempts}`
}

/** For the owner, where one process alone has the database: what is held is a dead process's. */
export async function releaseJobs(tx: Tx): Promise<void> {
  await tx.updateTable('job').set({ locked_until: null }).where('locked_until', 'is not', null).execute()
  await tx
    .updateTable('recurring_job')
    .set({ locked_until: null })
    .where('locked_until', 'is not', null)
    .execute()
}

/** For the owner. */
export async function forgetJobs(
  tx: Tx,
  before: { readonly done: Date; readonly failed: Date },
): Promise<void> {
  for (const state of ['done', 'failed'] as const) {
    await tx.deleteFrom('job').where('state', '=', state).where('finished_at', '<', before[state]).execute()
  }
}

/** What officers see of a job: nothing that it carries. */
export interface FailedJob {
  readonly id: number
  readonly kind: string
  /** What it was about, by its unique key; '' where it has none. */
  readonly about: string
  readonly attempts: number
  /** In words that quote nothing private. */
  readonly error: string
  readonly queuedAt: Date
  readonly failedAt: Date
}

/** Oldest first. */
export async function listFailedJobs(tx: Tx, tenantId: number): Promise<FailedJob[]> {
  const rows = await tx
    .selectFrom('job')
    .where('tenant_id', '=', tenantId)
    .where('state', '=', 'failed')
    .orderBy('finished_at')
    .orderBy('id')
    .select(['id', 'kind', 'unique_key', 'attempts', 'last_error', 'created_at', 'finished_at'])
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    about: row.unique_key ?? '',
    attempts: row.attempts,
    error: row.last_error ?? '',
    queuedAt: row.created_at,
    failedAt: row.finished_at ?? row.created_at,
  }))
}

/** From its first attempt on; false where there is no such failed job. */
export async function reviveJob(tx: Tx, tenantId: number, id: number, runAt: Date): Promise<boolean> {
  const row = await tx
    .updateTable('job')
    .set({ state: 'waiting', attempts: 0, run_at: runAt, finished_at: null, locked_until: null })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .returning('id')
    .executeTakeFirst()
  if (row !== undefined) noteQueued()
  return row !== undefined
}

/** It counts as done, what it carried is forgotten, and the reason stays; false where there is no such failed job. */
export async function dropJob(
  tx: Tx,
  tenantId: number,
  id: number,
  { reason, at }: { reason: string; at: Date },
): Promise<boolean> {
  const row = await tx
    .updateTable('job')
    .set({ state: 'done', payload: '{}', last_error: `dropped: ${reason}`, finished_at: at })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * For the owner. Answers whether it is due and nobody else's until `lockedUntil`; then it is due again at
 * `nextAt`. A time that lies further ahead was written by a clock that goes wrong.
 */
export async function takeRecurring(
  tx: Tx,
  { name, now, nextAt, lockedUntil }: { name: string; now: Date; nextAt: Date; lockedUntil: Date },
): Promise<boolean> {
  const isDue = sql`(known.due_at <= ${now} or known.due_at > ${nextAt})
    and (known.locked_until is null or known.locked_until <= ${now})`
  // a conflict locks its row even where nothing is due, and a lock is written to the disk: so it is looked at before
  const { rows } = await sql`
    insert into recurring_job as known (name, due_at, locked_until)
    select ${name}::text, ${nextAt}::timestamptz, ${lockedUntil}::timestamptz
    where not exists (select from recurring_job known where known.name = ${name} and not (${isDue}))
    on conflict (name) do update set due_at = excluded.due_at, locked_until = excluded.locked_until
      where ${isDue}
    returning name`.execute(tx)
  return rows.length > 0
}

/** For the owner; only by whoever took it, known by its `lockedUntil`. */
export async function finishRecurring(tx: Tx, name: string, lockedUntil: Date): Promise<void> {
  await tx
    .updateTable('recurring_job')
    .set({ locked_until: null })
    .where('name', '=', name)
    .where('locked_until', '=', lockedUntil)
    .execute()
}
