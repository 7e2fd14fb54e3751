// `club -- jobs`: mails and messages that failed for good, which an officer can try again or drop, and what waits.

import { type Command, clubActWay, clubWay } from '../../../officers/command.ts'
import { flag, number, reason } from '../../../officers/options.ts'
import { createTimeFormat, type TimeFormat } from '../../../officers/timeFormat.ts'
import { right, toCountText, toTableOf } from '../../../officers/words.ts'
import * as acts from './jobActs.ts'

const words = { job: { ...number("A job's number"), shown: 'NUMBER' } }

export const jobsCommand: Command = {
  takes: 'club',
  alone: {
    plain: clubWay({
      help: 'jobs                                    mails and messages that failed for good, and what waits too long',
      async run({ act, print }) {
        const { timeZone, jobs, late } = await act(acts.listFailed)
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
        for (const one of late) print(`${toLateText(one, toMoment)}\n`)
        if (late.length > 0) print('jobs --waiting says more.\n')
        return jobs.length === 0 && late.length === 0 ? 0 : 1
      },
    }),
    byOption: {
      waiting: clubWay({
        options: { waiting: flag },
        help: '    --waiting                           what waits, since when, why, and when it is tried again',
        async run({ act, print }) {
          const { timeZone, waiting, planned, now } = await act(acts.listWaiting)
          const toMoment = createTimeFormat(timeZone)
          print(
            toTableOf(waiting, [
              ['What', (one) => toWaitingText(one)],
              ['Waits since', ({ since }) => toMoment(since)],
              ['Why', toReason],
              ['Next try', ({ nextAt }) => (nextAt <= now ? 'now' : toMoment(nextAt))],
            ]),
          )
          const later = planned === 0 ? '' : ` ${toCountText(planned, 'job')} for later.`
          print(
            `${waiting.length === 0 ? 'Nothing waits.' : ''}${later} Times are the club's (${timeZone}).\n`.trimStart(),
          )
          return waiting.some(({ isLate }) => isLate) ? 1 : 0
        },
      }),
    },
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

type WaitingKind = Awaited<ReturnType<typeof acts.listWaiting>>['waiting'][number]

/** One and several. A kind that is not here is named as it is. */
const kindNames: Readonly<Record<string, readonly [one: string, several: string]>> = {
  mail: ['mail', 'mails'],
  'alert by mail': ['mail about something new', 'mails about something new'],
  'alert by push': ['notification', 'notifications'],
  alert: ['message to members or followers', 'messages to members or followers'],
  remind: ['reminder', 'reminders'],
  newsletter: ['newsletter to an address', 'newsletters to an address each'],
  'judge-code': ["judge's code by text message", "judges' codes by text message"],
  'renewal-link': ['link to renew', 'links to renew'],
  'temporary-password': ['temporary password', 'temporary passwords'],
  'purchases-mail': ['list of purchases', 'lists of purchases'],
  renew: ['automatic renewal', 'automatic renewals'],
  'forget-card': ['saved card to be deleted at the provider', 'saved cards to be deleted at the provider'],
}

function toWaitingText({ kind, count }: WaitingKind): string {
  const [one, several] = kindNames[kind] ?? [kind, kind]
  return toCountText(count, one, several)
}

/** "12 mails wait since Nov 30, 2026, 9:10 AM: the mail server refused our sign-in with 535." */
function toLateText(one: WaitingKind, toMoment: TimeFormat): string {
  return `${toWaitingText(one)} ${one.count === 1 ? 'waits' : 'wait'} since ${toMoment(one.since)}: ${toReason(one)}.`
}

function toReason({ error }: WaitingKind): string {
  return error === '' ? 'not tried yet, the server is busy or not running' : error
}
