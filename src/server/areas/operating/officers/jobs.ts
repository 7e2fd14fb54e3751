// `club -- jobs`: mails and messages that failed for good; an officer can try them again or drop them.

import { type Command, clubWay } from '../../../officers/command.ts'
import { flag, number, reason } from '../../../officers/options.ts'
import { createTimeFormat } from '../../../officers/timeFormat.ts'
import { type Column, right, toCountText, toTable } from '../../../officers/words.ts'
import * as acts from './jobActs.ts'

const columns: readonly Column[] = [right('Job'), 'Failed', 'Kind', 'About', right('Tries'), 'Error']

const showFailed = clubWay({
  help: 'jobs                                    mails and messages that failed for good',
  async run({ act, print }) {
    const { timeZone, jobs } = await act(acts.listFailed)
    const toMoment = createTimeFormat(timeZone)
    const rows = jobs.map(({ id, kind, about, attempts, error, failedAt }) => [
      ...[String(id), toMoment(failedAt), kind, about, String(attempts), error],
    ])
    if (rows.length > 0) print(toTable(columns, rows))
    const many = `${toCountText(jobs.length, 'job')} ${jobs.length === 1 ? 'has' : 'have'}`
    print(`${jobs.length === 0 ? 'No job has' : many} failed. Times are the club's (${timeZone}).\n`)
    return jobs.length === 0 ? 0 : 1
  },
})

const words = { job: { ...number("A job's number"), shown: 'NUMBER' } }

const retry = clubWay({
  words,
  options: { retry: flag },
  help: 'jobs NUMBER --retry                     tries it again',
  async run({ act, print }, { job: id }) {
    await act(acts.retryJob, { id })
    print(`The server will try job ${id} again within a second or two.\n`)
  },
})

const drop = clubWay({
  words,
  options: { drop: flag, reason: reason('--drop needs a --reason, which is stored for a month.') },
  help: 'jobs NUMBER --drop --reason TEXT        drops it and deletes its content',
  async run({ act, print }, { job: id, reason: why }) {
    await act(acts.dropFailedJob, { id, reason: why })
    print(`Job ${id} is dropped, and its content is deleted.\n`)
  },
})

export const jobsCommand: Command = {
  takes: 'club',
  alone: { plain: showFailed, byOption: {}, elsewhere: 'needs the number of a job.' },
  numbered: { called: 'jobs NUMBER', byOption: { retry, drop } },
}
