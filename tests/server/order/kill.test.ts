// The whole product, killed while cards are charged: every buyer who paid gets what they paid for, once,
// without a browser that asks again (rules/payments 5.10).
import { randomInt, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCaller, type Fetch } from '../../../src/contract/caller.ts'
import { openDatabase } from '../../../src/server/db/open.ts'
import { type Product, startProduct } from '../../support/browsers/product.ts'
import { openCardSandbox } from '../../support/buying/cardSandbox.ts'
import { toJoining } from '../../support/clubs/sampleInputs.ts'
import { inTwoSizes } from '../../support/run/longTests.ts'

const buyersPerRound = 6
const longestWaitMs = 60_000

let product: Product
beforeAll(async () => {
  product = await startProduct({ env: { TRUSTED_PROXY: '127.0.0.1' }, appDir: import.meta.dirname })
}, 120_000)
afterAll(() => product.dispose())

for (const { size: kills, tag } of inTwoSizes(1, 20))
  it(`has delivered once what was paid, within a minute of coming back${tag}`, {
    timeout: kills * 15_000 + longestWaitMs + 60_000,
  }, async () => {
    const tenantId = product.demo.tenants[0]?.id ?? 0
    const caller = createCaller({
      fetch: ((url, { signal: _none, ...init }) => fetch(url, init)) satisfies Fetch,
      origin: product.origin,
      envelope: () => ({ tenantId }),
      findToken: () => undefined,
      saveToken: () => {},
    })
    const club = await caller.call('get_tenant', { memberTypes: true })
    const type = club.memberTypes.find(({ price }) => price > 0)
    const sandbox = openCardSandbox(product.origin, { publishableKey: club.stripe.publishableKey })
    const buyers: { email: string; paid: boolean | null }[] = []

    async function buy(): Promise<void> {
      const buyer: (typeof buyers)[number] = {
        email: `k${randomUUID().slice(0, 8)}@kill.example`,
        paid: null,
      }
      const payload = { ...toJoining(type?.id ?? 0), email_address: buyer.email }
      const order = { kind: 'membership', payload }
      const { quote } = await caller.call('quote_order', { order })
      const { clientSecret } = await caller.call('create_payment_intent', {
        amount: quote.grandTotalCents,
        receiptEmail: buyer.email,
        category: 1,
        key: randomUUID(),
        order,
      })
      buyers.push(buyer)
      const answer = await sandbox.confirm(clientSecret, 'pm_card_visa')
      buyer.paid = answer.ok
    }

    for (let round = 0; round < kills; round += 1) {
      let running = true
      const enough = buyers.length + randomInt(3, 12)
      let tellEnough: () => void = () => undefined
      const isEnough = new Promise<void>((resolve) => {
        tellEnough = resolve
      })
      const buying = Array.from({ length: buyersPerRound }, async () => {
        while (running) {
          // the kill: nobody tries again
          await buy().catch(() => {
            running = false
          })
          if (buyers.length >= enough) tellEnough()
        }
      })
      await Promise.race([isEnough, Promise.all(buying)])
      await new Promise((resolve) => setTimeout(resolve, randomInt(0, 60)))
      await product.kill()
      running = false
      await Promise.all(buying)
      await product.start()
    }
    const paid = buyers.filter((buyer) => buyer.paid).map(({ email }) => email)
    expect(paid.length).toBeGreaterThanOrEqual(kills)
    const readMails = async (): Promise<string[]> => {
      const mails = (await (await fetch(`${product.origin}/sandbox/mail.json`)).json()) as { to: string }[]
      return mails.map(({ to }) => to)
    }
    await expect
      .poll(
        async () => {
          const received = new Set(await readMails())
          return paid.filter((email) => !received.has(email))
        },
        { timeout: longestWaitMs, interval: 500 },
      )
      .toEqual([])
    await product.stop()

    const database = await openDatabase({ dataDir: product.dataDir, migrate: false })
    const { members, orders } = await database.inTenant(tenantId, async (tx) => ({
      members: await tx
        .selectFrom('member')
        .where('email', 'like', '%@kill.example')
        .select('email')
        .execute(),
      orders: await tx
        .selectFrom('purchase_order')
        .where('email', 'like', '%@kill.example')
        .select(['email', 'state', 'paid_at'])
        .execute(),
    }))
    await database.close()
    const finished = orders.filter(({ state }) => state === 'fulfilled').map(({ email }) => email)
    for (const email of paid) expect(finished).toContain(email)
    expect(members.map(({ email }) => email).toSorted()).toEqual(finished.toSorted())
    for (const { state, paid_at } of orders) {
      expect(paid_at === null ? ['pending', 'cancelled', 'expired'] : ['fulfilled']).toContain(state)
    }
    console.info(`kills ${kills}, orders ${orders.length}, paid ${paid.length}, finished ${finished.length}`)
  })
