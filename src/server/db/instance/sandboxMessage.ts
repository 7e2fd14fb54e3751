// All SQL about the sandbox's messages: those that were written while no real service was set up.
import { sql } from 'kysely'
import { mostSandboxMessages } from '../../limits/sizes.ts'
import type { Tx } from '../open.ts'

export interface NewMessage {
  kind: 'sms' | 'mail'
  /** The job that wrote it. A job that runs twice is stored once. */
  jobUuid: string
  to: string
  /** Mails only. */
  subject?: string
  text: string
  /** Mails only. */
  html?: string
  /** Mails only. */
  attachments?: readonly (Omit<StoredAttachment, 'content'> & { readonly content: Uint8Array })[]
  at: Date
}

export interface StoredAttachment {
  readonly name: string
  readonly contentType: string
  /** In base64. */
  readonly content: string
  /** The name under which the HTML shows it, if it is a picture there. */
  readonly cid?: string
}

/** Needs a `withoutClub` transaction. With null the same statements change nothing. */
export async function insertSandboxMessage(tx: Tx, message: NewMessage | null): Promise<void> {
  const { kind, jobUuid, to, subject, text, html, attachments = [], at } = message ?? nobody
  const stored = attachments.map(({ content, ...one }) => ({
    ...one,
    content: Buffer.from(content).toString('base64'),
  }))
  await sql`
    insert into sandbox_message (kind, job_uuid, recipient, subject, text, html, attachments, at)
    select ${kind}::text, ${jobUuid}::uuid, ${to}::text, ${subject ?? ''}::text, ${text}::text, ${html ?? ''}::text,
      ${JSON.stringify(stored)}::jsonb, ${at}::timestamptz
    where ${message !== null}::bool on conflict (job_uuid) do nothing`.execute(tx)
  await sql`
    delete from sandbox_message where id <= (
      select id from sandbox_message order by id desc offset ${mostSandboxMessages} limit 1)`.execute(tx)
}

const nobody: NewMessage = {
  kind: 'sms',
  jobUuid: '00000000-0000-0000-0000-000000000000',
  to: '',
  text: '',
  at: new Date(0),
}

export interface StoredMessage {
  id: number
  to: string
  subject: string
  text: string
  html: string
  attachments: StoredAttachment[]
  at: Date
}

/** Needs a `withoutClub` transaction. The newest last. */
export function listMessages(tx: Tx, kind: NewMessage['kind']): Promise<StoredMessage[]> {
  return tx
    .selectFrom('sandbox_message')
    .where('kind', '=', kind)
    .orderBy('id')
    .select(['id', 'recipient as to', 'subject', 'text', 'html', 'attachments', 'at'])
    .execute()
}
