// The cookie of a browser that has just paid for a new membership stands for the mailed code (rules/security 3.4).
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { minuteMs } from '../../../src/domain/time.ts'
import { sealJoined } from '../../../src/server/auth/joinedProof.ts'
import { refundOrder } from '../../../src/server/orders/refunds.ts'
import { joining, type OpenedOrder, setUpShop } from '../../support/buying/shop.ts'
import { describeOnEachEngine } from '../../support/database/database.ts'
import type { Received } from '../../support/database/world.ts'

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

  async function pay(email: string): Promise<OpenedOrder> {
    return shop.pay(joining(shop, email))
  }

  /** As the page does it: pays, then creates. */
  async function join(email: string): Promise<{ opened: OpenedOrder; created: Received; cookie: string }> {
    const opened = await pay(email)
    const { payload } = joining(shop, email)
    const created = await call('create_member', { ...payload, key: opened.key, receiptId: opened.receiptId })
    expect(created.json()).toMatchObject({ success: true })
    return { opened, created, cookie: toCookie(created) }
  }

  /** Those who know the mailbox, and no more. */
  async function readMailed(email: string, shape: RegExp): Promise<string> {
    return (await shop.listMails(email)).flatMap(({ text }) => shape.exec(text)?.[1] ?? []).at(-1) ?? ''
  }

  it('gets a cookie that no script and no other site can use, for half an hour', async () => {
    const { created } = await join(newEmail())
    expect(readSetCookie(created)).toHaveLength(1)
    const [value, ...attributes] = readSetCookie(created)[0]?.split('; ') ?? []
    expect(value).toMatch(/^__Host-setup=[\w.-]+$/)
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=1800', 'Path=/', 'SameSite=Strict', 'Secure'])
    expect(created.text).not.toContain(value?.slice('__Host-setup='.length))
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

  it('gets none before the payment, without its key, for an older member, or after a refund', async () => {
    const email = newEmail()
    const unpaid = await shop.open(joining(shop, email))
    const { payload } = joining(shop, email)
    const claim = (opened: { key?: string; receiptId?: number }) =>
      call('create_member', { ...payload, key: opened.key, receiptId: opened.receiptId })
    const ask = ({ key }: { key: string }) => call('get_order', { orderKey: key })
    const early = [await claim(unpaid), await ask(unpaid)]
    await shop.confirm(unpaid)
    // whoever knows the address and can guess the number
    const guessed = await claim({ receiptId: unpaid.receiptId })
    expect(guessed.json()).toMatchObject({ success: true })
    expect([...early, guessed].map(readSetCookie)).toEqual([[], [], []])
    expect(readSetCookie(await ask(unpaid))).toHaveLength(1)

    const known = a.people.noPassword
    await shop.setMember(known.email, { expires_on: '2026-06-20' })
    const older = await pay(known.email)
    expect((await ask(older)).json()).toMatchObject({ order: { state: 'fulfilled' } })
    expect(readSetCookie(await ask(older))).toEqual([])

    const services = { database: shop.database, now: shop.now, newId: () => randomUUID() }
    await refundOrder(services, a.id, unpaid.receiptId, { reason: 'Not meant' })
    for (let turn = 0; turn < 3; turn += 1) await shop.sweep()
    const back = await ask(unpaid)
    expect(back.json()).toMatchObject({ order: { state: 'refunded' } })
    expect(readSetCookie(back)).toEqual([])
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

  it('has it for half an hour after the payment, however often it asks', async () => {
    const email = newEmail()
    const { opened, cookie } = await join(email)
    shop.pass(20 * minuteMs)
    const later = toCookie(await call('get_order', { orderKey: opened.key }))
    expect(later).not.toBe('none')
    shop.pass(10 * minuteMs)
    for (const old of [cookie, later]) expect(codeOf(await set(email, old))).toBe('bad-code')
    expect(readSetCookie(await call('get_order', { orderKey: opened.key }))).toEqual([])
    expect((await look(email, later)).json()).toMatchObject({ codeSent: true })
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
      [tenant, noPassword.id, until, seal],
      [b.id, b.people.noPassword.id, until, seal],
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
    // a real one, for a member of this number in the other club
    const elsewhere = await sealJoined(shop, { tenantId: a.id, memberId: b.people.noPassword.id }, shop.now())
    const inB = await set(b.people.noPassword.email, `__Host-setup=${elsewhere}`, { tenantId: b.id })
    expect(codeOf(inB)).toBe('bad-code')
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
    const { opened, cookie } = await join(email)
    expect(codeOf(await set(email, cookie))).toBe('accepted')
    const signedIn = await shop.request(a, 'member_login', { username: email, password: good, ttl: 24 })
    const token = signedIn.token ?? ''
    const changed = await shop.request(a, 'member_set_password', { password: other }, { token })
    expect(changed.answer.success).toBe(true)
    const code = await readMailed(email, /#code=(\w+)/)
    expect((await shop.ask(a, 'undo_password_change', { code })).success).toBe(true)

    expect(codeOf(await set(email, cookie))).toBe('bad-code')
    const asked = await call('get_order', { orderKey: opened.key })
    expect([codeOf(asked), readSetCookie(asked)]).toEqual(['accepted', []])
    const { payload } = joining(shop, email)
    const claimed = await call('create_member', { ...payload, key: opened.key, receiptId: opened.receiptId })
    expect([codeOf(claimed), readSetCookie(claimed)]).toEqual(['accepted', []])
    // the mailbox alone is the way
    expect((await look(email, cookie)).json()).toMatchObject({ hasPassword: false, codeSent: true })
    const setup = await readMailed(email, /#setup=(\w+)/)
    expect(codeOf(await set(email, undefined, { code: setup }))).toBe('accepted')
  })
})
