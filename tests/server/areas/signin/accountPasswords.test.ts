import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { minuteMs } from '../../../../src/domain/time.ts'
import { setUpClubWorld } from '../../../support/clubs/clubWorld.ts'
import type { SeededPerson } from '../../../support/clubs/people.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

const hourMs = 60 * minuteMs
const good = 'Rumble-Seat 1932'
const other = 'Whitewall+Tyres 57'

/** With the password that all seeded people have, apart from one. */
function toKnown({ id, email, password }: SeededPerson) {
  return { id, email, password: password ?? '' }
}

describeOnEachEngine('passwords', (engine) => {
  const world = setUpClubWorld(engine)
  const { a } = world.clubs
  const seeded = new Map<number, string | null>()
  beforeAll(async () => {
    for (const { id } of Object.values(a.people)) seeded.set(id, (await readHash(id)).password_hash)
  })
  // all windows of the limits have passed, and everybody's password is as at the start
  beforeEach(startAnew)

  async function startAnew(): Promise<void> {
    world.pass(25 * hourMs)
    for (const [id, hash] of seeded) await forget(id, hash)
  }

  async function forget(memberId: number, hash: string | null): Promise<void> {
    await world.deleteRows(a, 'member_code', { member_id: memberId })
    await world.changeRows(a, 'member', { id: memberId }, { password_hash: hash })
  }

  const readHash = (memberId: number) => world.getRow(a, 'member', { id: memberId }, ['password_hash'])

  async function listMails(to: string) {
    await world.engine.runDue()
    return (await world.engine.listSandboxMessages('mail')).filter((mail) => mail.to === to)
  }

  /** The newest mail's code, as its link has it. */
  async function readCode(to: string, name: 'setup' | 'code' = 'setup'): Promise<string> {
    const mail = (await listMails(to)).at(-1)
    return new RegExp(`#${name}=(\\w+)`).exec(mail?.text ?? '')?.[1] ?? ''
  }

  const logIn = (username: string, password: string) =>
    world.request(a, 'member_login', { username, password, ttl: 24 })
  const set = (input: Record<string, unknown>, token?: string) =>
    world.request(a, 'member_set_password', input, { token })
  const lookUp = (username: string) => world.request(a, 'lookup_member', { username, purpose: 'signin' })
  const isAlive = async (token: string) =>
    (await world.request(a, 'member_authorize', {}, { token })).status === 200

  describe('the first one', () => {
    it('is set with the mailed code, once, and the member is told', async () => {
      const { email } = a.people.noPassword
      expect((await lookUp(email)).answer).toMatchObject({ hasPassword: false, codeSent: true })
      const code = await readCode(email)
      expect(code).toMatch(/^[A-Z2-9]{8}$/)
      expect(
        (
          await set({
            username: email,
            password: good,
            code: `${code.slice(0, 4)} ${code.slice(4).toLowerCase()}`,
          })
        ).answer,
      ).toMatchObject({ success: true })
      expect((await logIn(email, good)).answer).toMatchObject({ success: true })
      expect((await listMails(email)).at(-1)?.subject).toContain('your password was set')
      expect((await set({ username: email, password: other, code })).answer.code).toBe('bad-code')
    })

    it('needs the code of this account, which is neither old nor guessed at', async () => {
      const { email } = a.people.noPassword
      await lookUp(email)
      const code = await readCode(email)
      expect((await set({ username: email, password: good })).answer.code).toBe('bad-code')
      world.pass(15 * minuteMs)
      expect((await set({ username: email, password: good, code })).answer.code).toBe('bad-code')
      await lookUp(email)
      const second = await readCode(email)
      expect(second).not.toBe(code)
      for (let tries = 0; tries < 5; tries++) await set({ username: email, password: good, code: 'ABCDEFGH' })
      // not even the right one, from where five were wrong
      expect((await set({ username: email, password: good, code: second })).answer.code).toBe(
        'too-many-requests',
      )
      expect((await readHash(a.people.noPassword.id)).password_hash).toBeNull()
    })

    it('is mailed the same code again while it lives, and three times an hour at most', async () => {
      const { email } = a.people.noPassword
      const before = (await listMails(email)).length
      for (let times = 0; times < 3; times++) {
        expect((await lookUp(email)).answer).toMatchObject({ codeSent: true })
        world.pass(minuteMs)
      }
      expect((await lookUp(email)).answer).toMatchObject({ hasPassword: false, codeSent: false })
      const mails = (await listMails(email)).slice(before)
      expect(mails).toHaveLength(3)
      expect(new Set(mails.map(({ text }) => /#setup=(\w+)/.exec(text)?.[1])).size).toBe(1)
    })

    it('of two at once with one code, one wins', async () => {
      const { email } = a.people.noPassword
      await lookUp(email)
      const code = await readCode(email)
      const all = await Promise.all(
        Array.from({ length: 20 }, (_, at) => set({ username: email, password: `${good} ${at}`, code })),
      )
      expect(all.filter(({ answer }) => answer.success)).toHaveLength(1)
    })

    it.each(['Sh0rt!', 'nocapitals 12', 'NOSMALL 12', 'No digits!', 'NoSpecial12'])(
      'must follow the rule: %s does not',
      async (password) => {
        const { email } = a.people.noPassword
        const { answer } = await set({ username: email, password, code: 'ABCDEFGH' })
        expect(answer.code).toBe('weak-password')
        expect(answer.errorMessage).toContain('an uppercase letter, a number and a special character')
      },
    )

    it.each(['Password1!', 'P@ssw0rd1', 'Qwerty123!'])(
      'is not one that everybody tries: %s',
      async (password) => {
        const { email } = a.people.noPassword
        expect((await set({ username: email, password, code: 'ABCDEFGH' })).answer.code).toBe(
          'common-password',
        )
      },
    )

    it('may be long', async () => {
      const { email } = a.people.noPassword
      await lookUp(email)
      const password = `Aa1!${'x'.repeat(200)}`
      expect((await set({ username: email, password, code: await readCode(email) })).answer.success).toBe(
        true,
      )
      expect((await logIn(email, password)).answer.success).toBe(true)
    })
  })

  it('T2.23 without a token, an account with a password keeps it, whatever is sent', async () => {
    const { member } = a.people
    const before = await readHash(member.id)
    await world.request(a, 'member_forgot_password', { username: member.email })
    const temporary = ((await listMails(member.email)).at(-1)?.text ?? '').match(
      /[A-Z2-9]{4}(-[A-Z2-9]{2,4}){3}/,
    )?.[0]
    for (const code of [undefined, '', 'ABCDEFGH', temporary, 'x'.repeat(64)]) {
      const { status, answer } = await set({
        username: member.email,
        password: good,
        ...(code === undefined ? {} : { code }),
      })
      expect([status, answer.code]).toEqual([200, 'bad-code'])
    }
    expect(await readHash(member.id)).toEqual(before)
  })

  it('T2.24 a bad token never becomes a first password', async () => {
    const { email, id } = a.people.noPassword
    await lookUp(email)
    const code = await readCode(email)
    const ended = await world.signIn(a, 'member')
    await world.request(a, 'member_logout', {}, { token: ended })
    for (const token of ['undefined', ended]) {
      const { status, answer } = await set({ username: email, password: good, code }, token)
      expect([status, answer.code]).toEqual([401, 'needs-signin'])
    }
    expect((await readHash(id)).password_hash).toBeNull()
  })

  it('T2.25 refuses alike for nobody, for an account with a password, and for a wrong code', async () => {
    const { noPassword, member } = a.people
    const texts = new Set<string>()
    for (const username of ['nobody@x.example', member.email, noPassword.email]) {
      texts.add((await set({ username, password: good, code: 'ABCDEFGH' })).text)
    }
    expect([...texts]).toHaveLength(1)
  })

  describe('T2.7 a change', () => {
    let token: string
    let elsewhere: string
    beforeEach(async () => {
      token = await world.signIn(a, 'member')
      elsewhere = await world.signIn(a, 'member')
    })

    it('ends every other sign-in at once, and keeps its own', async () => {
      const { email, password } = toKnown(a.people.member)
      expect((await set({ username: email, password: good }, token)).answer.success).toBe(true)
      expect([await isAlive(token), await isAlive(elsewhere)]).toEqual([true, false])
      expect((await logIn(email, password)).answer.code).toBe('wrong-password')
      expect((await logIn(email, good)).answer.success).toBe(true)
    })

    it('needs a sign-in of the last 15 minutes', async () => {
      world.pass(15 * minuteMs + 1000)
      expect((await set({ password: good }, token)).answer).toMatchObject({
        success: false,
        code: 'signin-too-old',
        errorMessage: 'Please log in again to change your password.',
      })
      expect(await isAlive(elsewhere)).toBe(true)
    })

    it("is of the token's own account, in the token's own club", async () => {
      const { parent } = a.people
      const before = await readHash(parent.id)
      expect((await set({ username: parent.email, password: good }, token)).status).toBe(400)
      expect(
        (await set({ username: parent.email, password: good, tenant: world.clubs.b.id }, token)).status,
      ).toBe(403)
      expect(await readHash(parent.id)).toEqual(before)
    })

    it('can be taken back by the mailbox alone: everybody is out, and no password is left', async () => {
      const { email, id, password } = toKnown(a.people.member)
      await set({ password: good }, token)
      const code = await readCode(email, 'code')
      expect(code).toMatch(/^[A-Z2-9]{26}$/)
      const undo = (typed: string) => world.request(a, 'undo_password_change', { code: typed })
      expect((await undo('ABCDEFGHJKLMNPQRSTUVWXYZ23')).answer.code).toBe('bad-link')
      expect((await world.ask(world.clubs.b, 'undo_password_change', { code })).code).toBe('bad-link')
      expect((await undo(code)).answer.success).toBe(true)
      expect(await isAlive(token)).toBe(false)
      expect((await readHash(id)).password_hash).toBeNull()
      for (const tried of [good, password])
        expect((await logIn(email, tried)).answer.code).toBe('wrong-password')
      expect((await undo(code)).answer.code).toBe('bad-link')
    })

    it('can be taken back for 72 hours', async () => {
      await set({ password: good }, token)
      const code = await readCode(a.people.member.email, 'code')
      world.pass(72 * hourMs)
      expect((await world.ask(a, 'undo_password_change', { code })).code).toBe('bad-link')
    })
  })

  describe('a temporary password', () => {
    async function request(): Promise<string> {
      const { email } = a.people.member
      expect((await world.ask(a, 'member_forgot_password', { username: email })).success).toBe(true)
      const text = (await listMails(email)).at(-1)?.text ?? ''
      return /Temporary password: ([A-Z2-9-]+)/.exec(text)?.[1] ?? ''
    }

    it('signs in once, for a new password and nothing else, while the old one goes on working', async () => {
      const { email, password } = toKnown(a.people.member)
      const temporary = await request()
      expect(temporary.replaceAll('-', '')).toMatch(/^[A-Z2-9]{14}$/)
      expect((await logIn(email, password)).answer).toEqual({ success: true, receipt: null })
      const signedIn = await logIn(email, temporary)
      expect(signedIn.answer).toMatchObject({ success: true, mustChangePassword: true })
      const token = signedIn.token ?? ''
      const authorized = await world.request(a, 'member_authorize', {}, { token })
      expect(authorized.answer).toMatchObject({ success: true, mustChangePassword: true })
      for (const action of ['get_member_settings', 'get_my_vehicles', 'quote_order'] as const) {
        const { status, answer } = await world.request(
          a,
          action,
          { order: { kind: 'donation', payload: { amount: 1 } } },
          { token },
        )
        expect([action, status, answer.code]).toEqual([action, 403, 'password-change-needed'])
      }
      expect((await logIn(email, temporary)).answer.code).toBe('wrong-password')
      // longer than a recent sign-in: who reads their mail slowly still chooses a password
      world.pass(20 * minuteMs)
      expect((await set({ password: good }, token)).answer.success).toBe(true)
      expect(await world.ask(a, 'member_authorize', {}, { token })).not.toHaveProperty('mustChangePassword')
      expect((await logIn(email, password)).answer.code).toBe('wrong-password')
    })

    it('lives for an hour', async () => {
      const temporary = await request()
      world.pass(hourMs)
      expect((await logIn(a.people.member.email, temporary)).answer.code).toBe('wrong-password')
    })

    it('is answered alike for nobody, to whom nothing is sent', async () => {
      const known = await world.request(a, 'member_forgot_password', { username: a.people.member.email })
      const unknown = await world.request(a, 'member_forgot_password', { username: 'nobody@x.example' })
      expect(unknown.text).toBe(known.text)
      expect(await listMails('nobody@x.example')).toEqual([])
    })

    it('is mailed three times an hour for an account and asker, ten times for an address', async () => {
      const forgot = async (username: string, peer: string) =>
        (await world.request(a, 'member_forgot_password', { username }, { peer })).status
      const { email } = a.people.member
      for (let times = 0; times < 3; times++) expect(await forgot(email, '192.0.2.9')).toBe(200)
      expect(await forgot(` ${email.toUpperCase()}`, '192.0.2.9')).toBe(429)
      expect(await forgot(email, '192.0.2.10')).toBe(200)
      for (let times = 3; times < 10; times++)
        expect(await forgot(`${times}@x.example`, '192.0.2.9')).toBe(200)
      expect(await forgot('11@x.example', '192.0.2.9')).toBe(429)
    })

    it('links to the address of the portal, whatever the Host says', async () => {
      const { email } = a.people.member
      await world.send('/dart/core', {
        method: 'POST',
        headers: { 'content-type': 'application/json', host: 'evil.example' },
        body: JSON.stringify({ action: 'member_forgot_password', username: email, tenantId: a.id }),
      })
      const mail = (await listMails(email)).at(-1)
      expect(`${mail?.text}${mail?.html}`).not.toContain('evil')
      expect(mail?.text).toContain(world.config.origin)
    })
  })
})
