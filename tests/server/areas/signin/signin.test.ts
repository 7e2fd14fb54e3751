import { decodeJwt, decodeProtectedHeader } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { hourMs } from '../../../../src/domain/time.ts'
import { signin } from '../../../../src/server/areas/signin/actions/index.ts'
import type { Context } from '../../../../src/server/dispatch/handler.ts'
import { createLog } from '../../../../src/server/process/log.ts'
import { setUpClubWorld } from '../../../support/clubs/clubWorld.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'
import { countStatements } from '../../../support/database/statements.ts'

describeOnEachEngine('signing in and out', (engine) => {
  const world = setUpClubWorld(engine)
  const { a } = world.clubs
  // all windows of the limits have passed
  beforeEach(() => world.pass(hourMs))

  const logIn = (username: string, password: string, more: Record<string, unknown> = {}) =>
    world.request(a, 'member_login', { username, password, ttl: 24, ...more })

  type Refused = Context<'member_login'> & Context<'member_set_password'>

  /** The refusal, and how many statements it took. */
  async function countWork(run: (context: Refused) => Promise<unknown>): Promise<string> {
    let statements = 0
    const refusal = await run({
      tenant: a,
      principal: { ref: 'visitor', member: null, judge: null, roles: [] },
      member: null,
      key: null,
      now: world.now(),
      language: 'es',
      preview: undefined,
      peer: '192.0.2.1',
      services: {
        config: world.config,
        database: world.database,
        now: world.now,
        newId: () => crypto.randomUUID(),
      },
      get cards(): never {
        throw new Error('no card is asked')
      },
      joined: undefined,
      sendJoined(): never {
        throw new Error('nobody has joined')
      },
      device: undefined,
      sendDevice(): never {
        throw new Error('nobody has signed in')
      },
      inTenant: (body) =>
        world.inClub(a, async (tx) => {
          const counted = countStatements(tx)
          const result = await body(counted.tx)
          statements += counted.read()
          return result
        }),
      sendToken: () => undefined,
      log: createLog({ write: () => undefined }),
      fail(code: string): never {
        throw new Error(code)
      },
    }).catch((error: Error) => error.message)
    return `${refusal} after ${statements}`
  }

  it('T2.25 a first password is refused with equal work, whoever it is for', async () => {
    const { member, noPassword } = a.people
    // the account has a code that could be typed
    await world.request(a, 'lookup_member', { username: noPassword.email, purpose: 'signin' })
    const set = (username: string, code?: string) =>
      countWork((context) =>
        signin.member_set_password(context, { username, password: 'Rumble-Seat 1932', code }),
      )
    const [first, ...others] = [
      await set('who@x.example', 'ABCDEFGH'),
      await set(member.email, 'ABCDEFGH'),
      await set(noPassword.email, 'ABCDEFGH'),
      await set(noPassword.email),
    ]
    expect(first).toBe('bad-code after 4')
    expect(others).toEqual([first, first, first])
  })

  describe('the e-mail step', () => {
    it('says only whether the account has a password', async () => {
      const { member, noPassword } = a.people
      const known = await world.request(a, 'lookup_member', { username: member.email, purpose: 'signin' })
      expect(known.answer).toEqual({ success: true, hasPassword: true, receipt: null })
      const without = await world.request(a, 'lookup_member', {
        username: noPassword.email,
        purpose: 'signin',
      })
      expect(without.answer).toEqual({ success: true, hasPassword: false, codeSent: true, receipt: null })
    })

    it('knows an address by its folded form, within the club', async () => {
      const username = `  ${a.people.member.email.toUpperCase()} `
      expect((await world.ask(a, 'lookup_member', { username, purpose: 'signin' })).success).toBe(true)
      const elsewhere = await world.request(world.clubs.b, 'lookup_member', { username, purpose: 'signin' })
      expect(elsewhere.answer.code).toBe('account-not-found')
    })

    it('says why an unknown or a deleted account cannot sign in', async () => {
      const { member } = a.people
      const unknown = await world.request(a, 'lookup_member', {
        username: 'who@x.example',
        purpose: 'signin',
      })
      expect(unknown.answer).toMatchObject({
        success: false,
        code: 'account-not-found',
        errorMessage: 'There is no member with this e-mail address.',
      })
      await setDeleted(member.id, true)
      const deleted = await world.request(a, 'lookup_member', { username: member.email, purpose: 'signin' })
      await setDeleted(member.id, false)
      expect(deleted.text).toBe(unknown.text)
    })

    it('answers ten times an hour for one address', async () => {
      const lookUp = (username: string) => world.request(a, 'lookup_member', { username, purpose: 'signin' })
      const { email } = a.people.member
      for (let times = 0; times < 10; times++) expect((await lookUp(email)).status).toBe(200)
      expect((await lookUp(` ${email.toUpperCase()}`)).status).toBe(429)
      expect((await lookUp(a.people.parent.email)).status).toBe(200)
      world.pass(hourMs)
      expect((await lookUp(email)).status).toBe(200)
    })
  })

  describe('the password step', () => {
    it('gives a token in the header, and nothing in the body', async () => {
      const { member } = a.people
      const { status, answer, token } = await logIn(member.email, member.password ?? '')
      expect([status, answer.success]).toEqual([200, true])
      expect(Object.keys(answer).sort()).toEqual(['receipt', 'success'])
      expect(decodeProtectedHeader(token ?? '')).toEqual({ alg: 'HS256', typ: 'session+jwt' })
      expect(decodeJwt(token ?? '')).toEqual({
        iss: 'showfield',
        aud: a.uuid,
        sub: String(member.id),
        jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
        ver: 1,
        iat: world.now() / 1000,
        nbf: world.now() / 1000,
        exp: (world.now() + 24 * hourMs) / 1000,
      })
    })

    it('lasts 24 hours or 8760, and nothing else', async () => {
      const { member } = a.people
      for (const [ttl, hours] of [
        [24, 24],
        [8760, 8760],
        [-1, 24],
        [0, 24],
        [1e9, 24],
        ['8760', 24],
        [null, 24],
        [[8760], 24],
        [undefined, 24],
      ]) {
        const { token } = await logIn(member.email, member.password ?? '', { ttl })
        const { iat = 0, exp = 0 } = decodeJwt(token ?? '')
        expect([ttl, (exp - iat) / 3600]).toEqual([ttl, hours])
      }
    })

    it('refuses a wrong password, an unknown account, a deleted one and one without a password alike', async () => {
      const { member, noPassword, parent } = a.people
      await setDeleted(parent.id, true)
      const texts = new Set<string>()
      for (const [username, password] of [
        [member.email, 'wrong'],
        ['who@x.example', 'wrong'],
        [parent.email, parent.password ?? ''],
        [noPassword.email, 'wrong'],
        [world.clubs.b.people.member.email, member.password ?? ''],
      ] as const) {
        const { status, text, token } = await logIn(username, password)
        expect([status, token]).toEqual([200, null])
        texts.add(text)
      }
      await setDeleted(parent.id, false)
      expect([...texts]).toHaveLength(1)
      expect(JSON.parse([...texts][0] ?? '')).toMatchObject({ success: false, code: 'wrong-password' })
    })

    it('does as much for an unknown account as for a wrong password', async () => {
      const { member, noPassword } = a.people
      const logInAs = (username: string) =>
        countWork((context) => signin.member_login.handle(context, { username, password: 'wrong', ttl: 24 }))
      const [first, ...others] = [
        await logInAs(member.email),
        await logInAs(noPassword.email),
        await logInAs('who@x.example'),
      ]
      expect(first).toBe('wrong-password after 3')
      expect(others).toEqual([first, first])
    })

    it('lets an expired member in, and an additional login', async () => {
      expect(await world.signIn(a, 'expired')).toMatch(/^ey/)
      expect(await world.signIn(a, 'child')).toMatch(/^ey/)
    })

    it('remembers the language in which the member signed in, and forgets sign-ins that have run out', async () => {
      const { parent } = a.people
      await logIn(parent.email, parent.password ?? '', { language: 'es' })
      world.pass(25 * hourMs)
      await logIn(parent.email, parent.password ?? '')
      const { language, sessions } = await world.inClub(a, async (tx) => ({
        language: await tx
          .selectFrom('member')
          .where('id', '=', parent.id)
          .select('language')
          .executeTakeFirstOrThrow(),
        sessions: await tx
          .selectFrom('member_session')
          .where('member_id', '=', parent.id)
          .select('id')
          .execute(),
      }))
      expect(language.language).toBe('es')
      expect(sessions).toHaveLength(1)
    })

    it('is closed to an account after twenty-five tries in an hour, for whoever tries', async () => {
      const { member, parent } = a.people
      for (let times = 0; times < 25; times++) {
        const peer = `192.0.2.${times}`
        const tried = await world.request(
          a,
          'member_login',
          { username: member.email, password: 'wrong', ttl: 24 },
          { peer },
        )
        expect(tried.status).toBe(200)
      }
      const late = await logIn(member.email, member.password ?? '')
      expect([late.status, late.answer.code]).toEqual([429, 'too-many-requests'])
      expect(late.answer.retryAfter).toBeGreaterThan(0)
      // the same account in another spelling, full width included
      expect((await logIn(`ＡDA.quill@${a.slug}.example`, member.password ?? '')).status).toBe(429)
      expect((await logIn(parent.email, parent.password ?? '')).answer.success).toBe(true)
    })

    it('is closed to an address after twenty-five failures, but not after successes', async () => {
      const { member } = a.people
      for (let times = 0; times < 24; times++) await logIn(`who${times}@x.example`, 'wrong')
      for (let times = 0; times < 5; times++) {
        expect((await logIn(member.email, member.password ?? '')).answer.success).toBe(true)
      }
      await logIn('who24@x.example', 'wrong')
      expect((await logIn(member.email, member.password ?? '')).status).toBe(429)
      world.pass(5 * 60_000)
      expect((await logIn(member.email, member.password ?? '')).status).toBe(200)
    })

    it('lets a whole hall sign in at once from one address, and no more failures than one by one', async () => {
      const { member, parent, moderator, expired, child } = a.people
      const hall = [member, parent, moderator, expired, child].flatMap((person) =>
        Array.from({ length: 20 }, () => person),
      )
      const all = await Promise.all(hall.map(({ email, password }) => logIn(email, password ?? '')))
      expect(all.map(({ answer }) => answer.code ?? 'signed in')).toEqual(hall.map(() => 'signed in'))
      const guesses = await Promise.all(
        Array.from({ length: 40 }, (_, at) => logIn(`who${at}@x.example`, 'wrong')),
      )
      expect(guesses.filter(({ status }) => status === 200)).toHaveLength(25)
      expect(guesses.filter(({ status }) => status === 429)).toHaveLength(15)
    })
  })

  describe('who is signed in', () => {
    it('is the member, read afresh', async () => {
      const token = await world.signIn(a, 'moderator')
      expect((await world.ask(a, 'member_authorize', {}, { token })).member).toMatchObject({
        id: a.people.moderator.id,
        fname: 'Moe',
        email_address: a.people.moderator.email,
        type: a.memberTypes.open,
        expiration: '2026-12-29',
        memberSince: '',
        parentId: 0,
        moderator: true,
        avatar: '',
        phone: '6035550111',
        phoneNumbers: [{ typeId: 1, isoCode: 'US', countryCode: '+1', longCode: '6035550111' }],
      })
      await world.changeRows(
        a,
        'member',
        { id: a.people.moderator.id },
        { fname: 'Maureen', avatar_hash: 'ab12', joined_on: '2009-04-01' },
      )
      expect((await world.ask(a, 'member_authorize', {}, { token })).member).toMatchObject({
        fname: 'Maureen',
        memberSince: '2009-04-01',
        avatar: '/media/member/ab12.webp?subdomain=harbor',
      })
    })

    it('may have expired', async () => {
      const token = await world.signIn(a, 'expired')
      expect((await world.ask(a, 'member_authorize', {}, { token })).member?.expiration).toBe('2026-06-12')
    })

    it("knows an additional login's parent", async () => {
      const token = await world.signIn(a, 'child')
      const answer = await world.ask(a, 'member_authorize', {}, { token })
      expect(answer.member?.parentId).toBe(a.people.parent.id)
    })

    it('has what their type allows, also when nobody can join with it any more', async () => {
      const { id } = a.people.parent
      const find = () => world.getRow(a, 'member', { id }, ['member_type_id'])
      const setType = (typeId: number | null) =>
        world.changeRows(a, 'member', { id }, { member_type_id: typeId })
      const setAllowed = (allow_children: boolean) =>
        world.changeRows(a, 'member_type', { id: a.memberTypes.hidden }, { allow_children })
      const { member_type_id } = await find()
      const token = await world.signIn(a, 'parent')
      await setType(a.memberTypes.hidden)
      await setAllowed(true)
      const open = await world.request(a, 'get_tenant', {})
      expect(JSON.stringify(open.answer)).not.toContain(`"id":${a.memberTypes.hidden},`)
      const authorized = async () => (await world.ask(a, 'member_authorize', {}, { token })).member
      expect(await authorized()).toMatchObject({ type: a.memberTypes.hidden, allowChildren: true })
      await setAllowed(false)
      expect(await authorized()).toMatchObject({ allowChildren: false })
      await setType(member_type_id)
    })

    it('is nobody without a token', async () => {
      const { status, answer } = await world.request(a, 'member_authorize', {})
      expect([status, answer.code]).toEqual([401, 'needs-signin'])
    })
  })

  describe('logging out', () => {
    it('ends this sign-in and no other', async () => {
      const token = await world.signIn(a, 'member')
      const elsewhere = await world.signIn(a, 'member')
      expect((await world.ask(a, 'member_logout', {}, { token })).success).toBe(true)
      expect((await world.request(a, 'member_authorize', {}, { token })).status).toBe(401)
      expect((await world.request(a, 'member_authorize', {}, { token: elsewhere })).status).toBe(200)
    })
  })

  function setDeleted(id: number, isDeleted: boolean) {
    return world.changeRows(a, 'member', { id }, { deleted_at: isDeleted ? new Date(world.now()) : null })
  }
})
