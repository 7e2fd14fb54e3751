// The text of the mails about orders, in both languages.
import { findLastValidDay } from '../../domain/member.ts'
import { listSums } from '../../domain/order.ts'
import { toCardName } from './cardName.ts'
import { toCalendarLine, toClassText, toEventAttachment, toEventFacts } from './eventFacts.ts'
import { type MailLanguage, toAmount, toDayText, toMomentText } from './language.ts'
import { type Attachment, type Block, type Letter, toOneLine, toTypedText } from './letter.ts'
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
  /** The host of the club's pages, which makes the names of calendar entries unique. */
  readonly host: string
  /** The address of the order's page, which needs the order's key. */
  findOrderAddress(orderKey: string): string
  /** The address where the reader signs in, with their e-mail address filled in. */
  readonly signinAddress: string
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
      // it was what it was when it was paid, whatever the card provider's keys are now
      ...((order.isSandbox ?? (context.isTest && order.isCash !== true)) ? [toNotice(words.test)] : []),
      ...blocks,
      { kind: 'link', label: words.open, href: context.findOrderAddress(order.key) },
    ],
    footer: [words.help(club, order.number), words.automatic],
    attachments: message.kind === 'receipt' ? await listAttachments(message, context, words) : [],
  }
}

async function listAttachments(
  { bought, event, order }: Extract<OrderMessage, { kind: 'receipt' }>,
  context: LetterContext,
  words: OrderWords,
): Promise<Attachment[]> {
  const codes = await drawCodes(listPasses(bought, words).map(({ code }) => code))
  const at = Date.parse(order.at)
  return event === undefined ? codes : [...codes, toEventAttachment(event, { ...context, at })]
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
          ...writeBought(message.bought, words, club, context.language).map(toParagraph),
          ...message.bought.flatMap((one) => toAutomatic(one, context, words)),
          ...message.bought.flatMap((one) =>
            'autoRenews' in one && one.autoRenews === true ? [toParagraph(words.autoRenews)] : [],
          ),
          ...(message.bought.some(isOf('membership')) ? toFirstSignIn(context, words) : []),
          ...(message.event === undefined
            ? []
            : [toEventFacts(message.event, message.buyer ?? '', context.language)]),
          ...toCodes(message.bought, words),
          ...(message.event === undefined ? [] : [toCalendarLine(context.language)]),
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
          ...toReturnedMembership(message.membership, context, words),
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

/** A sentence for each part: all cars of an event in one, all its spaces, all its tickets; all that the store sends. */
function writeBought(
  bought: readonly PurchaseDetails[],
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
        const day = toDayText(findLastValidDay(first.expiration), language)
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

function isOf<K extends PurchaseDetails['kind']>(kind: K) {
  return (one: PurchaseDetails): one is Extract<PurchaseDetails, { kind: K }> => one.kind === kind
}

function toAutomatic(one: PurchaseDetails, { language }: LetterContext, words: OrderWords): Block[] {
  if (!('automatic' in one) || one.automatic === undefined) return []
  const { card } = one.automatic
  const text = card === null ? words.automaticRenewal : words.automaticCharge(toCardName(card, language))
  return [toParagraph(text)]
}

function toReturnedMembership(
  membership: Extract<OrderMessage, { kind: 'refund' }>['membership'],
  { language }: LetterContext,
  words: OrderWords,
): Block[] {
  if (membership === undefined) return []
  const day = toDayText(findLastValidDay(membership.expiration), language)
  return [toParagraph(membership.isOver ? words.membershipOver : words.membershipEnds(day))]
}

/** Who has just joined is led to a first password. */
function toFirstSignIn({ signinAddress }: LetterContext, words: OrderWords): Block[] {
  return [toParagraph(words.firstSignIn), { kind: 'link', label: words.signIn, href: signinAddress }]
}

/** A ticket or a car with what was chosen for it: "Day ticket, Second day". The answers may be somebody's own words. */
export function nameWithAnswers(label: string, answers = ''): string {
  return toOneLine(answers === '' ? label : `${label}, ${toTypedText(answers)}`)
}

/** The codes of all that the gate will see: the tickets, numbered through, then the cars and the spaces. */
function toCodes(bought: readonly PurchaseDetails[], words: OrderWords): Block[] {
  const passes = listPasses(bought, words)
  if (passes.length === 0) return []
  return [
    ...passes.map(
      ({ label, code }, place): Block => ({ kind: 'code', label, value: code, cid: toCodeCid(place) }),
    ),
    toParagraph(bought.some(isOf('ticket')) ? words.showCodes : words.showOwnCodes),
  ]
}

function listPasses(
  bought: readonly PurchaseDetails[],
  words: OrderWords,
): { label: string; code: string }[] {
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
