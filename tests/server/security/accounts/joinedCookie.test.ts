// The cookie of a browser that has just paid for a new membership stands for the mailed code (rules/security 3.4).
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { minuteMs } from '../../../../src/domain/time.ts'
import { sealPlaced } from '../../../../src/server/order/joinedProof.ts'
import { refundOrder } from '../../../support/buying/refunds.ts'
import { joining, setUpShop } from '../../../support/buying/shop.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'
import type { Received } from '../../../support/database/world.ts'

const hourMs = 60 * minuteMs
const good = 'Rumble-Seat 1932'
const other = 'Whitewall+Tyres 57'

describeOnEachEngine('a browser that has just paid for joining', (engine) => {
  const shop = setUpShop(engine)
  const { a } = shop.clubs
  let count = 0
  // all windows of the limits have passed
  beforeEach(() => shop.pass(25 * hourMs))

  const newEmail = () => `joiner${++count}@join.example`
  const call = (action: string, input: object, cookie?: string, more: Record<string, string> = {}) =>
    shop.post({ tenantId: a.id, ...input, action }, { ...(cookie === undefined ? {} : { cookie }), ...more })
  const set = (username: string, cookie?: string, more: object = {}, headers = {}) =>
    call('member_set_password', { username, password: good, ...more }, cookie, headers)
  const readSetCookie = ({ headers }: Received) => headers['set-cookie'] ?? []
  /** What the browser sends back. */
  const toCookie = (received: Received) => readSetCookie(received)[0]?.split(';')[0] ?? 'none'
  const codeOf = (received: Received) => received.json().code ?? 'accepted'
  const look = (username: string, cookie?: string) =>
    call('lookup_member', { username, purpose: 'signin' }, cookie)

  /** As the page does it: the payment's secret, and the cookie with it. */
  async function open(email: string, key = randomUUID()) {
    const { kind, payload, category } = joining(shop, email)
    const order = { kind, payload }
    const quoted = await shop.ask(a, 'quote_order', { order })
    const amount = quoted.success ? quoted.quote.grandTotalCents : 0
    const opened = await call('create_payment_intent', {
      ...{ amount, receiptEmail: email, category, key, order },
    })
    const { receiptId, clientSecret } = opened.json() as { receiptId: number; clientSecret: string }
    return { key, payload, receiptId, clientSecret, opened, cookie: toCookie(opened) }
  }
  type Opened = Awaited<ReturnType<typeof open>>
  const create = ({ payload, key, receiptId }: Opened) =>
    call('create_member', { ...payload, key, receiptId })
  const confirm = ({ clientSecret }: Opened) => shop.sandbox.confirm(clientSecret, 'pm_card_visa')

  async function join(email: string): Promise<Opened> {
    const opened = await open(email)
    await confirm(opened)
    expect((await create(opened)).json()).toMatchObject({ success: true })
    return opened
  }

  /** Those who know the mailbox, and no more. */
  async function readMailed(email: string, shape: RegExp): Promise<string> {
    return (await shop.listMails(email)).flatMap(({ text }) => shape.exec(text)?.[1] ?? []).at(-1) ?? ''
  }

  it('gets a cookie with its order that no script and no other site can use', async () => {
    const { opened } = await open(newEmail())
    expect(readSetCookie(opened)).toHaveLength(1)
    const [value, ...attributes] = readSetCookie(opened)[0]?.split('; ') ?? []
    expect(value).toMatch(/^__Host-setup=[\w.-]+$/)
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=7200', 'Path=/', 'SameSite=Strict', 'Secure'])
    expect(opened.text).not.toContain(value?.slice('__Host-setup='.length))
  })

  it('sets the first password once with it instead of a code, and loses it', async () => {
    const email = newEmail()
    const { cookie } = await join(email)
    expect((await look(email, cookie)).json()).toEqual({
      success: true,
      hasPassword: false,
      isNewHere: true,
      receipt: null,
    })
    expect((await shop.listMails(email)).map(({ text }) => text).join()).not.toContain('#setup=')
    expect(codeOf(await set(email))).toBe('bad-code')
    const first = await set(email, `theme=dark; ${cookie}; x=y`)
    expect(first.json()).toMatchObject({ success: true })
    expect(readSetCookie(first)).toEqual([
      '__Host-setup=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0',
    ])
    const signedIn = await call('member_login', { username: email, password: good, ttl: 24 })
    expect(signedIn.json()).toMatchObject({ success: true })
    const again = await set(email, cookie, { password: other })
    expect([codeOf(again), readSetCookie(again)]).toEqual(['bad-code', []])
  })

  it('keeps it after a password that the rules refuse', async () => {
    const email = newEmail()
    const { cookie } = await join(email)
    const weak = await set(email, cookie, { password: 'weak' })
    expect([codeOf(weak), readSetCookie(weak)]).toEqual(['weak-password', []])
    expect(codeOf(await set(email, cookie))).toBe('accepted')
  })

  it('has nothing of it before the payment, for an older member, or after a refund', async () => {
    const email = newEmail()
    const unpaid = await open(email)
    expect(codeOf(await set(email, unpaid.cookie))).toBe('bad-code')
    await confirm(unpaid)
    expect((await create(unpaid)).json()).toMatchObject({ success: true })
    expect((await look(email, unpaid.cookie)).json()).toMatchObject({ isNewHere: true })

    const known = a.people.noPassword
    await shop.setMember(known.email, { expires_on: '2026-06-20' })
    const older = await join(known.email)
    expect(codeOf(await set(known.email, older.cookie))).toBe('bad-code')

    const services = { database: shop.database, now: shop.now, newId: () => randomUUID() }
    await refundOrder(services, a.id, unpaid.receiptId, { reason: 'Not meant' })
    for (let turn = 0; turn < 3; turn += 1) await shop.sweep()
    const back = await call('get_order', { orderKey: unpaid.key })
    expect(back.json()).toMatchObject({ order: { state: 'refunded' } })
    expect(codeOf(await set(email, unpaid.cookie))).toBe('bad-code')
  })

  it('gives nothing to whoever reads the receipt, which has the key of the order', async () => {
    const email = newEmail()
    const { key, payload, receiptId } = await join(email)
    const reading = [
      await call('get_order', { orderKey: key }),
      await call('create_member', { ...payload, key, receiptId }),
      await call('create_member', { ...payload, receiptId }),
      (await open(email, key)).opened,
    ]
    expect(reading.map(codeOf)).toEqual(['accepted', 'accepted', 'accepted', 'already-paid'])
    expect(reading.map(readSetCookie)).toEqual([[], [], [], []])
    expect(codeOf(await set(email))).toBe('bad-code')
  })

  it('gets none where joining costs nothing', async () => {
    const setPrice = (price_cents: number) =>
      shop.changeRows(a, 'member_type', { id: a.memberTypes.open }, { price_cents })
    await setPrice(0)
    const key = randomUUID()
    const created = await call('create_member', { ...joining(shop, newEmail()).payload, key })
    const asked = await call('get_order', { orderKey: key })
    await setPrice(4500)
    expect([created, asked].map(codeOf)).toEqual(['accepted', 'accepted'])
    expect([created, asked].map(readSetCookie)).toEqual([[], []])
  })

  it('has it for half an hour after the payment', async () => {
    const early = newEmail()
    const { cookie: earlyCookie } = await join(early)
    const late = newEmail()
    const { cookie } = await join(late)
    shop.pass(30 * minuteMs - 1)
    expect(codeOf(await set(early, earlyCookie))).toBe('accepted')
    shop.pass(1)
    expect(codeOf(await set(late, cookie))).toBe('bad-code')
    expect((await look(late, cookie)).json()).toMatchObject({ codeSent: true })
  })

  it('opens with it no other account, no other club, and nothing when it is changed', async () => {
    const email = newEmail()
    const { cookie } = await join(email)
    const bought = newEmail()
    await join(bought)
    const { noPassword, member } = a.people
    for (const username of [bought, noPassword.email, member.email, 'nobody@x.example']) {
      expect([username, codeOf(await set(username, cookie))]).toEqual([username, 'bad-code'])
    }
    expect((await look(noPassword.email, cookie)).json()).not.toHaveProperty('isNewHere')
    // the same address, and the same number of a member, in another club
    const { b } = shop.clubs
    for (const username of [email, b.people.noPassword.email]) {
      expect(codeOf(await set(username, cookie, { tenantId: b.id }))).toBe('bad-code')
    }
    const [tenant = '', id = '', until = '', seal = ''] = cookie.slice('__Host-setup='.length).split('.')
    for (const forged of [
      [tenant, Number(id) + 1, until, seal],
      [b.id, id, until, seal],
      [tenant, id, Number(until) + hourMs, seal],
      [tenant, id, until, ''],
      [tenant, id, until, seal.toLowerCase()],
      [tenant, id, until, seal, seal],
      ['x'.repeat(600)],
      [''],
    ]) {
      const text = `__Host-setup=${forged.join('.')}`
      for (const username of [email, noPassword.email]) {
        expect([text, codeOf(await set(username, text))]).toEqual([text, 'bad-code'])
      }
    }
    // a real one, for an order of this number in the other club
    const elsewhere = await sealPlaced(shop, { tenantId: b.id, orderId: Number(id) }, shop.now())
    for (const tenantId of [a.id, b.id]) {
      expect(codeOf(await set(email, `__Host-setup=${elsewhere}`, { tenantId }))).toBe('bad-code')
    }
    // nor does the proof open anything as a code or as a token
    expect(codeOf(await set(email, undefined, { code: cookie.slice(0, 64) }))).toBe('bad-code')
    expect(codeOf(await set(email, undefined, {}, { 'x-dart-token': cookie }))).toBe('needs-signin')
    expect(codeOf(await set(email, cookie.replace('__Host-', '')))).toBe('bad-code')
    expect(codeOf(await set(email, cookie))).toBe('accepted')
  })

  it('cannot be made to use it by a page of another site', async () => {
    const email = newEmail()
    const { cookie } = await join(email)
    for (const headers of [
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]) {
      const received = await set(email, cookie, {}, headers)
      expect([received.status, codeOf(received), readSetCookie(received)]).toEqual([403, 'cross-site', []])
    }
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      expect(codeOf(await set(email, cookie, {}, { 'content-type': type }))).toBe('unsupported-media-type')
    }
    expect((await look(email, cookie)).json()).toMatchObject({ hasPassword: false })
    const own = { origin: shop.origin, 'sec-fetch-site': 'same-origin' }
    expect(codeOf(await set(email, cookie, {}, own))).toBe('accepted')
  })

  it("has no second try after the mailbox's owner took the account back", async () => {
    const email = newEmail()
    const { cookie } = await join(email)
    expect(codeOf(await set(email, cookie))).toBe('accepted')
    const signedIn = await shop.request(a, 'member_login', { username: email, password: good, ttl: 24 })
    const token = signedIn.token ?? ''
    const changed = await shop.request(a, 'member_set_password', { password: other }, { token })
    expect(changed.answer.success).toBe(true)
    const code = await readMailed(email, /#code=(\w+)/)
    expect((await shop.ask(a, 'undo_password_change', { code })).success).toBe(true)

    expect(codeOf(await set(email, cookie))).toBe('bad-code')
    // the mailbox alone is the way
    expect((await look(email, cookie)).json()).toMatchObject({ hasPassword: false, codeSent: true })
    const setup = await readMailed(email, /#setup=(\w+)/)
    expect(codeOf(await set(email, undefined, { code: setup }))).toBe('accepted')
  })
})
