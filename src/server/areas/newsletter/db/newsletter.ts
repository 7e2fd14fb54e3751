// All SQL about who gets the club's newsletters, by e-mail and by mail, and who was mailed which file.
import { type RawBuilder, sql } from 'kysely'
import { inNameOrder } from '../../../db/inNameOrder.ts'
import type { Tx } from '../../../db/open.ts'
import { ofClub } from '../../../db/scope/clubPlugin.ts'
import { isActiveMember } from '../../../member/db/activeMember.ts'
import { untouchedSettings } from '../../../member/db/memberSettings.ts'
import { membershipEnd } from '../../../member/db/membershipEnd.ts'

export interface EmailReader {
  readonly memberId: number
  readonly fname: string
  /** '' for who has none of their own, and perhaps additional ones. */
  readonly email: string
  readonly emailFolded: string
  /** Null: the club's. */
  readonly language: 'en' | 'es' | null
}

/**
 * Members who want it by e-mail, whose membership goes on after `today`; with an id only that one. Who is suspended or
 * deleted gets nothing.
 */
export async function listEmailReaders(tx: Tx, today: string, memberId?: number): Promise<EmailReader[]> {
  const rows = await selectReaders(tx, today, 'enewsletter')
    .$if(memberId !== undefined, (query) => query.where('member.id', '=', memberId ?? 0))
    .select(['member.id as memberId', 'member.fname', 'member.email', 'member.language'])
    .select(sql<string>`coalesce(member.email_folded, '')`.as('emailFolded'))
    .orderBy('member.id')
    .execute()
  return rows.map(({ language, ...reader }) => ({
    ...reader,
    language: language === 'en' || language === 'es' ? language : null,
  }))
}

/** Members who want it by mail, by name. */
export function listPostalReaders(tx: Tx, today: string) {
  return selectReaders(tx, today, 'newsletter')
    .select(['member.id as memberId', 'member.title', 'member.fname', 'member.lname', 'member.partner'])
    .select(['member.address', 'member.city', 'member.state', 'member.zip', 'member.country'])
    .orderBy(inNameOrder('member.lname'))
    .orderBy(inNameOrder('member.fname'))
    .orderBy('member.id')
    .execute()
}

function selectReaders(tx: Tx, today: string, choice: 'newsletter' | 'enewsletter') {
  return tx
    .selectFrom('member')
    .leftJoin('member_settings as settings', 'settings.member_id', 'member.id')
    .where(isActiveMember())
    .where(sql<boolean>`${membershipEnd()} > ${today}::date`)
    .where(sql<boolean>`coalesce(${sql.ref(`settings.${choice}`)}, ${untouchedSettings[choice]}::boolean)`)
}

/** Which of these addresses, as hashes, have not been mailed the file. From then on they have, also for calls at once. */
export async function claimRecipients(
  tx: Tx,
  fileId: number,
  recipients: readonly string[],
  at: Date,
): Promise<ReadonlySet<string>> {
  if (recipients.length === 0) return new Set()
  const rows = await tx
    .insertInto('newsletter_mail')
    .columns(['media_file_id', 'recipient', 'queued_at'])
    .expression(
      sql`select ${fileId}::int, recipient, ${at}::timestamptz
        from unnest(${[...recipients]}::text[]) as wanted (recipient) order by recipient`,
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('recipient')
    .execute()
  return new Set(rows.map(({ recipient }) => recipient))
}

/** Whether the query's `member` was mailed all of these files. The hash is that of `claimRecipients`. */
export function isMailedTo(fileIds: readonly number[]): RawBuilder<boolean> {
  return sql<boolean>`((select count(*) from ${ofClub('newsletter_mail', 'mailed')}
    where mailed.media_file_id = any(${fileIds}::int[])
      and mailed.recipient = encode(sha256(convert_to(member.email_folded, 'UTF8')), 'hex')) = ${fileIds.length})`
}

export async function listMailed(tx: Tx, fileId: number): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('newsletter_mail')
    .where('media_file_id', '=', fileId)
    .select('recipient')
    .execute()
  return new Set(rows.map(({ recipient }) => recipient))
}

export type SentNewsletter = Awaited<ReturnType<typeof listSentNewsletters>>[number]

/** The newest first. */
export function listSentNewsletters(tx: Tx) {
  return tx
    .selectFrom('newsletter_mail as mail')
    .innerJoin('media_file as file', 'file.id', 'mail.media_file_id')
    .groupBy(['file.id', 'file.name'])
    .select(['file.id as fileId', 'file.name', sql<number>`count(*)::int`.as('count')])
    .select((eb) => eb.fn.min<Date>('mail.queued_at').as('firstAt'))
    .orderBy('firstAt', 'desc')
    .execute()
}
