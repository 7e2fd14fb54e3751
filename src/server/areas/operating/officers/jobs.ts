// `club -- jobs`: mails and messages that failed for good; an officer can try them again or drop them.

import { type Command, clubActWay, clubWay } from '../../../officers/command.ts'
import { flag, number, reason } from '../../../officers/options.ts'
import { createTimeFormat } from '../../../officers/timeFormat.ts'
import { right, toCountText, toTableOf } from '../../../officers/words.ts'
import * as acts from './jobActs.ts'

const words = { job: { ...number("A job's number"), shown: 'NUMBER' } }

export const jobsCommand: Command = {
  takes: 'club',
  alone: {
    plain: clubWay({
      help: 'jobs                                    mails and messages that failed for good',
      async run({ act, print }) {
        const { timeZone, jobs } = await act(acts.listFailed)
        const toMoment = createTimeFormat(timeZone)
        print(
          toTableOf(jobs, [
            [right('Job'), ({ id }) => String(id)],
            ['Failed', ({ failedAt }) => toMoment(failedAt)],
            ['Kind', ({ kind }) => kind],
            ['About', ({ about }) => about],
            [right('Tries'), ({ attempts }) => String(attempts)],
            ['Error', ({ error }) => error],
          ]),
        )
        const many = `${toCountText(jobs.length, 'job')} ${jobs.length === 1 ? 'has' : 'have'}`
        print(`${jobs.length === 0 ? 'No job has' : many} failed. Times are the club's (${timeZone}).\n`)
        return jobs.length === 0 ? 0 : 1
      },
    }),
    byOption: {},
    elsewhere: 'needs the number of a job.',
  },
  numbered: {
    called: 'jobs NUMBER',
    byOption: {
      retry: clubActWay({
        words,
        options: { retry: flag },
        help: 'jobs NUMBER --retry                     tries it again',
        act: acts.retryJob,
        says: (_done, { job }) => `The server will try job ${job} again within a second or two.`,
      }),
      drop: clubActWay({
        words,
        options: { drop: flag, reason: reason('--drop needs a --reason, which is stored for a month.') },
        help: 'jobs NUMBER --drop --reason TEXT        drops it and deletes its content',
        act: acts.dropFailedJob,
        says: (_done, { job }) => `Job ${job} is dropped, and its content is deleted.`,
      }),
    },
  },
}
