// What officers do with an order: mail its receipt again, refund it, decide about its goods.
import { Failure } from '../../../contract/failures.ts'
import { findDay } from '../../../domain/day.ts'
import { findLastValidDay } from '../../../domain/member.ts'
import { findMoney, isCash } from '../../../domain/order.ts'
import { standingWords } from '../../../domain/sales/standing.ts'
import { getTimeZone } from '../../club/db/club.ts'
import type { Tx } from '../../db/open.ts'
import { toAmount } from '../../mail/language.ts'
import {
  type ClubCommandContext,
  CommandRefused,
  parseNumber,
  readReason,
  UsageFault,
} from '../../officers/command.ts'
import { toDayText } from '../../officers/timeFormat.ts'
import { toList, toVisibleLine } from '../../officers/words.ts'
import { findCardMode } from '../../providers/stripe.ts'
import { findGiven } from '../db/given.ts'
import { addHistory, listHistory, type StoredLine, type StoredOrder } from '../db/order.ts'
import { toDispute } from '../db/orderBook.ts'
import { foreseeReturn } from '../goods/returnedMembership.ts'
import { mailReceipt } from '../orderMails.ts'
import { decideOrder, planRefund, type RefundPart, type RefundPlan, refundOrder } from '../refunds.ts'
import { getOrder } from './orderRecord.ts'
import { toLineName } from './orderWords.ts'

export async function sendReceipt(
  { services, tenant, print }: ClubCommandContext,
  orderId: number,
): Promise<number> {
  const again = services.newId()
  const email = await services.database.inTenant(tenant.id, async (tx) => {
    const order = await getOrder(tx, orderId)
    if (!order.lines.some(({ state }) => state === 'delivered')) {
      throw new CommandRefused(`Order ${orderId} is ${order.state}: there is nothing to write a receipt for.`)
    }
    if (order.email === '') {
      throw new CommandRefused(`The buyer of order ${orderId} gave no e-mail address. Nothing was sent.`)
    }
    await mailReceipt(tx, order, { again })
    const at = new Date(services.now())
    await addHistory(tx, orderId, { what: 'receipt-again', detail: 'by an officer', at })
    return order.email
  })
  print(`The receipt is on its way to ${toVisibleLine(email)}.\n`)
  return 0
}

export async function giveBack(context: ClubCommandContext, orderId: number): Promise<number> {
  const { services, tenant, flags, print } = context
  const reason = readReason(flags, '--refund needs a --reason; the buyer reads it.')
  const part = readPart(flags)
  const chosen = part === undefined ? readLines(flags) : [part.line]
  await refuseUnknownLines(context, orderId, chosen)
  const wish = part !== undefined ? { part } : chosen === undefined ? {} : { lines: chosen }
  const isDisputed = await isInDispute(context, orderId)
  if (flags.disputed && !isDisputed)
    throw new CommandRefused(`Order ${orderId} is not disputed. Nothing was changed.`)
  if (!flags.yes) {
    const { order, plan, left } = await refuseFailures(() =>
      services.database.inTenant(tenant.id, async (tx) => {
        const found = await getOrder(tx, orderId)
        const planned = await planRefund(tx, found, wish)
        return { order: found, plan: planned, left: await foreseeAll(tx, found, planned, services.now()) }
      }),
    )
    const lines = chosen === undefined ? 'all that is left' : `line ${toList(chosen)}`
    const what = part === undefined ? lines : `a part of ${lines}`
    const to = order.email === '' ? order.name : `${order.name} <${order.email}>`
    const buyer = toVisibleLine(`${order.description}, to ${to}${toHow(order)}`)
    print(`This refunds ${what} of order ${orderId}, ${buyer}:\n`)
    for (const line of plan.chosen) {
      print(
        `  ${line.line}. ${toLineName(line)}  ${toAmount(line.netCents)}  ${standingWords.en.part[line.state]}\n`,
      )
    }
    print(
      `  in total ${toAmount(plan.amountCents)}${part === undefined ? '' : '; the buyer keeps the goods'}\n`,
    )
    for (const text of left) print(text)
    if (isDisputed) print(disputeText)
    const words = isDisputed ? '--disputed --yes' : '--yes'
    throw new CommandRefused(`Nothing was changed. The same command with ${words} does it.`)
  }
  if (isDisputed && !flags.disputed) {
    throw new CommandRefused(
      `${disputeText}Nothing was changed. The same command with --disputed --yes refunds it all the same.`,
    )
  }
  const { name, mode, isInCash } = await services.database.inTenant(tenant.id, async (tx) => {
    const order = await getOrder(tx, orderId)
    return { name: order.name, mode: order.mode, isInCash: isCash(order) }
  })
  const request = { ...wish, reason }
  const { amountCents, email, notTakenBack } = await refuseFailures(() =>
    refundOrder(services, tenant.id, orderId, request),
  )
  print(
    isInCash
      ? `Give back ${toAmount(amountCents)} in cash to ${toVisibleLine(name)}. The books have it already.\n`
      : `${toAmount(amountCents)} will be refunded to ${toVisibleLine(email)}. ${toWhen(services, mode)}\n`,
  )
  print(toNotTakenBack(orderId, notTakenBack))
  return 0
}

/** The present keys cannot refund what was paid with others. */
function toWhen({ config }: ClubCommandContext['services'], mode: string): string {
  return mode === findCardMode(config)
    ? 'The server sends the refund within a minute or two.'
    : `It was paid with other card keys (${mode}): the refund goes out when they are set again, and not before.`
}

/** What the members are left with: a refund takes the membership back too. */
async function foreseeAll(tx: Tx, order: StoredOrder, { goods }: RefundPlan, now: number): Promise<string[]> {
  const today = findDay(now, await getTimeZone(tx))
  const texts: string[] = []
  for (const line of goods) {
    if (!isMembershipLine(line)) continue
    const left = await foreseeReturn(tx, order, line, today)
    if (left === undefined) {
      texts.push(`The membership of line ${line.line} has changed since: it stays as it is.\n`)
      continue
    }
    const { memberId, expiration, isOver } = left
    const day = toDayText(findLastValidDay(expiration))
    texts.push(
      isOver
        ? `The membership of member ${memberId} goes back too: it is over then.\n`
        : `The membership of member ${memberId} goes back too: it is valid until ${day} then.\n`,
    )
  }
  return texts
}

function isMembershipLine(line: StoredLine): boolean {
  const given = findGiven(line)
  return given !== undefined && 'memberId' in given
}

function toHow(order: StoredOrder): string {
  const hows = { cash: ', in cash', sandbox: ', in the sandbox: no real money', card: '' }
  return hows[findMoney(order)]
}

const disputeText =
  "The buyer's bank disputes this payment. The card provider refuses a refund while it does, but the goods are taken back at once; answer the dispute on the provider's page instead.\n"

/** Whether a bank has still to decide about it. */
async function isInDispute({ services, tenant }: ClubCommandContext, orderId: number): Promise<boolean> {
  return services.database.inTenant(tenant.id, async (tx) => {
    const { chargedBackAt } = await getOrder(tx, orderId)
    const said = (await listHistory(tx, orderId)).findLast(({ what }) => what === 'dispute')
    const dispute = toDispute(chargedBackAt, said?.detail ?? '')
    return dispute === 'needs-answer' || dispute === 'under-review'
  })
}

function toNotTakenBack(orderId: number, notTakenBack: readonly number[]): string {
  if (notTakenBack.length === 0) return ''
  return `The goods of line ${toList(notTakenBack)} could NOT be taken back: the buyer still has them. Talk to the buyer, then decide with npm run club -- orders ${orderId} --decide what happens to them.\n`
}

async function refuseFailures<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Failure) throw new CommandRefused(error.message)
    throw error
  }
}

/** For money that went back elsewhere. It needs no `--yes`: no money moves, and it can be corrected. */
export async function decide(context: ClubCommandContext, orderId: number): Promise<number> {
  const { services, tenant, flags, print } = context
  const reason = readReason(flags, '--decide needs a --reason, which is stored with the order.')
  const lines = readLines(flags) ?? []
  await refuseUnknownLines(context, orderId, lines)
  const notTakenBack = await refuseFailures(() =>
    decideOrder(services, tenant.id, orderId, { lines, reason }),
  )
  const taken = lines.filter((line) => !notTakenBack.includes(line))
  const what =
    lines.length === 0
      ? 'the buyer keeps the goods'
      : `${standingWords.en.part.returned}: line ${toList(taken)}`
  if (lines.length === 0 || taken.length > 0) print(`Order ${orderId} is decided: ${what}.\n`)
  print(toNotTakenBack(orderId, notTakenBack))
  return 0
}

/** A part of one line's price. */
function readPart({ line, lines, amount }: ClubCommandContext['flags']): RefundPart | undefined {
  if (line === undefined && amount === undefined) return undefined
  if (line === undefined || amount === undefined || lines !== undefined) {
    throw new UsageFault('--line and --amount go together, like --line 2 --amount 4.00, and without --lines.')
  }
  const [, dollars = '', cents = ''] = /^(\d{1,6})(?:\.(\d{2}))?$/.exec(amount.trim()) ?? []
  if (dollars === '') throw new UsageFault('--amount is in dollars and cents, like 4.00.')
  return { line: parseNumber(line, 'A line'), amountCents: Number(dollars) * 100 + Number(cents || 0) }
}

/** Read strictly: about money nothing is guessed. */
function readLines({ lines }: ClubCommandContext['flags']): number[] | undefined {
  if (lines === undefined) return undefined
  const numbers = lines
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .map((word) => parseNumber(word, 'A line'))
  if (numbers.length === 0) throw new UsageFault('--lines names at least one line, like --lines "1 2".')
  if (new Set(numbers).size < numbers.length) throw new UsageFault('--lines names each line once.')
  return numbers
}

async function refuseUnknownLines(
  { services, tenant }: ClubCommandContext,
  orderId: number,
  chosen: readonly number[] = [],
): Promise<void> {
  if (chosen.length === 0) return
  const order = await services.database.inTenant(tenant.id, (tx) => getOrder(tx, orderId))
  const known = order.lines.map(({ line }) => line)
  const unknown = chosen.find((line) => !known.includes(line))
  if (unknown === undefined) return
  const has =
    known.length === 0 ? 'no lines yet' : `${known.length === 1 ? 'line' : 'lines'} ${toList(known)}`
  throw new CommandRefused(`Order ${orderId} has no line ${unknown}; it has ${has}. Nothing was changed.`)
}
