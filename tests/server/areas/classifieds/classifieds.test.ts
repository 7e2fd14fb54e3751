import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeEach, expect, it } from 'vitest'
import { mostPictures, sharedLengths } from '../../../../src/domain/shapes/sharedLengths.ts'
import { dayMs } from '../../../../src/domain/time.ts'
import { listingsPerMember } from '../../../../src/server/limits/often.ts'
import type { SeededClub } from '../../../support/clubs/clubs.ts'
import { setUpClubWorld } from '../../../support/clubs/clubWorld.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

const { label: longestLabel, description: longestDescription } = sharedLengths.classified
const callers = ['member', 'moderator', 'parent', 'child'] as const
type Caller = (typeof callers)[number]

describeOnEachEngine('classifieds', (engine) => {
  const world = setUpClubWorld(engine)
  const { a } = world.clubs
  let tokens: Record<Caller, string>
  // all windows of the limits have passed, and nothing is listed
  beforeEach(async () => {
    world.pass(dayMs)
    tokens = await world.signInAll(a, callers)
    await world.deleteRows(a, 'classified')
  })

  const fender = { label: 'Fender', price: 1200.5, description: 'Left,\nno rust' }
  const create = (input: object, by: Caller = 'member') =>
    world.request(a, 'create_classified', { ...input }, { token: tokens[by] })
  const update = (input: object, by: Caller = 'member') =>
    world.request(a, 'update_classified', { ...fender, ...input }, { token: tokens[by] })
  const remove = (id: unknown, by: Caller = 'member') =>
    world.request(a, 'delete_classified', { id: id as number }, { token: tokens[by] })
  const find = async (id: number, by: Caller = 'parent') =>
    world.ask(a, 'get_classified', { id }, { token: tokens[by] })
  const list = async (input: object = {}, by: Caller = 'parent') =>
    world.ask(a, 'get_classifieds', { ...input }, { token: tokens[by] })
  const listLabels = async (input: object = {}) =>
    (await list(input)).classifieds?.map(({ label }) => label) ?? []
  const readRow = (id: number) => world.getRow(a, 'classified', { id })
  const readTrail = (id: number) =>
    world.listRows(a, 'moderation_trail', { classified_id: id }, ['actor_id', 'change', 'before', 'at'], 'id')
  const changeMember = (memberId: number, values: Record<string, unknown>) =>
    world.changeRows(a, 'member', { id: memberId }, values)
  async function make(more: object = {}, by: Caller = 'member'): Promise<number> {
    const { answer } = await create({ ...fender, ...more }, by)
    expect(answer).toMatchObject({ success: true, id: expect.any(Number) })
    return answer.id ?? 0
  }
  /** Each has its own colour, and so its own content. */
  async function makePicture(red: number): Promise<{ imageData: string }> {
    const bytes = await sharp({
      create: { width: 9, height: 9, channels: 3, background: { r: red, g: 0, b: 0 } },
    })
      .png()
      .toBuffer()
    return { imageData: `data:image/png;base64,${bytes.toString('base64')}` }
  }

  it('are changed by a moderator who names the owner, and by nobody who names another', async () => {
    const id = await make()
    const memberId = a.people.member.id
    expect((await update({ id, memberId, label: 'Wing' }, 'moderator')).answer.success).toBe(true)
    expect(await readRow(id)).toMatchObject({ label: 'Wing', member_id: memberId })
    const another = { id, memberId: a.people.parent.id, label: 'Door' }
    expect((await update(another, 'moderator')).answer.code).toBe('invalid-input')
    expect((await update({ id, memberId, label: 'Door' }, 'parent')).answer.code).toBe('not-allowed')
    expect(await readRow(id)).toMatchObject({ label: 'Wing' })
  })

  it('are listed with these fields and no more, the newest first', async () => {
    const id = await make({ images: [await makePicture(1)] })
    world.pass(1)
    await make({ label: 'Grille', description: undefined }, 'child')
    const { success, classifieds, nextCursor } = await list()
    const { images = [] } = (await find(id)).classified ?? {}
    expect([success, nextCursor]).toEqual([true, null])
    expect(classifieds).toEqual([
      expect.objectContaining({ label: 'Grille', description: '', images: [], memberId: a.people.child.id }),
      {
        ...fender,
        id,
        memberId: a.people.member.id,
        images: [
          {
            id: expect.stringMatching(/^[0-9a-f]{40}$/),
            imageData: `/media/member/${images[0]?.id}.webp?subdomain=harbor`,
          },
        ],
        created: new Date(world.now() - 1).toISOString(),
      },
    ])
    expect((await find(id)).classified).toEqual(classifieds?.[1])
    expect((await readRow(id)).price_cents).toBe(120_050)
  })

  it('belong to whoever is signed in, whomever the call names', async () => {
    const { member, parent } = a.people
    expect((await create({ ...fender, memberId: parent.id })).answer.code).toBe('invalid-input')
    for (const memberId of [undefined, member.id, String(member.id)]) {
      const id = await make({ memberId, member_id: parent.id, id: 7, created: '2020-01-01T00:00:00Z' })
      expect(await readRow(id)).toMatchObject({ member_id: member.id, created_at: new Date(world.now()) })
    }
  })

  it('have a title, a price in cents, and texts and pictures of some length', async () => {
    const wrong = [
      { label: '' },
      { label: '  ' },
      { label: 'two\nlines' },
      { label: 'x'.repeat(longestLabel + 1) },
      { label: undefined },
      { description: 'x'.repeat(longestDescription + 1) },
      ...[-1, -0.01, Number.NaN, 1e9, 10_000_000, 9_999_999.991, 0.001, 12.345, 1e-7].map(toPrice),
      ...['5', '', null, undefined, true, [5], { cents: 5 }].map(toPrice),
      { images: Array.from({ length: mostPictures + 1 }, () => ({ imageData: '' })) },
      { images: [{}] },
      { images: 'none' },
    ]
    const id = await make()
    const before = await readRow(id)
    for (const input of wrong) {
      for (const { answer } of [await create({ ...fender, ...input }), await update({ id, ...input })]) {
        expect({ input, code: answer.code }).toEqual({ input, code: 'invalid-input' })
        expect(JSON.stringify(answer.faults)).toContain(Object.keys(input)[0])
      }
    }
    expect(await readRow(id)).toEqual(before)
    expect(await listLabels()).toEqual(['Fender'])
    for (const [price, cents] of [
      [0, 0],
      [0.01, 1],
      [1.1, 110],
      [9_999_999.99, 999_999_999],
    ]) {
      const right = { label: 'x'.repeat(longestLabel), description: 'y'.repeat(longestDescription), price }
      expect((await update({ id, ...right })).answer.success).toBe(true)
      expect(await readRow(id)).toMatchObject({ label: right.label, price_cents: cents })
      expect((await find(id)).classified?.price).toBe(price)
    }
  })

  it('are changed and removed by their owner or a moderator only', async () => {
    const id = await make({}, 'child')
    const made = await readRow(id)
    for (const by of ['member', 'parent'] as const) {
      const name = { memberId: a.people[by].id }
      expect((await update({ id, ...name, label: 'Mine' }, by)).answer.code).toBe('not-allowed')
      expect((await remove(id, by)).answer.code).toBe('not-allowed')
    }
    expect(await readRow(id)).toEqual(made)
    const own = { label: 'Hood', price: 5, description: '' }
    expect((await update({ id, ...own }, 'child')).answer.success).toBe(true)
    expect(await readRow(id)).toEqual({ ...made, label: 'Hood', price_cents: 500, description: '' })
    expect(await readTrail(id)).toEqual([])

    // the owner stays, and the trail tells what was there
    const change = { memberId: a.people.moderator.id, label: 'Decent', price: 6 }
    expect((await update({ id, ...change }, 'moderator')).answer.success).toBe(true)
    expect(await readRow(id)).toMatchObject({ member_id: a.people.child.id, label: 'Decent' })
    expect((await remove(id, 'moderator')).answer.success).toBe(true)
    const entry = { actor_id: a.people.moderator.id, at: new Date(world.now()) }
    const decent = { ...fender, label: 'Decent' }
    expect(await readTrail(id)).toEqual([
      { ...entry, change: 'edit', before: { ...toBefore(own), pictures: [] } },
      { ...entry, change: 'delete', before: { ...toBefore({ ...decent, price: 6 }), pictures: [] } },
    ])
    expect(await readRow(id)).toMatchObject({ label: 'Decent', deleted_at: new Date(world.now()) })
    expect(await listLabels()).toEqual([])

    const ownToo = await make({}, 'moderator')
    expect((await remove(ownToo, 'moderator')).answer.success).toBe(true)
    expect(await readTrail(ownToo)).toEqual([])
  })

  it('are not there for visitors, expired members and other clubs, nor when they are gone', async () => {
    const id = await make()
    const { b } = world.clubs
    const gone = await make()
    await remove(gone)
    const calls = (club: SeededClub, about: number, options: { token?: string }) =>
      Promise.all([
        world.request(club, 'get_classified', { id: about }, options),
        world.request(club, 'update_classified', { id: about, ...fender }, options),
        world.request(club, 'delete_classified', { id: about }, options),
      ])
    const open = (club: SeededClub, options: { token?: string }) =>
      Promise.all([
        world.request(club, 'get_classifieds', {}, options),
        world.request(club, 'create_classified', fender, options),
      ])
    const before = await readRow(id)
    for (const [code, options] of [
      ['needs-signin', {}],
      ['membership-expired', { token: await world.signIn(a, 'expired') }],
    ] as const) {
      for (const { answer } of [...(await calls(a, id, options)), ...(await open(a, options))]) {
        expect(answer.code).toBe(code)
        expect(answer).not.toHaveProperty('classifieds')
      }
    }
    const elsewhere = { token: await world.signIn(b, 'moderator') }
    for (const about of [id, gone, 2 ** 31 - 1]) {
      for (const { answer } of await calls(b, about, elsewhere)) expect(answer.code).toBe('listing-not-found')
    }
    for (const { answer } of await calls(a, gone, { token: tokens.moderator })) {
      expect(answer.code).toBe('listing-not-found')
    }
    for (const none of ['0', '-1', 2 ** 53, '7 ', null]) {
      expect((await remove(none)).answer.code).toBe('invalid-input')
    }
    expect(await readRow(id)).toEqual(before)
  })

  it('leave with a member who is deleted, suspended or expired, and come back with them', async () => {
    const { member, parent, child } = a.people
    const id = await make()
    const childs = await make({ label: 'Grille' }, 'child')
    const { expires_on } = await world.getRow(a, 'member', { id: parent.id })
    const as = (by: Caller) => world.request(a, 'get_classifieds', {}, { token: tokens[by] })
    const labels = async () => (await as('moderator')).answer.classifieds?.map(({ label }) => label)
    for (const [memberId, away, back] of [
      [member.id, { deleted_at: new Date() }, { deleted_at: null }],
      [member.id, { suspended_at: new Date() }, { suspended_at: null }],
      [member.id, { expires_on: '2026-01-01' }, { expires_on }],
      [child.id, { deleted_at: new Date() }, { deleted_at: null }],
      // an additional login ends with the membership above it
      [parent.id, { expires_on: '2026-01-01' }, { expires_on }],
    ] as const) {
      const [left, about] = memberId === member.id ? ['Grille', id] : ['Fender', childs]
      await changeMember(memberId, away)
      expect(await labels()).toEqual([left])
      expect((await find(about, 'moderator')).code).toBe('listing-not-found')
      expect((await remove(about, 'moderator')).answer.code).toBe('listing-not-found')
      await changeMember(memberId, back)
      expect(await labels()).toHaveLength(2)
    }
  })

  it('keep pictures by their addresses, and show nobody a picture of others', async () => {
    const [one, two, three] = [await makePicture(10), await makePicture(20), await makePicture(30)]
    const id = await make({ images: [one, two] })
    const other = await make({ images: [three] }, 'parent')
    const readImages = async (about: number) => (await find(about)).classified?.images ?? []
    const [first, second] = await readImages(id)
    const [foreign] = await readImages(other)
    // in another order, with a new one between
    const between = await makePicture(40)
    await update({ id, images: [second, between, first] })
    const after = await readImages(id)
    expect([after[0], after[2]]).toEqual([second, first])
    expect(after).toHaveLength(3)
    // left out, they stay; none is none
    await update({ id, label: 'Fender, left' })
    expect(await readImages(id)).toEqual(after)
    for (const images of [[foreign], [first, foreign], [{ imageData: 'https://evil.example/x.png' }]]) {
      expect((await update({ id, images })).answer.code).toBe('not-a-picture')
      expect((await create({ ...fender, images })).answer.code).toBe('not-a-picture')
    }
    expect((await create({ ...fender, images: [first] })).answer.code).toBe('not-a-picture')
    expect(await readImages(id)).toEqual(after)
    // a moderator may leave the owner's
    expect((await update({ id, images: [first] }, 'moderator')).answer.success).toBe(true)
    expect(await readImages(id)).toEqual([first])
    expect((await readTrail(id))[0]?.before).toMatchObject({ pictures: after.map((shown) => shown.id) })
    await update({ id, images: [] })
    expect(await readImages(id)).toEqual([])
  })

  it('show how to reach the seller by get_member only, as long as something is listed', async () => {
    const { member } = a.people
    await world.changeRows(a, 'member_settings', { member_id: member.id }, { roster: false })
    const contact = async () => world.ask(a, 'get_member', { id: member.id }, { token: tokens.parent })
    expect((await contact()).code).toBe('member-not-found')
    const id = await make()
    for (const action of ['get_classifieds', 'get_classified'] as const) {
      const { text } = await world.request(a, action, { id }, { token: tokens.parent })
      for (const secret of [member.email, member.lname, '6035550111']) expect(text).not.toContain(secret)
    }
    expect(await contact()).toMatchObject({
      email_address: member.email,
      phoneNumbers: [expect.objectContaining({ longCode: '6035550111' })],
    })
    await remove(id)
    expect((await contact()).code).toBe('member-not-found')
  })

  it('are found by every word of title and description, without accents, case and patterns', async () => {
    for (const [label, description] of [
      ['Tapón de gasolina', 'CROMADO, de un Bel Air'],
      ['50% off_all', 'Bolts \\ nuts'],
      ['Bumper', "Chrome's best; 'quoted'"],
    ]) {
      world.pass(1)
      await make({ label, description })
    }
    for (const [search, found] of [
      ['tapon', ['Tapón de gasolina']],
      ['  TAPÓN   cromado ', ['Tapón de gasolina']],
      ['tapo\u0301n', ['Tapón de gasolina']],
      ['bel bumper', []],
      ['%', ['50% off_all']],
      ['_', ['50% off_all']],
      ['\\', ['50% off_all']],
      ["'", ['Bumper']],
      ["' or 1=1 --", []],
      ['b%r', []],
      ['CHROME', ['Bumper']],
      ['b e r b e r c h o m s t; q u', ['Bumper']],
      ['b e r b e r c h o m s t z', []],
      ['\u0301', ['Bumper', '50% off_all', 'Tapón de gasolina']],
      ['', ['Bumper', '50% off_all', 'Tapón de gasolina']],
    ] as const) {
      expect({ search, found: await listLabels({ search }) }).toEqual({ search, found })
    }
    for (const search of ['x'.repeat(65), 5, null, ['a']]) {
      expect((await list({ search })).code).toBe('invalid-input')
    }
  })

  it('are read page by page without a gap or a repetition, whatever is listed meanwhile', async () => {
    const made: { label: string; price: number }[] = []
    for (const [at, price] of [5, 3, 5, 1, 3, 0, 5].entries()) {
      // two of one instant
      if (at !== 2) world.pass(1)
      made.push({ label: `Part ${at}`, price })
      await make(made.at(-1), at % 2 === 0 ? 'member' : 'parent')
    }
    const labels = made.map(({ label }) => label)
    const cheap = [5, 3, 1, 4, 0, 2, 6].map((at) => `Part ${at}`)
    const orders = { newest: labels.toReversed(), cheapest: cheap, dearest: cheap.toReversed() }
    for (const [sort, expected] of Object.entries(orders)) {
      expect(await listLabels({ sort })).toEqual(expected)
      expect(await listLabels({ sort, offset: 2, limit: 3 })).toEqual(expected.slice(2, 5))
      const read: string[] = []
      let cursor: string | null | undefined
      do {
        // with a cursor the offset counts for nothing
        const page = await list({ sort, limit: 2, ...(cursor ? { cursor, offset: 2 } : {}) })
        expect(page.success).toBe(true)
        read.push(...(page.classifieds ?? []).map(({ label }) => label))
        cursor = page.nextCursor
        world.pass(1)
        await make({ label: 'New', price: 4 }, 'child')
      } while (cursor)
      expect(read.filter((label) => label !== 'New')).toEqual(expected)
      expect(new Set(read).size).toBeGreaterThanOrEqual(expected.length)
      await world.deleteRows(a, 'classified', { label: 'New' })
    }
    for (const wrong of [
      ...[0, 101, -1, 1.5, '5', null, 2 ** 53].map((limit) => ({ limit })),
      ...[-1, 100_001, '1'].map((offset) => ({ offset })),
      ...['1', '1-', 'a-1', '1-1;', `${'1'.repeat(18)}-1`].map((cursor) => ({ cursor })),
      { sort: 'price_cents' },
    ]) {
      expect((await list(wrong)).code).toBe('invalid-input')
    }
    for (const sort of Object.keys(orders)) {
      expect((await list({ sort, cursor: `${'9'.repeat(17)}-9999999999` })).success).toBe(true)
    }
  })

  it('are at most twenty a day of a member, also at once, and removing one makes no room', async () => {
    const tries = await Promise.all(
      Array.from({ length: listingsPerMember.most + 5 }, () => create({ ...fender, key: randomUUID() })),
    )
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(listingsPerMember.most)
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(5)
    const id = tries.find(({ answer }) => answer.success)?.answer.id
    await remove(id)
    world.pass(1000)
    const late = await create(fender)
    expect(late.answer).toMatchObject({ code: 'too-many-requests', retryAfter: dayMs / 1000 - 1 })
    expect((await create(fender, 'parent')).answer.success).toBe(true)
    world.pass(dayMs)
    tokens.member = await world.signIn(a, 'member')
    expect((await create(fender)).answer.success).toBe(true)
  })

  it('are made once by a key, however often it comes', async () => {
    const key = randomUUID()
    const images = [await makePicture(50)]
    const answers = [await create({ ...fender, images, key }), await create({ ...fender, images, key })]
    expect(answers[0]?.answer.id).toBe(answers[1]?.answer.id)
    expect(await listLabels()).toEqual(['Fender'])
  })
})

function toPrice(price: unknown) {
  return { price }
}

function toBefore({ price, ...texts }: { label: string; price: number; description: string }) {
  return { ...texts, priceCents: price * 100 }
}
