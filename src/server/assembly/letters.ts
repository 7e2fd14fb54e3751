// All letters of the server, and how one is written. A new map is added here.

import { alertLetters } from '../alerts/letters.ts'
import { closingLetters } from '../areas/closing/letters.ts'
import { purchasesLetters } from '../areas/eventOrders/letters.ts'
import { newsletterLetters } from '../areas/newsletter/letters.ts'
import { profileLetters } from '../areas/profile/letters.ts'
import { signinLetters } from '../areas/signin/letters.ts'
import { shiftLetters } from '../event/letters/shiftLetters.ts'
import { pick } from '../mail/language.ts'
import type { Letter } from '../mail/letter.ts'
import { type LetterContext, type Letters, type MessageOf, writeAutomatic } from '../mail/letterContext.ts'
import { memberLetters } from '../member/letters.ts'
import { cardLetters } from '../order/letters/cardLetters.ts'
import { orderLetters } from '../order/letters/orderLetters.ts'
import { renewalLetters } from '../order/letters/renewalLetters.ts'

export const letters = {
  ...closingLetters,
  ...profileLetters,
  ...signinLetters,
  ...alertLetters,
  ...cardLetters,
  ...memberLetters,
  ...newsletterLetters,
  ...orderLetters,
  ...purchasesLetters,
  ...renewalLetters,
  ...shiftLetters,
}

/** A mail as it is queued. What is optional in a message is missing in mails that an earlier build has queued. */
export type MailMessage = MessageOf<typeof letters>

/** Undefined for a kind that only a newer build knows. */
export async function writeLetter(message: MailMessage, context: LetterContext): Promise<Letter | undefined> {
  const write: Letters[string] | undefined = letters[message.kind]
  // only the map of letters knows which message belongs to which kind
  const parts = await write?.(message as never, context)
  if (parts === undefined) return undefined
  const { language, club, contact } = context
  const ask = pick(language, { en: `To ask ${club}: ${contact}`, es: `Para preguntar a ${club}: ${contact}` })
  return {
    language,
    club,
    subject: `${club}: ${parts.title}`,
    heading: parts.heading,
    blocks: parts.blocks
      .filter((block) => block !== false)
      .map((block) => (typeof block === 'string' ? { kind: 'paragraph', text: block } : block)),
    footer: [...(contact === '' ? [] : [ask]), ...parts.footer, parts.automatic ?? writeAutomatic(language)],
    attachments: parts.attachments ?? [],
    stopAddress: parts.stopAddress,
  }
}
