// All SQL about jobs: queued in a club's transaction, taken and finished for all clubs together.
import { sql } from 'kysely'
import type { Tx } from '../db/open.ts'
import { noteQueued } from '../db/scope/scope.ts'
import { largestClockGapMs } from '../limits/times.ts'

export interface StoredNewJob {
  readonly kind: string
  readonly payload: object
  /** Without it, at once. */
  readonly runAt?: Date | undefined
  /** A job with the same kind and key is queued only once per club, until the done one is deleted. */
  readonly uniqueKey?: string | undefined
  /** A job with the same key that is done or has failed starts again with this payload, unless it was dropped. */
  readonly revives?: boolean | undefined
}

/** The job runner of this process is told right after the commit. */
export async function insertJob(tx: Tx, job: StoredNewJob): Promise<void> {
  await tx
    .insertInto('job')
    .values({
      kind: job.kind,
      payload: JSON.stringify(job.payload),
      unique_key: job.uniqueKey ?? null,
      ...(job.runAt === undefined ? {} : { run_at: job.runAt, due_at: job.runAt }),
    })
    .onConflict((conflict) => {
      const same = conflict.columns(['tenant_id', 'kind', 'unique_key'])
      if (job.revives !== true) return same.doNothing()
      return same
        .doUpdateSet((row) => ({
          payload: row.ref('excluded.payload'),
          run_at: row.ref('excluded.run_at'),
          due_at: row.fn.coalesce('excluded.due_at', 'excluded.created_at'),
          state: 'waiting',
          attempts: 0,
          finished_at: null,
          locked_until: null,
          last_error: null,
        }))
        .where((row) =>
          row.or([
            row('job.state', '=', 'failed'),
            // only a dropped one keeps its reason
            row.and([row('job.state', '=', 'done'), row('job.last_error', 'is', null)]),
          ]),
        )
    })
    .execute()
  noteQueued()
}

/** Many at once, in one statement. One with the key of another that is there is left out. */
export async function insertJobs(tx: Tx, jobs: readonly Omit<StoredNewJob, 'revives'>[]): Promise<void> {
  if (jobs.length === 0) return
  await tx
    .insertInto('job')
    .columns(['kind', 'payload', 'unique_key', 'run_at', 'due_at'])
    .expression(
      sql`
        select kind, payload, unique_key, coalesce(run_at, now()), run_at
        from json_to_recordset(${JSON.stringify(
          jobs.map(({ kind, payload, uniqueKey = null, runAt = null }) => ({
            kind,
            payload,
            unique_key: uniqueKey,
            run_at: runAt,
          })),
        )}::json) as x (kind text, payload jsonb, unique_key text, run_at timestamptz)`,
    )
    .onConflict((conflict) => conflict.columns(['tenant_id', 'kind', 'unique_key']).doNothing())
    .execute()
  noteQueued()
}

/** Whether the job with this key is there, in whatever state, and was not dropped. */
export async function hasJob(tx: Tx, kind: string, uniqueKey: string): Promise<boolean> {
  const row = await tx
    .selectFrom('job')
    .where('kind', '=', kind)
    .where('unique_key', '=', uniqueKey)
    .where((job) => job.or([job('state', '<>', 'done'), job('last_error', 'is', null)]))
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Only one that nobody has begun. Answers whether there was one. */
export async function deleteWaiting(tx: Tx, kind: string, uniqueKey: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('job')
    .where('kind', '=', kind)
    .where('unique_key', '=', uniqueKey)
    .where('state', '=', 'waiting')
    .where('attempts', '=', 0)
    .where('locked_until', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export interface TakenJob {
  readonly tenantId: number
  readonly id: number
  readonly uuid: string
  readonly kind: string
  readonly payload: unknown
  /** Counts this attempt too. Another number means that another process has taken the job since. */
  readonly attempts: number
  readonly lockedUntil: Date
}

/**
 * Needs a `withoutClub` transaction. Nobody else can take these jobs until `lockedUntil`. After that they are
 * due again, as if the process had died.
 */
export async function takeJobs(
  tx: Tx,
  { kind, now, lockedUntil, most }: { kind: string; now: Date; lockedUntil: Date; most: number },
): Promise<TakenJob[]> {
  // materialized, or the plan may read again for each row and take more than `most`
  const { rows } = await sql<TakenJob>`
    with due as materialized (
      select tenant_id, id from job
      where state = 'waiting' and kind = ${kind} and run_at <= ${now}
        and (locked_until is null or locked_until <= ${now})
      order by run_at, id limit ${most} for update skip locked)
    update job set attempts = job.attempts + 1, locked_until = ${lockedUntil}
    from due where job.tenant_id = due.tenant_id and job.id = due.id
    returning job.tenant_id as "tenantId", job.id, job.uuid, job.kind, job.payload, job.attempts,
      job.locked_until as "lockedUntil"`.execute(tx)
  return rows.toSorted((a, b) => a.id - b.id)
}

/**
 * Needs a `withoutClub` transaction. Deletes the payload of a done job. A failed job keeps it, because an
 * officer may try it again.
 */
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

/** Needs a `withoutClub` transaction. */
export async function requeueJob(
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

/** Needs a `withoutClub` transaction. Only when no other process has the database: locks are of dead ones. */
export async function releaseJobs(tx: Tx): Promise<void> {
  await tx.updateTable('job').set({ locked_until: null }).where('locked_until', 'is not', null).execute()
  await tx
    .updateTable('recurring_job')
    .set({ locked_until: null })
    .where('locked_until', 'is not', null)
    .execute()
}

/** Needs a `withoutClub` transaction. */
export async function forgetJobs(
  tx: Tx,
  before: { readonly done: Date; readonly failed: Date },
): Promise<void> {
  for (const state of ['done', 'failed'] as const) {
    await tx.deleteFrom('job').where('state', '=', state).where('finished_at', '<', before[state]).execute()
  }
}

export interface JobCount {
  readonly kind: string
  readonly waiting: number
  readonly failed: number
  /** How long the oldest that waits has been due. */
  readonly oldestSeconds: number
}

/** Due, or tried already and to be tried again. */
const isWaiting = (now: Date) => sql`state = 'waiting' and (run_at <= ${now} or attempts > 0)`

/** Of all clubs, by kind. Needs a `withoutClub` transaction. */
export async function countJobs(tx: Tx, now: Date): Promise<JobCount[]> {
  const { rows } = await sql<JobCount>`
    select kind, count(*) filter (where ${isWaiting(now)})::int as waiting,
      count(*) filter (where state = 'failed')::int as failed,
      coalesce(extract(epoch from ${now}::timestamptz - min(case when attempts > 0 then created_at else run_at end)
        filter (where ${isWaiting(now)})), 0)::float8 as "oldestSeconds"
    from job where state <> 'done' group by kind order by kind`.execute(tx)
  return rows
}

/** What officers see of a job, without its payload. */
export interface FailedJob {
  readonly id: number
  readonly kind: string
  /** What the job is about: its unique key, or ''. */
  readonly about: string
  readonly attempts: number
  /** A text that quotes nothing private. */
  readonly error: string
  readonly queuedAt: Date
  readonly failedAt: Date
}

/** Oldest first. */
export function listFailedJobs(tx: Tx): Promise<FailedJob[]> {
  return tx
    .selectFrom('job')
    .where('state', '=', 'failed')
    .orderBy('finished_at')
    .orderBy('id')
    .select(({ fn, val }) => [
      'id',
      'kind',
      fn.coalesce('unique_key', val('')).as('about'),
      'attempts',
      fn.coalesce('last_error', val('')).as('error'),
      'created_at as queuedAt',
      fn.coalesce('finished_at', 'created_at').as('failedAt'),
    ])
    .execute()
}

/** What waits of one kind: jobs that are due or were tried. */
export interface Waiting {
  readonly kind: string
  readonly count: number
  /** When the oldest of them was due. */
  readonly since: Date
  /** Of the one that has been tried most; '' if none was. It quotes nothing private. */
  readonly error: string
  /** When the first of them is tried again. */
  readonly nextAt: Date
}

/** By kind, those that have waited longest first. What is not due yet and was never tried is only counted. */
export async function countWaiting(tx: Tx, now: Date): Promise<{ waiting: Waiting[]; planned: number }> {
  const since = sql<Date>`coalesce(due_at, created_at)`
  const isDue = sql<boolean>`(attempts > 0 or run_at <= ${now})`
  const waiting = await tx
    .selectFrom('job')
    .where('state', '=', 'waiting')
    .where(isDue)
    .groupBy('kind')
    .orderBy(sql`min(${since})`)
    .select(['kind', sql<number>`count(*)::int`.as('count'), sql<Date>`min(${since})`.as('since')])
    .select(
      sql<string>`coalesce((array_agg(last_error order by attempts desc, id) filter (where last_error is not null))[1], '')`.as(
        'error',
      ),
    )
    .select(sql<Date>`min(greatest(run_at, ${since}))`.as('nextAt'))
    .execute()
  const { planned } = await tx
    .selectFrom('job')
    .where('state', '=', 'waiting')
    .where(sql<boolean>`not ${isDue}`)
    .select(sql<number>`count(*)::int`.as('planned'))
    .executeTakeFirstOrThrow()
  return { waiting, planned }
}

/** Starts a failed job again from its first attempt. False when there is no such failed job. */
export async function reviveJob(tx: Tx, id: number, runAt: Date): Promise<boolean> {
  const row = await tx
    .updateTable('job')
    .set({
      ...{ state: 'waiting', attempts: 0, run_at: runAt, due_at: runAt },
      ...{ finished_at: null, locked_until: null },
    })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .returning('id')
    .executeTakeFirst()
  if (row !== undefined) noteQueued()
  return row !== undefined
}

/** Counts the job as done, deletes its payload, stores the reason. False when there is no such failed job. */
export async function dropJob(
  tx: Tx,
  id: number,
  { reason, at }: { reason: string; at: Date },
): Promise<boolean> {
  const row = await tx
    .updateTable('job')
    .set({ state: 'done', payload: '{}', last_error: `dropped: ${reason}`, finished_at: at })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Needs a `withoutClub` transaction. True when the work is due; then nobody else can take it until
 * `lockedUntil`, and it is due again at `nextAt`. A due time later than that by more than clocks may differ was written by a
 * wrong one, and counts as due.
 */
export async function takeRecurring(
  tx: Tx,
  { name, now, nextAt, lockedUntil }: { name: string; now: Date; nextAt: Date; lockedUntil: Date },
): Promise<boolean> {
  const latest = new Date(nextAt.getTime() + 2 * largestClockGapMs)
  const isDue = sql`(known.due_at <= ${now} or known.due_at > ${latest})
    and (known.locked_until is null or known.locked_until <= ${now})`
  // A conflict locks its row even when nothing is due, and a lock is written to the disk. So we check first.
  const { rows } = await sql`
    insert into recurring_job as known (name, due_at, locked_until)
    select ${name}::text, ${nextAt}::timestamptz, ${lockedUntil}::timestamptz
    where not exists (select from recurring_job known where known.name = ${name} and not (${isDue}))
    on conflict (name) do update set due_at = excluded.due_at, locked_until = excluded.locked_until
      where ${isDue}
    returning name`.execute(tx)
  return rows.length > 0
}

/** Needs a `withoutClub` transaction. Works only for the process that took it, known by `lockedUntil`. */
export async function finishRecurring(tx: Tx, name: string, lockedUntil: Date): Promise<void> {
  await tx
    .updateTable('recurring_job')
    .set({ locked_until: null })
    .where('name', '=', name)
    .where('locked_until', '=', lockedUntil)
    .execute()
}
