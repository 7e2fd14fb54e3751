// An example of each mail that the server writes. They lie beside the tests of who sends them: without one for a new kind
// of mail, this does not compile.
import type { MailMessage } from '../../src/server/assembly/letters.ts'
import { makeLetterExamples } from './mails.gen.ts'

type Examples = { readonly [Kind in MailMessage['kind']]: readonly Extract<MailMessage, { kind: Kind }>[] }

export function listMails(today: string, instant: number): MailMessage[] {
  const examples: Examples = makeLetterExamples({ today, instant })
  return Object.values(examples).flat()
}

/** A mail as it is sent, without what is attached. */
export interface WrittenMail {
  readonly name: string
  readonly language: 'en' | 'es'
  readonly html: string
}
