// Strangers with wrong passwords keep nobody from their account (N18.1, N8.2, N8.1).
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { hourMs } from '../../../../src/domain/time.ts'
import { passwordLine, passwordTurns } from '../../../../src/server/auth/passwords.ts'
import { runAs } from '../../../../src/server/db/scope/turns.ts'
import { triesAtOncePerTarget } from '../../../../src/server/limits/often.ts'
import { setUpClubWorld } from '../../../support/clubs/clubWorld.ts'
import { describeOnBothEngines, describeOnEachEngine } from '../../../support/database/database.ts'
import type { Received } from '../../../support/database/world.ts'

describeOnEachEngine('a member who is locked out by strangers', (engine) => {
  const world = setUpClubWorld(engine)
  const { a, b } = world.clubs
  // all windows of the limits have passed
  beforeEach(() => world.pass(2 * hourMs))

  const venue = '192.0.2.1'
  const logIn = (
    who: { readonly email: string },
    password: string | null | undefined,
    { peer = venue, cookie, club = a }: { peer?: string; cookie?: string; club?: typeof a } = {},
  ): Promise<Received> =>
    world.post(
      { tenantId: club.id, action: 'member_login', username: who.email, password, ttl: 24 },
      { 'x-forwarded-for': peer, ...(cookie === undefined ? {} : { cookie }) },
    )
  const readCookies = ({ headers }: Received) => headers['set-cookie'] ?? []
  const toCookie = (received: Received) => readCookies(received)[0]?.split(';')[0] ?? 'none'
  const isIn = (received: Received) => received.json().success === true
  /** The member has signed in there, at home. */
  const useDevice = async (role: 'member' | 'parent', club = a) => {
    const { email, password } = club.people[role]
    return toCookie(await logIn({ email }, password, { peer: '198.51.100.9', club }))
  }
  /** As many wrong ones for the member, from the show's address, as lock both the account and the address. */
  async function attack(email: string): Promise<void> {
    await Promise.all(Array.from({ length: 25 }, () => logIn({ email }, 'Wrong-1234!')))
    // a sign-in of before counts for the account alone
    for (let tries = 0; tries < 5; tries += 1) await logIn({ email: 'nobody@x.example' }, 'Wrong-1234!')
  }

  async function readMailed(email: string): Promise<string> {
    expect(
      (await world.request(a, 'member_forgot_password', { username: email }, { peer: venue })).status,
    ).toBe(200)
    await world.engine.runDue()
    const mails = await world.engine.listSandboxMessages('mail')
    const texts = mails.filter(({ to }) => to === email).map(({ text }) => text)
    return /\b([A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{2})\b/.exec(texts.at(-1) ?? '')?.[1] ?? 'no mail'
  }

  it('signs in all the same on a device on which they have signed in before', async () => {
    const { member } = a.people
    const cookie = await useDevice('member')
    await attack(member.email)
    expect((await logIn(member, member.password)).status).toBe(429)
    expect((await logIn(member, member.password, { peer: '198.51.100.1' })).status).toBe(429)
    const known = await logIn(member, member.password, { cookie })
    expect([known.status, isIn(known)]).toEqual([200, true])
    // so does everybody at the venue
    const { parent } = a.people
    expect((await logIn(parent, parent.password)).status).toBe(429)
    expect(isIn(await logIn(parent, parent.password, { cookie: await useDevice('parent') }))).toBe(true)
  })

  it('has a mark on the device that no script and no other site can use, and that keeps its count', async () => {
    const { member } = a.people
    const first = await logIn(member, member.password)
    const [value, ...attributes] = readCookies(first)[0]?.split('; ') ?? []
    expect(value).toMatch(new RegExp(`^__Host-device=${a.id}\\.${member.id}\\.[\\w-]{16}\\.[\\w-]{43}$`))
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=34560000', 'Path=/', 'SameSite=Strict', 'Secure'])
    expect(toCookie(await logIn(member, member.password, { cookie: value ?? '' }))).toBe(value)
    expect(readCookies(await logIn(member, 'Wrong-1234!', { cookie: value ?? '' }))).toEqual([])
    // twenty-five wrong ones there, which end nobody else's
    for (let tries = 1; tries < 25; tries += 1) await logIn(member, 'Wrong-1234!', { cookie: value ?? '' })
    expect((await logIn(member, member.password, { cookie: value ?? '' })).status).toBe(429)
    expect(isIn(await logIn(member, member.password))).toBe(true)
  })

  it('is helped by no mark of somebody else, of another club, or one that was made up', async () => {
    const { member } = a.people
    const own = await useDevice('member')
    const marks = [
      await useDevice('parent'),
      await useDevice('member', b),
      own.slice(0, -1) + (own.endsWith('A') ? 'B' : 'A'),
      own.replace(`.${member.id}.`, `.${a.people.parent.id}.`),
      '__Host-device=',
      '__Host-device=....',
      `__Host-device=${a.id}.${member.id}.x`,
    ]
    await attack(member.email)
    for (const cookie of marks) expect((await logIn(member, member.password, { cookie })).status).toBe(429)
  })

  it('is mailed a temporary password on their device, although strangers at the address have asked for many', async () => {
    const { member } = a.people
    const forget = (username: string, cookie = '') =>
      world.post(
        { tenantId: a.id, action: 'member_forgot_password', username },
        { 'x-forwarded-for': venue, cookie },
      )
    for (let tries = 0; tries < 10; tries += 1) await forget(`nobody${tries}@x.example`)
    expect((await forget(member.email)).status).toBe(429)
    expect((await forget(member.email, await useDevice('member', b))).status).toBe(429)
    expect((await forget(member.email, await useDevice('member'))).status).toBe(200)
  })

  it('gets in with what was mailed to them, once, on any device, above every limit', async () => {
    const { member } = a.people
    const cookie = await useDevice('member')
    await attack(member.email)
    for (let tries = 0; tries < 25; tries += 1) await logIn(member, 'Wrong-1234!', { cookie })
    const mailed = await readMailed(member.email)
    expect((await logIn(member, member.password)).status).toBe(429)
    // one of the same shape is refused, and so is the right one for somebody else
    expect((await logIn(member, 'ABCD-EFGH-JKLM-NP')).status).toBe(429)
    expect((await logIn(a.people.parent, mailed)).status).toBe(429)
    const entered = await logIn(member, mailed.toLowerCase())
    expect(entered.json()).toMatchObject({ success: true, mustChangePassword: true })
    expect((await logIn(member, mailed)).status).toBe(429)
    // and their device is known from then on
    expect(isIn(await logIn(member, member.password, { cookie: toCookie(entered) }))).toBe(true)
  })
})

describeOnBothEngines('a member who signs in while strangers guess', (engine) => {
  const world = setUpClubWorld(engine)
  const { a } = world.clubs
  const logIn = (username: string, password: string | null | undefined, peer: string, cookie = '') =>
    world.post(
      { tenantId: a.id, action: 'member_login', username, password, ttl: 24 },
      { 'x-forwarded-for': peer, cookie },
    )

  it('waits behind one guess of four turns at most, on their device or on a new one', async () => {
    const people = [a.people.member, a.people.parent, a.people.moderator]
    const cookies = await Promise.all(
      people.map(async ({ email, password }) => {
        const { headers } = await logIn(email, password, '198.51.100.9')
        return headers['set-cookie']?.[0]?.split(';')[0] ?? 'none'
      }),
    )
    // as many at once of each as may be
    const guessers = Array.from({ length: 50 }, (_, index) => `198.18.0.${index}`)
    const guess = (peer: string) => logIn(`nobody@${peer}.example`, 'Wrong-1234!', peer)
    // each has failed before, as in any attack that lasts
    await Promise.all(guessers.map(guess))
    const gate = Promise.withResolvers<void>()
    const over = Promise.withResolvers<void>()
    onTestFinished(() => over.resolve())
    const held = Array.from({ length: passwordTurns }, () => passwordLine.take(() => gate.promise))
    let guessed = 0
    const guesses = guessers.flatMap((peer) =>
      Array.from({ length: triesAtOncePerTarget }, async () => {
        await guess(peer)
        guessed += 1
      }),
    )
    await expect.poll(passwordLine.countWaiting).toBe(100)
    const right = Promise.all(
      Array.from({ length: 12 }, (_, index) => {
        const { email = '', password } = people[index % people.length] ?? {}
        const cookie = index < 6 ? '' : cookies[index % people.length]
        return logIn(email, password, `192.0.2.${index}`, cookie)
      }),
    )
    await expect.poll(passwordLine.countWaiting).toBe(112)
    // behind the right ones and before the guesses: from here on nobody has a turn until the right ones are answered
    const behind = Array.from({ length: passwordTurns }, () => {
      return runAs({ countFailures: () => 3.5 }, () =>
        passwordLine.take(() => Promise.race([right, over.promise])),
      )
    })
    gate.resolve()
    expect((await right).map((received) => received.json().success)).toEqual(Array(12).fill(true))
    // the fourth turns are for who has waited longest
    expect(guessed).toBeLessThanOrEqual(Math.ceil(12 / 3))
    await Promise.all([...held, ...behind, ...guesses])
  })

  it('waits behind nobody because others of their network were refused what was no guess', async () => {
    const { email = '', password } = a.people.member
    const venue = '192.0.2.77'
    for (let call = 0; call < 9; call += 1) {
      const received = await world.post(
        { tenantId: a.id, action: 'get_event', event: call % 2 === 0 ? 999_999 : 'none' },
        { 'x-forwarded-for': venue },
      )
      expect(received.json().success).toBe(false)
    }
    // every fourth turn is for who has waited longest, so that one round would not tell
    for (let round = 0; round < 2; round += 1) {
      const gate = Promise.withResolvers<void>()
      const held = Array.from({ length: passwordTurns }, () => passwordLine.take(() => gate.promise))
      const order: string[] = []
      const right = logIn(email, password, venue).then((received) => {
        expect(received.json().success).toBe(true)
      })
      await expect.poll(passwordLine.countWaiting).toBe(1)
      const other = runAs({ countFailures: () => 3.5 }, () =>
        passwordLine.take(async () => {
          order.push(`the other, with ${passwordLine.countWaiting()} behind`)
        }),
      )
      gate.resolve()
      await Promise.all([...held, right, other])
      expect(order).toEqual(['the other, with 0 behind'])
    }
  })
})
