// `club -- jobs`: mails and messages that failed for good; an officer can try them again or drop them.

import { getTimeZone } from '../../../club/db/club.ts'
import { dropJob, listFailedJobs, reviveJob } from '../../../db/instance/job.ts'
import {
  type ClubCommandContext,
  CommandRefused,
  parseNumber,
  readReason,
} from '../../../officers/command.ts'
import { createTimeFormat } from '../../../officers/timeFormat.ts'
import { runWay, type Ways } from '../../../officers/ways.ts'
import { type Column, toCountText, toTable } from '../../../officers/words.ts'

type JobContext = ClubCommandContext & { readonly jobId: number }

const ofList: Ways<ClubCommandContext> = { plain: { allowed: [], run: showFailed } }

const ofJob: Ways<JobContext> = {
  retry: { allowed: [], run: retry },
  drop: { allowed: ['reason'], run: drop },
}

export async function runJobs(context: ClubCommandContext): Promise<number> {
  const { word } = context
  if (word === undefined) {
    return runWay(context, ofList, { command: 'jobs', elsewhere: 'needs the number of a job.' })
  }
  const jobId = parseNumber(word, "A job's number")
  return runWay({ ...context, jobId }, ofJob, { command: 'jobs NUMBER' })
}

const columns: readonly Column[] = [
  { heading: 'Job', isNumber: true },
  { heading: 'Failed' },
  { heading: 'Kind' },
  { heading: 'About' },
  { heading: 'Tries', isNumber: true },
  { heading: 'Error' },
]

async function showFailed({ services, tenant, print }: ClubCommandContext): Promise<number> {
  const { timeZone, jobs } = await services.database.inTenant(tenant.id, async (tx) => ({
    timeZone: await getTimeZone(tx),
    jobs: await listFailedJobs(tx),
  }))
  const toMoment = createTimeFormat(timeZone)
  const rows = jobs.map(({ id, kind, about, attempts, error, failedAt }) => [
    String(id),
    toMoment(failedAt),
    kind,
    about,
    String(attempts),
    error,
  ])
  if (rows.length > 0) print(toTable(columns, rows))
  const count =
    jobs.length === 0
      ? 'No job has'
      : `${toCountText(jobs.length, 'job')} ${jobs.length === 1 ? 'has' : 'have'}`
  print(`${count} failed. Times are the club's (${timeZone}).\n`)
  return jobs.length === 0 ? 0 : 1
}

async function retry({ services, tenant, print, jobId: id }: JobContext): Promise<number> {
  const now = new Date(services.now())
  if (!(await services.database.inTenant(tenant.id, (tx) => reviveJob(tx, id, now)))) {
    throw new CommandRefused(`The club has no failed job ${id}.`)
  }
  print(`The server will try job ${id} again within a second or two.\n`)
  return 0
}

async function drop({ services, tenant, flags, print, jobId: id }: JobContext): Promise<number> {
  const reason = readReason(flags, '--drop needs a --reason, which is stored for a month.')
  const end = { reason, at: new Date(services.now()) }
  if (!(await services.database.inTenant(tenant.id, (tx) => dropJob(tx, id, end)))) {
    throw new CommandRefused(`The club has no failed job ${id}.`)
  }
  print(`Job ${id} is dropped, and its content is deleted.\n`)
  return 0
}
