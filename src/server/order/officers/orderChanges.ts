// What officers do with an order: mail its receipt again, refund it, decide about its goods.
import { findLastValidDay } from '../../../domain/member.ts'
import { findHandMode, findMoney } from '../../../domain/order.ts'
import { type HandReturn, handReturns } from '../../../domain/sales/movements.ts'
import { standingWords } from '../../../domain/sales/standing.ts'
import { toAmount } from '../../mail/language.ts'
import { type ClubCall, CommandRefused, clubWay } from '../../officers/command.ts'
import {
  choice,
  flag,
  kindOf,
  naming,
  number,
  parseNumber,
  reason,
  UsageFault,
  type ValuesOf,
} from '../../officers/options.ts'
import { toDayText } from '../../officers/timeFormat.ts'
import { toList, toVisibleLine } from '../../officers/words.ts'
import { findCardMode } from '../../providers/stripe.ts'
import { findMadeMembership } from '../db/given.ts'
import type { StoredLine, StoredOrder } from '../db/order.ts'
import { outcomes } from '../refunds.ts'
import { dollars, handOptions } from './handSale.ts'
import * as acts from './orderActs.ts'
import { orderWord } from './orderRecord.ts'
import { disputeText, toBuyerText, toExtendedHint, toKeptText, toLineName } from './orderWords.ts'

export const receipt = clubWay({
  words: orderWord,
  options: { receipt: flag },
  help: '    --receipt                           mails its receipt again',
  async run({ act, print }, { order }) {
    const email = await act(acts.mailReceiptAgain, { order })
    print(`The receipt is on its way to ${toVisibleLine(email)}.\n`)
  },
})

export const noteWay = clubWay({
  words: orderWord,
  options: { note: naming(handOptions.note) },
  help: `    --note TEXT                         the club's note, in place of the one before; '' empties it`,
  async run({ act, print }, { order, note }) {
    await act(acts.noteOrder, { order, note })
    print(note === '' ? `Order ${order} has no note now.\n` : `Order ${order} has the note: ${note}\n`)
  },
})

/** Read strictly: about money nothing is guessed. */
const lines = kindOf((typed) => {
  const numbers = typed
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .map((word) => parseNumber(word, 'A line'))
  if (numbers.length === 0) throw new UsageFault('--lines names at least one line, like --lines "1 2".')
  if (new Set(numbers).size < numbers.length) throw new UsageFault('--lines names each line once.')
  return numbers
})

export const refundOptions = {
  reason: reason('--refund needs a --reason; the buyer reads it.'),
  lines,
  yes: flag,
  'dry-run': flag,
  disputed: flag,
  line: number('A line'),
  amount: dollars,
  again: flag,
}

/** Of what an officer can have sold. */
const handRefundOptions = { back: choice(handReturns), 'no-mail': flag }

/** A part of one line's price, or lines, or the whole order. */
export function checkRefundOptions({
  line,
  amount,
  lines: named,
  again,
}: Pick<ValuesOf<typeof refundOptions>, 'line' | 'amount' | 'lines' | 'again'>): void {
  const isPart = line !== undefined || amount !== undefined
  if (isPart && (line === undefined || amount === undefined || named !== undefined)) {
    throw new UsageFault('--line and --amount go together, like --line 2 --amount 4.00, and without --lines.')
  }
  if (again && !isPart) {
    throw new UsageFault('--again goes with --line and --amount: anything else goes back only once.')
  }
}

export const refundWay = clubWay({
  words: orderWord,
  options: { refund: flag, ...refundOptions, ...handRefundOptions },
  help: `    --refund --reason TEXT [--lines "1 2"] [--dry-run|--yes] [--disputed]
                                          refunds all, or some lines; the buyer reads the reason;
                                          --line 2 --amount 4.00 gives back a part of what line 2
                                          cost, and the buyer keeps its goods; --again does it although
                                          the same went back within ten minutes;
                                          what an officer was paid in cash or by cheque you give back:
                                          --back cash|cheque says how, if not as it came, --back bounced
                                          that the bank did not pay the cheque, --back mistake that it was
                                          typed wrongly and never came; --no-mail tells the buyer nothing;
                                          --disputed does it although the buyer's bank disputes the payment`,
  check: checkRefundOptions,
  run: (call, wish) => giveBack(call, { ...wish, ofStore: false }),
})

type Refund = ValuesOf<typeof refundOptions> &
  Partial<ValuesOf<typeof handRefundOptions>> & {
    readonly order: number
    readonly ofStore: boolean
  }

/** All of an order, some lines of it, or a part of one: says what it would do, and with --yes does it. */
export async function giveBack(
  call: ClubCall,
  { yes, 'dry-run': isDry, line, amount, back, 'no-mail': isSilent = false, ...given }: Refund,
): Promise<void> {
  const { act, print } = call
  const part = line === undefined ? undefined : { line, amountCents: amount ?? 0 }
  const wish = { ...given, part, handReturn: back, isSilent }
  if (!yes) {
    const foreseen = await act(acts.foreseeRefund, wish)
    print(toForeseenText(foreseen, wish))
    if (isDry) return print('Dry run, nothing was changed.\n')
    const words = foreseen.isDisputed ? '--disputed --yes' : '--yes'
    throw new CommandRefused(`Nothing was changed. The same command with ${words} does it.`)
  }
  const { order, amountCents, taxCents, email, notTakenBack, later, ...done } = await act(acts.refund, wish)
  const money = toAmountText(amountCents, taxCents)
  print(
    done.handReturn !== null
      ? `${toReturnText(order, done.handReturn, money)} The books have it already.${toMailText(order, done.isMailed)}\n`
      : `${money} will be refunded to ${toVisibleLine(email)}. ${toWhen(call, order.mode)}\n`,
  )
  if (done.handReturn === 'mistake' && order.kind === 'membership') {
    const member = findMadeMembership(order)?.memberId ?? 'MEMBER'
    print(
      `To sell it as it should be: npm run club -- members type ${member} TYPE, and then npm run club -- dues take ${member} --joining --paid cash or cheque.\n`,
    )
  }
  print(later === undefined ? toNotTakenBack(order.id, notTakenBack) : toExtendedText(order.id, later))
}

/** "$4.00 ($0.23 of it tax)". */
function toAmountText(cents: number, taxCents: number): string {
  return toAmount(cents) + (taxCents === 0 ? '' : ` (${toAmount(taxCents)} of it tax)`)
}

/** What the officer has to do with their own hands. */
function toReturnText({ name }: Pick<StoredOrder, 'name'>, how: HandReturn, amount: string): string {
  const to = toVisibleLine(name)
  switch (how) {
    case 'cash':
      return `Give back ${amount} in cash to ${to}.`
    case 'cheque':
      return `Give back ${amount} to ${to}: their own cheque, or one of the club's.`
    case 'bounced':
      return `There is nothing to give back: the bank did not pay the cheque of ${to}, ${amount}.`
    case 'mistake':
      return `There is nothing to give back: ${amount} of ${to} never came.`
  }
}

function toMailText({ email }: Pick<StoredOrder, 'email'>, isMailed: boolean): string {
  if (email === '') return ''
  return isMailed ? ` ${toVisibleLine(email)} gets a mail.` : ' The buyer gets no mail.'
}

type Foreseen = Awaited<ReturnType<typeof acts.foreseeRefund>>

function toForeseenText(
  { order, isDisputed, plan, memberships, goneCents, taxCents, notTakenBack, isMailed }: Foreseen,
  wish: acts.RefundWish,
): string {
  const chosen = acts.toChosenLines(wish)
  const those = chosen === undefined ? 'all that is left' : `line ${toList(chosen)}`
  const isPart = wish.part !== undefined
  const to = toBuyerText(order)
  const how = wish.handReturn === 'mistake' ? ', typed wrongly' : toHow(order)
  const buyer = toVisibleLine(`${order.description}, to ${to}${how}`)
  const isUnpaid = wish.handReturn === 'mistake' || wish.handReturn === 'bounced'
  return [
    `This ${isUnpaid ? 'undoes' : 'refunds'} ${isPart ? `a part of ${those}` : those} of order ${order.id}, ${buyer}:\n`,
    ...plan.chosen.map(
      (line) =>
        `  ${line.line}. ${toLineName(line)}  ${toAmount(line.netCents)}  ${standingWords.en.part[line.state]}\n`,
    ),
    ...toRestText({ order, plan, goneCents }, isPart),
    `  in total ${toAmountText(plan.amountCents, taxCents)}${isPart ? '; the buyer keeps the goods' : ''}\n`,
    ...memberships.map(toLeftText),
    ...toKeptLines(notTakenBack, memberships),
    ...toHandLines(order, { handReturn: wish.handReturn, amount: toAmount(plan.amountCents), isMailed }),
    ...(isDisputed ? [disputeText] : []),
  ].join('')
}

/** What of memberships stays is said with them. */
function toKeptLines(notTakenBack: readonly number[], memberships: Foreseen['memberships']): string[] {
  const lines = notTakenBack.filter((line) => !memberships.some((one) => one.line === line))
  return lines.length === 0
    ? []
    : [`The goods of line ${toList(lines)} can NOT be taken back: the buyer keeps them until you decide.\n`]
}

/** What is to be done with the money, and what else can be said of it. */
function toHandLines(
  order: StoredOrder,
  {
    handReturn,
    amount,
    isMailed,
  }: Pick<acts.RefundWish, 'handReturn'> & { readonly amount: string; readonly isMailed: boolean },
): string[] {
  const hand = findHandMode(order)
  if (hand === undefined) return []
  const bounced = hand === 'cheque' ? 'if the bank did not pay the cheque, add --back bounced; ' : ''
  const hint = handReturn === undefined ? ` But ${bounced}if it was typed wrongly, add --back mistake.` : ''
  return [`${toReturnText(order, handReturn ?? hand, amount)}${toMailText(order, isMailed)}${hint}\n`]
}

/** The fee that goes back too, and what went back already, so that the lines add up to the total. */
function toRestText(
  { order, plan, goneCents }: Pick<Foreseen, 'order' | 'plan' | 'goneCents'>,
  isPart: boolean,
): string[] {
  if (isPart) return goneCents === 0 ? [] : [`  ${toAmount(goneCents)} of the order went back already\n`]
  const cost = plan.chosen.reduce((sum, { netCents }) => sum + netCents, 0)
  const fee = plan.isWhole ? order.quote.serviceFeeCents : 0
  const gone = Math.min(goneCents, cost + fee - plan.amountCents)
  return [
    ...(fee === 0 ? [] : [`  service fee  ${toAmount(fee)}\n`]),
    ...(gone <= 0 ? [] : [`  went back already  -${toAmount(gone)}\n`]),
  ]
}

/** What the member is left with. */
function toLeftText({ line, left, later }: Foreseen['memberships'][number]): string {
  if (later !== undefined) {
    return `The membership of line ${line} was extended again since, by order ${later.orderId}, which still stands: it stays as it is.\n`
  }
  if (left === undefined) return `The membership of line ${line} has changed since: it stays as it is.\n`
  const { memberId, expiration, isOver } = left
  const then = isOver ? 'over' : `valid until ${toDayText(findLastValidDay(expiration))}`
  return `The membership of member ${memberId} goes back too: it is ${then} then.\n`
}

/** The present keys cannot refund what was paid with others. */
function toWhen({ services: { config } }: ClubCall, mode: string): string {
  return mode === findCardMode(config)
    ? 'The server sends the refund within a minute or two.'
    : `It was paid with other card keys (${mode}): the refund goes out when they are set again, and not before.`
}

function toHow(order: StoredOrder): string {
  const hows = {
    cash: ', in cash',
    cheque: ', by cheque',
    sandbox: ', in the sandbox: no real money',
    card: '',
  }
  return hows[findMoney(order)]
}

function toNotTakenBack(orderId: number, notTakenBack: readonly number[]): string {
  if (notTakenBack.length === 0) return ''
  return `${toKeptText(orderId, notTakenBack)}\n`
}

type Later = NonNullable<Foreseen['memberships'][number]['later']>

function toExtendedText(orderId: number, later: Later): string {
  return `The membership could NOT be taken back: order ${later.orderId} has extended it since, and still stands. ${toExtendedHint({ order: orderId, member: later.memberId, later: later.orderId })}\n`
}

/** For money that went back elsewhere, and for goods that could not be taken back. */
export const decideWay = clubWay({
  words: orderWord,
  options: {
    decide: naming(choice(outcomes)),
    reason: reason('--decide needs a --reason, which is stored with the order.'),
    lines,
    'dry-run': flag,
    yes: flag,
  },
  help: `    --decide keep|take-back --reason TEXT [--lines "1 2"] [--dry-run|--yes]
                                          after a refund at the provider or by the bank, and of goods that
                                          could not be taken back: the buyer keeps them, or they are taken
                                          back, all of them or those of some lines`,
  check({ decide: outcome, lines: named }) {
    if (outcome === 'keep' && named !== undefined) {
      throw new UsageFault(
        '--lines goes with --decide take-back, for the lines that are taken back. What is not taken back stays with the buyer.',
      )
    }
  },
  async run({ act, print }, { order: id, decide: outcome, yes, 'dry-run': isDry, ...given }) {
    const wish = { order: id, outcome, ...given }
    if (!yes) {
      print(toDecisionText(await act(acts.foreseeDecision, wish)))
      if (isDry) {
        print('Dry run, nothing was changed.\n')
        return 0
      }
      throw new CommandRefused('Nothing was changed. The same command with --yes does it.')
    }
    const { plan, notTakenBack } = await act(acts.decide, wish)
    const taken = plan.chosen.map(({ line }) => line).filter((line) => !notTakenBack.includes(line))
    const what =
      outcome === 'keep'
        ? 'the buyer keeps the goods'
        : `${standingWords.en.part.returned}: line ${toList(taken)}`
    if (outcome === 'keep' || taken.length > 0) print(`Order ${id} is decided: ${what}.\n`)
    print(toNotTakenBack(id, notTakenBack))
    return notTakenBack.length > 0 ? 1 : 0
  },
})

function toDecisionText({
  order,
  plan: { chosen, staying },
  memberships,
  notTakenBack,
}: Awaited<ReturnType<typeof acts.foreseeDecision>>): string {
  const to = toBuyerText(order)
  const list = (title: string, those: readonly StoredLine[]) =>
    those.length === 0
      ? ''
      : `${title}\n${those.map((line) => `  ${line.line}. ${toLineName(line)}  ${toAmount(line.netCents)}\n`).join('')}`
  return [
    `This decides order ${order.id}, ${toVisibleLine(`${order.description}, to ${to}`)}:\n`,
    list(
      'Taken back from the buyer:',
      chosen.filter(({ line }) => !notTakenBack.includes(line)),
    ),
    list(
      'Can NOT be taken back, and waits for another decision:',
      chosen.filter(({ line }) => notTakenBack.includes(line)),
    ),
    list('The buyer keeps:', staying),
    ...memberships.map(toLeftText),
    'No money moves, and nobody gets a mail.\n',
  ].join('')
}
