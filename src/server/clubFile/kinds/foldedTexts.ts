// Texts as they are compared: small letters, trimmed.
import { foldEmail } from '../../../domain/member.ts'
import type { Fields } from './recordKind.ts'

/** The column beside an e-mail address. */
export const foldedEmail = (fields: Fields): Fields => ({
  email_folded: foldEmail(String(fields.email ?? '')),
})

/** Two topics are the same when they are equal after trimming and folding. */
export function foldTopic(topic: string): string {
  return topic.trim().normalize('NFKC').toLowerCase()
}
