// How a letter of the server is written. The maps of all letters are found: `npm run letters`.

import { pick } from '../mail/language.ts'
import { type Block, endOnce, type Letter } from '../mail/letter.ts'
import { type LetterContext, type Letters, type MessageOf, writeAutomatic } from '../mail/letterContext.ts'
import { letters } from './letters.gen.ts'

export { letters }

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
      .map((block): Block => (typeof block === 'string' ? { kind: 'paragraph', text: block } : block))
      .map((block) => ('text' in block ? { ...block, text: endOnce(block.text) } : block)),
    footer: [
      ...(contact === '' ? [] : [ask]),
      ...parts.footer,
      parts.automatic ?? writeAutomatic(language),
    ].map(endOnce),
    attachments: parts.attachments ?? [],
    stopAddress: parts.stopAddress,
  }
}
