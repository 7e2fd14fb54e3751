// `club -- jobs`: mails and messages that were given up after their last try, to be tried again or dropped.

import { getTimeZone } from '../db/club/club.ts'
import { dropJob, listFailedJobs, reviveJob } from '../db/instance/job.ts'
import { type ClubCommandContext, Refused, readReason, toNumber, UsageFault } from './command.ts'
import { createClock } from './timeFormat.ts'

export async function runJobs(context: ClubCommandContext): Promise<number> {
  const { word, flags } = context
  if (word === undefined) {
    for (const option of ['retry', 'drop'] as const) {
      if (flags[option]) throw new UsageFault(`--${option} needs the number of a job.`)
    }
    return showFailed(context)
  }
  const id = toNumber(word, "A job's number")
  if (flags.retry === flags.drop) throw new UsageFault('Say either --retry or --drop.')
  return flags.retry ? retry(context, id) : drop(context, id)
}

async function showFailed({ services, tenant, print }: ClubCommandContext): Promise<number> {
  const { timeZone, jobs } = await services.database.inTenant(tenant.id, async (tx) => ({
    timeZone: await getTimeZone(tx, tenant.id),
    jobs: await listFailedJobs(tx, tenant.id),
  }))
  const toMoment = createClock(timeZone)
  for (const { id, kind, about, attempts, error, failedAt } of jobs) {
    const cells = [
      String(id).padStart(6),
      toMoment(failedAt),
      kind.padEnd(12),
      about,
      `${attempts} ${attempts === 1 ? 'try' : 'tries'}`,
      error,
    ]
    print(`${cells.filter((cell) => cell !== '').join('  ')}\n`)
  }
  const count =
    jobs.length === 0 ? 'No job has' : `${jobs.length} ${jobs.length === 1 ? 'job has' : 'jobs have'}`
  print(`${count} failed. Times are the club's (${timeZone}).\n`)
  return jobs.length === 0 ? 0 : 1
}

async function retry({ services, tenant, print }: ClubCommandContext, id: number): Promise<number> {
  const now = new Date(services.now())
  if (!(await services.database.inTenant(tenant.id, (tx) => reviveJob(tx, tenant.id, id, now)))) {
    throw new Refused(`The club has no failed job ${id}.`)
  }
  print(`Job ${id} is tried again; the server takes it within a second or two.\n`)
  return 0
}

async function drop({ services, tenant, flags, print }: ClubCommandContext, id: number): Promise<number> {
  const reason = readReason(flags, '--drop needs a --reason, which is kept for a month.')
  const end = { reason, at: new Date(services.now()) }
  if (!(await services.database.inTenant(tenant.id, (tx) => dropJob(tx, tenant.id, id, end)))) {
    throw new Refused(`The club has no failed job ${id}.`)
  }
  print(`Job ${id} is dropped, and what it carried is forgotten.\n`)
  return 0
}
