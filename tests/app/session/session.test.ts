// What the page's session saves, and how the server's answers change it.
import { expect, test, vi } from 'vitest'
import type { DeviceStorage } from '../../../src/app/session/deviceStorage.ts'
import { createSession } from '../../../src/app/session/session.ts'
import { type Fetch, Unreachable } from '../../../src/contract/caller.ts'
import { Failure } from '../../../src/contract/failures.ts'
import type { Answers, SavedAnswer } from '../../../src/offline/answers.ts'

const now = 1_800_000_000_000
const toTokenOf = (id: number, forSeconds = 3600) =>
  `head.${btoa(JSON.stringify({ sub: String(id), exp: now / 1000 + forSeconds }))}.signature`
const token = toTokenOf(9)
const member = { id: 9, fname: 'Ruth', lname: 'Amsel', expiration: '2099-01-01', type: 1 }
const club = { tenant: { name: 'Harrow Creek' }, portalSettings: {} }

function createStorage(): DeviceStorage & { values: Map<string, string> } {
  const values = new Map<string, string>()
  return {
    values,
    find: (name) => values.get(name),
    save: (name, value) => void values.set(name, value),
    remove: (name) => void values.delete(name),
  }
}

function createAnswers(): Answers & { values: Map<string, SavedAnswer> } {
  const values = new Map<string, SavedAnswer>()
  return {
    values,
    find: async (key) => values.get(key),
    save: async (key, answer) => void values.set(key, answer),
    forget: async (prefix) => {
      for (const key of values.keys()) if (key.startsWith(prefix)) values.delete(key)
    },
  }
}

type Replies = Record<string, (body: Record<string, unknown>, token: string | undefined) => unknown>

function createWorld(replies: Replies) {
  const requests: { action: string; token: string | undefined; body: Record<string, unknown> }[] = []
  const fetch: Fetch = async (_, { body, headers }) => {
    const input = JSON.parse(body) as Record<string, unknown>
    const action = String(input.action)
    const held = headers['X-Dart-Token']
    requests.push({ action, token: held, body: input })
    const reply = replies[action]
    if (reply === undefined) throw new TypeError('no network')
    const given = await reply(input, held)
    const received = action === 'member_login' || action === 'redeem_link_code' ? token : null
    return {
      status: 200,
      headers: { get: (name) => (name === 'X-Dart-Token' ? received : null) },
      text: async () => JSON.stringify(given),
    }
  }
  const tab = createStorage()
  const lasting = createStorage()
  const answers = createAnswers()
  const left: number[] = []
  const open = () =>
    createSession({
      fetch,
      slug: 'harrow',
      tab,
      lasting,
      answers,
      deviceNow: () => now,
      findLanguage: () => 'es',
      onSignedOut: (memberId) => left.push(memberId),
    })
  return { requests, tab, lasting, answers, left, open }
}

const accepting: Replies = {
  get_tenant: () => ({ success: true, ...club }),
  member_login: () => ({ success: true }),
  redeem_link_code: () => ({ success: true }),
  member_authorize: () => ({ success: true, member }),
  member_logout: () => ({ success: true }),
}

test('every call names the club and the language', async () => {
  const { open, requests } = createWorld(accepting)
  await open().load()
  expect(requests[0]?.body).toMatchObject({ action: 'get_tenant', subdomain: 'harrow', language: 'es' })
})

test('a club that was shown once opens again at once, and without a network', async () => {
  const world = createWorld(accepting)
  await world.open().load()
  const offline = createWorld({})
  for (const [name, value] of world.lasting.values) offline.lasting.save(name, value)
  const session = offline.open()
  expect(session.getState()).toMatchObject({ clubState: 'saved', club: { tenant: { name: 'Harrow Creek' } } })
  await session.load()
  expect(session.getState()).toMatchObject({ clubState: 'saved', memberState: 'none' })
  expect(session.getState().clubFault).toBeDefined()
})

test('the club and the clock outlive a browser that was killed before it wrote them', async () => {
  const world = createWorld(accepting)
  const first = world.open()
  first.learnTime(now + 600_000)
  expect(first.getState().isClubSaved).toBe(false)
  await first.load()
  await vi.waitFor(() => expect(first.getState().isClubSaved).toBe(true))
  const reopened = createWorld({})
  for (const [name, answer] of world.answers.values) await reopened.answers.save(name, answer)
  const session = reopened.open()
  expect(session.getState()).toMatchObject({ club: undefined, clubState: 'loading' })
  await session.load()
  expect(session.getState()).toMatchObject({
    clubState: 'saved',
    club: { tenant: { name: 'Harrow Creek' } },
    isClubSaved: true,
  })
  expect(session.now()).toBe(now + 600_000)
  expect(reopened.open().getState().clubState, 'at once the next time').toBe('saved')
})

test('a club that an earlier build saved is saved where it outlives a kill', async () => {
  const world = createWorld({})
  world.lasting.save('showfield:harrow:club', JSON.stringify(club))
  await world.open().load()
  expect([...world.answers.values.values()].map(({ answer }) => answer)).toEqual([club])
})

test('nobody who waits for the club waits for a device that never answers', async () => {
  const world = createWorld(accepting)
  world.answers.save = () => new Promise(() => {})
  const session = world.open()
  await session.load()
  expect(session.getState()).toMatchObject({ clubState: 'fresh', isClubSaved: false })
})

test('a club that cannot be saved is shown, and not said to be saved', async () => {
  const world = createWorld(accepting)
  world.answers.save = () => Promise.reject(new Error('no room'))
  const session = world.open()
  await session.load()
  expect(session.getState()).toMatchObject({ clubState: 'fresh', isClubSaved: false })
})

test('whoever needs the club waits for the answer that is on its way, or learns why there is none', async () => {
  const world = createWorld(accepting)
  const session = world.open()
  const loading = session.load()
  expect((await session.getClub()).tenant.name).toBe('Harrow Creek')
  await loading
  await session.getClub()
  expect(world.requests.filter(({ body }) => body.action === 'get_tenant')).toHaveLength(1)
  const offline = createWorld({})
  await expect(offline.open().getClub()).rejects.toThrow('could not be reached')
})

test('a club that does not exist is not shown from memory', async () => {
  const world = createWorld(accepting)
  await world.open().load()
  const gone = createWorld({
    get_tenant: () => ({ success: false, code: 'unknown-tenant', errorMessage: 'no club' }),
  })
  for (const [name, value] of world.lasting.values) gone.lasting.save(name, value)
  for (const [name, answer] of world.answers.values) await gone.answers.save(name, answer)
  const session = gone.open()
  await session.load()
  expect(session.getState()).toMatchObject({ club: undefined, clubState: 'failed' })
  expect([...gone.lasting.values.keys(), ...gone.answers.values.keys()]).toEqual([])
})

test('signing in asks for a year only where somebody wants to stay signed in', async () => {
  const { open, requests, tab, lasting } = createWorld(accepting)
  const session = open()
  await session.signIn('ruth@example.org', 'secret', false)
  expect(session.getState().member?.id).toBe(9)
  expect(tab.values.get('showfield:harrow:token')).toBe(token)
  await session.signIn('ruth@example.org', 'secret', true)
  expect(lasting.values.get('showfield:harrow:token')).toBe(token)
  expect(tab.values.has('showfield:harrow:token')).toBe(false)
  const logins = requests.filter(({ action }) => action === 'member_login')
  expect(logins.map(({ body }) => body.ttl)).toEqual([24, 8760])
})

test('a code signs in where nobody is, and never takes the place of a sign-in', async () => {
  const { open, requests, lasting } = createWorld(accepting)
  const session = open()
  await session.signInWithCode('ABCD-2345', true)
  expect(session.getState().member?.id).toBe(9)
  expect(lasting.values.get('showfield:harrow:token')).toBe(token)
  await session.signInWithCode('WXYZ-6789', true)
  // a tab that knows of no sign-in yet, while another one has made it
  await open().signInWithCode('WXYZ-6789', false)
  const redeemed = requests.filter(({ action }) => action === 'redeem_link_code')
  expect(redeemed.map(({ body }) => [body.code, body.ttl])).toEqual([['ABCD-2345', 8760]])
})

test('a wrong password is the failure that the form shows, and nothing is saved', async () => {
  const { open, tab } = createWorld({
    ...accepting,
    member_login: () => ({ success: false, code: 'wrong-password', errorMessage: 'no' }),
  })
  const session = open()
  await expect(session.signIn('ruth@example.org', 'wrong', false)).rejects.toBeInstanceOf(Failure)
  expect(session.hasToken()).toBe(false)
  expect(tab.values.size).toBe(0)
})

test('signing out tells the server with the token, and forgets the member at once', async () => {
  const { open, requests, tab, lasting, left } = createWorld(accepting)
  const session = open()
  await session.signIn('ruth@example.org', 'secret', true)
  await session.signOut()
  expect(requests.at(-1)).toMatchObject({ action: 'member_logout', token })
  expect(session.getState()).toMatchObject({ member: undefined, memberState: 'none', isLapsed: false })
  expect(
    [...tab.values.keys(), ...lasting.values.keys()].filter((name) => /token|member/.test(name)),
  ).toEqual([])
  expect(left).toEqual([9])
})

test('an answer that was on its way cannot bring back a member who has signed out', async () => {
  const gate = Promise.withResolvers<void>()
  let isHeld = false
  const { open, tab } = createWorld({
    ...accepting,
    member_authorize: async () => {
      if (isHeld) await gate.promise
      return { success: true, member }
    },
  })
  const session = open()
  await session.signIn('ruth@example.org', 'secret', false)
  isHeld = true
  const authorizing = session.authorize()
  const signingOut = session.signOut()
  expect(session.getState().member).toBeUndefined()
  gate.resolve()
  await Promise.all([authorizing, signingOut])
  expect(session.getState().member).toBeUndefined()
  expect(tab.values.size).toBe(0)
})

test('signing out is sent once what was asked before has its answer', async () => {
  const gate = Promise.withResolvers<void>()
  const done: string[] = []
  const { open } = createWorld({
    ...accepting,
    create_post: async () => {
      await gate.promise
      done.push('post')
      return { success: true }
    },
    get_posts: async () => {
      await gate.promise
      throw new TypeError('no network')
    },
    member_logout: () => {
      done.push('sign out')
      return { success: true }
    },
  })
  const session = open()
  await session.signIn('ruth@example.org', 'secret', false)
  const posting = session.caller.call('create_post', { key: 'one', message: 'Hello' })
  const reading = session.caller.call('get_posts', {})
  const signingOut = session.signOut()
  expect(session.hasToken()).toBe(false)
  gate.resolve()
  await expect(reading).rejects.toBeInstanceOf(Unreachable)
  await Promise.all([posting, signingOut])
  expect(done).toEqual(['post', 'sign out'])
})

test('a sign-in whose member cannot be read says so, and no screen is taken away meanwhile', async () => {
  const { member_authorize: _, ...unreadable } = accepting
  const { open } = createWorld(unreadable)
  const session = open()
  const states: string[] = []
  session.subscribe(() => states.push(session.getState().memberState))
  await expect(session.signIn('ruth@example.org', 'secret', false)).rejects.toBeInstanceOf(Unreachable)
  expect(states).not.toContain('checking')
})

test('a sign-in that the server no longer takes lapses, and the screens hear of it', async () => {
  const { open } = createWorld(accepting)
  const session = open()
  await session.signIn('ruth@example.org', 'secret', false)
  let heard = 0
  session.subscribe(() => {
    heard++
  })
  session.noteFailure(new Failure('needs-signin', 'ended'))
  expect(session.getState()).toMatchObject({ member: undefined, isLapsed: true, lapsedMember: { id: 9 } })
  expect(heard).toBe(1)
  await session.signIn('ruth@example.org', 'secret', false)
  expect(session.getState()).toMatchObject({ memberState: 'known', isLapsed: false, lapsedMember: undefined })
})

test('a refusal that was given to a visitor, because the token had run out, ends the sign-in; no network does not', async () => {
  const { open, left } = createWorld(accepting)
  const session = open()
  await session.signIn('ruth@example.org', 'secret', false)
  const refused = new Failure('renewal-not-found', 'nobody is asking')
  session.noteFailure(refused)
  session.learnTime(now + 2 * 3_600_000)
  session.noteFailure(new Unreachable('no network'))
  expect(session.getState()).toMatchObject({ member: { id: 9 }, isLapsed: false })
  session.noteFailure(refused)
  expect(session.getState()).toMatchObject({ member: undefined, isLapsed: true, lapsedMember: { id: 9 } })
  expect(left).toEqual([9])
})

test('a sign-in lapses too where only the refusal tells the device what time it is', async () => {
  const saved = createWorld(accepting)
  await saved.open().signIn('ruth@club.example', 'secret', true)
  const world = createWorld({
    ...accepting,
    member_authorize() {
      session.learnTime(now + 7_200_000)
      return { success: false, code: 'needs-signin', errorMessage: 'Please sign in.' }
    },
  })
  for (const [name, value] of saved.lasting.values) world.lasting.save(name, value)
  const session = world.open()
  expect(session.getState().member).toMatchObject(member)
  await session.load()
  expect(session.getState()).toMatchObject({ member: undefined, memberState: 'none', isLapsed: true })
  expect(world.left).toEqual([9])
})

test('what is saved of a member is drawn no more when the first answer ends the sign-in, and stays when a later one does', async () => {
  const refusing = {
    ...accepting,
    member_authorize: () => ({ success: false, code: 'needs-signin', errorMessage: 'Please sign in.' }),
  }
  const openSaved = async (answers: Parameters<typeof createWorld>[0]) => {
    const saved = createWorld(accepting)
    await saved.open().signIn('ruth@club.example', 'secret', true)
    const world = createWorld(answers)
    for (const [name, value] of saved.lasting.values) world.lasting.save(name, value)
    return world.open()
  }
  const refused = await openSaved(refusing)
  await refused.load()
  expect(refused.getState()).toMatchObject({ isLapsed: true, isLapsedAtStart: true, lapsedMember: { id: 9 } })
  // a screen's own read may be refused before
  const early = await openSaved(accepting)
  early.noteFailure(new Failure('needs-signin', 'ended'))
  expect(early.getState()).toMatchObject({ isLapsed: true, isLapsedAtStart: true })

  const later = await openSaved(accepting)
  await later.load()
  later.noteFailure(new Failure('needs-signin', 'ended'))
  expect(later.getState()).toMatchObject({ isLapsed: true, isLapsedAtStart: false })
  // who began without a connection has something on the screen that must stay
  const { member_authorize: _, ...unreachable } = accepting
  const offline = await openSaved(unreachable)
  await offline.load()
  offline.noteFailure(new Failure('needs-signin', 'ended'))
  expect(offline.getState()).toMatchObject({ isLapsed: true, isLapsedAtStart: false })
})

test('a member stays known while nobody can check the sign-in', async () => {
  const world = createWorld(accepting)
  await world.open().signIn('ruth@example.org', 'secret', true)
  const offline = createWorld({})
  for (const [name, value] of world.lasting.values) offline.lasting.save(name, value)
  const session = offline.open()
  await session.load()
  expect(session.getState()).toMatchObject({ memberState: 'known', member: { id: 9 } })
})

test("the device's own clock is never taken for the server's until this page has heard the server", () => {
  const world = createWorld({})
  const first = world.open()
  expect(first.findServerNow()).toBeUndefined()
  first.learnTime(now + 500)
  expect(first.findServerNow()).toBe(now)
  first.learnTime(now - 600_000)
  expect(first.findServerNow()).toBe(now - 600_000)
  const later = world.open()
  expect(later.now(), 'remembered').toBe(now - 600_000)
  expect(later.findServerNow(), 'but the clock may have been put right since').toBeUndefined()
})

const names = { token: 'showfield:harrow:token', member: 'showfield:harrow:member' }
const bea = { ...member, id: 11, fname: 'Bea', lname: 'Holm' }

/** Ruth is signed in for this tab alone, as long as her token lasts. */
async function signInRuth(replies: Replies = accepting) {
  const world = createWorld(replies)
  const session = world.open()
  await session.signIn('ruth@example.org', 'secret', false)
  /** In another tab, to stay. */
  const signInBea = () => {
    world.lasting.save(names.token, toTokenOf(11, 30 * 24 * 3600))
    world.lasting.save(names.member, JSON.stringify(bea))
  }
  return { ...world, session, signInBea }
}

test("a tab whose sign-in has run out does not go on with another member's", async () => {
  const { session, requests, lasting, signInBea } = await signInRuth()
  signInBea()
  await session.authorize()
  expect(session.getState()).toMatchObject({ member: { id: 9 }, isLapsed: false })
  session.learnTime(now + 2 * 3_600_000)
  const before = requests.length
  await expect(session.caller.call('get_tenant', {})).rejects.toMatchObject({ code: 'needs-signin' })
  expect(requests.slice(before), 'it said so before it asked').toEqual([])
  expect(session.getState()).toMatchObject({
    member: undefined,
    isLapsed: true,
    lapsedMember: { id: 9 },
    otherMember: { id: 11 },
  })
  // as nobody, until somebody has chosen
  await session.caller.call('get_tenant', {})
  await session.authorize()
  expect(requests.slice(before).map((request) => request.token)).toEqual([undefined])
  await session.signOut()
  expect(lasting.values.get(names.token), 'the other sign-in stays').toBe(toTokenOf(11, 30 * 24 * 3600))
  expect(lasting.values.has(names.member)).toBe(true)
})

test('a tab that was frozen while the member changed says so when it comes to the front', async () => {
  const world = createWorld(accepting)
  const session = world.open()
  await session.signIn('ruth@example.org', 'secret', true)
  world.lasting.save(names.token, toTokenOf(11))
  world.lasting.save(names.member, JSON.stringify(bea))
  const before = world.requests.length
  session.noteOtherTab()
  expect(session.getState()).toMatchObject({ lapsedMember: { id: 9 }, otherMember: { id: 11 } })
  expect(world.requests).toHaveLength(before)
  // a new page is the other member's
  expect(world.open().getState().member).toMatchObject({ id: 11 })
  // she signs out again, and Ruth in: this tab is hers as before
  world.lasting.save(names.token, token)
  world.lasting.save(names.member, JSON.stringify(member))
  session.noteOtherTab()
  await expect
    .poll(() => session.getState())
    .toMatchObject({ member: { id: 9 }, isLapsed: false, otherMember: undefined })
})

test('the two sign-ins of one device stay with their members', async () => {
  const { session, tab, lasting, signInBea } = await signInRuth()
  signInBea()
  await session.authorize()
  expect(JSON.parse(tab.values.get(names.member) ?? '')).toMatchObject({ id: 9 })
  expect(JSON.parse(lasting.values.get(names.member) ?? '')).toMatchObject({ id: 11 })
  await session.signIn('ruth@example.org', 'secret', false)
  expect(lasting.values.has(names.token)).toBe(true)
})

test("signing out ends the member's other tabs too, and leaves nothing below a dialog", async () => {
  const { session, tab, left, open } = await signInRuth()
  const second = open()
  await session.signOut()
  // another tab has a storage of its own, where her sign-in still is
  tab.save(names.token, token)
  second.noteOtherTab()
  expect(second.getState()).toMatchObject({ member: undefined, isLapsed: false, lapsedMember: undefined })
  expect([left, tab.values.has(names.token)]).toEqual([[9, 9], false])
})

test('a tab that slept while its member signed out asks nothing for them', async () => {
  const { session, tab, requests, open } = await signInRuth()
  const second = open()
  await session.signOut()
  tab.save(names.token, token)
  const before = requests.length
  await expect(second.caller.call('get_tenant', {})).rejects.toMatchObject({ code: 'needs-signin' })
  expect(requests.slice(before)).toEqual([])
  expect(second.getState()).toMatchObject({ member: undefined, isLapsed: false })
})

test('a tab that slept while its member signed out and another in says so, until that one goes too', async () => {
  const { session, lasting, open, signInBea } = await signInRuth()
  const second = open()
  await session.signOut()
  signInBea()
  second.noteOtherTab()
  const said = { lapsedMember: { id: 9 }, isLapsed: true, otherMember: { id: 11 } }
  expect(second.getState()).toMatchObject(said)
  second.noteOtherTab()
  expect(second.getState()).toMatchObject(said)
  lasting.remove(names.token)
  second.noteOtherTab()
  expect(second.getState()).toMatchObject({ isLapsed: false, lapsedMember: undefined })
})

test('whoever has signed out and in again is signed out nowhere', async () => {
  const { session, lasting, open } = await signInRuth()
  await session.signOut()
  await session.signIn('ruth@example.org', 'secret', false)
  const second = open()
  second.noteOtherTab()
  expect(second.getState()).toMatchObject({ member: { id: 9 }, isLapsed: false })
  expect([...lasting.values.keys()].filter((name) => name.includes('signed-out'))).toEqual([])
})
