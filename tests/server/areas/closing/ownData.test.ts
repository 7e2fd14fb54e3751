// A member's own data as one file: what is in it, whose it is, and how long its link opens.
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { ownDataParts } from '../../../../src/contract/closing.ts'
import { findLastValidDay } from '../../../../src/domain/member.ts'
import { dataLinksPerMember } from '../../../../src/server/limits/often.ts'
import { ownDataPageSize } from '../../../../src/server/limits/sizes.ts'
import { timedLinkLifeMs } from '../../../../src/server/limits/times.ts'
import { seedScarceShow, wantTicket } from '../../../support/buying/eventOrders.ts'
import { joining, setUpShop } from '../../../support/buying/shop.ts'
import { seedProduct, toStorePayload } from '../../../support/buying/storeGoods.ts'
import type { SeededEvent } from '../../../support/clubs/clubs.ts'
import { setUpClubWorld } from '../../../support/clubs/clubWorld.ts'
import type { Role } from '../../../support/clubs/people.ts'
import { insertRenewable, signInRenewable } from '../../../support/clubs/renewables.ts'
import { makePushKeys } from '../../../support/corpora/pushVectors.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

describeOnEachEngine('the file with a member’s data', (engine) => {
  const world = setUpClubWorld(engine)
  // the limits of an hour have passed
  beforeEach(() => world.pass(2 * dataLinksPerMember.windowMs))

  const ask = async (token: string) => world.ask(world.clubs.a, 'get_own_data_link', {}, { token })
  const getUrl = async (as: Role) => String((await ask(await world.signIn(world.clubs.a, as))).url)
  const open = (url: string, headers: Record<string, string> = {}) => world.send(url, { headers })
  const setSchedule = (labels: Readonly<Record<string, string>>) => {
    const { a } = world.clubs
    const entries = Object.entries(labels).map(([id, label]) => ({
      id,
      label,
      startTime: '09:30',
      endTime: '',
    }))
    return world.changeRows(
      a,
      'event',
      { id: a.show.id },
      { schedule: JSON.stringify([{ date: '2026-06-13', entries }]) },
    )
  }
  const findShowName = async () => {
    const { id } = world.clubs.a.show
    return (await world.getRow(world.clubs.a, 'event', { id })).name
  }
  const read = async (as: Role) => readZip((await open(await getUrl(as))).bytes)

  it('has everything that the club has of them, with their pictures, and nothing of anybody else', async () => {
    const { a } = world.clubs
    const token = await world.signIn(a, 'member')
    const call = async (action: 'create_post' | 'create_member_ride' | 'create_classified', input: object) =>
      world.ask(a, action, { ...input }, { token })
    const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const picture = `data:image/png;base64,${png.toString('base64')}`
    await call('create_post', { message: 'Found in a <barn> — año 1932', images: [{ imageData: picture }] })
    await call('create_member_ride', {
      year: '1962',
      make: 'Studebaker',
      model: 'Lark',
      description: 'The story.',
    })
    await call('create_classified', { label: 'Hubcaps', price: 75.5, description: 'Four.', images: [] })
    const free = await world.inClub(a, (tx) => seedProduct(tx, 'Sticker', [{ price: 0 }]))
    await world.request(a, 'sell_products', toStorePayload(free.inventoryIds, 'me@harbor.example'), { token })
    await world.request(a, 'create_post_reaction', { postId: a.posts.other, reaction: 2 }, { token })
    await world.insertRows(
      a,
      'post',
      Array.from({ length: ownDataPageSize + 1 }, (_, index) => ({
        member_id: a.people.member.id,
        message: `Many ${index}`,
      })),
    )
    const device = { endpoint: 'https://fcm.googleapis.com/send/own', keys: makePushKeys() }
    await setSchedule({ parade: 'The parade', gone: 'The quiz' })
    const starred = { eventId: a.show.id, favourites: ['parade', 'gone'], language: 'es' }
    await world.request(a, 'webpush_subscribe', { ...device, ...starred }, { token })
    await setSchedule({ parade: 'The parade' })
    const answer = await open(await getUrl('member'))
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="harbor-my-data-2026-06-12.zip"',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    })
    const files = readZip(answer.bytes)
    const list = (part: string) => JSON.parse(files.get(`${part}.json`)?.toString() ?? 'null')
    expect([...files.keys()].filter((name) => !name.startsWith('pictures/'))).toEqual(
      ownDataParts.map((part) => `${part}.json`),
    )
    expect(list('profile')).toMatchObject([{ email: a.people.member.email, id: a.people.member.id }])
    expect(
      list('posts').filter(({ message }: { message: string }) => message.startsWith('Many')),
    ).toHaveLength(ownDataPageSize + 1)
    const [post] = list('posts').filter(({ message }: { message: string }) => message.includes('<barn>'))
    expect(post).toMatchObject({ message: 'Found in a <barn> — año 1932', pictures: [expect.any(String)] })
    const stored = files.get(`pictures/${post.pictures[0]}.webp`)
    expect(stored?.toString('latin1', 8, 12)).toBe('WEBP')
    expect(list('rides')).toContainEqual(expect.objectContaining({ make: 'Studebaker', story: 'The story.' }))
    expect(list('deliveries')).toMatchObject([{ product: 'Sticker', address: '12 Elm Street' }])
    expect(list('listings')).toContainEqual(expect.objectContaining({ label: 'Hubcaps', priceCents: 7550 }))
    expect(list('reactions')).toContainEqual({ post: a.posts.other, reaction: 2 })
    const event = await findShowName()
    expect(list('devices')).toEqual([
      {
        language: 'es',
        created: expect.stringMatching(/^2\d{3}-/),
        follows: [event],
        favourites: [
          { event, entry: 'gone' },
          { event, entry: 'The parade' },
        ],
      },
    ])
    const all = [...files.values()].map((content) => content.toString()).join()
    for (const other of [a.people.parent, a.people.moderator, world.clubs.b.people.member]) {
      expect(all).not.toContain(other.email)
    }
    // no secret that opens something
    for (const secret of [device.endpoint, device.keys.p256dh, device.keys.auth]) {
      expect(all).not.toContain(secret)
    }
    expect(all).not.toMatch(/argon2|password|card_code|calendar_code/i)
  })

  it('is for the expired too, and for each login its own', async () => {
    const { expired, child, parent } = world.clubs.a.people
    for (const [role, { email }] of [
      ['expired', expired],
      ['child', child],
      ['parent', parent],
    ] as const) {
      const profile = JSON.parse((await read(role)).get('profile.json')?.toString() ?? '[]')
      const token = await world.signIn(world.clubs.a, role)
      const { expiration } = await world.ask(world.clubs.a, 'get_membership_card', {}, { token })
      // people read the last day on which it is valid
      expect(profile).toMatchObject([{ email, lastValidDay: findLastValidDay(String(expiration)) }])
    }
    expect((await world.ask(world.clubs.a, 'get_own_data_link', {})).code).toBe('needs-signin')
  })

  it('opens for ten minutes, in its club, for its member and unchanged, and ends with the sign-ins', async () => {
    const { a, b } = world.clubs
    const url = await getUrl('member')
    const until = /until=(\d+)/.exec(url)?.[1] ?? ''
    for (const bad of [
      url.replace('subdomain=harbor', `subdomain=${b.slug}`),
      url.replace(/member=\d+/, `member=${a.people.parent.id}`),
      url.replace(/member=\d+/, `member=${b.people.member.id}`),
      url.replace(until, String(Number(until) + 600)),
      withOtherProof(url),
      url.replace(/proof=.*?(&|$)/, '$1'),
      url.replace(/member=\d+/, 'member=x'),
    ]) {
      expect({ bad, status: (await open(bad)).status }).toEqual({ bad, status: 404 })
    }
    const pressed = await open(withOtherProof(url), { 'sec-fetch-mode': 'navigate' })
    expect([pressed.status, pressed.headers.location]).toEqual([
      303,
      '/portal/member/profile?subdomain=harbor',
    ])
    expect((await open(url)).status).toBe(200)
    world.pass(timedLinkLifeMs)
    expect((await open(url)).status).toBe(404)
    const next = await getUrl('member')
    await world.changeRows(a, 'member', { id: a.people.member.id }, { token_version: 99 })
    expect((await open(next)).status).toBe(404)
    expect(
      (
        await world.ask(a, 'read_own_data', {
          member: a.people.member.id,
          until: 4e9,
          proof: 'none',
          part: 'profile',
        })
      ).code,
    ).toBe('own-data-not-found')
  })

  it('is made ten times in an hour', async () => {
    const token = await world.signIn(world.clubs.a, 'moderator')
    for (let turn = 0; turn < dataLinksPerMember.most; turn += 1) {
      expect(await ask(token)).toMatchObject({ success: true })
    }
    expect(await ask(token)).toMatchObject({ code: 'too-many-requests' })
  })
})

describeOnEachEngine('the orders in the file with a member’s data', (engine) => {
  const shop = setUpShop(engine)
  let show: SeededEvent
  beforeAll(async () => {
    show = await seedScarceShow(shop, { spaces: 1, tickets: 50 })
  })

  it('are those of the payment history, with what they brought: also what was bought with a proved address', async () => {
    const email = 'joined@data.example'
    const before = await shop.buy(wantTicket(show, email))
    const joined = await shop.buy(joining(shop, email))
    await shop.buy(wantTicket(show, 'other@data.example'))
    const { id } = await shop.getRow(shop.a, 'member', { email }, ['id'])
    const token = await signInRenewable(shop, { ...(await insertRenewable(shop)), id, email })
    const read = async () => {
      const answer = await shop.ask(shop.a, 'get_own_data_link', {}, { token })
      const files = readZip((await shop.send(answer.success ? answer.url : '')).bytes)
      const list = (part: string): { number?: number; order?: number }[] =>
        JSON.parse(files.get(`${part}.json`)?.toString() ?? '[]')
      return {
        orders: list('orders').map(({ number }) => number),
        tickets: list('tickets').map(({ order }) => order),
      }
    }
    const prove = (at: Date | null) => shop.changeRows(shop.a, 'member', { id }, { email_proved_at: at })
    await prove(null)
    expect(await read()).toEqual({ orders: [joined.receiptId], tickets: [] })
    await prove(new Date(shop.now()))
    expect(await read()).toEqual({
      orders: [before.receiptId, joined.receiptId],
      tickets: [before.receiptId],
    })
    // what cost nothing, and what was never paid, is no payment
    const free = await shop.inClub(shop.a, (tx) => seedProduct(tx, 'Sticker', [{ price: 0 }]))
    const got = await shop.ask(shop.a, 'sell_products', toStorePayload(free.inventoryIds, email), { token })
    expect(got).toMatchObject({ success: true })
    const unpaid = await shop.open(wantTicket(show, email))
    const { orders } = await read()
    expect(orders).toHaveLength(4)
    expect(orders).toContain(unpaid.receiptId)
    const history = await shop.ask(shop.a, 'stripe_get_payment_history', {}, { token })
    const paid = history.success
      ? history.paymenthistory.map((text) => JSON.parse(text) as { id: number })
      : []
    expect(paid.map(({ id: number }) => number)).toEqual([joined.receiptId, before.receiptId])
  })
})

/** One letter of it is another. */
function withOtherProof(url: string): string {
  return url.replace(/proof=(.)/, (_, first: string) => `proof=${first === 'A' ? 'B' : 'A'}`)
}

/** By the directory at the end, as programs read it. Each checksum is checked. */
function readZip(bytes: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  const end = bytes.length - 22
  expect(bytes.toString('latin1', end, end + 4)).toBe('PK\x05\x06')
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    expect(bytes.toString('latin1', at, at + 4)).toBe('PK\x01\x02')
    const [crc, size, nameLength] = [at + 16, at + 20, at + 28]
    const length = bytes.readUInt16LE(nameLength)
    const name = bytes.toString('utf8', at + 46, at + 46 + length)
    const head = bytes.readUInt32LE(at + 42)
    const start = head + 30 + bytes.readUInt16LE(head + 26)
    const content = bytes.subarray(start, start + bytes.readUInt32LE(size))
    expect({ name, crc: crc32(content) }).toEqual({ name, crc: bytes.readUInt32LE(crc) })
    files.set(name, content)
    // further fields and a comment
    at += 46 + length + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return files
}
