// Whom the reader of any mail of a club may ask: a line of its small print.
import type { TenantSettings } from '../../domain/club.ts'
import { formatPhone } from '../../domain/members/contact.ts'
import type { MailLanguage } from './language.ts'
import { type Letter, toVisibleLine } from './letter.ts'

const wordsOf: Readonly<Record<MailLanguage, (club: string, contact: string) => string>> = {
  en: (club, contact) => `To ask ${club}: ${contact}`,
  es: (club, contact) => `Para preguntar a ${club}: ${contact}`,
}

/** The letter as it is where the club names nobody. */
export function withContact(
  letter: Letter,
  { contactEmail = '', contactPhone = '' }: Pick<TenantSettings, 'contactEmail' | 'contactPhone'>,
): Letter {
  const contact = [contactEmail, formatPhone(contactPhone)]
    .map(toVisibleLine)
    .filter((text) => text !== '')
    .join(', ')
  if (contact === '') return letter
  return { ...letter, footer: [wordsOf[letter.language](letter.club, contact), ...letter.footer] }
}
