// An address is somebody's own after a mail to it was answered (rules/security 3.11). Whoever joins with somebody else's
// address gets nothing that is found by it: N2.1 of the attacks.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { minuteMs } from '../../../../src/domain/time.ts'
import { seedScarceShow, wantTicket } from '../../../support/buying/eventOrders.ts'
import { joining, setUpShop } from '../../../support/buying/shop.ts'
import type { SeededEvent } from '../../../support/clubs/clubs.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

const password = 'Rumble-Seat 1932'

describeOnEachEngine('the address of a member', (engine) => {
  const shop = setUpShop(engine)
  const { a } = shop.clubs
  let show: SeededEvent
  beforeAll(async () => {
    show = await seedScarceShow(shop, { spaces: 1, tickets: 50 })
  })
  let count = 0

  /** A visitor has bought a ticket with this address. */
  const buyTicket = (email: string) => shop.buy(wantTicket(show, email))

  /** Somebody joins with it, pays with their own card, and chooses the password in the browser that has paid. */
  async function joinAs(email: string): Promise<string> {
    const { kind, payload, category } = joining(shop, email)
    const key = randomUUID()
    const quoted = await shop.ask(a, 'quote_order', { order: { kind, payload } })
    const amount = quoted.success ? quoted.quote.grandTotalCents : 0
    const input = { amount, receiptEmail: email, category, key, order: { kind, payload } }
    const opened = await shop.post({ tenantId: a.id, action: 'create_payment_intent', ...input }, {})
    const { clientSecret, receiptId } = opened.json() as { clientSecret: string; receiptId: number }
    await shop.sandbox.confirm(clientSecret, 'pm_card_visa')
    await shop.ask(a, 'create_member', { ...payload, key, receiptId })
    const cookie = opened.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
    const set = { action: 'member_set_password', tenantId: a.id, username: email, password }
    expect((await shop.post(set, { cookie })).json()).toMatchObject({ success: true })
    return login(email, password)
  }

  async function login(username: string, typed: string): Promise<string> {
    const { token } = await shop.request(a, 'member_login', { username, password: typed, ttl: 24 })
    return token ?? ''
  }

  const find = (email: string, token: string) =>
    shop.ask(a, 'find_entry', { eventId: show.id, email }, { token })
  const isProved = async (token: string) => {
    const answer = await shop.ask(a, 'member_authorize', {}, { token })
    return answer.success ? answer.member.emailProved : answer.code
  }
  const readCode = async (email: string, shape: RegExp) =>
    (await shop.listMails(email)).flatMap(({ text }) => shape.exec(text)?.[1] ?? []).at(-1) ?? ''

  const newEmail = () => `vera${++count}@mail.example`

  it('gives its codes and its street to nobody who has only joined with it', async () => {
    const email = newEmail()
    await buyTicket(email)
    const token = await joinAs(email)
    expect(await isProved(token)).toBe(false)
    const found = await find(email, token)
    expect(found).toMatchObject({ success: true, address: '••• ••••••' })
    const { tickets } = found as unknown as { tickets: object[] }
    expect(tickets).toHaveLength(1)
    expect(tickets[0]).not.toHaveProperty('code')
    // and it counts, as a stranger's look-up does
    let refused = 0
    for (let turn = 0; turn < 6; turn += 1) if (!(await find(email, token)).success) refused += 1
    expect(refused).toBeGreaterThan(0)
  })

  it('is theirs after the code that was mailed to it', async () => {
    const email = newEmail()
    await buyTicket(email)
    const token = await joinAs(email)
    expect(await shop.ask(a, 'prove_email', { code: 'ABCD-EFGH' }, { token })).toMatchObject({
      code: 'bad-code',
    })
    expect(await shop.ask(a, 'send_email_proof', {}, { token })).toMatchObject({ success: true })
    const code = await readCode(email, /#proof=(\w+)/)
    expect(await shop.ask(a, 'prove_email', { code: code.toLowerCase() }, { token })).toMatchObject({
      success: true,
    })
    expect(await isProved(token)).toBe(true)
    const found = await find(email, token)
    expect(found).toMatchObject({ success: true, address: '5 Oak Street' })
    expect((found as unknown as { tickets: object[] }).tickets[0]).toHaveProperty('code')
    // nothing more is mailed, and a lost answer is given again
    const before = (await shop.listMails(email)).length
    expect(await shop.ask(a, 'send_email_proof', {}, { token })).toMatchObject({ success: true })
    expect(await shop.listMails(email)).toHaveLength(before)
    expect(await shop.ask(a, 'prove_email', { code }, { token })).toMatchObject({ success: true })
  })

  it('is theirs after any mail that was answered: a setup code, a temporary password, a way back', async () => {
    const [byCode, byTemporary, byUndo] = [newEmail(), newEmail(), newEmail()]
    for (const email of [byCode, byTemporary, byUndo]) await shop.buy(joining(shop, email))
    await shop.ask(a, 'lookup_member', { username: byCode, purpose: 'signin' })
    const setup = await readCode(byCode, /#setup=(\w+)/)
    await shop.ask(a, 'member_set_password', { username: byCode, password, code: setup })
    expect(await isProved(await login(byCode, password))).toBe(true)

    await shop.ask(a, 'member_forgot_password', { username: byTemporary })
    const temporary = await readCode(byTemporary, /Temporary password: ([A-Z2-9-]+)/)
    const signedIn = await login(byTemporary, temporary)
    expect(await isProved(signedIn)).toBe(true)
  })

  it('proves nothing by a code of another member, a used one, an old one, or a guessed one', async () => {
    const [mine, theirs] = [newEmail(), newEmail()]
    const [token, other] = [await joinAs(mine), await joinAs(theirs)]
    await shop.ask(a, 'send_email_proof', {}, { token: other })
    const code = await readCode(theirs, /#proof=(\w+)/)
    expect(await shop.ask(a, 'prove_email', { code }, { token })).toMatchObject({ code: 'bad-code' })
    await shop.ask(a, 'send_email_proof', {}, { token })
    const own = await readCode(mine, /#proof=(\w+)/)
    for (let turn = 0; turn < 5; turn += 1) {
      expect(await shop.ask(a, 'prove_email', { code: `ABCD-EF${turn}H` }, { token })).toMatchObject({
        code: 'bad-code',
      })
    }
    expect(await shop.ask(a, 'prove_email', { code: own }, { token })).toMatchObject({ code: 'bad-code' })
    shop.pass(15 * minuteMs)
    expect(await shop.ask(a, 'prove_email', { code }, { token: other })).toMatchObject({ code: 'bad-code' })
    expect([await isProved(token), await isProved(other)]).toEqual([false, false])
  })

  it('is not theirs when whoever stores the member says nothing of it', async () => {
    const email = newEmail()
    const row = { email, email_folded: email, fname: 'Vera', lname: 'Silent', expires_on: '2036-12-31' }
    const { id } = await shop.insertRow(a, 'member', row)
    expect(await shop.getRow(a, 'member', { id }, ['email_proved_at'])).toEqual({ email_proved_at: null })
  })

  describe('of an additional login', () => {
    it('is theirs by the invitation, and not before', async () => {
      const email = newEmail()
      const parent = await login(a.people.parent.email, a.people.parent.password ?? '')
      await shop.ask(
        a,
        'create_member',
        { parentId: a.people.parent.id, fname: 'Ivo', lname: 'Guest', email },
        { token: parent },
      )
      expect(await shop.getRow(a, 'member', { email }, ['email_proved_at'])).toEqual({
        email_proved_at: null,
      })
      const code = await readCode(email, /#invitation=(\w+)/)
      await shop.ask(a, 'member_set_password', { username: email, password, code })
      expect(await isProved(await login(email, password))).toBe(true)
    })

    it('keeps its owner from joining by themselves only once they have answered (N19.1)', async () => {
      const email = newEmail()
      const { id: parentId, email: parentEmail, password: parentPassword } = a.people.parent
      const parent = await login(parentEmail, parentPassword ?? '')
      const invite = { parentId, fname: 'Ivo', lname: 'Guest', email }
      await shop.ask(a, 'create_member', invite, { token: parent })
      const { id } = await shop.getRow(a, 'member', { email }, ['id'])
      const token = await joinAs(email)
      const answer = await shop.ask(a, 'member_authorize', {}, { token })
      expect(answer).toMatchObject({ success: true, member: { parentId: 0, fname: 'Jo' } })
      const rows = await shop.listRows(a, 'member', { id }, ['deleted_at'])
      expect(rows.map(({ deleted_at }) => deleted_at !== null)).toEqual([true])
      // the invitation opens nothing any more
      const code = await readCode(email, /#invitation=(\w+)/)
      const set = { username: email, password: 'Whitewall+Tyres 57', code }
      expect(await shop.ask(a, 'member_set_password', set)).toMatchObject({ code: 'bad-code' })

      const answered = newEmail()
      await shop.ask(a, 'create_member', { ...invite, email: answered }, { token: parent })
      const own = await readCode(answered, /#invitation=(\w+)/)
      await shop.ask(a, 'member_set_password', { username: answered, password, code: own })
      const wanted = joining(shop, answered)
      expect(await shop.tryOpen(wanted)).toMatchObject({ code: 'child-membership' })
    })
  })
})
