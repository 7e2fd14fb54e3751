// All SQL about the sandbox outbox: messages that were written while no real service was set up.
import { sql } from 'kysely'
import type { Tx } from './open.ts'

/** The oldest give way. */
export const mostMessages = 500

export interface NewMessage {
  kind: 'sms' | 'mail'
  to: string
  text: string
  at: Date
}

/** For the owner. For nobody (null) the same statements change nothing. */
export async function keepMessage(tx: Tx, message: NewMessage | null): Promise<void> {
  const { kind, to, text, at } = message ?? { kind: 'sms', to: null, text: '', at: new Date(0) }
  await sql`
    insert into sandbox_message (kind, recipient, text, at)
    select ${kind}::text, ${to}::text, ${text}::text, ${at}::timestamptz where ${to}::text is not null`.execute(
    tx,
  )
  await sql`
    delete from sandbox_message where id <= (
      select id from sandbox_message order by id desc offset ${mostMessages} limit 1)`.execute(tx)
}

export interface StoredMessage {
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
    .select(['recipient as to', 'subject', 'text', 'html', 'at'])
    .execute()
}
