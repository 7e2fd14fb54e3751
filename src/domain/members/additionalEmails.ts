// The additional addresses of a member, to which the club's newsletter goes too. They are stored as one text.
import { removeInvisible } from '../invisible.ts'
import { foldEmail } from '../member.ts'
import { isEmail } from '../shapes/personLengths.ts'

export const mostAdditionalEmails = 5

/** Each once, in its order. What officers typed may have commas, semicolons or lines between, and more than allowed. */
export function readAdditionalEmails(text: string): string[] {
  const found = new Map<string, string>()
  for (const email of text.split(/[\s,;]+/)) {
    if (/^[^@]+@[^@]+$/.test(email) && !found.has(foldEmail(email))) found.set(foldEmail(email), email)
  }
  return [...found.values()].slice(0, mostAdditionalEmails)
}

/** What is wrong with one to be added: no address, or the member's own. */
export function findAdditionalEmailFault(email: string, own: string): 'email' | 'own' | undefined {
  if (!isEmail(removeInvisible(email).trim())) return 'email'
  return foldEmail(email) === foldEmail(own) ? 'own' : undefined
}
