// The rights on posts and comments, and on muting members, as rows 37 to 45 of the actions and the additive ones give them.
import type { ClubWorld } from '../clubs/clubWorld.ts'
import type { RightsAction, RightsCaller, RightsTable } from './rights.ts'

interface Kind {
  readonly owner: RightsCaller
  readonly state: 'shown' | 'hidden' | 'deleted' | 'of the other club'
  readonly isComment?: true
}

/** Whose post is above the comments. */
const ownerAbove: RightsCaller = 'other member'

const kinds: Readonly<Record<string, Kind>> = {
  "the author's post": { owner: 'author', state: 'shown' },
  "the other's post": { owner: 'other member', state: 'shown' },
  "the child login's post": { owner: 'child login', state: 'shown' },
  "the muted member's post": { owner: 'muted member', state: 'shown' },
  "the moderator's post": { owner: 'moderator', state: 'shown' },
  "the author's hidden post": { owner: 'author', state: 'hidden' },
  "the other's hidden post": { owner: 'other member', state: 'hidden' },
  "the author's deleted post": { owner: 'author', state: 'deleted' },
  "the author's comment": { owner: 'author', state: 'shown', isComment: true },
  "the author's comment on a hidden post": { owner: 'author', state: 'hidden', isComment: true },
  "the other club's post": { owner: 'member of the other club', state: 'of the other club' },
}
const things = Object.keys(kinds)
const kindOf = (thing: string) => kinds[thing] as Kind

const roleOf = {
  author: 'member',
  'other member': 'parent',
  'child login': 'child',
  'muted member': 'noPassword',
  moderator: 'moderator',
} as const

async function make(world: ClubWorld): Promise<Record<string, number>> {
  const { a, b } = world.clubs
  const at = new Date(world.now())
  const foreign = await world.insertRow(b, 'post', {
    member_id: b.people.member.id,
    message: 'A post.',
    created_at: at,
  })
  return world.inClub(a, async (tx) => {
    const insert = async (values: {
      member_id: number
      parent_id?: number
      hidden_at?: Date
      deleted_at?: Date
    }) => {
      const row = { message: 'A post.', created_at: at, ...values }
      return (await tx.insertInto('post').values(row).returning('id').executeTakeFirstOrThrow()).id
    }
    const { parent } = a.people
    const below = {
      shown: await insert({ member_id: parent.id }),
      hidden: await insert({ member_id: parent.id, hidden_at: at }),
    }
    const ids: Record<string, number> = {}
    for (const thing of things) {
      const { owner, state, isComment } = kindOf(thing)
      if (state === 'of the other club') {
        ids[thing] = foreign.id
        continue
      }
      ids[thing] = await insert({
        member_id: a.people[roleOf[owner as keyof typeof roleOf]].id,
        ...(isComment ? { parent_id: below[state === 'hidden' ? 'hidden' : 'shown'] } : {}),
        ...(state === 'hidden' && !isComment ? { hidden_at: at } : {}),
        ...(state === 'deleted' ? { deleted_at: at } : {}),
      })
    }
    return ids
  })
}

const isOwn = (caller: RightsCaller, thing: string) => kindOf(thing).owner === caller

/** What is hidden, its author sees, and where moderators decide about it, they too. */
function isSeen(caller: RightsCaller, thing: string, forModerators: boolean): boolean {
  const { state, isComment } = kindOf(thing)
  if (caller === 'member of the other club') return state === 'of the other club'
  if (state === 'shown') return true
  if (state !== 'hidden') return false
  if (forModerators && caller === 'moderator') return true
  return isComment ? caller === ownerAbove : isOwn(caller, thing)
}

const gone = 'post-not-found'
export const unlessMuted =
  (answer: RightsAction['answer']): RightsAction['answer'] =>
  (caller, thing) =>
    caller === 'muted member' ? 'member-muted' : answer(caller, thing)
const reading: RightsAction['answer'] = (caller, thing) => (isSeen(caller, thing, true) ? 'done' : gone)
const taking: RightsAction['answer'] = (caller, thing) => {
  if (!isSeen(caller, thing, true)) return gone
  return isOwn(caller, thing) || caller === 'moderator' ? 'done' : 'not-allowed'
}

export const postRights: RightsTable = {
  about: 'posts and comments',
  things,
  make,
  actions: {
    get_post: { input: (postId) => ({ postId }), answer: reading },
    get_post_comments: { input: (parentId) => ({ parentId }), answer: reading },
    get_post_reactions: { input: (postId) => ({ postId }), answer: reading },
    create_post: {
      input: (parentId) => ({ parentId, message: 'A comment.' }),
      answer: unlessMuted((caller, thing) =>
        isSeen(caller, thing, false) && !kindOf(thing).isComment ? 'done' : gone,
      ),
    },
    update_post: {
      input: (id, turn) => ({ id, message: `Changed ${turn}.` }),
      answer: unlessMuted(taking),
    },
    delete_post: { input: (postId) => ({ postId }), answer: taking },
    create_post_reaction: {
      input: (postId) => ({ postId, reaction: 4 }),
      answer: unlessMuted((caller, thing) => (isSeen(caller, thing, false) ? 'done' : gone)),
    },
    report_post: {
      input: (postId) => ({ postId, reason: 'spam' }),
      answer: unlessMuted((caller, thing) => {
        if (!isSeen(caller, thing, false)) return gone
        return isOwn(caller, thing) ? 'not-allowed' : 'done'
      }),
    },
    hide_post: {
      input: (postId) => ({ postId, hidden: true }),
      answer: (caller, thing) => {
        if (caller !== 'moderator') return 'not-allowed'
        if (!isSeen(caller, thing, true)) return gone
        return isOwn(caller, thing) ? 'not-allowed' : 'done'
      },
    },
  },
}

/** What is about no single post. */
export const feedRights: RightsTable = {
  about: 'the feed',
  things: ['the own club'],
  make: async () => ({ 'the own club': 1 }),
  actions: {
    get_posts: { input: () => ({}), answer: () => 'done' },
    get_member_media: { input: () => ({}), answer: () => 'done' },
    create_post: { input: () => ({ message: 'A post.' }), answer: unlessMuted(() => 'done') },
    create_post_topic: {
      input: (_id, turn) => ({ topic: `Topic ${turn}` }),
      answer: unlessMuted(() => 'done'),
    },
    get_post_reports: {
      input: () => ({}),
      answer: (caller) => (caller === 'moderator' ? 'done' : 'not-allowed'),
    },
  },
}

const muteAnswers: Readonly<Record<string, string>> = {
  'the author': 'done',
  'a moderator': 'not-allowed',
  'the other club': 'member-not-found',
}

export const muteRights: RightsTable = {
  about: 'muting members',
  things: Object.keys(muteAnswers),
  async make(world) {
    const { a, b } = world.clubs
    // as before
    await world.deleteRows(a, 'member_mute', { member_id: a.people.member.id })
    return {
      'the author': a.people.member.id,
      'a moderator': a.people.moderator.id,
      'the other club': b.people.member.id,
    }
  },
  actions: {
    mute_member: {
      input: (id) => ({ id, muted: true }),
      answer: (caller, thing) => (caller === 'moderator' ? (muteAnswers[thing] ?? 'done') : 'not-allowed'),
    },
  },
}
