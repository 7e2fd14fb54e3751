// Texts as they are compared: small letters, trimmed.
import { foldEmail } from '../../../domain/member.ts'
import type { Fields } from './recordKind.ts'

/** The column beside an e-mail address. */
export const foldedEmail = (fields: Fields): Fields => ({
  email_folded: foldEmail(String(fields.email ?? '')),
})
