// T2.35: a picture that somebody sends to do harm is refused with its code, or becomes a clean one of ours.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Definition } from '../../../../src/contract/define.ts'
import { type ActionName, actions } from '../../../../src/contract/index.ts'
import { minuteMs } from '../../../../src/domain/time.ts'
import { readPicture } from '../../../../src/server/storage/pictures.ts'
import type { SeededClub } from '../../../support/clubs/clubs.ts'
import { type ClubWorld, setUpClubWorld } from '../../../support/clubs/clubWorld.ts'
import {
  gifWithScript,
  heavyPng,
  hiddenMark,
  hugePng,
  jpegWithPlace,
  jpegWithScans,
  photo,
  pngWithFrames,
  pngWithPage,
  svg,
} from '../../../support/corpora/hostilePictures.ts'
import { hashRows } from '../../../support/database/rowHash.ts'

/** An action that takes pictures, and the input with one of them. */
interface Door {
  readonly action: ActionName
  give(club: SeededClub, imageData: string): Record<string, unknown>
}

const listing = { label: 'Wheels', price: 400, description: '' }

const doors: readonly Door[] = [
  { action: 'update_member', give: ({ people: { member } }, avatar) => ({ id: member.id, avatar }) },
  { action: 'create_member_ride', give: (_, imageData) => ({ make: 'Nash', images: [{ imageData }] }) },
  {
    action: 'update_member_ride',
    give: ({ rideId }, imageData) => ({ id: rideId, images: [{ imageData }] }),
  },
  { action: 'create_classified', give: (_, imageData) => ({ ...listing, images: [{ imageData }] }) },
  {
    action: 'update_classified',
    give: ({ listings }, imageData) => ({ ...listing, id: listings.own, images: [{ imageData }] }),
  },
  { action: 'create_post', give: (_, imageData) => ({ message: 'Look.', images: [{ imageData }] }) },
  { action: 'update_post', give: ({ posts }, imageData) => ({ id: posts.own, images: [{ imageData }] }) },
]

it('knows every action that takes pictures', () => {
  const taking = Object.entries<Definition>(actions).filter(([, { body }]) => body === 'pictures')
  expect(doors.map(({ action }) => action).sort()).toEqual(taking.map(([action]) => action).sort())
})

const toDataUrl = (bytes: Uint8Array, type = 'image/png') =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`

function openDoor(world: ClubWorld, { action, give }: Door) {
  const { a } = world.clubs
  let token: string
  const signIn = async () => {
    // all windows of the limits have passed
    world.pass(31 * minuteMs)
    token = await world.signIn(a, 'member')
  }

  const send = async (imageData: string) => world.ask(a, action, give(a, imageData), { token })
  const findFolder = () => join(world.config.dataDir, 'pictures')
  const listFiles = () =>
    existsSync(findFolder())
      ? readdirSync(findFolder(), { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name))
      : []
  const listHashes = () =>
    world.inClub(a, async (tx) =>
      (await tx.selectFrom('picture').select('hash').execute()).map(({ hash }) => hash),
    )

  /** Refused with this code; no row and no file is new. */
  async function expectRefused(imageData: string, code: string): Promise<void> {
    const before = [await hashRows(world.database, a.id), listFiles()]
    expect([imageData.slice(0, 60), (await send(imageData)).code]).toEqual([imageData.slice(0, 60), code])
    expect([await hashRows(world.database, a.id), listFiles()]).toEqual(before)
  }

  /** One new picture; every file of it is a WebP of picture data and nothing else, and so is what is sent. */
  async function expectClean(bytes: Uint8Array): Promise<void> {
    const [files, hashes] = [listFiles(), await listHashes()]
    expect(await send(toDataUrl(bytes))).toMatchObject({ success: true })
    const added = (await listHashes()).filter((hash) => !hashes.includes(hash))
    expect(added).toHaveLength(1)
    const [hash = ''] = added
    const stored = listFiles().filter((name) => !files.includes(name))
    expect(stored.length).toBeGreaterThan(0)
    for (const name of stored) {
      expect(name).toMatch(new RegExp(`^member.*${hash}-\\d+\\.webp$`))
      expectOnlyPicture(readFileSync(join(findFolder(), name)))
    }
    const sent = await world.send(`/media/member/${hash}.webp?subdomain=${a.slug}`)
    expect(sent.headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' })
    expectOnlyPicture(sent.bytes)
  }

  return { signIn, send, expectRefused, expectClean }
}

describe('T2.35 pictures', () => {
  const world = setUpClubWorld('embedded')

  it.each(doors.map((door, at) => ({ ...door, at })))(
    'through $action are ours, or are refused',
    async ({ at, ...door }) => {
      const { signIn, expectRefused, expectClean } = openDoor(world, door)
      await signIn()
      // of its own size, because the same picture is stored once for all of them
      await expectClean(pngWithPage(32 + at))
      await expectRefused(toDataUrl(Buffer.from(svg)), 'not-a-picture')
      await expectRefused(toDataUrl(hugePng()), 'picture-too-large')
      await expectRefused('https://evil.example/x.png', 'not-a-picture')
    },
  )
})

// one reader serves all doors, and so `npm test` takes every case through one of them
const everyCase = doors.map((door) => ({
  ...door,
  title: `${door.action}${door.action === 'update_member' ? '' : ' @proof'}`,
}))

describe.each(everyCase)('T2.35 pictures through $title', ({ title: _title, ...door }) => {
  const { action } = door
  const world = setUpClubWorld('embedded')
  const { a } = world.clubs
  const { signIn, send, expectRefused, expectClean } = openDoor(world, door)
  beforeEach(signIn)

  it('nothing hidden in a picture is stored: no script, no page, no place, no second frame', async () => {
    for (const bytes of [
      await gifWithScript(),
      pngWithPage(),
      await jpegWithPlace(),
      pngWithFrames(10_000),
    ]) {
      await expectClean(bytes)
    }
  })

  it('what a picture says that it is counts for nothing', async () => {
    const script = Buffer.from(`GIF89a/*${hiddenMark}*/=1;alert(1)`)
    await expectRefused(toDataUrl(script, 'image/gif'), 'picture-broken')
    await expectRefused(toDataUrl(Buffer.from(svg), 'image/svg+xml'), 'not-a-picture')
    await expectRefused(toDataUrl(Buffer.from(svg)), 'not-a-picture')
    await expectRefused(toDataUrl(Buffer.from('<script>alert(1)</script>')), 'not-a-picture')
    await expectRefused(`data:text/html;base64,${(await photo(9, 9)).toString('base64')}`, 'not-a-picture')
    await expectRefused('data:text/html,<script>alert(1)</script>', 'not-a-picture')
    await expectRefused('data:image/png;base64,', 'not-a-picture')
  })

  it('too large, or cut off, it is refused', async () => {
    await expectRefused(toDataUrl(hugePng()), 'picture-too-large')
    await expectRefused(toDataUrl(jpegWithScans(882)), 'picture-broken')
    for (const format of ['jpeg', 'png', 'webp', 'gif'] as const) {
      const whole = await photo(300, 200, format)
      for (const share of [0.2, 0.5, 0.9]) {
        await expectRefused(toDataUrl(whole.subarray(0, whole.length * share)), 'picture-broken')
      }
    }
  })

  it('an address is no picture, and nobody fetches it', async () => {
    let visits = 0
    const elsewhere = createServer((_request, response) => {
      visits += 1
      response.end()
    })
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
    const { port } = elsewhere.address() as AddressInfo
    for (const address of [
      `http://127.0.0.1:${port}/x.png`,
      `//127.0.0.1:${port}/x.png`,
      'https://evil.example/x.png',
      'javascript:alert(1)',
      'file:///etc/passwd',
      '/media/member/../../showfield.db',
    ]) {
      await expectRefused(address, 'not-a-picture')
    }
    expect(visits).toBe(0)
    await new Promise((resolve) => elsewhere.close(resolve))
  })

  it("somebody else's picture, whose address one knows, does not become one's own", async () => {
    const { b } = world.clubs
    const own = toDataUrl(await photo(60, 60))
    const other = a.people.parent
    const parent = await world.signIn(a, 'parent')
    await world.request(a, 'update_member', { id: other.id, avatar: own }, { token: parent })
    const foreign = await world.signIn(b, 'member')
    await world.request(b, 'update_member', { id: b.people.member.id, avatar: own }, { token: foreign })
    const { member } = await world.ask(a, 'member_authorize', {}, { token: parent })
    const address = member?.avatar ?? ''
    const hash = /[0-9a-f]{40}/.exec(address)?.[0] ?? ''
    expect(await readPicture(world, 'member', hash)).toBeDefined()
    for (const known of [
      address,
      `/media/member/${hash}.webp`,
      `/media/member/${hash}.webp?subdomain=${b.slug}`,
      `/media/${a.pictures.logo}.webp`,
      `${world.origin}${address}`,
    ]) {
      await expectRefused(known, 'not-a-picture')
    }
  })

  // one reader serves all of these actions, and some take fewer than twenty at once
  if (action !== 'update_member') return
  it("twenty that take long are read behind the viewer's back", async () => {
    const heavy = toDataUrl(heavyPng())
    const small = toDataUrl(await photo(60, 60))
    const parent = await world.signIn(a, 'parent')
    const sendAsParent = () => {
      const input = { id: a.people.parent.id, avatar: small }
      return world.request(a, action, input, { token: parent })
    }
    // both processes run, and the time that they take to start counts for nothing
    await Promise.all([send(heavy), sendAsParent()])
    let left = 20
    const sending = Promise.all(
      Array.from({ length: left }, async () => {
        expect((await send(heavy)).success).toBe(true)
        left -= 1
      }),
    )
    const [own, pack, show] = await Promise.all([
      sendAsParent(),
      world.send(`/dart/pack/${a.show.id}?subdomain=${a.slug}`),
      world.ask(a, 'get_event_pack', { eventId: a.show.id }),
    ])
    // one of each member is read at a time, and the others wait for none of them
    expect(left).toBeGreaterThan(0)
    expect([own.answer.success, pack.status, show.success]).toEqual([true, 200, true])
    await sending
  })
})

function expectOnlyPicture(bytes: Buffer): void {
  expect(bytes.toString('latin1', 0, 4) + bytes.toString('latin1', 8, 12)).toBe('RIFFWEBP')
  expect(bytes.readUInt32LE(4) + 8).toBe(bytes.length)
  const chunks: string[] = []
  for (let at = 12; at < bytes.length; ) {
    chunks.push(bytes.toString('latin1', at, at + 4))
    const length = bytes.readUInt32LE(at + 4)
    at += 8 + length + (length % 2)
  }
  expect(chunks.filter((name) => !/^(?:VP8[ LX]|ALPH)$/.test(name))).toEqual([])
  expect(bytes.includes(hiddenMark)).toBe(false)
}
