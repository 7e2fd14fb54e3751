// Closing one's own account: what ends, what stays, who may, and what happens to money that is under way.
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeEach, expect, it } from 'vitest'
import { addDays, findDay } from '../../../../src/domain/day.ts'
import { minuteMs } from '../../../../src/domain/time.ts'
import { listUnusedPictures } from '../../../../src/server/storage/db/pictures.ts'
import { type Shop, setUpShop } from '../../../support/buying/shop.ts'
import {
  askingCard,
  insertHolder,
  listCharges,
  type SavedHolder,
} from '../../../support/clubs/autoRenewals.ts'
import { signInRenewable } from '../../../support/clubs/renewables.ts'
import { makePushKeys } from '../../../support/corpora/pushVectors.ts'
import { describeRaces } from '../../../support/database/database.ts'

describeRaces('closing an account', (engine) => {
  const shop = setUpShop(engine)
  beforeEach(() => shop.pass(61 * minuteMs))

  const today = () => findDay(shop.now(), shop.a.timeZone)
  const newHolder = (options: Parameters<typeof insertHolder>[1] = {}) =>
    insertHolder(shop, { expiration: addDays(today(), 5), ...options })
  const call = async (
    token: string,
    action: Parameters<Shop['request']>[1],
    input: Record<string, unknown> = {},
  ) => shop.ask(shop.a, action, input, { token })
  const close = (token: string, { email }: { email: string }) =>
    call(token, 'close_member', { username: ` ${email.toUpperCase()}`, key: randomUUID() })
  const readRow = (id: number) => shop.getRow(shop.a, 'member', { id })
  const countRows = (table: 'ride' | 'saved_card' | 'push_subscription' | 'member_session', id: number) =>
    shop.inClub(shop.a, async (tx) => {
      const rows = await tx.selectFrom(table).where('member_id', '=', id).select('member_id').execute()
      return rows.length
    })
  const listHeld = async ({ customerId }: SavedHolder) =>
    (await shop.stripe.customers.listPaymentMethods(customerId)).data.map(({ id }) => id)
  const listOrders = ({ id }: { id: number }) =>
    shop.inClub(shop.a, (tx) =>
      tx
        .selectFrom('purchase_order as o')
        .leftJoin('refund', (join) =>
          join.onRef('refund.tenant_id', '=', 'o.tenant_id').onRef('refund.order_id', '=', 'o.id'),
        )
        .where('o.member_id', '=', id)
        .select([
          'o.id',
          'o.state',
          'o.email',
          'o.total_cents',
          'refund.amount_cents',
          'refund.state as back',
        ])
        .execute(),
    )
  const countMails = async ({ email }: { email: string }, part: string) =>
    (await shop.listMails(email)).filter(({ subject }) => subject?.includes(part)).length

  it('ends all that is the member’s, keeps what others rely on, and says so by mail', async () => {
    const member = await newHolder()
    const token = await signInRenewable(shop, member)
    expect(await call(token, 'stripe_membership_renew', {})).toMatchObject({ success: true })
    await shop.deliver()
    const post = Number((await call(token, 'create_post', { message: 'My first car was a Lark.' })).id)
    const comment = Number(
      (await call(token, 'create_post', { message: 'A picture follows.', parentId: post })).id,
    )
    const listing = Number(
      (await call(token, 'create_classified', { label: 'Hubcaps', price: 75, description: '', images: [] }))
        .id,
    )
    await call(token, 'create_member_ride', { year: '1962', make: 'Studebaker', model: 'Lark' })
    await call(token, 'renew_calendar_feed')
    const calendar = new URL(String((await call(token, 'get_calendar_feed')).address))
    expect((await shop.send(calendar.pathname + calendar.search)).status).toBe(200)
    const { code } = await call(token, 'get_membership_card')
    const other = await shop.signIn(shop.a, 'parent')
    expect(await countRows('ride', member.id)).toBe(1)

    expect(await close(token, member)).toMatchObject({ success: true })

    expect(await call(token, 'member_authorize')).toMatchObject({ code: 'needs-signin' })
    const row = await readRow(member.id)
    const left = Object.entries(row).filter(
      ([, value]) => value !== null && value !== '' && JSON.stringify(value) !== '[]',
    )
    expect(left.map(([name]) => name).sort()).toEqual(
      [
        'card_code',
        'country',
        'created_at',
        'deleted_at',
        'expires_on',
        'id',
        'life',
        'member_type_id',
        'ref',
        'tenant_id',
        'token_version',
      ].sort(),
    )
    for (const table of ['ride', 'saved_card', 'member_session'] as const) {
      expect({ table, rows: await countRows(table, member.id) }).toEqual({ table, rows: 0 })
    }
    await shop.engine.runDue()
    expect(await listHeld(member)).toEqual([])
    // posts stay, without a name
    expect(await call(other, 'get_post', { postId: post })).toMatchObject({
      post: { author: '', avatar: '', message: 'My first car was a Lark.', commentCount: 1 },
    })
    expect(await call(other, 'get_post', { postId: comment })).toMatchObject({ post: { author: '' } })
    expect(await call(other, 'get_classified', { id: listing })).toMatchObject({ code: 'listing-not-found' })
    expect(await call(other, 'get_member', { id: member.id })).toMatchObject({ code: 'member-not-found' })
    expect((await shop.send(calendar.pathname + calendar.search)).status).toBe(404)
    expect(await call(other, 'check_membership_card', { code })).toMatchObject({
      code: 'membership-card-not-found',
    })
    // the order and its receipt
    expect(await listOrders(member)).toMatchObject([
      { state: 'fulfilled', email: member.email, amount_cents: null },
    ])
    expect(await countMails(member, 'your account is closed')).toBe(1)
    expect(await countMails(member, 'receipt')).toBe(1)
    // the address is free, and what comes is somebody new
    const joined = await shop.insertRow(shop.a, 'member', {
      email: member.email,
      email_folded: member.email,
      fname: 'New',
      lname: 'Quill',
      expires_on: addDays(today(), 300),
    })
    expect(joined.id).not.toBe(member.id)
  })

  it('takes away all pictures of the member, also of what moderators keep, and the member’s devices', async () => {
    const member = await newHolder()
    const token = await signInRenewable(shop, member)
    const [other, moderator] = [await shop.signIn(shop.a, 'parent'), await shop.signIn(shop.a, 'moderator')]
    const paint = async (red: number) => {
      const background = { r: red, g: 90, b: 10 }
      const create = { width: 40, height: 30, channels: 3, background } as const
      const png = await sharp({ create }).png().toBuffer()
      return `data:image/png;base64,${png.toString('base64')}`
    }
    const images = async (red: number) => [{ imageData: await paint(red) }]
    const write = async (red: number) =>
      Number((await call(token, 'create_post', { message: `Car ${red}`, images: await images(red) })).id)
    await write(10)
    const reported = await write(30)
    await call(other, 'report_post', { postId: reported, reason: 'other', note: 'Not a car.' })
    await call(token, 'delete_post', { postId: reported })
    const moderated = await write(50)
    await call(moderator, 'update_post', { postId: moderated, message: 'Car', images: [] })
    const listing = { label: 'Hubcaps', price: 75, description: '' }
    await call(token, 'create_classified', { ...listing, images: await images(70) })
    const { id } = await call(token, 'create_classified', { ...listing, images: await images(90) })
    await call(moderator, 'delete_classified', { id: Number(id) })
    await call(token, 'create_member_ride', { make: 'Lark', images: await images(110) })
    await call(token, 'update_member', { id: member.id, avatar: await paint(130) })
    await call(token, 'webpush_subscribe', {
      endpoint: `https://fcm.googleapis.com/send/${randomUUID()}`,
      keys: makePushKeys(),
    })
    expect(await countRows('push_subscription', member.id)).toBe(1)
    expect((await readRow(member.id)).avatar_hash).not.toBeNull()
    const listUnused = () => shop.inClub(shop.a, (tx) => listUnusedPictures(tx))
    const before = await listUnused()

    expect(await close(token, member)).toMatchObject({ success: true })

    expect((await listUnused()).length - before.length).toBe(7)
    expect((await readRow(member.id)).avatar_hash).toBeNull()
    expect(await countRows('push_subscription', member.id)).toBe(0)
    const kept = await shop.listRows(shop.a, 'post_report', { post_id: reported }, ['note', 'message'])
    expect(kept).toEqual([{ note: 'Not a car.', message: 'Car 30' }])
  })

  it('needs a sign-in of the last quarter of an hour and the own address, and happens once', async () => {
    const member = await newHolder()
    const token = await signInRenewable(shop, member)
    shop.pass(16 * minuteMs)
    expect(await close(token, member)).toMatchObject({ success: false, code: 'signin-too-old-to-close' })
    const other = await signInRenewable(shop, member)
    expect(await close(other, await newHolder())).toMatchObject({ code: 'account-not-found' })
    expect((await readRow(member.id)).deleted_at).toBeNull()
    expect(await shop.ask(shop.a, 'close_member', { username: member.email })).toMatchObject({
      code: 'needs-signin',
    })
    const fresh = await signInRenewable(shop, member)
    const key = randomUUID()
    expect(await call(fresh, 'close_member', { username: member.email, key })).toMatchObject({
      success: true,
    })
    expect(await call(fresh, 'close_member', { username: member.email, key })).toMatchObject({
      code: 'needs-signin',
    })
    expect(await countMails(member, 'your account is closed')).toBe(1)
  })

  it('is for the expired too, for parents after their logins, and for a login by itself', async () => {
    const parent = await newHolder({ expiration: addDays(today(), -40) })
    const child = await newHolder()
    await shop.changeRows(shop.a, 'member', { id: child.id }, { parent_id: parent.id })
    expect(await close(await signInRenewable(shop, parent), parent)).toMatchObject({
      code: 'has-additional-logins',
    })
    expect((await readRow(parent.id)).email).toBe(parent.email)
    expect(await close(await signInRenewable(shop, child), child)).toMatchObject({ success: true })
    expect((await readRow(parent.id)).email).toBe(parent.email)
    expect(await close(await signInRenewable(shop, parent), parent)).toMatchObject({ success: true })
  })

  it('happens once when it is pressed twice at once, and after what was being written', async () => {
    const member = await newHolder()
    const token = await signInRenewable(shop, member)
    const again = await signInRenewable(shop, member)
    const write = (index: number) =>
      call(token, 'create_member_ride', { year: '1962', make: 'Lark', model: `${index}` })
    const post = () => call(token, 'create_post', { message: 'Gone soon.' })
    const sell = () =>
      call(token, 'create_classified', { label: 'Hubcaps', price: 75, description: '', images: [] })
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, (_, index) => write(index)),
      sell(),
      close(token, member),
      post(),
      ...Array.from({ length: 4 }, (_, index) => write(index)),
      close(again, member),
      sell(),
    ])
    const closed = [answers[5], answers[11]]
    expect(closed.filter((answer) => answer?.success === true)).toHaveLength(1)
    for (const answer of answers) if (answer.success !== true) expect(answer.code).toBe('needs-signin')
    expect(await countRows('ride', member.id)).toBe(0)
    const listed = await shop.listRows(shop.a, 'classified', { member_id: member.id, deleted_at: null }, [
      'id',
    ])
    expect(listed).toEqual([])
    expect(await countMails(member, 'your account is closed')).toBe(1)
  })

  it('beside a renewal charges for a membership that is there, or gives the money back', async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const member = await newHolder()
      const token = await signInRenewable(shop, member)
      const press = () => call(token, 'stripe_membership_renew', {})
      const presses = [press(), press()]
      // begun, and at any point of the charge
      for (let wait = 0; wait < turn; wait += 1) await call(token, 'member_authorize')
      await Promise.all([...presses, close(token, member)])
      await shop.deliver()
      for (let round = 0; round < 3; round += 1) await shop.sweep()
      expect((await readRow(member.id)).email).toBe('')
      const orders = await listOrders(member)
      for (const order of orders) {
        const isKept = order.state === 'fulfilled' && order.amount_cents === null
        const isBack =
          order.state === 'refunded' && order.amount_cents === order.total_cents && order.back === 'succeeded'
        const isNothing = ['cancelled', 'expired'].includes(order.state)
        expect({ order, isFine: isKept || isBack || isNothing }).toMatchObject({ isFine: true })
      }
      const charged = (await listCharges(shop, member)).length
      const paid = orders.filter(({ state }) => ['fulfilled', 'refunded'].includes(state)).length
      expect(charged).toBe(paid)
      expect(await listHeld(member)).toEqual([])
    }
  })

  it('cancels a renewal that waits for the bank, and charges nothing on the day', async () => {
    const asking = await newHolder({ card: askingCard })
    const token = await signInRenewable(shop, asking)
    expect(await call(token, 'stripe_membership_renew', {})).toMatchObject({ code: 'renewal-needs-holder' })
    const day = addDays(today(), 2)
    const due = await newHolder({ expiration: day })
    expect(await close(token, asking)).toMatchObject({ success: true })
    expect(await close(await signInRenewable(shop, due), due)).toMatchObject({ success: true })
    await shop.sweep()
    expect(await listOrders(asking)).toMatchObject([{ state: 'cancelled' }])
    shop.pass(3 * 24 * 60 * minuteMs)
    await shop.engine.runDue()
    expect(await listOrders(due)).toEqual([])
    expect([await listCharges(shop, asking), await listCharges(shop, due)]).toEqual([[], []])
  })

  it('gives back what is paid for the membership afterwards', async () => {
    const member = await newHolder()
    const token = await signInRenewable(shop, member)
    const opened = await shop.open(
      { kind: 'renewal', payload: { years: 1, autoRenew: false }, category: 1, email: member.email },
      { token },
    )
    expect(await close(token, member)).toMatchObject({ success: true })
    await shop.confirm(opened)
    await shop.deliver()
    await shop.sweep()
    expect(await listOrders(member)).toMatchObject([{ state: 'refunded', back: 'succeeded' }])
    expect(await countMails(member, 'refund')).toBe(1)
  })

  it('forgets a card whose saving was under way', async () => {
    const member = await newHolder()
    const token = await signInRenewable(shop, member)
    const setup = await call(token, 'create_payment_intent', { save: true, key: randomUUID() })
    expect(await close(token, member)).toMatchObject({ success: true })
    await shop.sandbox.confirm(String(setup.clientSecret), 'pm_card_visa')
    expect(await listHeld(member)).not.toEqual([])
    await shop.deliver()
    await shop.sweep()
    expect(await countRows('saved_card', member.id)).toBe(0)
    expect(await listHeld(member)).toEqual([])
  })
})
