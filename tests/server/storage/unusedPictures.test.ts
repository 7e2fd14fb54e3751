// A picture's files exist from the call that was accepted until nothing of any club names them.
import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { ActionName, Answer } from '../../../src/contract/index.ts'
import { dayMs, minuteMs } from '../../../src/domain/time.ts'
import { deleteUnusedPictures, insertPictures } from '../../../src/server/storage/db/pictures.ts'
import { setUpClubWorld } from '../../support/clubs/clubWorld.ts'
import { photo } from '../../support/corpora/hostilePictures.ts'
import { describeRaces } from '../../support/database/database.ts'

const listing = { label: 'Wheels', price: 400, description: '' }
/** Longer than from one removal of unused pictures to the next. */
const longMs = dayMs + 60 * minuteMs

describeRaces('pictures that nothing names', (engine) => {
  const world = setUpClubWorld(engine)
  const { a } = world.clubs
  let tokens: Record<'member' | 'parent' | 'moderator', string>
  let seeded: string[] = []
  beforeAll(async () => {
    seeded = await listRows()
  })
  // the limits' windows have passed
  beforeEach(() => wait(longMs))

  let side = 20
  /** Each call gives another picture, in as many files as there are widths up to its own. */
  async function draw(width?: number) {
    side += 1
    const picture = await photo(width ?? side, 20)
    return { imageData: `data:image/png;base64,${picture.toString('base64')}` }
  }
  const call = async <N extends ActionName>(
    action: N,
    input: Record<string, unknown>,
    as: keyof typeof tokens = 'member',
  ) => (await world.ask(a, action, input, { token: tokens[as] })) as Answer<N> & { code?: string }
  const findFolder = () => join(world.config.dataDir, 'pictures', 'member')
  const listFiles = () =>
    existsSync(findFolder())
      ? readdirSync(findFolder(), { recursive: true, encoding: 'utf8' })
          .filter((name) => /\.\w+$|[/\\]\./.test(name))
          .sort()
      : []
  const listRows = () =>
    world.inClub(a, async (tx) =>
      (await tx.selectFrom('picture').where('kind', '=', 'member').select('hash').execute())
        .map(({ hash }) => hash)
        // the club begins with rows that have no files
        .filter((hash) => !seeded.includes(hash))
        .sort(),
    )
  const findHashes = () => [
    ...new Set(listFiles().flatMap((name) => /([0-9a-f]{40})-/.exec(name)?.[1] ?? [])),
  ]
  async function pass(ms: number) {
    world.pass(ms)
    tokens = await world.signInAll(a, ['member', 'parent', 'moderator'])
  }
  async function wait(ms: number) {
    await pass(ms)
    await world.engine.runDue()
  }

  const isSomeoneWaiting = async () => {
    const { rows } = await world.inClub(a, (tx) =>
      sql<{ waits: boolean }>`select bool_or(not granted) as waits from pg_locks`.execute(tx),
    )
    return rows[0]?.waits
  }

  it('a call that is refused leaves none', async () => {
    const [files, rows] = [listFiles(), await listRows()]
    const [broken, fine] = [{ imageData: 'data:image/png;base64,iVBORw==' }, await draw(200)]
    const refused: [ActionName, Record<string, unknown>, string][] = [
      ['create_post', { message: 'Look', topicId: 2 ** 31 - 1, images: [fine] }, 'topic-not-found'],
      ['create_post', { message: 'Look', parentId: 2 ** 31 - 1, images: [fine] }, 'invalid-input'],
      ['update_post', { id: a.posts.own, message: 'W', images: [fine, broken] }, 'not-a-picture'],
      ['update_post', { id: 2 ** 31 - 1, images: [fine] }, 'post-not-found'],
      ['update_member_ride', { id: world.clubs.b.rideId, images: [fine] }, 'ride-not-found'],
      ['update_classified', { ...listing, id: a.listings.other, images: [fine, fine] }, 'not-allowed'],
    ]
    for (const [action, input, code] of refused) {
      expect([action, (await call(action, input)).code]).toEqual([action, code])
      expect(listFiles()).toEqual(files)
    }
    expect(await listRows()).toEqual(rows)
    // another one is not touched by its refusal
    expect((await call('create_member_ride', { make: 'Nash', images: [fine] })).success).toBe(true)
    const held = listFiles()
    expect(held.length).toBe(files.length + 2)
    expect((await call('update_post', { id: 2 ** 31 - 1, images: [fine] })).code).toBe('post-not-found')
    expect(listFiles()).toEqual(held)
  })

  it('the same one twice in a call is one picture', async () => {
    const image = await draw()
    // other words for the same
    const alike = { imageData: image.imageData.replace('image/png', 'image/jpeg') }
    const images = [image, alike, image]
    const { id } = await call('create_member_ride', { make: 'Nash', images })
    const { rides } = await call('get_member_rides', {})
    expect(rides?.find((ride) => ride.id === id)?.images).toHaveLength(1)
    expect((await call('create_post', { message: 'Look', images })).success).toBe(true)
  })

  it('what is shared has its pictures, and nothing else has one a day later', async () => {
    const kept = (await call('create_member_ride', { make: 'Nash', images: [await draw()] })).id
    const post =
      (await call('create_post', { message: 'Look', images: [await draw(), await draw()] })).id ?? 0
    const offered = (await call('create_classified', { ...listing, images: [await draw()] })).id
    expect(
      (await call('update_member', { id: a.people.member.id, avatar: (await draw()).imageData })).success,
    ).toBe(true)
    const all = findHashes()
    await wait(longMs)
    expect(findHashes()).toEqual(all)

    const media = (await call('get_post', { postId: post })).media ?? []
    expect(media).toHaveLength(2)
    const [stays = '', goes = ''] = media.map(({ imageData }) => /[0-9a-f]{40}/.exec(imageData)?.[0] ?? '')
    await call('update_post', { id: post, message: 'Look', images: media.slice(0, 1) })
    // at once it is only out of the record: the call may be one of several on the way
    await wait(minuteMs)
    expect(findHashes()).toContain(goes)
    await wait(longMs)
    expect(findHashes()).not.toContain(goes)
    expect(findHashes()).toContain(stays)
    expect(await listRows()).toEqual(findHashes().sort())

    for (const answer of [
      await call('delete_post', { postId: post }),
      await call('delete_classified', { id: offered }),
      await call('update_member', { id: a.people.member.id, avatar: '' }),
    ]) {
      expect(answer).toMatchObject({ success: true })
    }
    await wait(longMs)
    const left = findHashes()
    expect(left).toHaveLength(all.length - 4)
    expect(await listRows()).toEqual(left.sort())
    const { rides } = await call('get_member_rides', {})
    const address = rides?.find(({ id }) => id === kept)?.images[0]?.imageData ?? ''
    expect((await world.send(address)).headers['content-type']).toBe('image/webp')
  })

  it('what a moderator took away stays for who asks why, and what was hidden for its author', async () => {
    const post = (await call('create_post', { message: 'Look', images: [await draw()] })).id
    const hidden = (await call('create_post', { message: 'Look', images: [await draw()] })).id
    const before = findHashes()
    expect((await call('update_post', { id: post, message: 'Cut', images: [] }, 'moderator')).success).toBe(
      true,
    )
    expect((await call('hide_post', { postId: hidden, hidden: true }, 'moderator')).success).toBe(true)
    await wait(longMs)
    expect(findHashes()).toEqual(before)
  })

  it('what is reported stays until somebody has decided, also when its author changes or deletes it', async () => {
    const changed = (await call('create_post', { message: 'Look', images: [await draw()] })).id ?? 0
    const deleted = (await call('create_post', { message: 'Look', images: [await draw()] })).id ?? 0
    const before = findHashes()
    for (const postId of [changed, deleted]) {
      expect((await call('report_post', { postId, reason: 'rude' }, 'parent')).success).toBe(true)
    }
    await call('update_post', { id: changed, message: 'Mild', images: [] })
    await call('delete_post', { postId: deleted })
    await wait(longMs)
    expect(findHashes()).toEqual(before)
    const { items } = await call('get_post_reports', {}, 'moderator')
    const evidence = items?.flatMap(({ media, reports }) => [
      ...media,
      ...(reports[0]?.reported?.media ?? []),
    ])
    expect(evidence).toHaveLength(2)
    for (const { imageData } of evidence ?? []) {
      expect((await world.send(imageData)).headers['content-type']).toBe('image/webp')
    }
    await call('hide_post', { postId: deleted, hidden: false }, 'moderator')
    await wait(longMs)
    expect(findHashes()).toHaveLength(before.length - 1)
  })

  it('a picture of two clubs stays as long as one of them names it', async () => {
    const { b } = world.clubs
    const image = await draw()
    const foreign = await world.signIn(b, 'member')
    const made = await world.request(
      b,
      'create_member_ride',
      { make: 'Nash', images: [image] },
      { token: foreign },
    )
    const own = (await call('create_member_ride', { make: 'Nash', images: [image] })).id
    const before = findHashes()
    await call('delete_member_ride', { id: own })
    await wait(longMs)
    expect(findHashes()).toEqual(before)
    const again = { token: await world.signIn(b, 'member') }
    await world.request(b, 'delete_member_ride', { id: made.answer.id ?? 0 }, again)
    await wait(longMs)
    expect(findHashes()).toHaveLength(before.length - 1)
  })

  it('the same one that comes and goes while unused ones are removed is never lost', async () => {
    const image = await draw(200)
    for (let turn = 0; turn < 6; turn++) {
      const { id } = await call('create_member_ride', { make: 'Nash', images: [image] })
      await call('delete_member_ride', { id })
      await pass(longMs)
      const [made, refused] = await Promise.all([
        call('create_member_ride', { make: 'Nash', images: [image] }),
        call('update_member_ride', { id: 2 ** 31 - 1, images: [image] }, 'parent'),
        world.engine.runDue(),
      ])
      expect(refused.code).toBe('ride-not-found')
      const { rides } = await call('get_member_rides', {})
      const address = rides?.find((ride) => ride.id === made.id)?.images[0]?.imageData ?? ''
      const [, hash = ''] = /([0-9a-f]{40})/.exec(address) ?? []
      expect(await listRows()).toContain(hash)
      expect(listFiles().filter((name) => name.includes(hash))).toHaveLength(2)
      await call('delete_member_ride', { id: made.id })
    }
  })

  it('one that a call is about to name is not forgotten', async () => {
    const { id } = await call('create_member_ride', { make: 'Nash', images: [await draw()] })
    const row = await world.inClub(a, async (tx) => {
      const ride = tx.updateTable('ride').where('id', '=', id ?? 0)
      const { pictures } = await ride.returning('pictures').set({ make: 'Nash' }).executeTakeFirstOrThrow()
      await ride.set({ pictures: '[]' }).execute()
      const picture = tx.selectFrom('picture').where('hash', '=', pictures[0] ?? '')
      return picture.select(['hash', 'kind', 'width', 'height', 'bytes']).executeTakeFirstOrThrow()
    })
    const [taken, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const naming = world.inClub(a, async (tx) => {
      await insertPictures(tx, [row])
      taken.resolve()
      await released.promise
      const pictures = JSON.stringify([row.hash])
      await tx
        .updateTable('ride')
        .set({ pictures })
        .where('id', '=', id ?? 0)
        .execute()
    })
    await taken.promise
    const deleting = world.inClub(a, (tx) => deleteUnusedPictures(tx, [row.hash]))
    // embedded it waits for its turn, on a server for the row
    if (engine === 'postgres') await expect.poll(() => isSomeoneWaiting()).toBe(true)
    released.resolve()
    await naming
    await deleting
    expect(await listRows()).toContain(row.hash)
  })

  it('a file that this database has never heard of stays', async () => {
    await call('create_member_ride', { make: 'Nash', images: [await draw()] })
    const foreign = join(findFolder(), 'fe', `${'fe'.repeat(20)}-160.webp`)
    mkdirSync(join(findFolder(), 'fe'), { recursive: true })
    writeFileSync(foreign, "another database's")
    utimesSync(foreign, 1000, 1000)
    await wait(longMs)
    expect(existsSync(foreign)).toBe(true)
    rmSync(foreign)
  })
})
