// Buyers, liars, webhooks, crashes and the clock in random order. A seed repeats its own run (rules/payments
// 5.17).

import { randomUUID } from 'node:crypto'
import { expect, inject, it } from 'vitest'
import type { CardTables } from '../../../card-sandbox/tables.gen.ts'
import { Failure } from '../../../src/contract/failures.ts'
import { gatePayload } from '../../../src/server/order/gate/gatePayload.ts'
import { sellGateThings } from '../../../src/server/order/gate/gateSale.ts'
import { readRefunds } from '../../../src/server/order/refundDelivery.ts'
import { sweepOrder } from '../../../src/server/order/sweeper.ts'
import { createLog } from '../../../src/server/process/log.ts'
import { createRandom, type Random } from '../../chaos/random.ts'
import type { Engine } from '../database/database.ts'
import { Crash, doom, moments, readAndSettle } from '../processes/crashes.ts'
import { setUpDeaths } from '../processes/deaths.ts'
import { inTwoSizes } from '../run/longTests.ts'
import { seedScarceShow, wantByChance } from './eventOrders.ts'
import { listOrderFaults, listOversold } from './orderBooks.ts'
import { refundOrder } from './refunds.ts'
import { bookingSeat, type OpenedOrder, type WantedOrder } from './shop.ts'

/** Schedules for each engine, with two orders each. SCHEDULES sets another number for the proof. */
const [few, many] = [5, Number(process.env.SCHEDULES ?? 1250)]

/**
 * Each engine runs its own schedules. Without PostgreSQL the other engine runs all of them. SEED is the first
 * for both.
 */
function chooseSeeds(engine: Engine, perEngine: number): { first: number; last: number } {
  const { SEED } = process.env
  const first = SEED === undefined ? (engine === 'embedded' ? 1 : perEngine + 1) : Number(SEED)
  const isAlone = SEED === undefined && 'reason' in inject('postgres')
  return { first, last: first + (isAlone ? 2 * perEngine : perEngine) - 1 }
}

/** Without a price the buyer asks for it first. */
interface Wanted {
  wanted: WantedOrder
  amount?: number
}

/** A file for each engine, so that both run at once. */
export function ordersByChance(engine: Engine): void {
  const { shop, parts } = setUpDeaths(engine)
  const log = createLog({ write: () => undefined })

  /** Runs one schedule. Returns what it did, for people who read why it failed. */
  async function run(seed: number): Promise<{ steps: string[]; wrongs: string[] }> {
    const random = createRandom(`orders ${seed}`)
    const steps: string[] = []
    const wrongs: string[] = []
    const wares = await chooseWares(random, seed)
    const opened: OpenedOrder[] = []
    const buyers = `${randomUUID().slice(0, 8)}.example`
    const want = () => wares(`c${random.between(1, 1e9)}@${buyers}`)
    const actions = listActions(random, want, opened)
    for (const [, act] of actions.slice(0, random.between(1, 3))) await act()
    for (let left = random.between(8, 20); left > 0; left -= 1) {
      const [name, act] = random.pick(actions)
      steps.push(name)
      await act()
      wrongs.push(...(await listOversold(shop)).map((wrong) => `oversold after ${name}: ${wrong}`))
    }
    // everything lost, and a day passes
    await shop.resetSandbox()
    await shop.sandbox.drop()
    await shop.sweep(16)
    await shop.sweep(40)
    await shop.sweep(24 * 60)
    await shop.sweep(61)
    const rows = await shop.inClub(shop.a, (tx) =>
      tx.selectFrom('purchase_order').where('email', 'like', `%@${buyers}`).select('id').execute(),
    )
    const receiptIds = rows.map(({ id }) => id)
    // and the banks have done what they were asked
    const { data } = await shop.stripe.refunds.list({ limit: 100 })
    const slow = data.filter(({ status }) => status === 'pending')
    for (const refund of slow) await shop.sandbox.endRefund(refund.id, true)
    // officers compare the books in the evening and find refunds made at the provider's own desk
    for (const id of receiptIds) {
      const { intentId, paidAt } = await shop.readOrder(id)
      if (intentId !== null && paidAt !== null) await readRefunds(parts, shop.a, id, intentId)
    }
    await shop.sweep(61)
    wrongs.push(...(await listOrderFaults(shop, receiptIds)))
    const queued = await shop.inClub(shop.a, (tx) =>
      tx.selectFrom('purchase_order').where('look_at', 'is not', null).select('id').execute(),
    )
    wrongs.push(...queued.map(({ id }) => `order ${id} is still looked at`))
    await shop.database.withoutClub((tx) =>
      tx.withTables<CardTables>().deleteFrom('sandbox_card_delivery').execute(),
    )
    return { steps, wrongs }
  }

  /** Half of the schedules sell seats, the others what a show sells. */
  async function chooseWares(random: Random, seed: number): Promise<(email: string) => Wanted> {
    const capacity = random.between(1, 3)
    if (seed % 2 === 0) {
      const show = await seedScarceShow(shop, { spaces: random.between(1, 3), tickets: capacity })
      return (email) => ({ wanted: wantByChance(random, show, email) })
    }
    const thing = `chance-${seed}-${randomUUID().slice(0, 8)}/${capacity}`
    return (email) => {
      // two of them on one line, or on one each
      const quantity = random.between(1, 2)
      const isSplit = quantity === 2 && random.isLucky(0.5)
      const lines = isSplit ? { quantity: 1, more: [thing] } : { quantity }
      return { wanted: bookingSeat(email, thing, lines), amount: 1000 * quantity + 150 }
    }
  }

  /** The browser's own call was cut: neither it nor the schedule knows the result. */
  function lostAnswer(error: unknown): undefined {
    if (error instanceof TypeError) return undefined
    throw error
  }

  function listActions(
    random: Random,
    want: () => Wanted,
    opened: OpenedOrder[],
  ): (readonly [string, () => Promise<unknown>])[] {
    const cash: number[] = []
    const anyone = (): OpenedOrder | undefined => (opened.length === 0 ? undefined : random.pick(opened))
    const withAnyone =
      (act: (one: OpenedOrder) => Promise<unknown>): (() => Promise<unknown>) =>
      async () => {
        const one = anyone()
        return one === undefined ? undefined : act(one)
      }
    const tryOpen = async (more: Record<string, unknown> = {}) => {
      const key = random.uuid()
      const { wanted, ...price } = want()
      const answer = await shop.tryOpen(wanted, { key, ...price, ...more })
      if (answer.success !== true) return
      const clientSecret = String(answer.clientSecret)
      const [intentId = ''] = clientSecret.split('_secret_')
      opened.push({ ...(answer as unknown as OpenedOrder), key, clientSecret, intentId })
    }
    const confirmWith = (card: string) => withAnyone((one) => shop.confirm(one, card).catch(lostAnswer))
    const send = async (pick: (ids: number[]) => number[]) => {
      const ids = (await shop.listEvents()).map(({ id }) => id)
      if (ids.length > 0) await shop.sandbox.send(pick(ids))
    }
    const lie = (status: 3 | 4) =>
      withAnyone(({ receiptId }) =>
        shop.request(shop.a, 'stripe_complete_payment', { ids: [receiptId], status }),
      )
    const die = withAnyone(async ({ receiptId }) => {
      const doomed = doom(parts.services, parts.cards, random.between(0, 6), random.pick(moments))
      const work = random.isLucky(0.5)
        ? readAndSettle(doomed, shop.a, receiptId)
        : sweepOrder({ ...doomed, log }, shop.a, receiptId)
      await work.catch((error: unknown) => {
        const isPassing = error instanceof Failure && error.code === 'payments-unavailable'
        if (!(error instanceof Crash) && !isPassing) throw error
      })
    })
    const fail = async () => {
      // the SDK tries three times, with pauses, which take most of a run
      if (random.isLucky(0.6)) return
      await shop.sandbox.fail({
        ...(random.isLucky(0.5) ? {} : { operation: 'refunds.create' }),
        when: random.pick(['before', 'after']),
        how: random.pick(['cut', 503, 500] as const),
        times: random.pick([1, 1, 1, 1, 4]),
      })
    }
    const giveBack = withAnyone(({ receiptId }) =>
      refundOrder(parts.services, shop.a.id, receiptId, { reason: 'By chance' }).catch(() => undefined),
    )
    const giveLineBack = withAnyone(({ receiptId }) => {
      const request = { lines: [random.between(1, 2)], reason: 'By chance' }
      return refundOrder(parts.services, shop.a.id, receiptId, request).catch(() => undefined)
    })
    const giveAmountBack = withAnyone(({ receiptId }) => giveSomeBack(receiptId))
    const giveSomeBack = (receiptId: number) => {
      const part = { line: random.between(1, 2), amountCents: random.pick([1, 300, 500, 1000, 2525]) }
      return refundOrder(parts.services, shop.a.id, receiptId, { part, reason: 'By chance' }).catch(
        () => undefined,
      )
    }
    const withCash = (act: (receiptId: number) => Promise<unknown>) => async () =>
      cash.length === 0 ? undefined : act(random.pick(cash))
    const sellHere = async () => {
      const { wanted } = want()
      if (wanted.kind !== 'event') return
      const sold = await sellGateThings(
        parts,
        { tenant: shop.a },
        {
          ...{
            payload: gatePayload.parse(wanted.payload),
            paid: random.pick(['cash', 'cheque'] as const),
            again: true,
          },
        },
      ).catch((error: unknown) => {
        if (!(error instanceof Failure)) throw error
      })
      if (sold !== undefined) cash.push(sold.id)
    }
    const giveBackAtDesk = withAnyone(({ intentId }) =>
      shop.stripe.refunds.create({ payment_intent: intentId }).catch(() => undefined),
    )
    const replace = withAnyone(({ receiptId, key }) => tryOpen({ replaces: { receiptId, key } }))
    const create = withAnyone(({ receiptId, key }) =>
      shop.request(shop.a, 'create_member', { receiptId, key, kind: 'membership' }),
    )
    const watch = withAnyone(({ key }) => shop.request(shop.a, 'get_order', { orderKey: key }))
    const authenticate = (outcome: 'complete' | 'fail') =>
      withAnyone(({ clientSecret }) => shop.sandbox.authenticate(clientSecret, outcome).catch(lostAnswer))
    return [
      ['open', () => tryOpen()],
      ['open', () => tryOpen()],
      ['open', () => tryOpen()],
      ['three open at once', () => Promise.all([tryOpen(), tryOpen(), tryOpen()])],
      ['open with a wrong amount', () => tryOpen({ amount: 1 })],
      ['pay', confirmWith('pm_card_visa')],
      ['pay', confirmWith('pm_card_visa')],
      ['pay', confirmWith('pm_card_visa')],
      ['be declined', confirmWith('pm_card_visa_chargeDeclined')],
      ['be asked by the bank', confirmWith('pm_card_authenticationRequired')],
      ['pass the bank', authenticate('complete')],
      ['fail at the bank', authenticate('fail')],
      ['events in order', () => send((ids) => ids)],
      ['events in another order', () => send((ids) => random.shuffle(ids))],
      ['an event five times', () => send((ids) => Array(5).fill(random.pick(ids)))],
      ['events lost', () => shop.sandbox.drop()],
      ['say that it succeeded', lie(3)],
      ['say that it failed', lie(4)],
      ['create', create],
      ['watch', watch],
      ['replace', replace],
      ['die', die],
      ['die', die],
      ['provider fails', fail],
      ['refund', giveBack],
      ['refund a line', giveLineBack],
      ['refunds take their time', () => shop.sandbox.beginRefunds(random.pick(['pending', 'succeeded']))],
      ['refund an amount', giveAmountBack],
      ['refund an amount', giveAmountBack],
      ['sell for cash', sellHere],
      ['sell for cash', sellHere],
      ['refund an amount in cash', withCash(giveSomeBack)],
      [
        'refund a line in cash',
        withCash((receiptId) => {
          const request = { lines: [random.between(1, 2)], reason: 'By chance' }
          return refundOrder(parts.services, shop.a.id, receiptId, request).catch(() => undefined)
        }),
      ],
      ['refund at the desk', giveBackAtDesk],
      ['sweep', () => shop.sweep()],
      ['sweep', () => shop.sweep(5)],
      ['a quarter of an hour', () => shop.sweep(16)],
      ['time passes', async () => shop.pass(random.between(1, 20) * 60_000)],
    ]
  }

  for (const { size, tag } of inTwoSizes(few, many)) {
    const { first, last } = chooseSeeds(engine, size)
    it(`are never oversold, doubled, unpaid or lost, in schedules ${first} to ${last}${tag}`, {
      timeout: (last - first + 1) * 5000 + 60_000,
    }, async () => {
      for (let seed = first; seed <= last; seed += 1) {
        const { steps, wrongs } = await run(seed)
        expect({ seed, wrongs, steps: wrongs.length > 0 ? steps : [] }).toEqual({
          seed,
          wrongs: [],
          steps: [],
        })
      }
    })
  }
}
