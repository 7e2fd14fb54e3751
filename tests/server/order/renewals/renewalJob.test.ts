// Automatic renewals: on the club's own day, once, with the right mails, and after any pause
// (rules/payments 4.4 and 5.16).
import { expect, it } from 'vitest'
import { addDays, addYears, findDay, toInstant } from '../../../../src/domain/day.ts'
import { setAutoRenew } from '../../../../src/server/member/db/membership.ts'
import { findDeclineKind } from '../../../../src/server/order/renewals/declineKinds.ts'
import { dropJob, listFailedJobs } from '../../../../src/server/queue/db.ts'
import { refundOrder } from '../../../support/buying/refunds.ts'
import { setUpShop } from '../../../support/buying/shop.ts'
import {
  askingCard,
  decliningCard,
  goTo,
  insertHolder,
  listCharges,
  listSubjects,
  readExpiration,
  type SavedHolder,
} from '../../../support/clubs/autoRenewals.ts'
import { insertRenewable, signInRenewable } from '../../../support/clubs/renewables.ts'
import { describeRaces } from '../../../support/database/database.ts'

describeRaces('an automatic renewal', (engine) => {
  const shop = setUpShop(engine)

  const findToday = () => findDay(shop.now(), shop.a.timeZone)
  const price = 4150
  const count = async (member: SavedHolder, words: string) =>
    (await listSubjects(shop, member)).filter((subject) => subject.includes(words)).length
  const setMember = (member: SavedHolder, change: Record<string, unknown>) =>
    shop.changeRows(shop.a, 'member', { id: member.id }, change)

  const suspendClub = (suspended: boolean) =>
    shop.changeRows(null, 'tenant', { id: shop.a.id }, { suspended })
  /** As if a process had died in each attempt of this member's jobs: their next one is one too many. */
  const failRenewJobs = (member: SavedHolder) =>
    shop.inClub(shop.a, (tx) =>
      tx
        .updateTable('job')
        .set({ attempts: 1000 })
        .where('kind', '=', 'renew')
        .where('unique_key', 'like', `% ${member.id} %`)
        .where('state', '=', 'waiting')
        .execute(),
    )
  const listRenewJobs = async (member: SavedHolder) => {
    const jobs = await shop.inClub(shop.a, (tx) =>
      tx
        .selectFrom('job')
        .where('kind', '=', 'renew')
        .where('unique_key', 'like', `% ${member.id} %`)
        .orderBy('id')
        .select('state')
        .execute(),
    )
    return jobs.map(({ state }) => state)
  }

  it('is announced 14 and 3 days before, happens on the day itself, and once', async () => {
    const day = addDays(findToday(), 20)
    const member = await insertHolder(shop, { expiration: day })
    const spanish = await insertHolder(shop, { expiration: day, language: 'es' })
    await goTo(shop, addDays(day, -15))
    expect(await listSubjects(shop, member)).toEqual([])
    for (const [before, notices] of [
      [14, 1],
      [13, 1],
      [4, 1],
      [3, 2],
      [1, 2],
    ] as const) {
      await goTo(shop, addDays(day, -before))
      await goTo(shop, addDays(day, -before), '12:00')
      expect([before, await count(member, 'your membership renews on')]).toEqual([before, notices])
    }
    const [notice] = await shop.listMails(member.email)
    for (const part of [
      '$41.50',
      'Visa, ending in 4242',
      'turn automatic renewal off',
      '/portal/member/membership',
    ])
      expect(notice?.text).toContain(part)
    expect(await count(spanish, 'su membresía se renueva el')).toBe(2)
    await goTo(shop, addDays(day, -1), '23:50')
    expect(await listCharges(shop, member)).toEqual([])
    await goTo(shop, day, '00:01')
    expect(await listCharges(shop, member)).toEqual([price])
    expect(await readExpiration(shop, member)).toBe(`${Number(day.slice(0, 4)) + 1}${day.slice(4)}`)
    await shop.deliver()
    await goTo(shop, addDays(day, 1))
    expect(await listCharges(shop, member)).toEqual([price])
    expect(await count(member, 'receipt')).toBe(1)
    const receipt = (await shop.listMails(member.email)).find(({ subject }) => subject.includes('receipt'))
    expect(receipt?.text.replaceAll(/\s+/g, ' ')).toContain(
      'This was the automatic renewal of your membership, charged to your saved card: Visa, ending in 4242.',
    )
    expect(await count(spanish, 'recibo')).toBe(1)
  })

  it('follows the clock of its club', async () => {
    const day = addDays(findToday(), 2)
    const member = await insertHolder(shop, { expiration: day })
    const setZone = (time_zone: string) => shop.changeRows(shop.a, 'club', {}, { time_zone })
    await setZone('Pacific/Kiritimati')
    try {
      // midnight there is ten in the morning of the day before in London
      shop.pass(toInstant(day, '00:01', 'Pacific/Kiritimati') - shop.now())
      await shop.engine.runDue()
      // the club's round may rest for six hours after its zone was changed
      shop.pass(6 * 60 * 60_000)
      await shop.engine.runDue()
      expect(await listCharges(shop, member)).toEqual([price])
    } finally {
      await setZone(shop.a.timeZone)
    }
  })

  it('of a leap day and over three days without a server extends from the old day', async () => {
    const day = '2028-02-29'
    const member = await insertHolder(shop, { expiration: day })
    const late = await insertHolder(shop, { expiration: '2028-03-05' })
    const declined = await insertHolder(shop, { card: decliningCard, expiration: '2028-03-05' })
    const longAgo = await insertHolder(shop, { expiration: '2027-12-01' })
    await goTo(shop, day)
    expect(await listCharges(shop, member)).toEqual([price])
    expect(await readExpiration(shop, member)).toBe('2029-02-28')
    // nothing runs for days
    await goTo(shop, '2028-03-08', '17:30')
    expect(await listCharges(shop, late)).toEqual([price])
    expect(await readExpiration(shop, late)).toBe('2029-03-05')
    // who has been away for long is not charged for it
    expect(await listCharges(shop, longAgo)).toEqual([])
    // the first notice came in time; the second would tell of what is over
    const [notice, receipt] = [expect.stringContaining('renews on'), expect.stringContaining('receipt')]
    const refusal = expect.stringContaining('could not be renewed')
    await goTo(shop, '2028-03-08', '23:30')
    expect(await listSubjects(shop, member)).toEqual([receipt])
    expect(await listSubjects(shop, late)).toEqual([notice, receipt])
    expect(await listSubjects(shop, declined)).toEqual([notice, refusal])
    expect(await listSubjects(shop, longAgo)).toEqual([])
    // the second try a day after the first one, which came late
    await goTo(shop, '2028-03-09', '17:20')
    expect(await count(declined, 'could not be renewed')).toBe(1)
    await goTo(shop, '2028-03-09', '17:40')
    expect(await count(declined, 'could not be renewed')).toBe(2)
  })

  it('begins at the moment when the member presses "Renew now", and charges, extends and tells once', async () => {
    const day = addDays(findToday(), 1)
    const member = await insertHolder(shop, { expiration: day })
    const token = await signInRenewable(shop, member)
    const press = async () => shop.ask(shop.a, 'stripe_membership_renew', { expiration: day }, { token })
    shop.pass(toInstant(day, '00:05', shop.a.timeZone) - shop.now())
    const presses = Array.from({ length: 10 }, press)
    const answers = await Promise.all([...presses, shop.engine.runDue()])
    const expiration = addYears(day, 1)
    const renewed = expect.objectContaining({ success: true, expiration })
    // the provider may refuse to do the same thing twice at once; that must not renew twice
    const refused = expect.objectContaining({ code: 'payments-unavailable' })
    for (const answer of answers.slice(0, -1)) expect([renewed, refused]).toContainEqual(answer)
    expect(answers).toContainEqual(renewed)
    expect(await press()).toEqual(renewed)
    await goTo(shop, day, '12:00')
    expect(await listCharges(shop, member)).toEqual([price])
    expect(await readExpiration(shop, member)).toBe(expiration)
    expect(await listSubjects(shop, member)).toEqual([expect.stringContaining('receipt')])
  })

  it('charges the card that was saved with consent while renewing by a form, a year later', async () => {
    const member = await insertRenewable(shop)
    const opened = await shop.open(
      {
        kind: 'renewal',
        payload: { years: 1, autoRenew: true },
        category: 1,
        email: member.email,
      },
      { token: await signInRenewable(shop, member) },
    )
    // the words beside the box, which the card keeps
    expect(opened).toMatchObject({ keepsCard: 'renewal-1' })
    await shop.confirm(opened)
    await shop.deliver()
    const day = await readExpiration(shop, member)
    const { provider_id: customerId } = await shop.getRow(shop.a, 'card_customer', { member_id: member.id })
    const holder: SavedHolder = { ...member, customerId: customerId ?? '', methodId: '' }
    expect(await listCharges(shop, holder)).toEqual([price])
    await goTo(shop, addDays(day, -14))
    await goTo(shop, addDays(day, -3))
    expect(await count(holder, 'your membership renews on')).toBe(2)
    await goTo(shop, addDays(day, -1), '23:50')
    expect(await listCharges(shop, holder)).toEqual([price])
    await goTo(shop, day)
    expect(await listCharges(shop, holder)).toEqual([price, price])
    expect(await readExpiration(shop, member)).toBe(addYears(day, 1))
    expect(await count(holder, 'receipt')).toBe(2)
  })

  it('that is declined is tried again after 1, 3, 5 and 7 days, and then no more', async () => {
    const day = addDays(findToday(), 1)
    const member = await insertHolder(shop, { card: decliningCard, expiration: day })
    await goTo(shop, day)
    const failures: number[] = []
    for (let after = 0; after <= 12; after += 1) {
      // late enough for a clock that was put forward since
      if (after > 0) await goTo(shop, addDays(day, after), '03:30')
      failures.push(await count(member, 'could not be renewed'))
    }
    expect(failures).toEqual([1, 2, 2, 3, 3, 4, 4, 5, 5, 5, 5, 5, 5])
    const mails = (await shop.listMails(member.email)).filter(({ subject }) => subject?.includes('could not'))
    expect(mails[0]?.text).toContain('We try again on')
    expect(mails.at(-1)?.text).toContain('We do not try again')
    expect(await listCharges(shop, member)).toEqual([])
    expect(await readExpiration(shop, member)).toBe(day)
    // the unpaid order is closed
    await goTo(shop, addDays(day, 14))
    const orders = await shop.listRows(shop.a, 'purchase_order', { member_id: member.id }, ['state'])
    expect(orders).toEqual([{ state: 'expired' }])
  })

  it('with a card that cannot pay any more stops at once with one mail', async () => {
    const day = addDays(findToday(), 1)
    const member = await insertHolder(shop, { expiration: day })
    await shop.stripe.paymentMethods.detach(member.methodId)
    await goTo(shop, day)
    await goTo(shop, addDays(day, 9))
    expect(await count(member, 'could not be renewed')).toBe(1)
    const [mail] = (await shop.listMails(member.email)).slice(-1)
    expect(mail?.text).toContain('We do not try again')
    expect(['stolen_card', 'expired_card', 'lost_card', 'card_not_supported'].map(findDeclineKind)).toEqual(
      Array.from({ length: 4 }, () => 'hard'),
    )
    expect(['insufficient_funds', 'generic_decline', 'do_not_honor'].map(findDeclineKind)).toEqual(
      Array.from({ length: 3 }, () => 'soft'),
    )
  })

  it('that the bank asks about waits for the holder, whom one mail tells', async () => {
    const day = addDays(findToday(), 1)
    const member = await insertHolder(shop, { card: askingCard, expiration: day })
    await goTo(shop, day)
    await goTo(shop, addDays(day, 2))
    expect(await count(member, 'please confirm the renewal')).toBe(1)
    const [mail] = (await shop.listMails(member.email)).slice(-1)
    const orderKey = /order\?subdomain=\w+#key=([\w-]+)/.exec(mail?.text ?? '')?.[1]
    const answer = await shop.ask(shop.a, 'get_order', { orderKey })
    const secret = answer.success ? (answer.order.confirmWith ?? '') : ''
    await shop.sandbox.confirm(secret, member.methodId)
    await shop.sandbox.authenticate(secret, 'complete')
    await shop.sweep(6 * 60)
    expect(await listCharges(shop, member)).toEqual([price])
    expect(await readExpiration(shop, member)).toBe(`${Number(day.slice(0, 4)) + 1}${day.slice(4)}`)
  })

  it('never charges who turned it off, lost the card, is suspended, gone, or an additional login', async () => {
    const day = addDays(findToday(), 3)
    const make = () => insertHolder(shop, { expiration: day })
    const parent = await make()
    const [off, cardless, gone, child, untouched] = [
      await make(),
      await make(),
      await make(),
      await make(),
      await insertHolder(shop, { expiration: day, autoRenew: null }),
    ]
    const retried = await insertHolder(shop, { expiration: addDays(day, -1), card: decliningCard })
    await shop.inClub(shop.a, async (tx) => {
      await setAutoRenew(tx, off.id, false)
      await tx.deleteFrom('saved_card').where('member_id', '=', cardless.id).execute()
    })
    const suspended = await make()
    const suspendedLater = await insertHolder(shop, { expiration: addDays(day, -1), card: decliningCard })
    await setMember(gone, { deleted_at: new Date(shop.now()) })
    await setMember(suspended, { suspended_at: new Date(shop.now()) })
    await setMember(child, { parent_id: parent.id })
    await goTo(shop, addDays(day, -1))
    // turned off, or suspended, between two tries
    await setMember(suspendedLater, { suspended_at: new Date(shop.now()) })
    await shop.inClub(shop.a, (tx) => setAutoRenew(tx, retried.id, false))
    await goTo(shop, addDays(day, 5))
    expect(await listCharges(shop, parent)).toEqual([price])
    for (const member of [off, cardless, gone, child, untouched, retried, suspended, suspendedLater]) {
      expect(await listCharges(shop, member)).toEqual([])
    }
    expect(await count(retried, 'could not be renewed')).toBe(1)
    expect(await count(suspendedLater, 'could not be renewed')).toBe(1)
  })

  it('whose next try falls due while the club is suspended is tried again when the club is back', async () => {
    const day = addDays(findToday(), 1)
    const member = await insertHolder(shop, { card: decliningCard, expiration: day })
    await goTo(shop, day)
    const failures: number[] = []
    for (let after = 1; after <= 10; after += 1) {
      if (after === 1) await suspendClub(true)
      if (after === 3) await suspendClub(false)
      await goTo(shop, addDays(day, after), '03:30')
      failures.push(await count(member, 'could not be renewed'))
    }
    // the lost try of the first day on the third, and from there on a day later at the earliest
    expect(failures).toEqual([1, 1, 2, 3, 4, 4, 5, 5, 5, 5])
    expect(await listCharges(shop, member)).toEqual([])
  })

  it('keeps the day of its next try when the member presses "Renew now" in vain meanwhile', async () => {
    const day = addDays(findToday(), 1)
    const member = await insertHolder(shop, { card: decliningCard, expiration: day })
    await goTo(shop, day)
    const token = await signInRenewable(shop, member)
    const answer = await shop.ask(shop.a, 'stripe_membership_renew', { expiration: day }, { token })
    expect(answer).toMatchObject({ code: 'renewal-declined' })
    const failures: number[] = []
    for (const [after, time] of [
      [0, '20:00'],
      [1, '00:01'],
      [1, '03:30'],
      [2, '12:00'],
    ] as const) {
      await goTo(shop, addDays(day, after), time)
      failures.push(await count(member, 'could not be renewed'))
    }
    expect(failures).toEqual([1, 1, 2, 2])
  })

  it('whose jobs have failed for good is begun again, or finished, by the next round', async () => {
    const day = addDays(findToday(), 1)
    const late = await insertHolder(shop, { card: decliningCard, expiration: day })
    await goTo(shop, day)
    const begun = await insertHolder(shop, { expiration: addDays(day, 1) })
    await shop.sandbox.fail({ operation: 'payment_intents.confirm', when: 'before', how: 'cut', times: 500 })
    await goTo(shop, addDays(day, 1), '03:30')
    for (const member of [late, begun]) await failRenewJobs(member)
    shop.pass(2 * 60 * 60_000)
    await shop.engine.runDue()
    await shop.resetSandbox()
    const states = async () =>
      shop.listRows(shop.a, 'renewal', { member_id: [late.id, begun.id] }, ['state', 'tries'], 'member_id')
    expect(await states()).toEqual([
      { state: 'charging', tries: 1 },
      { state: 'charging', tries: 0 },
    ])
    // for each try, what begins it and what finishes it
    expect(await listRenewJobs(late)).toEqual(['done', 'done', 'failed', 'failed'])
    expect(await listRenewJobs(begun)).toEqual(['failed', 'failed'])
    await goTo(shop, addDays(day, 2))
    expect(await states()).toEqual([
      { state: 'waiting', tries: 2 },
      { state: 'done', tries: 0 },
    ])
    expect(await count(late, 'could not be renewed')).toBe(2)
    await goTo(shop, addDays(day, 2), '12:00')
    expect(await listCharges(shop, begun)).toEqual([price])
    expect(await count(begun, 'receipt')).toBe(1)
    expect(await count(late, 'could not be renewed')).toBe(2)
  })

  it('whose failed job an officer has dropped is not begun again for it', async () => {
    const day = addDays(findToday(), 1)
    const member = await insertHolder(shop, { expiration: day })
    await shop.sandbox.fail({ operation: 'payment_intents.create', when: 'before', how: 'cut', times: 500 })
    await goTo(shop, day)
    await failRenewJobs(member)
    shop.pass(5 * 60_000)
    await shop.engine.runDue()
    await shop.resetSandbox()
    await shop.inClub(shop.a, async (tx) => {
      for (const { id } of await listFailedJobs(tx)) {
        await dropJob(tx, id, { reason: 'They have left', at: new Date(shop.now()) })
      }
    })
    await goTo(shop, addDays(day, 1))
    await goTo(shop, addDays(day, 2))
    expect(await listCharges(shop, member)).toEqual([])
  })

  it('of a suspended club waits, and one that was given back is not repeated', async () => {
    const day = addDays(findToday(), 2)
    const member = await insertHolder(shop, { expiration: day })
    await suspendClub(true)
    await goTo(shop, addDays(day, 1))
    expect(await listCharges(shop, member)).toEqual([])
    await suspendClub(false)
    await goTo(shop, addDays(day, 2))
    expect(await listCharges(shop, member)).toEqual([price])
    const { id } = await shop.getRow(shop.a, 'purchase_order', { member_id: member.id })
    await refundOrder({ ...shop, newId: () => crypto.randomUUID() }, shop.a.id, id, { reason: 'By mistake' })
    await goTo(shop, addDays(day, 4))
    expect(await readExpiration(shop, member)).toBe(day)
    expect(await listCharges(shop, member)).toEqual([price])
  })
})
