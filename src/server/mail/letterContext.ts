// What every letter is written from, what it writes, and what a map of letters is.

import type { MemberCodeKind } from '../../domain/members/memberCode.ts'
import { platform } from '../../domain/platform.ts'
import { type MailLanguage, pick } from './language.ts'
import { type Attachment, type Block, toNotice } from './letter.ts'

/** The job makes one for each mail. Codes are made only when a letter asks for them. */
export interface LetterContext {
  readonly language: MailLanguage
  /** The club's name, in one line. */
  readonly club: string
  /** Whom at the club the reader may ask; '' where it names nobody. */
  readonly contact: string
  readonly timeZone: string
  /** No real money moves: the card provider is a sandbox, or its keys are for tests. */
  readonly isTest: boolean
  /** The host of the club's pages, which makes the names of calendar entries unique. */
  readonly host: string
  /** The reader's address. */
  readonly to: string
  /** Epoch milliseconds. */
  readonly at: number
  /** The whole address of a page. Secrets go into the fragment, which is never sent to a server or logged. */
  findAddress(path: string, fragment?: Readonly<Record<string, string>>): string
  /** The code of the row that a message names: the row's id is no secret. */
  makeMemberCode(kind: MemberCodeKind, id: string): Promise<string>
  makeShiftCode(workerId: number): Promise<string>
  makeNewsletterCode(
    purpose: 'confirm' | 'stop',
    reader: { readonly memberId: number; readonly addressId: number },
  ): Promise<string>
  readSharedFile(id: number): Promise<Attachment>
  /** The membership's expiration as it is now; '' where it is over, has no end, or is gone. */
  findMembershipEnd(memberId: number): Promise<string>
}

/** What differs from letter to letter. */
export interface LetterParts {
  /** Follows the club's name in the subject. */
  readonly title: string
  readonly heading: string
  /** A text is a paragraph, and what is false is left out. */
  readonly blocks: readonly (Block | string | false)[]
  /** Small print. */
  readonly footer: readonly string[]
  /** The last line, where it is not the usual one. */
  readonly automatic?: string
  readonly attachments?: readonly Attachment[]
  readonly stopAddress?: string
}

export type WriteLetter<Message> = (
  message: Message,
  context: LetterContext,
) => LetterParts | Promise<LetterParts>

/** By kind. A map is written with `satisfies Letters`, so that each letter keeps the type of its own message. */
export type Letters = Readonly<Record<string, WriteLetter<never>>>

/** What a map has letters for: a message is its kind, and the fields that its letter asks for. */
export type MessageOf<LetterMap> = {
  [Kind in keyof LetterMap & string]: { readonly kind: Kind } & FieldsOf<LetterMap[Kind]>
}[keyof LetterMap & string]

/** Unknown for a letter that asks for none. */
type FieldsOf<Letter> =
  Letter extends WriteLetter<infer Fields> ? ([Fields] extends [never] ? unknown : Fields) : never

export function writeAutomatic(language: MailLanguage): string {
  return pick(language, {
    en: `${platform.name} wrote this message for the club.`,
    es: `${platform.name} ha escrito este mensaje en nombre del club.`,
  })
}

export function toTestNotice(language: MailLanguage): Block {
  return toNotice(
    pick(language, {
      en: 'This is a test: no card was charged, and no money was moved.',
      es: 'Esto es una prueba: no se ha cobrado nada a ninguna tarjeta ni se ha movido dinero.',
    }),
  )
}

/** The last line of a letter that is for its reader alone. */
export function writeSecret({ language, club }: LetterContext): string {
  return pick(language, {
    en: `${platform.name} wrote this message for ${club}. Do not pass it on.`,
    es: `${platform.name} ha escrito este mensaje en nombre de ${club}. No lo comparta.`,
  })
}
