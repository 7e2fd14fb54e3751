// A hundred attacks of somebody who did not write the server, each a line in a table: what is tried, and what is said.
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { grantHeader, tokenHeader } from '../../../../src/contract/caller.ts'
import { hourMs } from '../../../../src/domain/time.ts'
import { seedScarceShow, wantSpace, wantTicket } from '../../../support/buying/eventOrders.ts'
import { bookingSeat, donating, joining, setUpShop } from '../../../support/buying/shop.ts'
import { buyingInStore } from '../../../support/buying/storeGoods.ts'
import type { SeededEvent } from '../../../support/clubs/clubs.ts'
import { samples } from '../../../support/clubs/samples.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'
import { hashAtRest } from '../../../support/database/rowHash.ts'

type Answer = Record<string, unknown>

const newEmail = () => `o${randomUUID().slice(0, 8)}@outside.example`

describeOnEachEngine('an attacker from outside', (engine) => {
  const shop = setUpShop(engine)
  const { a, b } = shop.clubs
  let show: SeededEvent
  let token = ''
  let moderator = ''
  beforeAll(async () => {
    show = await seedScarceShow(shop, { spaces: 12, tickets: 20 })
    token = await shop.signIn(a, 'member')
    moderator = await shop.signIn(a, 'moderator')
  })
  beforeEach(() => shop.pass(20 * 60_000))

  const ask = async (
    action: string,
    input: object,
    more: { token?: string; peer?: string } = {},
  ): Promise<Answer> => {
    const { status, answer } = await shop.request(a, action as 'get_event', input as { event: number }, more)
    expect(status).toBeLessThan(500)
    return answer
  }

  describe('with ids of another club', () => {
    const as = (who: 'visitor' | 'member' | 'moderator') =>
      who === 'visitor' ? {} : { token: who === 'member' ? token : moderator }
    type Row = readonly [string, 'visitor' | 'member' | 'moderator', () => object]
    const rows: readonly Row[] = [
      ['get_post', 'member', () => ({ postId: b.posts.other })],
      ['get_post_comments', 'member', () => ({ parentId: b.posts.other })],
      ['get_post_reactions', 'member', () => ({ postId: b.posts.other })],
      ['create_post_reaction', 'member', () => ({ postId: b.posts.other, reaction: 1 })],
      ['create_post', 'member', () => ({ message: 'x', parentId: b.posts.other })],
      ['update_post', 'moderator', () => ({ id: b.posts.own, message: 'x' })],
      ['delete_post', 'moderator', () => ({ postId: b.posts.own })],
      ['report_post', 'member', () => ({ postId: b.posts.other, reason: 'spam' })],
      ['hide_post', 'moderator', () => ({ postId: b.posts.other, hidden: true })],
      ['mute_member', 'moderator', () => ({ id: b.people.parent.id, muted: true })],
      ['get_member', 'moderator', () => ({ id: b.people.parent.id })],
      ['update_member', 'moderator', () => ({ id: b.people.parent.id, city: 'x' })],
      ['delete_member', 'member', () => ({ id: b.people.child.id })],
      ['resend_invitation', 'member', () => ({ id: b.people.child.id })],
      ['update_member_ride', 'member', () => ({ id: b.rideId, trim: 'x' })],
      ['delete_member_ride', 'member', () => ({ id: b.rideId })],
      ['get_classified', 'member', () => ({ id: b.listings.own })],
      [
        'update_classified',
        'moderator',
        () => ({ id: b.listings.own, label: 'x', price: 1, description: '' }),
      ],
      ['delete_classified', 'moderator', () => ({ id: b.listings.own })],
      ['get_event', 'visitor', () => ({ event: b.show.id })],
      ['get_event_pack', 'visitor', () => ({ eventId: b.show.id })],
      ['get_models', 'visitor', () => ({ makeId: b.makeId })],
      ['get_all_shifts', 'visitor', () => ({ eventId: b.show.id })],
      ['worker_signup', 'visitor', () => ({ ...samples.worker_signup(a), shifts: [b.show.shiftIds[0]] })],
      ['find_entry', 'visitor', () => ({ eventId: b.show.id, email: b.people.member.email })],
      ['get_judging_forms', 'visitor', () => ({ eventId: b.show.id })],
      ['get_judge_sheets', 'visitor', () => ({ ...samples.get_judge_sheets(b), eventId: a.show.id })],
      ['submit_judging_form', 'visitor', () => ({ ...samples.submit_judging_form(b), key: randomUUID() })],
      [
        'submit_judging_form',
        'visitor',
        () => ({ ...samples.submit_judging_form(a), grant: b.show.judge.grant, key: randomUUID() }),
      ],
      ['submit_ballot', 'visitor', () => ({ ...samples.submit_ballot(b), key: randomUUID() })],
      ['get_voter', 'visitor', () => ({ voterId: b.show.voters[0] })],
      ['webpush_subscribe', 'visitor', () => samples.webpush_subscribe(b)],
      ['check_membership_card', 'visitor', () => samples.check_membership_card(b)],
    ]
    it.each(rows)('%s of a %s shows and changes nothing there', async (action, who, toInput) => {
      const before = await hashAtRest(shop, b.id)
      const answer = await ask(action, toInput(), as(who))
      const { success, requestId: _, ...rest } = answer
      const lists = Object.values(rest).filter(Array.isArray)
      // refused, or an empty list
      expect(
        success !== true || (lists.length > 0 && lists.every((list) => list.length === 0)),
        JSON.stringify(answer),
      ).toBe(true)
      expect(JSON.stringify(answer)).not.toContain(b.people.parent.lname)
      expect(await hashAtRest(shop, b.id)).toBe(before)
    })

    it.each([
      ['a ticket', () => wantTicket({ ...show, ticketIds: b.show.ticketIds }, newEmail())],
      [
        'a space',
        () => wantSpace({ ...show, mapIds: b.show.mapIds, spaceIds: b.show.spaceIds }, newEmail(), 0),
      ],
      ['a whole event', () => wantTicket(b.show, newEmail())],
      ['a type of membership', () => joining(shop, newEmail(), { type: b.memberTypes.open })],
      ['a thing of the store', () => buyingInStore([b.inventoryId], newEmail())],
    ] as const)('%s is not sold', async (_title, want) => {
      expect(await shop.tryOpen(want(), { token, amount: 1000 })).toMatchObject({ success: false })
    })

    it('an order is neither shown, cancelled, replaced nor claimed', async () => {
      const opened = await shop.pay(donating(newEmail()))
      const { receiptId, key } = opened
      expect((await shop.ask(b, 'get_order', { orderKey: key })).success).toBe(false)
      expect(
        (await shop.ask(b, 'create_member', { ...samples.create_member(b), receiptId, key })).success,
      ).toBe(false)
      // to cancel what is not there is no failure
      await shop.ask(b, 'cancel_order', { orderKey: key })
      await shop.deliver()
      expect((await shop.readOrder(receiptId)).state).toBe('fulfilled')
    })
  })

  describe('with an address that is two, or none', () => {
    const addresses = [
      'a@x.example, b@y.example',
      'a@x.example;b@y.example',
      '"Ada" <a@x.example>',
      'a@x.example\r\nBcc: b@y.example',
      'a@x.example%0ABcc:b@y.example',
      'ａ@x.example',
      '\u212Aim@x.example',
      'a@[127.0.0.1]',
      'a@localhost',
      '.a@x.example',
      'a..b@x.example',
      'a@x.example.',
      '-oQ/tmp@x..example',
    ]
    it.each(addresses)('%j gets no order, no shift, no mark of a volunteer', async (email) => {
      await shop.engine.runDue()
      const sent = (await shop.engine.listSandboxMessages('mail')).length
      expect(await shop.tryOpen(donating(email))).toMatchObject({ code: 'invalid-input' })
      const shift = samples.worker_signup(a)
      const contactInfo = { ...shift.contactInfo, email }
      expect(await ask('worker_signup', { ...shift, contactInfo })).toMatchObject({ code: 'invalid-input' })
      expect((await ask('add_additional_email', { email }, { token })).success).toBe(false)
      await shop.engine.runDue()
      expect((await shop.engine.listSandboxMessages('mail')).length).toBe(sent)
    })
  })

  describe('with a number that is none', () => {
    it.each([0, -1, 1.5, '2', 1e21, 2 ** 31, Number.MAX_SAFE_INTEGER, null, [1], { valueOf: 1 }, true])(
      'as a quantity of tickets (%j) there is no order and no hold',
      async (quantity) => {
        const want = wantTicket(show, newEmail(), quantity as number)
        const answer = await shop.tryOpen(want, { amount: 1000 })
        expect(answer.success).toBe(false)
        expect(answer.code).not.toBe('internal')
      },
    )
    it.each([-1, 0, 49, 1e9, 1.5, '1000', Number.MAX_SAFE_INTEGER])(
      'as an amount (%j) nothing is charged',
      async (amount) => {
        expect((await shop.tryOpen(donating(newEmail()), { amount })).success).toBe(false)
      },
    )
  })

  describe('with what others hold', () => {
    it('ends none of it by an order that is refused: a wrong amount, a wrong thing beside it, or too many', async () => {
      const thing = `kept${randomUUID().slice(0, 8)}/8`
      const gone = `gone${randomUUID().slice(0, 8)}/1`
      await shop.buy(bookingSeat(newEmail(), gone))
      const kept = await shop.open(bookingSeat(newEmail(), thing, { quantity: 6 }))
      const other = await shop.open(bookingSeat(newEmail(), thing, { quantity: 2 }))
      await shop.sweep(4)
      for (const answer of [
        await shop.tryOpen(bookingSeat(newEmail(), thing), { amount: 1 }),
        await shop.tryOpen(bookingSeat(newEmail(), thing, { more: [gone] })),
        await shop.tryOpen(bookingSeat(newEmail(), thing, { quantity: 7 })),
        await shop.tryOpen(bookingSeat(newEmail(), thing), { category: 1 }),
        await shop.tryOpen(bookingSeat('no address', thing)),
      ])
        expect(answer.success).toBe(false)
      for (const { receiptId } of [kept, other])
        expect((await shop.readOrder(receiptId)).state).toBe('pending')
    })

    it('is not ended by who knows its number and not its key', async () => {
      const kept = await shop.open(wantSpace(show, newEmail(), 3))
      const { receiptId } = kept
      await ask('cancel_order', { orderKey: randomUUID() })
      await ask('cancel_order', { orderKey: receiptId })
      expect(
        await shop.tryOpen(wantTicket(show, newEmail()), { replaces: { receiptId, key: randomUUID() } }),
      ).toBeDefined()
      expect(await shop.tryOpen(wantTicket(show, newEmail()), { key: kept.key })).toMatchObject({
        success: false,
      })
      expect((await shop.readOrder(receiptId)).state).toBe('pending')
    })

    it('is held once by an order that names a space twice', async () => {
      const want = wantSpace(show, newEmail(), 5)
      const { reservations } = want.payload as { reservations: object[] }
      const twice = {
        ...want,
        payload: { ...want.payload, reservations: [...reservations, ...reservations] },
      }
      expect((await shop.tryOpen(twice, { amount: 1000 })).success).toBe(false)
    })
  })

  describe('with the secrets of others, changed a little', () => {
    const codes = [
      '1.x',
      `01.${'A'.repeat(43)}`,
      `1.${'A'.repeat(42)}`,
      `1e0.${'A'.repeat(43)}`,
      `１.${'A'.repeat(43)}`,
    ]
    it.each(codes)('%s is no link of a shift', async (code) => {
      for (const action of ['get_linked_shifts', 'confirm_shifts'])
        expect(await ask(action, { code })).toMatchObject({ code: 'bad-mail-code' })
    })

    const marks = ['', '.', 'a.b.c.d', '1.1', `1.1.x.${'A'.repeat(43)}`, '%00', 'x'.repeat(600), '1.1.é.y']
    it.each(marks)('%j is no mark of a device', async (mark) => {
      const { email: username } = a.people.member
      const sent = { tenantId: a.id, action: 'member_login', username, password: 'Wrong-1234!' }
      const cookie = `__Host-device=${mark}; __Host-setup=${mark}`
      const { status, text } = await shop.post(sent, { cookie, 'x-forwarded-for': '198.51.100.71' })
      expect([status, JSON.parse(text).code]).toEqual([200, 'wrong-password'])
    })

    it.each([
      '',
      '.',
      'x',
      '..',
      `${'x'.repeat(300)}`,
      'harbor.',
      `__proto__.x`,
      `../a.x`,
      `%00.x`,
      `HARBOR.${'x'.repeat(43)}`,
    ])('%j is no grant of a judge before a body', async (grant) => {
      const body = { action: 'get_tenant', tenantId: a.id, pad: 'x'.repeat(70_000) }
      const { status } = await shop.post(body, { [grantHeader]: grant })
      expect([400, 413]).toContain(status)
    })

    it.each(['', 'null', 'Bearer x', 'a.b.c', '..', `${'x'.repeat(5000)}`])(
      '%j is no sign-in',
      async (forged) => {
        const { status, text } = await shop.post(
          { action: 'member_authorize', tenantId: a.id },
          { [tokenHeader]: forged },
        )
        expect([status, JSON.parse(text).code]).toEqual([401, 'needs-signin'])
      },
    )

    it.each([
      'read_own_data',
      'open_file',
      'confirm_newsletter',
      'confirm_email_change',
      'read_calendar_feed',
    ] as const)('%s takes no proof of nothing', async (action) => {
      expect((await ask(action, samples[action](a))).success).toBe(false)
    })
  })

  describe('with the first password of somebody else', () => {
    const setUpPassword = 'Rumble-Seat 1932'
    it('keeps it from nobody by wrong codes: whoever has the right one sets it', async () => {
      const { email: username } = a.people.noPassword
      await ask('lookup_member', { username, purpose: 'signin' }, { peer: '192.0.2.31' })
      await shop.engine.runDue()
      const mails = (await shop.engine.listSandboxMessages('mail')).filter(({ to }) => to === username)
      const code = /#setup=(\w+)/.exec(mails.at(-1)?.text ?? '')?.[1] ?? 'no code'
      for (let tries = 0; tries < 40; tries += 1) {
        const peer = `203.0.113.${tries}`
        await ask('member_set_password', { username, password: setUpPassword, code: 'ABCD-EFGH' }, { peer })
      }
      const set = { username, password: setUpPassword, code }
      expect(await ask('member_set_password', set, { peer: '192.0.2.31' })).toMatchObject({ success: true })
    })

    it('guesses five times from a place, and then not even the right code is taken there', async () => {
      const username = newEmail()
      const guess = () =>
        ask(
          'member_set_password',
          { username, password: setUpPassword, code: 'ABCD-EFGH' },
          { peer: '203.0.113.99' },
        )
      for (let tries = 0; tries < 5; tries += 1) expect(await guess()).toMatchObject({ code: 'bad-code' })
      expect(await guess()).toMatchObject({ code: 'too-many-requests' })
    })
  })

  describe('with a ballot and its link', () => {
    it.each([
      ['a vote of nine digits', ['110000000']],
      ['digits of another script', ['１１０']],
      ['a number with an exponent', ['1e2']],
      ['no list', '110' as unknown as string[]],
      ['nothing', [null] as unknown as string[]],
      ['an object', [{ toString: '110' }] as unknown as string[]],
    ])('%s is no vote, and the ballot stays open', async (_title, votes) => {
      const voterId = a.show.voters[0]
      const answer = await ask('submit_ballot', { voterId, key: randomUUID(), votes })
      expect(answer.success).toBe(false)
      expect(await shop.listRows(a, 'ballot', {}, ['voter_id'])).toEqual([])
    })

    it.each([
      ['in capital letters', (id: string) => id.toUpperCase()],
      ['with braces', (id: string) => `{${id}}`],
      ['with a space', (id: string) => ` ${id}`],
      ['without hyphens', (id: string) => id.replaceAll('-', '')],
    ])('its link %s is the same link or none, never a second one', async (_title, change) => {
      const answer = await ask('get_voter', { voterId: change(a.show.voters[0]) })
      expect([true, false]).toContain(answer.success)
      expect(JSON.stringify(answer)).not.toContain('"used":true')
    })
  })

  describe('with more than a form has', () => {
    it.each([
      ['life', true],
      ['expiration', '9999-12-31'],
      ['emailProved', true],
      ['email_proved_at', '2026-01-01'],
      ['moderator', true],
      ['type', 2],
      ['parentId', 0],
      ['suspended', false],
      ['tenant_id', 2],
      ['token_version', 1],
    ])('a member writes no %s of their own', async (field, value) => {
      const columns = [
        'life',
        'expires_on',
        'email_proved_at',
        'member_type_id',
        'parent_id',
        'token_version',
      ] as const
      const read = () => shop.getRow(a, 'member', { id: a.people.member.id }, columns)
      const before = await read()
      await ask(
        'update_member',
        { id: a.people.member.id, [field]: value, [`__proto__`]: { [field]: value } },
        { token },
      )
      expect(await read()).toEqual(before)
    })
  })

  it('with a code for an address, of another kind or spelling, proves nothing', async () => {
    for (const code of ['', 'ABCD-EFGH', 'ＡＢＣＤ-ＥＦＧＨ', 'abcd efgh', "' or 1=1 --"])
      expect((await ask('prove_email', { code }, { token })).code).not.toBe('internal')
  })

  it('in a long time zone, at the edge of the years, finds nothing wrong', async () => {
    for (const [start, end] of [
      [-8.64e15, 8.64e15],
      [0, 1],
      [1e18, 1e19],
      [2, 1],
    ])
      await ask('get_activities', { start, end }, { token })
    shop.pass(hourMs)
  })
})
