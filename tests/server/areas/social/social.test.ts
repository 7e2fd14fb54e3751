import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ActionName, Input, Output } from '../../../../src/contract/index.ts'
import { hourMs } from '../../../../src/domain/time.ts'
import { topicsPerMember } from '../../../../src/server/limits/often.ts'
import { setUpClubWorld } from '../../../support/clubs/clubWorld.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

type Who = 'member' | 'parent' | 'moderator' | 'child'
type Item = Output<'get_post'>

describeOnEachEngine('posts', (engine) => {
  const world = setUpClubWorld(engine)
  const { a } = world.clubs
  let tokens: Record<Who, string>
  let shade = 0
  // all windows of the limits have passed, and nobody has posted
  beforeEach(async () => {
    world.pass(25 * hourMs)
    await world.inClub(a, async (tx) => {
      for (const table of ['post', 'topic', 'member_mute', 'moderation_trail'] as const) {
        await tx.deleteFrom(table).execute()
      }
    })
    tokens = await world.signInAll(a, ['member', 'parent', 'moderator', 'child'])
  })

  const call = async <N extends ActionName>(
    as: Who,
    action: N,
    input: Input<N> | Record<string, unknown> = {},
  ) => world.ask(a, action, input, { token: tokens[as] })
  const post = async (as: Who, input: Partial<Input<'create_post'>> | string) => {
    world.pass(1)
    const answer = await call(
      as,
      'create_post',
      typeof input === 'string' ? { message: input } : { message: 'Hello.', ...input },
    )
    expect(answer).toMatchObject({ success: true })
    return Number(answer.id)
  }
  const read = async (as: Who, postId: number) => (await call(as, 'get_post', { postId })) as unknown as Item
  const feed = async (as: Who, input: Partial<Input<'get_posts'>> = {}) => {
    const answer = await call(as, 'get_posts', input)
    return { ...answer, ids: answer.posts?.map((item) => item.post.id) ?? [] }
  }
  const makeModerator = (who: Who, moderator: boolean) =>
    world.setRole(a, a.people[who].id, 'moderator', moderator)
  const listTrail = () => world.listRows(a, 'moderation_trail', {}, undefined, 'id')
  const makePicture = async () => {
    shade += 1
    const background = { r: shade * 7, g: 90, b: 120 }
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background } })
      .png()
      .toBuffer()
    return { imageData: `data:image/png;base64,${png.toString('base64')}` }
  }

  describe('in the feed', () => {
    it('are read with author, topic, pictures, reactions and comments', async () => {
      const { id: topicId } = await call('parent', 'create_post_topic', { topic: ' Barn  finds ' })
      const id = await post('member', {
        message: '  Look,\r\nwhat I \u202efound.  ',
        topicId: Number(topicId),
        images: [await makePicture(), await makePicture()],
      })
      await post('parent', { message: 'Wow.', parentId: id })
      await call('parent', 'create_post_reaction', { postId: id, reaction: 5 })
      await call('child', 'create_post_reaction', { postId: id, reaction: 2 })
      const { posts = [], topics, nextCursor, newer } = await feed('parent')
      expect(topics).toEqual([{ id: topicId, topic: 'Barn  finds' }])
      expect({ nextCursor, newer }).toEqual({ nextCursor: null, newer: 0 })
      expect(posts).toEqual([
        {
          post: {
            ...{ id, memberId: a.people.member.id, topicId, parentId: 0 },
            ...{ message: 'Look,\nwhat I found.', author: 'Ada Quill', avatar: '' },
            created: new Date(world.now() - 1).toISOString(),
            ...{ edited: '', hidden: false, hiddenReason: '', byModerator: false },
            ...{ commentCount: 1, ownReaction: 5 },
          },
          media: [0, 1].map(() => ({
            id: expect.stringMatching(/^[0-9a-f]{40}$/),
            imageData: expect.stringMatching(/^\/media\/member\/[0-9a-f]{40}\.webp\?subdomain=harbor$/),
          })),
          reactions: [{ reaction: 2 }, { reaction: 5 }],
          topicId,
        },
      ])
      expect(await read('parent', id)).toMatchObject(posts[0] ?? {})
      expect((await read('moderator', id)).post.ownReaction).toBeNull()
    })

    it('come page by page, none twice and none left out while others post', async () => {
      const { id: topicId = 0 } = await call('member', 'create_post_topic', { topic: 'Shows' })
      const made: number[] = []
      for (let at = 0; at < 7; at++) {
        made.unshift(await post(at % 2 === 0 ? 'member' : 'parent', at % 3 === 0 ? { topicId } : {}))
      }
      // the same instant
      const answer = await world.ask(a, 'create_post', { message: 'twin' }, { token: tokens.child })
      made.unshift(Number(answer.id))
      const seen: number[] = []
      let cursor: string | null | undefined
      do {
        const page = await feed('member', { LIMIT: 3, ...(cursor ? { cursor, offset: 5 } : {}) })
        seen.push(...page.ids)
        cursor = page.nextCursor
        await post('parent', 'in between')
      } while (cursor)
      expect(seen).toEqual(made)
      expect((await feed('member', { LIMIT: 2, offset: 4 })).ids).toEqual(made.slice(1, 3))
      expect((await feed('member', { topicId })).ids).toEqual([made[1], made[4], made[7]])
      expect((await feed('member', { topicId: 0 })).ids).toHaveLength(11)
      expect((await feed('member', { newerThan: made[2] ?? 0 })).newer).toBe(4)
      expect((await feed('child', { newerThan: made[2] ?? 0 })).newer).toBe(4)
      expect((await feed('member', { newerThan: made[2] ?? 0, topicId })).newer).toBe(0)
      expect((await feed('member', { newerThan: world.clubs.b.posts.own })).newer).toBe(0)
      for (const wrong of [{ LIMIT: 0 }, { LIMIT: 101 }, { offset: -1 }, { cursor: '1-' }, { topicId: -1 }]) {
        expect((await call('member', 'get_posts', wrong)).code).toBe('invalid-input')
      }
    })

    it('carry a mark where a moderator wrote them, whatever somebody else is called', async () => {
      const id = await post('moderator', 'Please park on the grass.')
      const comment = await post('moderator', { message: 'Thank you.', parentId: id })
      const other = await post('member', 'I am the moderator.')
      expect((await read('parent', id)).post.byModerator).toBe(true)
      expect((await read('parent', comment)).post.byModerator).toBe(true)
      expect((await read('parent', other)).post.byModerator).toBe(false)
      const comments = await call('parent', 'get_post_comments', { parentId: id })
      expect(comments.posts).toMatchObject([{ post: { id: comment, byModerator: true } }])
    })

    it('that are hidden tell their author why, and nobody else', async () => {
      const id = await post('member', 'Buy now.')
      const hide = { postId: id, hidden: true, reason: ' No selling\nhere. ' }
      expect((await call('moderator', 'hide_post', hide)).success).toBe(true)
      expect((await read('member', id)).post).toMatchObject({
        hidden: true,
        hiddenReason: 'No selling here.',
      })
      expect((await read('moderator', id)).post).toMatchObject({ hidden: true, hiddenReason: '' })
      await call('moderator', 'hide_post', { postId: id, hidden: false })
      expect((await read('member', id)).post).toMatchObject({ hidden: false, hiddenReason: '' })
    })

    it('are changed by a moderator who names the author or themselves, and nobody else', async () => {
      const id = await post('member', 'Rude words.')
      for (const memberId of [a.people.member.id, a.people.moderator.id, undefined]) {
        const message = `Changed for ${memberId}.`
        const named = memberId === undefined ? {} : { memberId }
        expect((await call('moderator', 'update_post', { id, message, ...named })).success).toBe(true)
        expect((await read('parent', id)).post).toMatchObject({ message, memberId: a.people.member.id })
      }
      const asAnother = { id, message: 'Mine.', memberId: a.people.parent.id }
      expect((await call('moderator', 'update_post', asAnother)).code).toBe('invalid-input')
      // the token decides who it is
      const asAuthor = { id, message: 'Mine.', memberId: a.people.member.id }
      expect((await call('parent', 'update_post', asAuthor)).code).toBe('not-allowed')
    })

    it('stay when their author goes, without a name', async () => {
      const id = await post('child', 'I was here.')
      const setDeleted = (at: Date | null) =>
        world.changeRows(a, 'member', { id: a.people.child.id }, { deleted_at: at })
      await setDeleted(new Date(world.now()))
      expect((await read('parent', id)).post).toMatchObject({
        author: '',
        avatar: '',
        message: 'I was here.',
      })
      await setDeleted(null)
      expect((await read('parent', id)).post.author).toBe('Kit Oakes')
    })
  })

  describe('when they are written', () => {
    it('have a message or a picture, and a topic of the club', async () => {
      const { id: elsewhere } = await world.ask(
        world.clubs.b,
        'create_post_topic',
        { topic: `Elsewhere ${world.now()}` },
        { token: await world.signIn(world.clubs.b, 'member') },
      )
      for (const [wrong, code, path] of [
        [{}, 'invalid-input', 'message'],
        [{ message: ' \n ' }, 'invalid-input', 'message'],
        [{ message: 'x'.repeat(1025) }, 'invalid-input', 'message'],
        [{ message: 'a', images: Array(7).fill({ imageData: 'x' }) }, 'invalid-input', 'images'],
        [{ message: 'a', images: [{ imageData: 'https://evil.example/x.png' }] }, 'not-a-picture'],
        [{ message: 'a', topicId: elsewhere }, 'topic-not-found'],
        [{ message: 'a', memberId: a.people.parent.id }, 'invalid-input', 'memberId'],
      ] as const) {
        const answer = await call('member', 'create_post', wrong)
        expect({ wrong, code: answer.code }).toEqual({ wrong, code })
        if (path !== undefined) expect(answer.faults).toMatchObject([{ path }])
      }
      expect((await feed('member')).ids).toEqual([])
      await post('member', { message: `  ${'x'.repeat(1024)}  ` })
      const bare = await post('member', { message: '', images: [await makePicture()] })
      expect((await read('member', bare)).post.message).toBe('')
    })

    it('are comments below a post that is seen, without topic and pictures', async () => {
      const { id: topicId = 0 } = await call('member', 'create_post_topic', { topic: 'Shows' })
      const id = await post('member', { topicId })
      const comment = await post('parent', { message: 'First.', parentId: id, topicId })
      expect(await read('child', comment)).toMatchObject({ post: { parentId: id, topicId: 0 }, topicId: 0 })
      const later = await post('child', { message: 'Second.', parentId: id })
      const { posts: comments } = await call('moderator', 'get_post_comments', { parentId: id })
      expect(comments?.map((item) => item.post.id)).toEqual([comment, later])
      expect((await feed('member')).ids).toEqual([id])
      const gone = await post('member', 'Soon gone.')
      await call('member', 'delete_post', { postId: gone })
      for (const parentId of [comment, gone, world.clubs.b.posts.own, 2 ** 31 - 1]) {
        const answer = await call('member', 'create_post', { message: 'No.', parentId })
        expect({ parentId, code: answer.code }).toEqual({ parentId, code: 'post-not-found' })
      }
      const picture = { message: 'No.', parentId: id, images: [await makePicture()] }
      expect(await call('member', 'create_post', picture)).toMatchObject({
        ...{ code: 'invalid-input', faults: [{ path: 'images' }] },
      })
      expect((await call('member', 'create_post', { parentId: id })).code).toBe('invalid-input')
      expect((await read('member', id)).post.commentCount).toBe(2)
    })

    it('are never of what cannot be seen alone', async () => {
      for (const blank of ['\u200b', '\u3164', '\u2800', '\ufe0f', '\u00ad\u2060', '\u0301']) {
        for (const [action, input] of [
          ['create_post', { message: blank }],
          ['create_post_topic', { topic: blank }],
          ['create_classified', { label: blank, price: 1, description: '' }],
          ['create_member_ride', { make: blank, model: blank }],
        ] as const) {
          const { code } = await call('member', action, input)
          expect({ blank, action, code }).toEqual({ blank, action, code: 'invalid-input' })
        }
      }
    })

    it('are comments that can all be read, however many there are', async () => {
      const id = await post('member', 'Who brings what?')
      await world.inClub(a, (tx) =>
        tx
          .insertInto('post')
          .columns(['member_id', 'parent_id', 'message', 'created_at'])
          .expression(
            sql`select ${a.people.parent.id}::int, ${id}::int, 'Comment ' || n,
              timestamptz 'epoch' + n / 3 * interval '1 second' from generate_series(1, 1001) as n`,
          )
          .execute(),
      )
      const messages: string[] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const more = cursor === undefined ? {} : { cursor }
        const page = await call('member', 'get_post_comments', { parentId: id, ...more })
        messages.push(...(page.posts ?? []).map((item) => item.post.message))
        cursor = page.nextCursor ?? null
      }
      expect(messages).toEqual(Array.from({ length: 1001 }, (_, at) => `Comment ${at + 1}`))
      const cursor = `${'9'.repeat(17)}-9999999999`
      expect(await call('member', 'get_post_comments', { parentId: id, cursor })).toMatchObject({
        ...{ success: true, posts: [], nextCursor: null },
      })
    })
  })

  describe('when they are changed', () => {
    it('keep what is not sent, their author and their time', async () => {
      const { id: topicId = 0 } = await call('member', 'create_post_topic', { topic: 'Shows' })
      const id = await post('member', { message: 'One.', topicId, images: [await makePicture()] })
      const before = await read('parent', id)
      world.pass(1000)
      expect((await call('member', 'update_post', { id, message: 'One.' })).success).toBe(true)
      expect((await read('parent', id)).post.edited).toBe('')
      const first = before.media[0] ?? { imageData: '' }
      const images = [await makePicture(), { imageData: first.imageData }]
      expect((await call('member', 'update_post', { id, message: 'Two.', images })).success).toBe(true)
      const after = await read('parent', id)
      expect(after.post).toEqual({
        ...{ ...before.post, message: 'Two.' },
        edited: new Date(world.now()).toISOString(),
      })
      expect(after.media).toHaveLength(2)
      expect(after.media[1]).toEqual(first)
      await call('member', 'update_post', { id, topicId: 0, images: [] })
      expect(await read('parent', id)).toMatchObject({ topicId: 0, media: [] })
      for (const [wrong, code] of [
        [{ message: ' ' }, 'invalid-input'],
        [{ topicId: 2 ** 31 - 1 }, 'topic-not-found'],
        // an address alone is no right to a picture
        [{ images: [{ imageData: after.media[1]?.imageData }] }, 'not-a-picture'],
      ] as const) {
        expect((await call('member', 'update_post', { id, ...wrong })).code).toBe(code)
      }
      expect(await listTrail()).toEqual([])
    })

    it('are changed and removed by their author and by moderators, whose changes leave a trail', async () => {
      const id = await post('member', 'Mine.')
      const comment = await post('parent', { message: 'Rude.', parentId: id })
      expect((await call('parent', 'update_post', { id, message: 'Theirs.' })).code).toBe('not-allowed')
      expect((await call('parent', 'delete_post', { postId: id })).code).toBe('not-allowed')
      // not even the author of the post
      expect((await call('member', 'delete_post', { postId: comment })).code).toBe('not-allowed')
      expect((await call('moderator', 'update_post', { id, message: 'Mild.' })).success).toBe(true)
      expect((await read('child', id)).post).toMatchObject({ message: 'Mild.', author: 'Ada Quill' })
      expect((await call('moderator', 'delete_post', { postId: comment })).success).toBe(true)
      expect((await call('moderator', 'delete_post', { postId: comment })).code).toBe('post-not-found')
      expect((await read('member', id)).post.commentCount).toBe(0)
      const actor_id = a.people.moderator.id
      expect(await listTrail()).toMatchObject([
        { ...{ actor_id, change: 'edit', post_id: id }, before: { message: 'Mine.', pictures: [] } },
        { ...{ actor_id, change: 'delete', post_id: comment }, before: { message: 'Rude.' } },
      ])
      const inner = await post('parent', { message: 'Nice.', parentId: id })
      expect((await call('member', 'delete_post', { postId: id })).success).toBe(true)
      for (const postId of [id, inner]) {
        expect((await call('moderator', 'get_post', { postId })).code).toBe('post-not-found')
        expect((await call('parent', 'delete_post', { postId })).code).toBe('post-not-found')
      }
      expect((await feed('member')).ids).toEqual([])
    })
  })

  describe('topics', () => {
    it('are the same in whatever letters, and cost nothing then', async () => {
      const make = (topic: string) => call('member', 'create_post_topic', { topic })
      const { id } = await make('Straße & Caf\u00e9')
      for (const same of [
        '  STRASSE  & CAFE\u0301 ',
        'stra\u00dfe & cafe\u0301',
        'Straße &\u00a0Café\u200b',
      ]) {
        expect(await make(same)).toMatchObject({ success: true, id })
      }
      for (const wrong of [' ', '\u200b', 'x'.repeat(65)]) {
        expect((await make(wrong)).code).toBe('invalid-input')
      }
      for (let at = 1; at < topicsPerMember.most; at++) expect((await make(`New ${at}`)).success).toBe(true)
      expect((await make('One too many')).code).toBe('too-many-requests')
      expect(await make('NEW 1')).toMatchObject({ success: true })
      expect((await call('parent', 'create_post_topic', { topic: 'Another member' })).success).toBe(true)
      const { topics } = await feed('member')
      expect(topics?.map(({ topic }) => topic)).toEqual([
        ...['Another member', 'New 1', 'New 2', 'New 3', 'New 4', 'Straße & Café'],
      ])
    })
  })

  describe('reactions', () => {
    const react = (as: Who, postId: number, reaction: number, more: object = {}) =>
      call(as, 'create_post_reaction', { postId, reaction, ...more })
    const list = (as: Who, postId: number) => call(as, 'get_post_reactions', { postId })

    it('are one for a member: again takes it back, another one replaces it', async () => {
      const id = await post('member', 'Hello.')
      for (const [as, reaction, ownReaction] of [
        ['parent', 2, 2],
        ['child', 2, 2],
        ['parent', 7, 7],
        ['parent', 7, null],
        ['parent', 0, 0],
      ] as const) {
        expect(await react(as, id, reaction)).toMatchObject({ success: true, ownReaction })
      }
      expect(await list('parent', id)).toEqual({
        ...{ success: true, ownReaction: 0, reactions: [{ reaction: 0 }, { reaction: 2 }] },
      })
      expect((await list('member', id)).ownReaction).toBeNull()
      for (const wrong of [-1, 8, 1.5, '2']) {
        expect((await react('parent', id, wrong as number)).code).toBe('invalid-input')
      }
    })
  })

  it('have pictures that their author finds again: each once, the newest first', async () => {
    const [one, two] = [await makePicture(), await makePicture()]
    await post('member', { images: [one] })
    const gone = await post('member', { images: [await makePicture()] })
    await call('member', 'delete_post', { postId: gone })
    const again = await post('member', { images: [two, one] })
    await post('parent', { images: [await makePicture()] })
    const { media: shown } = await read('member', again)
    const old = 'ab'.repeat(20)
    const own = { member_id: a.people.member.id, created_at: new Date(0) }
    await world.insertRow(a, 'ride', { ...own, pictures: JSON.stringify([old]) })
    const listing = { ...own, label: 'Wheels', price_cents: 0, pictures: JSON.stringify(['cd'.repeat(20)]) }
    await world.insertRow(a, 'classified', listing)
    await world.changeRows(a, 'classified', {}, { deleted_at: new Date(0) })
    const { media } = await call('member', 'get_member_media')
    expect(media?.slice(0, 2)).toEqual(shown)
    expect(media?.map(({ id }) => id).slice(2)).toEqual([old])
  })

  describe('reports', () => {
    const report = (as: Who, postId: number, more: object = {}) =>
      call(as, 'report_post', { postId, reason: 'rude', ...more })
    const list = async (input: Partial<Input<'get_post_reports'>> = {}) =>
      call('moderator', 'get_post_reports', input)

    it('are one for a member and post, for moderators alone to read', async () => {
      const id = await post('member', 'Rude words.')
      const comment = await post('child', { message: 'Spam.', parentId: id })
      expect((await report('member', id)).code).toBe('not-allowed')
      await report('parent', id, { note: 'Read this.' })
      world.pass(1000)
      await report('parent', id, { reason: 'other', note: ' Read\nthis again. ' })
      await report('child', id)
      world.pass(1000)
      await report('member', comment, { reason: 'spam' })
      for (const wrong of [{ reason: 'dull' }, { note: 'x'.repeat(513) }]) {
        expect((await report('parent', id, wrong)).code).toBe('invalid-input')
      }
      for (const as of ['member', 'parent', 'child'] as const) {
        expect((await call(as, 'get_post_reports')).code).toBe('not-allowed')
      }
      const { items, open, nextCursor } = await list()
      expect({ open, nextCursor }).toEqual({ open: 2, nextCursor: null })
      expect(items).toMatchObject([
        { post: { id: comment, parentId: id }, reports: [{ reason: 'spam', by: 'Ada Quill' }] },
        {
          ...{ post: { id, message: 'Rude words.', hidden: false }, isMuted: false },
          reports: [
            {
              ...{ reason: 'other', note: 'Read\nthis again.', by: 'Pat Oakes' },
              created: new Date(world.now() - 2000).toISOString(),
            },
            { reason: 'rude', note: '', by: 'Kit Oakes' },
          ],
        },
      ])
      const first = await list({ LIMIT: 1 })
      expect(first.items).toHaveLength(1)
      const second = await list({ LIMIT: 1, cursor: String(first.nextCursor) })
      expect(second.items).toMatchObject([{ post: { id } }])
      expect(second.nextCursor).toBeNull()
      // what a moderator removes needs no decision, nor do its comments
      await call('moderator', 'delete_post', { postId: id })
      expect(await list()).toMatchObject({ items: [], open: 0 })
    })

    it('keep what was reported when its author changes it, and stay open when they delete it', async () => {
      const id = await post('member', 'Rude words.')
      const comment = await post('child', { message: 'Spam.', parentId: id })
      await report('parent', id)
      await report('parent', comment)
      const find = async () => (await list()).items?.find((item) => item.post.id === id)
      expect(await find()).toMatchObject({ isDeleted: false, reports: [{ reported: null }] })
      await call('member', 'update_post', { id, message: 'Mild words.' })
      await report('child', id)
      // what was reported first counts until somebody decides
      await report('parent', id, { note: 'Look.' })
      expect(await find()).toMatchObject({
        ...{ post: { message: 'Mild words.' }, isDeleted: false },
        reports: [
          { note: 'Look.', reported: { message: 'Rude words.', media: [] } },
          { by: 'Kit Oakes', reported: null },
        ],
      })
      await call('member', 'delete_post', { postId: id })
      const { items, open } = await list()
      expect(open).toBe(2)
      expect(items).toMatchObject([
        { post: { id: comment }, isDeleted: true },
        { post: { id }, isDeleted: true, reports: [{ reported: { message: 'Rude words.' } }, {}] },
      ])
      expect((await call('moderator', 'get_post', { postId: id })).code).toBe('post-not-found')
      for (const postId of [id, comment]) {
        expect((await call('moderator', 'hide_post', { postId, hidden: false })).success).toBe(true)
        // nothing is open any more, so for everybody it is gone
        expect((await call('moderator', 'hide_post', { postId, hidden: false })).code).toBe('post-not-found')
      }
      expect(await list()).toMatchObject({ items: [], open: 0 })
      expect((await list({ closed: true })).items).toEqual([])
      expect((await listTrail()).map(({ change, before }) => [change, before])).toEqual([
        ['restore', { hidden: false, reports: 2 }],
        ['restore', { hidden: false, reports: 1 }],
      ])
    })

    it('on what a moderator wrote are for the others: they neither see who made them nor close them', async () => {
      const id = await post('moderator', 'Rude words.')
      await report('parent', id)
      expect(await list()).toMatchObject({ items: [], open: 0 })
      for (const hidden of [true, false]) {
        expect((await call('moderator', 'hide_post', { postId: id, hidden })).code).toBe('not-allowed')
      }
      await makeModerator('member', true)
      expect(await call('member', 'get_post_reports')).toMatchObject({ items: [{ post: { id } }], open: 1 })
      // deleted by its author, it is still there for the others alone
      await call('moderator', 'delete_post', { postId: id })
      expect((await call('moderator', 'hide_post', { postId: id, hidden: true })).code).toBe('post-not-found')
      expect((await call('member', 'get_post_reports')).open).toBe(1)
      expect((await call('member', 'hide_post', { postId: id, hidden: true })).success).toBe(true)
      await makeModerator('member', false)
    })

    it('on what a moderator commented stay open when they delete the post above it', async () => {
      const id = await post('member', 'Rude words.')
      const own = await post('moderator', { message: 'Ruder words.', parentId: id })
      const other = await post('child', { message: 'Spam.', parentId: id })
      for (const reported of [id, own, other]) await report('parent', reported)
      await call('moderator', 'delete_post', { postId: id })
      await makeModerator('member', true)
      const { items, open } = await call('member', 'get_post_reports')
      expect({ items, open }).toMatchObject({
        items: [{ post: { id: own, message: 'Ruder words.' }, isDeleted: true }],
        open: 1,
      })
      expect((await call('member', 'hide_post', { postId: own, hidden: false })).success).toBe(true)
      expect((await call('member', 'get_post_reports')).open).toBe(0)
      await makeModerator('member', false)
    })

    it('end with a decision: hidden, or left as it is', async () => {
      const id = await post('member', 'Rude words.')
      const comment = await post('parent', { message: 'Shame.', parentId: id })
      await report('parent', id)
      await report('child', id)
      for (const as of ['member', 'parent'] as const) {
        expect((await call(as, 'hide_post', { postId: id, hidden: true })).code).toBe('not-allowed')
      }
      await call('moderator', 'hide_post', { postId: id, hidden: true })
      expect(await list()).toMatchObject({ items: [], open: 0 })
      const { items = [] } = await list({ closed: true })
      expect(items).toMatchObject([{ post: { id, hidden: true }, reports: [{}, {}] }])
      for (const [as, ids] of [
        ['member', [id]],
        ['parent', []],
        ['moderator', []],
      ] as const) {
        expect((await feed(as)).ids).toEqual(ids)
      }
      expect((await read('member', id)).post.hidden).toBe(true)
      expect((await read('moderator', id)).post.hidden).toBe(true)
      for (const postId of [id, comment]) {
        for (const action of ['get_post', 'get_post_reactions', 'delete_post'] as const) {
          expect((await call('parent', action, { postId })).code).toBe('post-not-found')
        }
      }
      expect((await call('parent', 'get_post_comments', { parentId: id })).code).toBe('post-not-found')
      expect((await report('parent', id)).code).toBe('post-not-found')
      // its author may still change it, and it stays hidden
      await call('member', 'update_post', { id, message: 'Mild words.' })
      expect((await feed('parent')).ids).toEqual([])

      await call('moderator', 'hide_post', { postId: id, hidden: false })
      expect((await feed('parent')).ids).toEqual([id])
      await report('parent', id, { note: 'Still rude.' })
      expect((await list()).items).toMatchObject([{ post: { id }, reports: [{ note: 'Still rude.' }] }])
      await call('moderator', 'hide_post', { postId: id, hidden: false })
      expect((await list()).open).toBe(0)
      // nothing was open, and nothing changed
      await call('moderator', 'hide_post', { postId: id, hidden: false })
      expect((await listTrail()).map(({ change, before }) => [change, before])).toEqual([
        ['hide', { hidden: false, reports: 2 }],
        ['restore', { hidden: true, reports: 0 }],
        ['restore', { hidden: false, reports: 1 }],
      ])
    })

    it('are not asked again about what they have just decided, unless it was edited', async () => {
      const id = await post('member', 'Rude, some say.')
      const report = () => call('parent', 'report_post', { postId: id, reason: 'rude' })
      const countOpen = async () => (await call('moderator', 'get_post_reports', {})).open
      await report()
      await call('moderator', 'hide_post', { postId: id, hidden: false })
      expect((await report()).success).toBe(true)
      expect(await countOpen()).toBe(0)
      world.pass(1000)
      await call('member', 'update_post', { id, message: 'Ruder still.' })
      await report()
      expect(await countOpen()).toBe(1)
      await call('moderator', 'hide_post', { postId: id, hidden: false })
    })

    it('find again what they hid and whom they muted, though nobody had reported it', async () => {
      const id = await post('member', 'Off topic.')
      await call('moderator', 'hide_post', { postId: id, hidden: true })
      await call('moderator', 'mute_member', { id: a.people.parent.id, muted: true })
      const look = async (closed: boolean) => {
        const { items, muted } = await call('moderator', 'get_post_reports', { closed })
        return { ids: items?.map((item) => item.post.id), muted: muted?.map((one) => one.id) }
      }
      expect(await look(false)).toEqual({ ids: [], muted: [a.people.parent.id] })
      expect(await look(true)).toEqual({ ids: [id], muted: [a.people.parent.id] })
      await call('moderator', 'hide_post', { postId: id, hidden: false })
      await call('moderator', 'mute_member', { id: a.people.parent.id, muted: false })
      expect(await look(true)).toEqual({ ids: [], muted: [] })
    })

    it('hide a comment from all but its author, and from the count', async () => {
      const id = await post('member', 'Hello.')
      const comment = await post('parent', { message: 'Rude.', parentId: id })
      await call('moderator', 'hide_post', { postId: comment, hidden: true })
      for (const [as, count] of [
        ['parent', 1],
        ['member', 0],
        ['moderator', 0],
      ] as const) {
        expect((await read(as, id)).post.commentCount).toBe(count)
        expect((await call(as, 'get_post_comments', { parentId: id })).posts).toHaveLength(count)
      }
    })
  })

  it('are not written by who is muted, who still reads and removes what is theirs', async () => {
    const own = await post('parent', 'Before.')
    const other = await post('member', 'Hello.')
    const mute = (as: Who, id: number, muted: boolean) => call(as, 'mute_member', { id, muted })
    const { member, moderator, parent } = a.people
    expect((await mute('member', parent.id, true)).code).toBe('not-allowed')
    expect((await mute('moderator', moderator.id, true)).code).toBe('not-allowed')
    expect((await mute('moderator', world.clubs.b.people.noPassword.id, true)).code).toBe('member-not-found')
    for (const muted of [true, true]) expect((await mute('moderator', parent.id, muted)).success).toBe(true)
    for (const [action, input] of [
      ['create_post', { message: 'No.' }],
      ['create_post', { message: 'No.', parentId: other }],
      ['update_post', { id: own, message: 'No.' }],
      ['create_post_topic', { topic: 'No' }],
      ['create_post_reaction', { postId: other, reaction: 1 }],
      ['report_post', { postId: other, reason: 'spam' }],
    ] as const) {
      expect({ action, code: (await call('parent', action, input)).code }).toEqual({
        ...{ action, code: 'member-muted' },
      })
    }
    expect((await feed('parent')).ids).toEqual([other, own])
    await call('member', 'report_post', { postId: own, reason: 'spam' })
    expect((await call('moderator', 'get_post_reports')).items).toMatchObject([{ isMuted: true }])
    expect((await call('parent', 'delete_post', { postId: own })).success).toBe(true)
    await mute('moderator', parent.id, false)
    await post('parent', 'After.')
    // who has become a moderator can be heard again, but not muted, and nobody frees themselves
    await mute('moderator', member.id, true)
    const setModerator = (isOne: boolean) => world.setRole(a, member.id, 'moderator', isOne)
    await setModerator(true)
    expect((await mute('member', member.id, false)).code).toBe('not-allowed')
    expect((await mute('moderator', member.id, false)).success).toBe(true)
    expect((await mute('moderator', member.id, true)).code).toBe('not-allowed')
    await setModerator(false)
    expect((await listTrail()).map(({ change, member_id: id }) => [change, id])).toEqual([
      ...[
        ['mute', parent.id],
        ['unmute', parent.id],
      ],
      ...[
        ['mute', member.id],
        ['unmute', member.id],
      ],
    ])
  })
})
