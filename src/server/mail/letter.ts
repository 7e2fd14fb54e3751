// A mail before it takes its shape: what stands in it and in which order.
import type { Language } from './language.ts'

export interface Letter {
  readonly language: Language
  /** One line. */
  readonly subject: string
  /** Written at the top, in the club's colours. */
  readonly club: string
  readonly heading: string
  readonly blocks: readonly Block[]
  /** Small print below everything. */
  readonly footer: readonly string[]
}

export type Block =
  | { readonly kind: 'paragraph'; readonly text: string }
  /** A sentence that must not be overlooked. */
  | { readonly kind: 'notice'; readonly text: string }
  /** Amounts are written out; the last of them is the sum where `isTotal` says so. */
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
  | { readonly kind: 'link'; readonly label: string; readonly href: string }

const longestName = 100

/** Names come from people: in a subject and in a sentence they are one line of visible characters. */
export function toOneLine(name: string): string {
  const line = name
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return line.length > longestName ? `${line.slice(0, longestName - 1)}…` : line
}

/** The letter without any form, for programs and people that want none. */
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
    case 'link':
      return `${block.label}:\n${block.href}`
  }
}
