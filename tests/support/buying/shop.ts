// A server for purchases: cards through the real SDK and the sandbox; events only when a test sends them.
import { randomInt, randomUUID } from 'node:crypto'
import type { Stripe } from 'stripe'
import { expect } from 'vitest'
import { putObject } from '../../../card-sandbox/tables.ts'
import { foldEmail } from '../../../src/domain/member.ts'
import type { Quote } from '../../../src/domain/order.ts'
import { sealLookup } from '../../../src/server/auth/lookupProof.ts'
import { type Cards, createCards } from '../../../src/server/order/cardProvider.ts'
import { type CheckoutRequest, checkOut } from '../../../src/server/order/checkout.ts'
import type { StoredOrder } from '../../../src/server/order/db/order.ts'
import { findOrder } from '../../../src/server/order/db/order.ts'
import type { SandboxMessage } from '../../../src/server/process/engine.ts'
import { getCardProvider } from '../../../src/server/providers/stripe.ts'
import type { SeededClub } from '../clubs/clubs.ts'
import { type ClubWorld, openClubWorld } from '../clubs/clubWorld.ts'
import { toJoining } from '../clubs/sampleInputs.ts'
import type { Engine } from '../database/database.ts'
import { setUpClubs } from '../database/setUp.ts'
import type { WorldOptions } from '../database/world.ts'
import { type CardSandboxClient, type Delivery, openCardSandbox } from './cardSandbox.ts'
import { registerScarceGoods } from './scarceGoods.ts'

export interface WantedOrder {
  readonly kind: string
  readonly payload: Record<string, unknown>
  readonly category: number
  readonly email: string
}

/** An order with its payment, not confirmed yet. */
export interface OpenedOrder {
  readonly key: string
  readonly receiptId: number
  readonly clientSecret: string
  readonly intentId: string
  readonly quote: Quote
  readonly holdUntil: string | null
}

export interface Shop extends ClubWorld {
  readonly a: SeededClub
  readonly stripe: Stripe
  readonly sandbox: CardSandboxClient
  /**
   * Requests a payment as the browser does. Fails the test if it is refused. `more` may contain a `token` and
   * a `peer`.
   */
  open(wanted: WantedOrder, more?: Record<string, unknown>): Promise<OpenedOrder>
  /** The same, but returns any answer. */
  tryOpen(wanted: WantedOrder, more?: Record<string, unknown>): Promise<Record<string, unknown>>
  /** Like a visitor's or this member's call, but with this `createIntent`. Returns the secret, or rejects with the Failure. */
  openWhile(
    wanted: WantedOrder,
    placed: Pick<CheckoutRequest, 'key' | 'amountCents'> & Partial<Pick<CheckoutRequest, 'member'>>,
    createIntent: (
      cards: Cards,
      order: Parameters<Cards['createIntent']>[0],
    ) => ReturnType<Cards['createIntent']>,
  ): Promise<string>
  /** Requests and confirms the payment. Its event is held until `deliver`. */
  pay(wanted: WantedOrder, more?: Record<string, unknown>): Promise<OpenedOrder>
  /** The same, and delivers what was bought. */
  buy(wanted: WantedOrder, more?: Record<string, unknown>): Promise<OpenedOrder>
  /** Confirms with a card, like the browser. */
  confirm(opened: OpenedOrder, card?: string): Promise<void>
  readOrder(receiptId: number): Promise<StoredOrder>
  /** Events of a payment that have not been sent yet, oldest first. */
  listEvents(type?: string): Promise<Delivery[]>
  /** Resets everything: no failures, events are held. */
  resetSandbox(): Promise<void>
  /** Sets the payment at the provider, against its own rules. */
  alterIntent(
    intentId: string,
    part: Partial<Pick<Stripe.PaymentIntent, 'status' | 'metadata' | 'livemode'>>,
  ): Promise<void>
  /** Sends all held events, once each. */
  deliver(): Promise<void>
  /** Runs the sweeper's next round and all jobs that follow. */
  sweep(minutes?: number): Promise<void>
  /** The sweeper runs by itself each second. Meanwhile it acts as if another process were doing its round. */
  withoutSweeper<T>(work: () => Promise<T>): Promise<T>
  /** Mails of the sandbox to an address, oldest first. */
  listMails(to: string): Promise<SandboxMessage[]>
  countMembers(email: string): Promise<number>
  setMember(
    email: string,
    change: { expires_on?: string; member_type_id?: number; deleted_at?: Date; suspended_at?: Date },
  ): Promise<unknown>
  readMember(email: string): Promise<{ expires_on: string; member_type_id: number | null }>
}

export async function openShop(engine: Engine, options: WorldOptions = {}): Promise<Shop> {
  registerScarceGoods()
  const world = await openClubWorld(engine, options)
  const { a } = world.clubs
  const provider = await getCardProvider({ ...world, now: world.now })
  const sandbox = openCardSandbox(world.origin, { publishableKey: provider.publishableKey })
  await sandbox.setRules([{ state: 'held' }])

  const findTotal = async ({ kind, payload }: WantedOrder, as: { token?: string }): Promise<number> => {
    const answer = await world.ask(a, 'quote_order', { order: { kind, payload } }, as)
    return answer.success ? answer.quote.grandTotalCents : 0
  }
  const tryOpen: Shop['tryOpen'] = async (wanted, more = {}) => {
    const { kind, payload, category, email } = wanted
    const { token, peer, ...fields } = more
    const as = typeof token === 'string' ? { token } : {}
    return world.ask(
      a,
      'create_payment_intent',
      {
        amount: 'amount' in fields ? fields.amount : await findTotal(wanted, as),
        receiptEmail: email,
        category,
        key: randomUUID(),
        order: { kind, payload },
        ...fields,
      },
      // every call from its own address
      { ...as, peer: typeof peer === 'string' ? peer : newPeer() },
    )
  }
  const shop: Shop = {
    ...world,
    a,
    stripe: provider.stripe,
    sandbox,
    tryOpen,
    async open(wanted, more = {}) {
      const key = typeof more.key === 'string' ? more.key : randomUUID()
      const answer = await tryOpen(wanted, { ...more, key })
      expect(answer).toMatchObject({ success: true })
      const opened = answer as unknown as Omit<OpenedOrder, 'key' | 'intentId'>
      return { ...opened, key, intentId: opened.clientSecret.split('_secret_')[0] ?? '' }
    },
    async pay(wanted, more) {
      const opened = await shop.open(wanted, more)
      await shop.confirm(opened)
      return opened
    },
    async buy(wanted, more) {
      const opened = await shop.pay(wanted, more)
      await shop.deliver()
      return opened
    },
    async openWhile(wanted, { amountCents, ...placed }, createIntent) {
      const cards = createCards(provider)
      const { clientSecret } = await checkOut(
        {
          services: { ...world, newId: () => randomUUID() },
          cards: { ...cards, createIntent: (order) => createIntent(cards, order) },
        },
        toCheckout(a, wanted, amountCents, placed),
      )
      return clientSecret
    },
    async confirm({ clientSecret }, card = 'pm_card_visa') {
      await sandbox.confirm(clientSecret, card)
    },
    async readOrder(receiptId) {
      const order = await world.inClub(a, (tx) => findOrder(tx, { id: receiptId }))
      if (order === undefined) throw new Error(`there is no order ${receiptId}`)
      return order
    },
    async listEvents(type) {
      const held = (await sandbox.listDeliveries()).filter(({ state }) => state === 'held')
      return held.filter(({ eventType }) => type === undefined || eventType === type)
    },
    async alterIntent(intentId, part) {
      const intent = await shop.stripe.paymentIntents.retrieve(intentId)
      await shop.database.withoutClub((tx) =>
        putObject(tx.withTables(), {
          id: intent.id,
          kind: 'payment_intent',
          customer: null,
          paymentIntent: intent.id,
          charge: null,
          createdAt: new Date(shop.now()),
          body: { ...intent, ...part },
        }),
      )
    },
    async resetSandbox() {
      await sandbox.reset()
      await sandbox.setRules([{ state: 'held' }])
    },
    async deliver() {
      await sandbox.send((await shop.listEvents()).map(({ id }) => id))
    },
    async sweep(minutes = 1) {
      world.pass(minutes * 60_000)
      await world.engine.runDue()
    },
    async withoutSweeper(work) {
      await world.engine.runDue()
      const lock = (locked_until: Date | null) =>
        shop.changeRows(null, 'recurring_job', { name: 'sweep orders' }, { locked_until })
      await lock(new Date(world.now() + 24 * 60 * 60_000))
      try {
        return await work()
      } finally {
        await lock(null)
      }
    },
    async listMails(to) {
      await world.engine.runDue()
      const mails = await world.engine.listSandboxMessages('mail')
      return mails.filter((mail) => mail.to === to)
    },
    setMember: (email, change) => world.changeRows(a, 'member', { email }, change),
    readMember: (email) => world.getRow(a, 'member', { email }, ['expires_on', 'member_type_id']),
    async countMembers(email) {
      const rows = await world.listRows(a, 'member', { email }, ['id'])
      return rows.length
    },
  }
  return shop
}

function newPeer(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
}

/** What a visitor's browser asks for. */
export function toCheckout(
  tenant: SeededClub,
  { email, category, ...order }: WantedOrder,
  amountCents: number,
  more: Partial<CheckoutRequest> = {},
): CheckoutRequest {
  return {
    ...{ tenant, member: null, language: null, amountCents, receiptEmail: email, category, order },
    ...{ nonMember: undefined, key: randomUUID(), replaces: undefined, isDiscreet: false, holder: email },
    ...more,
  }
}

/** A person who joins. */
export function joining(shop: Shop, email: string, more: Record<string, unknown> = {}): WantedOrder {
  const payload = { ...toJoining(shop.a.memberTypes.open), email_address: email, ...more }
  return { kind: 'membership', payload, category: 1, email }
}

/** A new member who renews, because their membership ends soon. */
export async function renewing(shop: Shop, email: string): Promise<WantedOrder> {
  const member = await shop.insertRow(shop.a, 'member', {
    email,
    email_folded: foldEmail(email),
    email_proved_at: new Date(shop.now()),
    fname: 'Rena',
    lname: 'Rewer',
    member_type_id: shop.a.memberTypes.open,
    expires_on: renewingUntil,
  })
  const lookup = await sealLookup(shop, { tenantId: shop.a.id, memberId: member.id }, shop.now())
  return { kind: 'renewal', payload: { lookup, years: 1 }, category: 1, email }
}

export const renewingUntil = '2026-06-20'

export function donating(email: string, amount = 25): WantedOrder {
  const payload = {
    amount,
    fname: 'Gil',
    lname: 'Giver',
    address1: '3 Oak Road',
    city: 'Salem',
    state: 'MA',
    zip: '01970',
    country: 'US',
    phone: '5550100300',
    email,
  }
  return { kind: 'donation', payload, category: 0, email }
}

export function bookingSeat(email: string, thing: string, more: Record<string, unknown> = {}): WantedOrder {
  return { kind: 'seat', payload: { thing, email, ...more }, category: 5, email }
}

export function setUpShop(engine: Engine, options?: WorldOptions): Shop {
  const shop = setUpClubs(() => openShop(engine, options))
  return Object.assign(shop, { a: shop.clubs.a })
}
