// The text of the mails about orders, in both languages.
import { type MailLanguage, toAmount, toDayText, toMomentText } from './language.ts'
import { type Block, type Letter, toOneLine } from './letter.ts'
import type {
  MailedLine,
  MailedOrder,
  MailedQuote,
  OrderMessage,
  PurchaseDetails,
  RefundReason,
} from './messages.ts'
import { type OrderWords, orderWords } from './orderWords.ts'
import { drawCodes, toCodeCid } from './ticketPictures.ts'

/** What a mail needs besides its message. */
export interface LetterContext {
  readonly language: MailLanguage
  /** The club's name as people typed it. */
  readonly clubName: string
  readonly timeZone: string
  /** No real money moves: the card provider is a sandbox, or its keys are for tests. */
  readonly isTest: boolean
  /** The address of the order's page, which needs the order's key. */
  findOrderAddress(orderKey: string): string
}

export async function writeOrderLetter(message: OrderMessage, context: LetterContext): Promise<Letter> {
  const { language } = context
  const club = toOneLine(context.clubName)
  const words = orderWords[language]
  const { order } = message
  const { title, blocks } = writeBody(message, context, words, club)
  return {
    language,
    club,
    subject: `${club}: ${title(order.number)}`,
    heading: capitalize(title(order.number)),
    blocks: [
      // cash is real money, whatever the card provider's keys are
      ...(context.isTest && order.isCash !== true ? [toNotice(words.test)] : []),
      ...blocks,
      { kind: 'link', label: words.open, href: context.findOrderAddress(order.key) },
    ],
    footer: [words.help(club, order.number), words.automatic],
    attachments: await drawCodes(message.kind === 'receipt' ? listCodes(message.bought) : []),
  }
}

type Body = { title: (number: number) => string; blocks: Block[] }

function writeBody(message: OrderMessage, context: LetterContext, words: OrderWords, club: string): Body {
  const { order } = message
  switch (message.kind) {
    case 'receipt': {
      const isPaid = order.quote.grandTotalCents > 0
      return {
        title: words.receipt,
        blocks: [
          ...message.bought.map((one) => toParagraph(writeBought(one, words, club, context.language))),
          ...message.bought.flatMap((one) =>
            'autoRenews' in one && one.autoRenews === true ? [toParagraph(words.autoRenews(club))] : [],
          ),
          ...toCodes(message.bought, words),
          toParagraph(isPaid ? (order.isCash === true ? words.paidCash : words.paid) : words.free),
          toAmounts(order.quote, words),
          toFacts(order, context, words),
          ...(isPaid && order.isCash !== true ? [toParagraph(words.statement)] : []),
        ],
      }
    }
    case 'refund': {
      const { lines, refundedCents, reason } = message
      return {
        title: words.refund,
        blocks: [
          toParagraph(writeRefunded(order, refundedCents, words)),
          toParagraph(words.reason(writeReason(reason, words))),
          ...(message.autoRenewEnded === true ? [toParagraph(words.autoRenewEnded)] : []),
          ...(lines.length === 0 ? [] : [toLines(lines, words)]),
          toFacts(order, context, words),
          ...(order.isCash === true ? [] : [toParagraph(words.bankDays)]),
        ],
      }
    }
    case 'late-payment':
      return {
        title: words.late,
        blocks: [
          toParagraph(words.tooLate(toAmount(message.refundedCents))),
          toFacts(order, context, words),
          toParagraph(words.bankDays),
        ],
      }
    case 'review':
      return {
        title: words.review,
        blocks: [
          toParagraph(words.reviewed(toAmount(message.paidCents), club)),
          toNotice(words.doNotPayAgain),
          toFacts(order, context, words),
        ],
      }
  }
}

function writeBought(
  bought: PurchaseDetails,
  words: OrderWords,
  club: string,
  language: MailLanguage,
): string {
  switch (bought.kind) {
    case 'donation':
      return words.donated(club)
    case 'registration':
      return words.registered(toOneLine(bought.event), toOneLine(bought.label), bought.carNumber)
    case 'space':
      return words.reserved(toOneLine(bought.event), toOneLine(bought.label))
    case 'ticket':
      return words.ticketed(toOneLine(bought.event), toOneLine(bought.label), bought.codes.length)
    default: {
      const day = toDayText(bought.expiration, language)
      return words[bought.kind === 'membership' ? 'joined' : 'renewed'](club, toOneLine(bought.label), day)
    }
  }
}

/** The codes of all tickets, numbered through. */
function toCodes(bought: readonly PurchaseDetails[], words: OrderWords): Block[] {
  const codes = listCodes(bought)
  if (codes.length === 0) return []
  return [
    ...codes.map(
      (value, place): Block => ({ kind: 'code', label: words.code(place + 1), value, cid: toCodeCid(place) }),
    ),
    toParagraph(words.showCodes),
  ]
}

function listCodes(bought: readonly PurchaseDetails[]): string[] {
  return bought.flatMap((one) => (one.kind === 'ticket' ? one.codes : []))
}

function writeRefunded({ quote, isCash }: MailedOrder, cents: number, words: OrderWords): string {
  const write = isCash === true ? words.refundedCash : words.refunded
  return write(toAmount(cents), cents === quote.grandTotalCents)
}

function writeReason(reason: RefundReason, words: OrderWords): string {
  switch (reason.kind) {
    case 'renewed-already':
      return words.renewedAlready
    case 'not-available':
      return words.notAvailable
    case 'unclaimed':
      return words.unclaimed
    case 'by-club':
      return words.byClub
    case 'officer':
      return toSentence(toOneLine(reason.text))
  }
}

/** In the order in which a quote adds up. Amounts of 0 are left out, but never the sum. */
function toAmounts(quote: MailedQuote, words: OrderWords): Block {
  const { lines, subTotalCents, discountCents, serviceFeeCents, taxesCents, grandTotalCents } = quote
  const between = [
    { label: quote.testMode === true ? words.testMode : words.discount, cents: -discountCents },
    { label: words.serviceFee, cents: serviceFeeCents },
    { label: words.taxes, cents: taxesCents },
  ].filter(({ cents }) => cents !== 0)
  return {
    kind: 'amounts',
    rows: [
      ...lines.map((line) => toRow(line, words)),
      { label: words.subTotal, amount: toAmount(subTotalCents) },
      ...between.map(({ label, cents }) => ({ label, amount: toAmount(cents) })),
      { label: words.total, amount: toAmount(grandTotalCents), isTotal: true },
    ],
  }
}

function toLines(lines: readonly MailedLine[], words: OrderWords): Block {
  return { kind: 'amounts', rows: lines.map((line) => toRow(line, words)) }
}

function toRow({ kind, label, quantity, amountCents }: MailedLine, words: OrderWords) {
  return { label: words.line(kind, toOneLine(label), quantity), amount: toAmount(amountCents) }
}

function toFacts(
  { number, at }: MailedOrder,
  { timeZone, language }: LetterContext,
  words: OrderWords,
): Block {
  return {
    kind: 'facts',
    rows: [
      { label: words.number, value: String(number) },
      { label: words.date, value: toMomentText(at, timeZone, language) },
    ],
  }
}

function toParagraph(text: string): Block {
  return { kind: 'paragraph', text }
}

function toNotice(text: string): Block {
  return { kind: 'notice', text }
}

function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

function toSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`
}
