// Somebody who did not sign in renews a membership: what that may change about its cards and its automatic
// renewal, and who is told (rules/security 5.5).
import { beforeEach, expect, it } from 'vitest'
import { addDays, findDay } from '../../../src/domain/day.ts'
import { hourMs } from '../../../src/domain/time.ts'
import { sealLookup } from '../../../src/server/auth/lookupProof.ts'
import { findAutoRenew } from '../../../src/server/member/db/membership.ts'
import { listSavedCards } from '../../../src/server/order/db/savedCard.ts'
import { refundOrder } from '../../support/buying/refunds.ts'
import { type OpenedOrder, setUpShop } from '../../support/buying/shop.ts'
import { insertRenewable, type Renewable, signInRenewable } from '../../support/clubs/renewables.ts'
import { describeOnEachEngine } from '../../support/database/database.ts'

/** Another card than the one that pays everywhere. */
const otherCard = 'pm_card_authenticationRequired'
const stranger = 'mallory@evil.example'

describeOnEachEngine('a renewal without a sign-in', (engine) => {
  const shop = setUpShop(engine)
  beforeEach(() => shop.pass(hourMs))

  const renew = async (
    member: Renewable,
    { card, token, email = stranger }: { card?: string; token?: string; email?: string } = {},
  ): Promise<OpenedOrder & { keepsCard: string | null }> => {
    const expires = addDays(findDay(shop.now(), shop.a.timeZone), 20)
    await shop.setMember(member.email, { expires_on: expires })
    const lookup = await sealLookup(shop, { tenantId: shop.a.id, memberId: member.id }, shop.now())
    const payload = { years: 1, autoRenew: true, ...(token === undefined ? { lookup } : {}) }
    const opened = await shop.open({ kind: 'renewal', payload, category: 1, email }, { token })
    await shop.confirm(opened, card)
    if (card === otherCard) await shop.sandbox.authenticate(opened.clientSecret, 'complete')
    await shop.deliver()
    expect((await shop.readOrder(opened.receiptId)).state).toBe('fulfilled')
    return opened as OpenedOrder & { keepsCard: string | null }
  }
  const read = ({ id }: Renewable) =>
    shop.inClub(shop.a, async (tx) => ({
      autoRenew: await findAutoRenew(tx, id),
      cards: (await listSavedCards(tx, { memberId: id, mode: 'sandbox' })).map(({ last4, isDefault }) =>
        isDefault ? `${last4} default` : last4,
      ),
    }))
  const turnOff = ({ id }: Renewable) => shop.changeMemberSettings(shop.a, id, { auto_renew: false })
  const listTold = async (email: string) =>
    (await shop.listMails(email)).filter(({ subject }) => subject.includes('automatic renewal'))

  const nothing = { autoRenew: false, cards: [] }

  it('keeps no card and turns nothing on, although its buyer has said so: they may be anybody', async () => {
    const member = await insertRenewable(shop)
    const opened = await renew(member)
    expect(opened.keepsCard).toBeNull()
    expect(await read(member)).toEqual(nothing)
    expect(await listTold(member.email)).toEqual([])
    const answer = await shop.ask(shop.a, 'get_order', { orderKey: opened.key })
    expect(answer).toMatchObject({ order: { autoRenews: false } })
  })

  it('keeps none of an order either that was opened when it could', async () => {
    const member = await insertRenewable(shop)
    const lookup = await sealLookup(shop, { tenantId: shop.a.id, memberId: member.id }, shop.now())
    const payload = { years: 1, autoRenew: true, lookup }
    const opened = await shop.open({ kind: 'renewal', payload, category: 1, email: stranger })
    await shop.changeRows(
      shop.a,
      'purchase_order',
      { id: opened.receiptId },
      { card_of: member.id, card_consent: 'renewal-1' },
    )
    await shop.confirm(opened)
    await shop.deliver()
    expect((await shop.readOrder(opened.receiptId)).state).toBe('fulfilled')
    expect(await read(member)).toEqual(nothing)
  })

  it("never takes the place of a member's own card, nor turns on what they turned off", async () => {
    const member = await insertRenewable(shop)
    const token = await signInRenewable(shop, member)
    await renew(member, { token, email: member.email })
    await turnOff(member)
    const told = (await listTold(member.email)).length
    const opened = await renew(member, { card: otherCard })
    expect(opened.keepsCard).toBeNull()
    expect(await read(member)).toEqual({ autoRenew: false, cards: ['4242 default'] })
    expect(await listTold(member.email)).toHaveLength(told)
  })

  it('by the member who signed in keeps its card, which goes when it is given back; they are told of both', async () => {
    const member = await insertRenewable(shop)
    const token = await signInRenewable(shop, member)
    const { receiptId, keepsCard } = await renew(member, { token })
    expect(keepsCard).toBe('renewal-1')
    expect(await read(member)).toEqual({ autoRenew: true, cards: ['4242 default'] })
    const services = { database: shop.database, now: shop.now, newId: () => crypto.randomUUID() }
    await refundOrder(services, shop.a.id, receiptId, { reason: 'By mistake' })
    await shop.sweep()
    expect(await read(member)).toEqual(nothing)
    const told = await listTold(member.email)
    expect(told).toHaveLength(2)
    expect(told[0]?.text).toContain('now renews automatically each time it expires')
    expect(told[0]?.text).toMatch(/^Your membership:\n\S+\/portal\/member\/membership/m)
    expect(told[0]?.text).toContain('ending in 4242')
    expect(told[0]?.text).toContain(`order ${receiptId}`)
    expect(told[1]?.text).toContain('does not renew automatically any more')
    expect(told[1]?.text).toContain('ending in 4242')
  })

  it('is told to the member also where they signed in: a new default card', async () => {
    const member = await insertRenewable(shop)
    const token = await signInRenewable(shop, member)
    await renew(member, { token })
    await renew(member, { token, card: otherCard })
    expect(await read(member)).toEqual({ autoRenew: true, cards: ['3184 default', '4242'] })
    const told = await listTold(member.email)
    expect(told).toHaveLength(2)
    expect(told[1]?.text).toContain('ending in 3184')
    expect(told[1]?.text).not.toContain('now renews automatically each time it expires')
    // the same card again changes nothing
    await renew(member, { token, card: otherCard })
    expect(await listTold(member.email)).toHaveLength(2)
  })
})
