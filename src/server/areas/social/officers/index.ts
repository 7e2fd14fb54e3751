// `club -- reports`: what members have reported of what others post, and what officers do about it.
import { toPlainLine } from '../../../../domain/shapes/plainText.ts'
import { sharedLengths } from '../../../../domain/shapes/sharedLengths.ts'
import type { ReadTrailEntry } from '../../../community/db/moderation.ts'
import { toMemberText } from '../../../member/officers/memberChoice.ts'
import { type ClubCall, type Command, clubActWay, clubWay, type Way } from '../../../officers/command.ts'
import { flag, kindOf, needed, number, text, UsageFault } from '../../../officers/options.ts'
import { createTimeFormat, type TimeFormat } from '../../../officers/timeFormat.ts'
import { cutLine, toCountText, toVisibleLine } from '../../../officers/words.ts'
import { isAsReported, toName } from '../actions/postItems.ts'
import type { ReadPost } from '../db/post.ts'
import type { ReportedPost, ReportedWords } from '../db/report.ts'
import * as acts from './reportActs.ts'

/** A message on the screen has at most so many characters. */
const widest = 160

const post = { post: number() }
const reasonMissing = "'reports hide POST' needs --reason TEXT, which its author reads."
const hiddenReason = kindOf((typed, name) => {
  const reason = toPlainLine(typed)
  if (reason === '') throw new UsageFault(reasonMissing)
  if (reason.length <= sharedLengths.hiddenReason) return reason
  throw new UsageFault(`${name} has at most ${sharedLengths.hiddenReason} characters.`)
})

const doneWords: Readonly<Record<ReadTrailEntry['change'], string>> = {
  edit: 'changed it',
  delete: 'deleted it',
  hide: 'hid it',
  restore: 'showed it again',
  mute: 'muted its author',
  unmute: 'let its author write again',
}

/** `more`: ways of other areas. */
export const createReportsCommand = (more: Readonly<Record<string, Way<ClubCall>>>): Command => ({
  takes: 'club',
  things: 'reports',
  alone: clubActWay({
    options: { all: flag },
    help: `reports [--all]                         what members have reported of what others post; --all adds what was
                                          dealt with`,
    act: acts.listReports,
    says({ reported, open, timeZone }) {
      const toTime = createTimeFormat(timeZone)
      const lines = reported.map((one) => `${toReportedText(one, toTime)}\n`)
      return `${lines.join('')}${toCountText(open, 'post has', 'posts have')} open reports. Times are the club's (${timeZone}).`
    },
  }),
  byWord: {
    hide: clubWay({
      words: post,
      options: { reason: needed(hiddenReason, reasonMissing) },
      help: `reports hide POST --reason TEXT         takes a post or a comment from the screens, but not from its author's;
                                          restore POST shows it again, or leaves it. Both deal with its reports`,
      run: (call, { post: postId, reason }) => setHidden(call, { postId, hidden: true, reason }),
    }),
    restore: clubWay({
      words: post,
      run: (call, { post: postId }) => setHidden(call, { postId, hidden: false, reason: '' }),
    }),
    mute: clubActWay({
      words: { member: text },
      help: `reports mute MEMBER                     cannot write, offer or show anything any more; unmute MEMBER takes it
                                          back`,
      act: acts.mute,
      says: (member) =>
        `${toMemberText(member)} is muted: they still read, and can delete what is theirs, but write nothing that others read.`,
    }),
    unmute: clubActWay({
      words: { member: text },
      act: acts.unmute,
      says: (member) => `${toMemberText(member)} may write again.`,
    }),
    trail: clubActWay({
      words: post,
      help: 'reports trail POST                      what moderators and officers changed of it, and what it was before',
      act: acts.readTrail,
      says({ entries, timeZone }) {
        const toTime = createTimeFormat(timeZone)
        const lines = entries.map(({ at, actor, change, before }) => {
          const who = actor === null ? 'an officer' : `${toWriter(actor)} (member ${actor.id})`
          const isLeft = change === 'restore' && before.hidden === false
          const done = isLeft ? 'left it as it is' : doneWords[change]
          return `${toTime(at)}: ${who} ${done}${toBeforeText(before)}\n`
        })
        return `${lines.join('')}Times are the club's (${timeZone}).`
      },
    }),
    ...more,
  },
})

function toWriter(person: { readonly fname: string; readonly lname: string } | null): string {
  return person === null ? 'a former member' : toVisibleLine(toName(person))
}

function toKind({ id, parentId }: ReadPost): string {
  return parentId === null ? `Post ${id}` : `Comment ${id} on post ${parentId}`
}

function toWordsText({ message, pictures }: ReportedWords): string {
  return `${cutLine(message, widest)}${pictures.length === 0 ? '' : ` (${toCountText(pictures.length, 'picture')})`}`
}

function toReportedText({ post, reports, isMuted, isDeleted }: ReportedPost, toTime: TimeFormat): string {
  const notes = [
    ...(isDeleted ? ['deleted since'] : []),
    ...(post.hiddenAt === null ? [] : ['hidden']),
    ...(isMuted ? ['its author is muted'] : []),
    ...(reports.every(({ closedAt }) => closedAt !== null) ? ['dealt with'] : []),
  ]
  return [
    `${[`${toKind(post)} by ${toWriter(post.author)}, ${toTime(post.createdAt)}`, ...notes].join(', ')}`,
    `  ${toWordsText(post)}`,
    ...reports.flatMap(({ reason, note, words, by, createdAt }) => {
      const said = note === '' ? '' : `: ${cutLine(note, widest)}`
      const line = `    ${reason}, from ${toWriter(by)}, ${toTime(createdAt)}${said}`
      const isSame = words === null || isAsReported(words, post)
      return isSame ? [line] : [line, `      what was reported: ${toWordsText(words)}`]
    }),
    '',
  ].join('\n')
}

async function setHidden({ act, print }: ClubCall, wanted: acts.HideWish): Promise<void> {
  const { postId, hidden } = wanted
  const { isChanged, isDeleted, closedReports } = await act(acts.setHidden, wanted)
  const what = isDeleted
    ? `${postId} was deleted before.`
    : hidden
      ? `${postId} is hidden ${isChanged ? 'now' : 'already'}. Its author still sees it, that it is hidden, why, and whom to ask.`
      : `${postId} is shown${isChanged ? ' again' : ' as before'}.`
  const dealt =
    closedReports === 0 ? '' : ` ${toCountText(closedReports, 'report is', 'reports are')} dealt with.`
  print(`${what}${dealt}\n`)
}

/** What was there, whole: an officer reads here what a moderator has replaced. */
function toBeforeText({ message, topicId, pictures, reports }: Record<string, unknown>): string {
  const parts = [
    ...(typeof message === 'string' ? [`it was: ${toVisibleLine(message) || 'without words'}`] : []),
    ...(typeof topicId === 'number' ? [`topic ${topicId}`] : []),
    ...(Array.isArray(pictures) && pictures.length > 0
      ? [`pictures ${toVisibleLine(pictures.map(String).join(', '))}`]
      : []),
    ...(typeof reports === 'number' && reports > 0 ? [toCountText(reports, 'report')] : []),
  ]
  return parts.length === 0 ? '' : `; ${parts.join('; ')}`
}
