// Prices, and orders that need no card: what the server answers and what it refuses.
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { setUpClubWorld } from '../../support/clubs/clubWorld.ts'
import { toJoining } from '../../support/clubs/sampleInputs.ts'
import { describeOnEachEngine } from '../../support/database/database.ts'

describeOnEachEngine('what an order costs', (engine) => {
  const world = setUpClubWorld(engine)
  const { a } = world.clubs

  const quote = async (kind: string, payload: Record<string, unknown>, token?: string) =>
    world.ask(a, 'quote_order', { order: { kind, payload } }, { token })

  it("is the club's own price, for a form that is half empty", async () => {
    expect(await quote('membership', { type: a.memberTypes.open, years: 2 })).toMatchObject({
      success: true,
      quote: {
        lines: [{ kind: 'membership', label: 'Family', quantity: 2, amountCents: 9000 }],
        subTotalCents: 9000,
        serviceFeeCents: 150,
        taxesCents: 0,
        grandTotalCents: 9150,
      },
    })
    expect(await quote('donation', {})).toMatchObject({ success: true, quote: { grandTotalCents: 0 } })
    expect(await quote('donation', { amount: 25.5 })).toMatchObject({ quote: { grandTotalCents: 2700 } })
  })

  it('has the taxes of the club, by the kind of sale, and none on a donation', async () => {
    const setRates = (taxRates: object) => world.changeClubSettings(a, { taxRates })
    await setRates({ membership: 825, event: 900, tickets: 900, products: 900 })
    expect(await quote('membership', { type: a.memberTypes.open, years: 2 })).toMatchObject({
      quote: { subTotalCents: 9000, serviceFeeCents: 150, taxesCents: 743, grandTotalCents: 9893 },
    })
    expect(await quote('donation', { amount: 25 })).toMatchObject({
      quote: { taxesCents: 0, grandTotalCents: 2650 },
    })
    await setRates({})
  })

  it.each([
    ['a type that is not offered', { type: 'hidden' }, 'type-not-found'],
    ['a type of another club', { type: 'foreign' }, 'type-not-found'],
    ['more years than the club allows', { type: 'open', years: 4 }, 'bad-years'],
    ['no years', { type: 'open', years: 0 }, 'invalid-input'],
  ])('is refused for %s', async (_, { type, ...payload }: { type: string; years?: number }, code) => {
    const types = { ...a.memberTypes, foreign: world.clubs.b.memberTypes.open }
    const typeId = types[type as keyof typeof types]
    expect(await quote('membership', { ...payload, type: typeId })).toMatchObject({ success: false, code })
  })

  it('is refused for what nobody sells, and for a renewal of nobody', async () => {
    expect(await quote('yacht', {})).toMatchObject({ success: false, code: 'invalid-input' })
    expect(await quote('renewal', { years: 1 })).toMatchObject({ success: false, code: 'renewal-not-found' })
    expect(await quote('renewal', { years: 1, lookup: '1.2.3.x' })).toMatchObject({ code: 'lookup-expired' })
    const child = await world.signIn(a, 'child')
    expect(await quote('renewal', { years: 1 }, child)).toMatchObject({ code: 'child-membership' })
  })

  it("says what a total that is not the server's should have been, and charges nothing", async () => {
    for (const amount of [1, 4649, 4651, 9150]) {
      const answer = await world.ask(a, 'create_payment_intent', {
        amount,
        receiptEmail: 'jo@join.example',
        category: 1,
        key: randomUUID(),
        order: { kind: 'membership', payload: toJoining(a.memberTypes.open) },
      })
      expect(answer).toMatchObject({
        success: false,
        code: 'price-changed',
        quote: { grandTotalCents: 4650 },
      })
    }
    expect(await world.listRows(a, 'purchase_order', {}, ['id'])).toEqual([])
  })

  it('knows no order but by its key', async () => {
    const answer = await world.ask(a, 'get_order', { orderKey: randomUUID() })
    expect(answer).toMatchObject({ success: false, code: 'order-not-found' })
    expect((await world.ask(a, 'stripe_complete_payment', { ids: [99], status: 3 })).success).toBe(true)
    const unpaid = await world.request(a, 'create_member', toJoining(a.memberTypes.open))
    expect(unpaid.answer).toMatchObject({ success: false, code: 'not-paid' })
  })
})
