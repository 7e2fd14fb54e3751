// A mail before it gets its form: its parts and their order.

import { toShownCode } from '../../domain/receiptCode.ts'
import { longestNameInMail } from '../limits/sizes.ts'
import type { MailLanguage } from './language.ts'

export interface Letter {
  readonly language: MailLanguage
  /** One line. */
  readonly subject: string
  /** Written at the top, in the club's colours. */
  readonly club: string
  readonly heading: string
  readonly blocks: readonly Block[]
  /** Small print at the end. */
  readonly footer: readonly string[]
  /** Made from the message's own data each time when the mail is written. */
  readonly attachments: readonly Attachment[]
  /** A POST to it ends such mails, for the button that mail programs have for it (RFC 8058). */
  readonly stopAddress: string | undefined
}

/** A file that goes with a mail. */
export interface Attachment {
  /** The name of the file that a reader saves. */
  readonly name: string
  readonly contentType: string
  readonly content: Uint8Array
  /** A picture within the mail, which the HTML shows as `cid:` and this name. */
  readonly cid?: string
}

export type Block =
  | { readonly kind: 'paragraph'; readonly text: string }
  /** A sentence that must be noticed. */
  | { readonly kind: 'notice'; readonly text: string }
  /** Amounts and times as text, which stay on one line. With `isTotal` the last of them is the sum. */
  | {
      readonly kind: 'amounts'
      readonly rows: readonly {
        readonly label: string
        readonly amount: string
        readonly isTotal?: boolean
      }[]
    }
  | {
      readonly kind: 'facts'
      readonly rows: readonly { readonly label: string; readonly value: string }[]
    }
  /** A code as text, and as a QR code in the attachment with this `cid`; null when it has no picture. */
  | { readonly kind: 'code'; readonly label: string; readonly value: string; readonly cid: string | null }
  | { readonly kind: 'link'; readonly label: string; readonly href: string }

export function toNotice(text: string): Block {
  return { kind: 'notice', text }
}

export function toLink(label: string, href: string): Block {
  return { kind: 'link', label, href }
}

export function toFacts(...rows: readonly (readonly [label: string, value: string])[]): Block {
  return { kind: 'facts', rows: rows.map(([label, value]) => ({ label, value })) }
}

/** One line of visible characters: without line ends, control characters and marks that turn the text. */
export function toVisibleLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** What is longer is cut, and says so. An object, so that no list's `map` gives its places as lengths. */
export interface Cut {
  readonly most: number
}

const asName: Cut = { most: longestNameInMail }

/** A name or a time may end with a full stop, and so may the sentence that ends with it: "Rover Inc.", "2:30 p. m.". */
export function endOnce(text: string): string {
  return text.replace(/(?<!\.)\.\.(?=\s|$)/g, '.')
}

/** People type names. In a subject and in a sentence they must be one line of visible characters. */
export function toOneLine(text: string, { most }: Cut = asName): string {
  const line = toVisibleLine(text)
  return line.length > most ? `${line.slice(0, most - 1)}…` : line
}

/**
 * Whatever a stranger has typed (a name, a car, an answer), in a mail that may go to somebody else: nothing in it
 * becomes a link (rules/security 7.8), which is why a point within a word gets a blank behind it. One line, and cut
 * like a name unless the letter has more room. The blanks count: `{ most: 2 * longestQuestion }` cuts no question.
 */
export function toTypedText(text: string, cut: Cut = asName): string {
  return toOneLine(text.replace(/[:/\\@<>]+/g, ' ').replace(/\.(?=\S)/g, '. '), cut)
}

/** The mail as plain text, for programs and people that want it. */
export function toLetterText({ club, heading, blocks, footer }: Letter): string {
  const parts = [club, heading, ...blocks.map(toBlockText), ['-- ', ...footer].join('\n')]
  return `${parts.join('\n\n')}\n`
}

function toBlockText(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return block.text
    case 'notice':
      return `* ${block.text} *`
    case 'amounts':
      return block.rows.map(({ label, amount }) => `${label}: ${amount}`).join('\n')
    case 'facts':
      return block.rows.map(({ label, value }) => `${label}: ${value}`).join('\n')
    case 'code':
      return `${block.label}: ${block.value}`
    case 'link':
      return `${block.label}:\n${block.href}`
  }
}

/** A code that the reader types. */
export function toTypedCode(label: string, code: string): Block {
  return { kind: 'code', label, value: toShownCode(code), cid: null }
}
