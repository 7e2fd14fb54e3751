// All SQL about the sandbox outbox: messages that were written while no real service was set up.
import { sql } from 'kysely'
import type { Tx } from '../open.ts'

/** The oldest give way. */
export const mostMessages = 500

export interface NewMessage {
  kind: 'sms' | 'mail'
  /** Of the job that wrote it; a job that runs again is kept once. */
  jobUuid: string
  to: string
  /** Mails only. */
  subject?: string
  text: string
  /** Mails only. */
  html?: string
  at: Date
}

/** For the owner. For nobody (null) the same statements change nothing. */
export async function keepMessage(tx: Tx, message: NewMessage | null): Promise<void> {
  const { kind, jobUuid, to, subject, text, html, at } = message ?? nobody
  await sql`
    insert into sandbox_message (kind, job_uuid, recipient, subject, text, html, at)
    select ${kind}::text, ${jobUuid}::uuid, ${to}::text, ${subject ?? ''}::text, ${text}::text, ${html ?? ''}::text,
      ${at}::timestamptz
    where ${message !== null}::bool on conflict (job_uuid) do nothing`.execute(tx)
  await sql`
    delete from sandbox_message where id <= (
      select id from sandbox_message order by id desc offset ${mostMessages} limit 1)`.execute(tx)
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
  at: Date
}

/** For the owner; newest last. */
export function listMessages(tx: Tx, kind: NewMessage['kind']): Promise<StoredMessage[]> {
  return tx
    .selectFrom('sandbox_message')
    .where('kind', '=', kind)
    .orderBy('id')
    .select(['id', 'recipient as to', 'subject', 'text', 'html', 'at'])
    .execute()
}
