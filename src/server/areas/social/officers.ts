// `club -- reports`: what members have reported of what others post, and what officers do about it.
import { toPlainLine } from '../../../domain/shapes/plainText.ts'
import { sharedLengths } from '../../../domain/shapes/sharedLengths.ts'
import { getTimeZone } from '../../club/db/club.ts'
import { listPostTrail, type ReadTrailEntry } from '../../community/db/moderation.ts'
import { mostReportsPrinted } from '../../limits/sizes.ts'
import { chooseMember, toMemberText } from '../../member/officers/memberChoice.ts'
import {
  type ClubCommandContext,
  CommandRefused,
  type OptionName,
  parseNumber,
  UsageFault,
} from '../../officers/command.ts'
import { createTimeFormat, type TimeFormat } from '../../officers/timeFormat.ts'
import { runWordWay, type WordWay } from '../../officers/ways.ts'
import { toCountText, toVisibleLine } from '../../officers/words.ts'
import { hidePost, muteMember } from './actions/moderation.ts'
import { isAsReported, toName } from './actions/postItems.ts'
import type { ReadPost } from './db/post.ts'
import { countReportedPosts, listReportedPosts, type ReportedPost, type ReportedWords } from './db/report.ts'

const list: WordWay = { words: [], allowed: ['all'], run: showReports }

const ways: Readonly<Record<string, WordWay>> = {
  hide: { words: ['POST'], allowed: ['reason'], run: (context) => setHidden(context, true) },
  restore: { words: ['POST'], allowed: [], run: (context) => setHidden(context, false) },
  mute: { words: ['MEMBER'], allowed: [], run: (context) => setMuted(context, true) },
  unmute: { words: ['MEMBER'], allowed: [], run: (context) => setMuted(context, false) },
  trail: { words: ['POST'], allowed: [], run: showTrail },
}

export const reportOptions: readonly OptionName[] = ['all', 'reason']

/** `more`: ways of other areas. */
export function runReports(context: ClubCommandContext, more: typeof ways): Promise<number> {
  return runWordWay(context, {
    command: 'reports',
    things: 'reports',
    plain: list,
    ways: { ...ways, ...more },
  })
}

async function showReports({ services, tenant, flags, print }: ClubCommandContext): Promise<number> {
  const officer = { memberId: 0, seesHidden: true }
  const { open, closed, count, timeZone } = await services.database.inTenant(tenant.id, async (tx) => {
    const find = async (isClosed: boolean) =>
      (await listReportedPosts(tx, officer, { limit: mostReportsPrinted, closed: isClosed })).items
    return {
      open: await find(false),
      closed: flags.all ? await find(true) : [],
      count: await countReportedPosts(tx, officer.memberId),
      timeZone: await getTimeZone(tx),
    }
  })
  const toTime = createTimeFormat(timeZone)
  for (const reported of [...open, ...closed]) print(`${toReportedText(reported, toTime)}\n`)
  print(`${toCountText(count, 'post has', 'posts have')} open reports. Times are the club's (${timeZone}).\n`)
  return 0
}

/** A message on the screen has at most so many characters. */
const widest = 160

function cutLine(text: string): string {
  const line = toVisibleLine(text)
  return line.length > widest ? `${line.slice(0, widest - 1)}…` : line
}

function toWriter(person: { readonly fname: string; readonly lname: string } | null): string {
  return person === null ? 'a former member' : toVisibleLine(toName(person))
}

function toKind({ id, parentId }: ReadPost): string {
  return parentId === null ? `Post ${id}` : `Comment ${id} on post ${parentId}`
}

function toWordsText({ message, pictures }: ReportedWords): string {
  return `${cutLine(message)}${pictures.length === 0 ? '' : ` (${toCountText(pictures.length, 'picture')})`}`
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
      const said = note === '' ? '' : `: ${cutLine(note)}`
      const line = `    ${reason}, from ${toWriter(by)}, ${toTime(createdAt)}${said}`
      const isSame = words === null || isAsReported(words, post)
      return isSame ? [line] : [line, `      what was reported: ${toWordsText(words)}`]
    }),
    '',
  ].join('\n')
}

function toReason(typed = ''): string {
  const reason = toPlainLine(typed)
  if (reason.length > sharedLengths.hiddenReason) {
    throw new UsageFault(`--reason has at most ${sharedLengths.hiddenReason} characters.`)
  }
  return reason
}

async function setHidden(
  { services, tenant, moreWords, flags, print }: ClubCommandContext,
  hidden: boolean,
): Promise<number> {
  const postId = parseNumber(moreWords[0] ?? '', 'POST')
  const reason = toReason(flags.reason)
  if (hidden && reason === '') {
    throw new UsageFault("'reports hide POST' needs --reason TEXT, which its author reads.")
  }
  const act = { actorId: null, at: new Date(services.now()) }
  const result = await services.database.inTenant(tenant.id, (tx) =>
    hidePost(tx, { postId, hidden, reason }, act),
  )
  if (result === undefined) {
    throw new CommandRefused(`The club has no post or comment ${postId}. Nothing was changed.`)
  }
  const { isChanged, isDeleted, closedReports } = result
  if (!isChanged && closedReports === 0) {
    throw new CommandRefused(
      `${postId} is ${hidden ? 'hidden' : 'shown'} already and has no open reports. Nothing was changed.`,
    )
  }
  const what = isDeleted
    ? `${postId} was deleted before.`
    : hidden
      ? `${postId} is hidden ${isChanged ? 'now' : 'already'}. Its author still sees it, that it is hidden, why, and whom to ask.`
      : `${postId} is shown${isChanged ? ' again' : ' as before'}.`
  const dealt =
    closedReports === 0 ? '' : ` ${toCountText(closedReports, 'report is', 'reports are')} dealt with.`
  print(`${what}${dealt}\n`)
  return 0
}

async function setMuted(
  { services, tenant, moreWords, print }: ClubCommandContext,
  muted: boolean,
): Promise<number> {
  const act = { actorId: null, at: new Date(services.now()) }
  const text = await services.database.inTenant(tenant.id, async (tx) => {
    const member = await chooseMember(tx, moreWords[0] ?? '')
    const who = toMemberText(member)
    if (!(await muteMember(tx, { memberId: member.id, muted }, act))) {
      throw new CommandRefused(`${who} is ${muted ? 'muted already' : 'not muted'}. Nothing was changed.`)
    }
    return muted
      ? `${who} is muted: they still read, and can delete what is theirs, but write nothing that others read.`
      : `${who} may write again.`
  })
  print(`${text}\n`)
  return 0
}

const doneWords: Readonly<Record<ReadTrailEntry['change'], string>> = {
  edit: 'changed it',
  delete: 'deleted it',
  hide: 'hid it',
  restore: 'showed it again',
  mute: 'muted its author',
  unmute: 'let its author write again',
}

async function showTrail({ services, tenant, moreWords, print }: ClubCommandContext): Promise<number> {
  const postId = parseNumber(moreWords[0] ?? '', 'POST')
  const { entries, timeZone } = await services.database.inTenant(tenant.id, async (tx) => ({
    entries: await listPostTrail(tx, postId),
    timeZone: await getTimeZone(tx),
  }))
  if (entries.length === 0) {
    throw new CommandRefused(`No moderator and no officer has changed a post or comment ${postId}.`)
  }
  const toTime = createTimeFormat(timeZone)
  for (const { at, actor, change, before } of entries) {
    const who = actor === null ? 'an officer' : `${toWriter(actor)} (member ${actor.id})`
    const isLeft = change === 'restore' && before.hidden === false
    const done = isLeft ? 'left it as it is' : doneWords[change]
    print(`${toTime(at)}: ${who} ${done}${toBeforeText(before)}\n`)
  }
  print(`Times are the club's (${timeZone}).\n`)
  return 0
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
