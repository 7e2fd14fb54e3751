// The letters about orders: receipts, refunds, and payments that came too late or do not fit.

import { findLastValidDay } from '../../../domain/member.ts'
import { listSums } from '../../../domain/order.ts'
import type { HandReturn } from '../../../domain/sales/movements.ts'
import {
  type MailedClass,
  type MailedEvent,
  showOwnCodes,
  toClassText,
  toEventAttachment,
  toEventFacts,
  writeCalendarLine,
} from '../../event/letters/eventFacts.ts'
import { type MailLanguage, toAmount, toLongDay, toMomentText } from '../../mail/language.ts'
import { type Block, toFacts, toLink, toNotice, toOneLine, toTypedText } from '../../mail/letter.ts'
import { type LetterContext, type LetterParts, type Letters, toTestNotice } from '../../mail/letterContext.ts'
import { drawCodes, type Pass, toCodes } from '../../mail/ticketPictures.ts'
import { type MailedCard, toCardName } from './cardName.ts'
import { type OrderWords, orderWords } from './orderWords.ts'

export interface MailedLine {
  /** As in the quote: 'membership', 'renewal', 'donation' … */
  readonly kind: string
  /** Used when there is no text for this kind here. */
  readonly label: string
  readonly quantity: number
  readonly amountCents: number
}

export interface MailedQuote {
  readonly lines: readonly MailedLine[]
  readonly subTotalCents: number
  readonly discountCents: number
  readonly serviceFeeCents: number
  readonly taxesCents: number
  readonly grandTotalCents: number
  /** The event is in test mode, so the discount takes off everything. */
  readonly testMode?: true | undefined
}

export interface MailedOrder {
  /** The number that people use when they ask the club: the receipt's id. */
  readonly number: number
  /** Opens the order's page. Only the mail's link contains it. */
  readonly key: string
  /** ISO instant of payment, or of the order if it was free. */
  readonly at: string
  readonly quote: MailedQuote
  /** It was paid in cash. */
  readonly isCash?: true
  /** It was paid by cheque. */
  readonly isCheque?: true
  /** Its card provider was a sandbox: no money was moved. Missing in mails that an earlier build has queued. */
  readonly isSandbox?: boolean
}

/** What the lines do not say about a purchase. */
export type Bought =
  | {
      readonly kind: 'membership' | 'renewal'
      /** The name of the membership type. */
      readonly label: string
      readonly years: number
      /** The first calendar day on which it is not valid any more, as it was sold. */
      readonly expiration: string
      /** Its end may have changed since. Missing in mails that an earlier build has queued. */
      readonly memberId?: number
      /** It renews automatically from then on. */
      readonly autoRenews?: true
      /** Nobody pressed a button: the membership has renewed itself. With the saved card that was charged, if one was. */
      readonly automatic?: { readonly card: MailedCard | null }
    }
  | { readonly kind: 'donation' }
  /** From the store, with its size. */
  | { readonly kind: 'product'; readonly label: string }
  | {
      readonly kind: 'registration'
      /** The event's name. */
      readonly event: string
      /** The vehicle. */
      readonly label: string
      readonly carNumber: string
      readonly carClass?: MailedClass | undefined
      /** A secret, for the gate. Missing in mails that were queued before cars had codes. */
      readonly code?: string
      /** What was chosen for it, as of a ticket: one text. */
      readonly answers?: readonly string[]
    }
  | {
      readonly kind: 'space'
      readonly event: string
      readonly label: string
      /** As of a registration. */
      readonly code?: string
    }
  | {
      readonly kind: 'ticket'
      readonly event: string
      readonly label: string
      /** Secrets, one for each ticket. */
      readonly codes: readonly string[]
      /** What was chosen for each. Missing where nothing was asked, and in mails that were queued earlier. */
      readonly answers?: readonly string[]
    }

export type RefundReason =
  /** Somebody has paid the same renewal before. */
  | { readonly kind: 'renewed-already' }
  /** The goods are not available any more. */
  | { readonly kind: 'not-available' }
  | { readonly kind: 'unclaimed' }
  /** An officer refunded it and gave no reason. */
  | { readonly kind: 'by-club' }
  /** In the officer's own words. */
  | { readonly kind: 'officer'; readonly text: string }

interface Receipt {
  readonly order: MailedOrder
  readonly bought: readonly Bought[]
  /** Of which something was bought. */
  readonly event?: MailedEvent | undefined
  readonly buyer?: string
}

interface Refund {
  readonly order: MailedOrder
  /** The lines that were refunded. */
  readonly lines: readonly MailedLine[]
  readonly refundedCents: number
  /** What became of money that an officer had taken. */
  readonly handReturn?: HandReturn | undefined
  readonly reason: RefundReason
  /** The membership renewed automatically because of this order, and does not any more. */
  readonly autoRenewEnded?: true
  /** The membership that the order had made or extended, as it is without it. */
  readonly membership?: { readonly expiration: string; readonly isOver: boolean }
}

export const orderLetters = {
  receipt: async ({ order, bought: sold, event, buyer = '' }: Receipt, context) => {
    const { language, club } = context
    const words = orderWords[language]
    const isPaid = order.quote.grandTotalCents > 0
    const bought = await Promise.all(sold.map((one) => toBoughtNow(one, context)))
    const passes = listPasses(bought, words)
    const letter = writeOrder(order, context, words.receipt, [
      ...writeBought(bought, words, club, language),
      ...bought.flatMap((one) => writeAutomaticRenewal(one, language, words)),
      ...bought.flatMap((one) => ('autoRenews' in one && one.autoRenews === true ? [words.autoRenews] : [])),
      ...(bought.some(isOf('membership')) ? toFirstSignIn(context, words) : []),
      event !== undefined && toEventFacts(event, buyer, language),
      ...toCodes(passes),
      passes.length > 0 && (bought.some(isOf('ticket')) ? words.showCodes : showOwnCodes[language]),
      event !== undefined && writeCalendarLine(language),
      isPaid ? writePaid(order, words) : words.free,
      toAmounts(order.quote, words),
      toOrderFacts(order, context),
      isPaid && !isByHand(order) && words.statement,
    ])
    const codes = await drawCodes(passes)
    const at = Date.parse(order.at)
    const calendar = event === undefined ? [] : [toEventAttachment(event, { ...context, at })]
    return { ...letter, attachments: [...codes, ...calendar] }
  },

  refund: (refund: Refund, context) => {
    const { order, lines, reason, autoRenewEnded, membership } = refund
    const words = orderWords[context.language]
    const how = findHandReturn(refund)
    const isCorrection = how === 'mistake' || how === 'bounced'
    return writeOrder(order, context, isCorrection ? words.correction : words.refund, [
      writeRefunded(refund, how, words),
      words.reason(writeReason(reason, words)),
      membership !== undefined && writeReturned(membership, context.language, words),
      autoRenewEnded === true && words.autoRenewEnded,
      lines.length > 0 && toLines(lines, words),
      toOrderFacts(order, context),
      !isByHand(order) && words.bankDays,
    ])
  },

  /** The payment came after the hold had been released, and everything was refunded. */
  'late-payment': (
    { order, refundedCents }: { readonly order: MailedOrder; readonly refundedCents: number },
    context,
  ) => {
    const words = orderWords[context.language]
    return writeOrder(order, context, words.late, [
      words.tooLate(toAmount(refundedCents)),
      toOrderFacts(order, context),
      words.bankDays,
    ])
  },

  /** The payment does not fit the order. An officer will check it. */
  review: ({ order, paidCents }: { readonly order: MailedOrder; readonly paidCents: number }, context) => {
    const words = orderWords[context.language]
    return writeOrder(order, context, words.review, [
      words.reviewed(toAmount(paidCents), context.club),
      toNotice(words.doNotPayAgain),
      toOrderFacts(order, context),
    ])
  },
} satisfies Letters

function writeOrder(
  order: MailedOrder,
  { language, club, isTest, findAddress }: LetterContext,
  writeTitle: (number: number) => string,
  blocks: LetterParts['blocks'],
): LetterParts {
  const words = orderWords[language]
  const title = writeTitle(order.number)
  return {
    title,
    heading: capitalize(title),
    blocks: [
      // it was what it was when it was paid, whatever the card provider's keys are now
      (order.isSandbox ?? (isTest && !isByHand(order))) && toTestNotice(language),
      ...blocks,
      toLink(words.open, findAddress('/portal/order', { key: order.key })),
    ],
    footer: [words.help(club, order.number)],
    automatic: words.automatic,
  }
}

/** A receipt may wait, or be mailed again: it names the membership's end as it is when it is written. */
async function toBoughtNow(one: Bought, { findMembershipEnd }: LetterContext): Promise<Bought> {
  if (!('memberId' in one) || one.memberId === undefined) return one
  return { ...one, expiration: await findMembershipEnd(one.memberId) }
}

/** A sentence for each part: all cars of an event in one, all its spaces, all its tickets; all that the store sends. */
function writeBought(
  bought: readonly Bought[],
  words: OrderWords,
  club: string,
  language: MailLanguage,
): string[] {
  const parts = Map.groupBy(bought.entries(), ([at, one]) =>
    'event' in one ? `${one.kind} ${one.event}` : one.kind === 'product' ? one.kind : at,
  )
  return [...parts.values()].flatMap((members) => {
    const all = members.map(([, one]) => one)
    const [first] = all
    if (first === undefined) return []
    switch (first.kind) {
      case 'donation':
        return [words.donated(club)]
      case 'product':
        return [words.sold(club, listLabels(all.filter(isOf('product')))), words.delivery]
      case 'registration':
        return [
          words.registered(
            toOneLine(first.event),
            all.filter(isOf('registration')).map(({ label, carNumber, carClass }) => ({
              vehicle: toTypedText(label),
              carNumber,
              carClass: carClass === undefined ? '' : toClassText(carClass, language),
            })),
          ),
        ]
      case 'space':
        return [
          words.reserved(
            toOneLine(first.event),
            all.filter(isOf('space')).map(({ label }) => toOneLine(label)),
          ),
        ]
      case 'ticket':
        return [
          words.ticketed(
            toOneLine(first.event),
            all
              .filter(isOf('ticket'))
              .map(({ label, codes }) => ({ ticket: toOneLine(label), count: codes.length })),
          ),
        ]
      default: {
        const { expiration } = first
        const day = expiration === '' ? '' : toLongDay(findLastValidDay(expiration), language)
        return [words[first.kind === 'membership' ? 'joined' : 'renewed'](club, toOneLine(first.label), day)]
      }
    }
  })
}

/** Each once, with its count. */
function listLabels(sold: readonly { readonly label: string }[]): string[] {
  const groups = Map.groupBy(sold, ({ label }) => toOneLine(label))
  return [...groups].map(([label, { length }]) => (length === 1 ? label : `${label} × ${length}`))
}

function isOf<K extends Bought['kind']>(kind: K) {
  return (one: Bought): one is Extract<Bought, { kind: K }> => one.kind === kind
}

function writeAutomaticRenewal(one: Bought, language: MailLanguage, words: OrderWords): string[] {
  if (!('automatic' in one) || one.automatic === undefined) return []
  const { card } = one.automatic
  return [card === null ? words.automaticRenewal : words.automaticCharge(toCardName(card, language))]
}

function writeReturned(
  { expiration, isOver }: NonNullable<Refund['membership']>,
  language: MailLanguage,
  words: OrderWords,
): string {
  return isOver
    ? words.membershipOver
    : words.membershipEnds(toLongDay(findLastValidDay(expiration), language))
}

/** Who has just joined is led to a first password. */
function toFirstSignIn({ to, findAddress }: LetterContext, words: OrderWords): (Block | string)[] {
  return [words.firstSignIn, toLink(words.signIn, findAddress('/portal/signin', { email: to }))]
}

/** A ticket or a car with what was chosen for it: "Day ticket, Second day". The answers may be somebody's own words. */
export function nameWithAnswers(label: string, answers = ''): string {
  return toOneLine(answers === '' ? label : `${label}, ${toTypedText(answers)}`)
}

/** All that the gate will see: the tickets, numbered through, then the cars and the spaces. */
function listPasses(bought: readonly Bought[], words: OrderWords): Pass[] {
  const tickets = bought
    .filter(isOf('ticket'))
    .flatMap(({ label, codes, answers = [] }) =>
      codes.map((code, at) => ({ ticket: nameWithAnswers(label, answers[at]), code })),
    )
  const cars = bought.filter(isOf('registration')).map(({ label, carNumber, code, answers = [] }) => ({
    label: words.car(carNumber, nameWithAnswers(toTypedText(label), answers[0])),
    code,
  }))
  const spaces = bought
    .filter(isOf('space'))
    .map(({ label, code }) => ({ label: words.space(toOneLine(label)), code }))
  return [
    ...tickets.map(({ ticket, code }, place) => ({ label: words.code(place + 1, ticket), code })),
    ...[...cars, ...spaces].flatMap(({ label, code }) => (code === undefined ? [] : [{ label, code }])),
  ]
}

/** An officer took the money: no card is concerned. */
function isByHand({ isCash, isCheque }: MailedOrder): boolean {
  return isCash === true || isCheque === true
}

function writePaid({ isCash, isCheque }: MailedOrder, words: OrderWords): string {
  if (isCheque === true) return words.paidCheque
  return isCash === true ? words.paidCash : words.paid
}

/** Undefined of a card. A letter that was queued before this was said is about money that went back as it came. */
function findHandReturn({ order: { isCash, isCheque }, handReturn }: Refund): HandReturn | undefined {
  if (handReturn !== undefined) return handReturn
  return isCheque === true ? 'cheque' : isCash === true ? 'cash' : undefined
}

function writeRefunded(
  { order: { quote }, refundedCents: cents }: Refund,
  how: HandReturn | undefined,
  words: OrderWords,
): string {
  const write = how === undefined ? words.refunded : words.refundedByHand[how]
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

/** As the order's page adds it up. Amounts of 0 are left out, but never the sums. */
function toAmounts(quote: MailedQuote, words: OrderWords): Block {
  const sums = listSums(quote).filter(({ id, cents }) => cents !== 0 || id === 'subTotal')
  return {
    kind: 'amounts',
    rows: [
      ...quote.lines.map((line) => toRow(line, words)),
      ...sums.map(({ id, cents }) => ({ label: words[id], amount: toAmount(cents) })),
      { label: words.total, amount: toAmount(quote.grandTotalCents), isTotal: true },
    ],
  }
}

function toLines(lines: readonly MailedLine[], words: OrderWords): Block {
  return { kind: 'amounts', rows: lines.map((line) => toRow(line, words)) }
}

function toRow({ kind, label, quantity, amountCents }: MailedLine, words: OrderWords) {
  // of a registration it is the car, in its owner's words
  const name = kind === 'registration' ? toTypedText(label) : toOneLine(label)
  return { label: words.line(kind, name, quantity), amount: toAmount(amountCents) }
}

function toOrderFacts({ number, at }: MailedOrder, { timeZone, language }: LetterContext): Block {
  const words = orderWords[language]
  return toFacts([words.number, String(number)], [words.date, toMomentText(at, timeZone, language)])
}

function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

function toSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`
}
