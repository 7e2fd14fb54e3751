import { beforeEach, expect, it } from 'vitest'
import { addDays, findDay } from '../../../../src/domain/day.ts'
import { mostLogins } from '../../../../src/domain/shapes/profile.ts'
import { dayMs } from '../../../../src/domain/time.ts'
import { additionalLoginsPerMember } from '../../../../src/server/limits/often.ts'
import { setUpClubWorld } from '../../../support/clubs/clubWorld.ts'
import { readMails, readSecret } from '../../../support/clubs/mails.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

describeOnEachEngine('additional logins', (engine) => {
  const world = setUpClubWorld(engine)
  const { a } = world.clubs
  let token: string
  let turn = 0
  // all windows of the limits have passed
  beforeEach(async () => {
    world.pass(dayMs)
    await change(a.people.parent.id, { expires_on: addDays(today(), 200) })
    await change(a.people.member.id, { expires_on: addDays(today(), 200) })
    token = await world.signIn(a, 'parent')
  })

  const today = () => findDay(world.now(), a.timeZone)
  const change = (memberId: number, values: Record<string, unknown>) =>
    world.changeRows(a, 'member', { id: memberId }, values)
  const makeLogin = () => ({ fname: 'Zoe', lname: 'Oakes', email: `zoe${++turn}@oakes.example` })
  const add = (input: Record<string, unknown>, as: string | null = token) =>
    world.request(a, 'create_member', input, as === null ? {} : { token: as })
  const list = async (as = token) => world.ask(a, 'get_member_children', {}, { token: as })
  const remove = (id: unknown, as = token) =>
    world.request(a, 'delete_member', { id: id as number }, { token: as })
  const readRow = (email: string) => world.findRow(a, 'member', { email })
  const clear = () =>
    world.inClub(a, (tx) =>
      tx
        .updateTable('member')
        .set({ deleted_at: new Date(world.now()) })
        .where('parent_id', '=', a.people.parent.id)
        .where('id', '<>', a.people.child.id)
        .execute(),
    )

  it('see the end of the membership above them everywhere, and never when they could renew', async () => {
    const end = addDays(today(), 100)
    await change(a.people.parent.id, { expires_on: end })
    await change(a.people.child.id, { expires_on: addDays(today(), 90) })
    await world.changeClubSettings(a, { maxRenewDays: 10 })
    const as = { token: await world.signIn(a, 'child') }
    expect(await world.ask(a, 'get_own_membership', {}, as)).toMatchObject({
      membership: { expiration: end, isChild: true, daysUntilRenew: 0, canRenew: false },
    })
    expect(await world.ask(a, 'get_membership_card', {}, as)).toMatchObject({ expiration: end })
    expect(await world.ask(a, 'member_authorize', {}, as)).toMatchObject({ member: { expiration: end } })
  })

  it('are added by whose membership they belong to, invited by mail, and renew nothing', async () => {
    const parent = a.people.parent.id
    const before = await readRow(a.people.parent.email)
    for (const more of [{ parentId: parent }, { parentId: String(parent) }, {}]) {
      const login = makeLogin()
      expect((await add({ ...login, ...more })).answer.success).toBe(true)
      expect(await readRow(login.email)).toMatchObject({
        parent_id: parent,
        member_type_id: null,
        expires_on: before?.expires_on,
        password_hash: null,
        tags: [],
      })
      const [mail] = await readMails(world, login.email)
      expect(mail?.text).toContain(
        'Pat Oakes has added a login for you to their membership of Harbor Classics',
      )
      expect(mail?.text).toMatch(/\/portal\/signin\?subdomain=harbor#invitation=[A-Z2-9]{26}&email=zoe/)
    }
    expect(await readRow(a.people.parent.email)).toEqual(before)
    const { members, canAdd } = await list()
    expect(canAdd).toBe(true)
    expect(members?.map(({ fname, isInvited }) => [fname, isInvited])).toEqual([
      ['Kit', false],
      ['Zoe', true],
      ['Zoe', true],
      ['Zoe', true],
    ])
    await clear()
  })

  it('are never a renewal when a parent is named, whatever else is sent', async () => {
    const { parent, member } = a.people
    const before = await readRow(parent.email)
    for (const input of [
      { parentId: parent.id },
      { parentId: parent.id, years: 1, kind: 'renewal' },
      { parentId: member.id, ...makeLogin() },
      { parentId: parent.id, receiptId: 1, fname: 'Zoe' },
    ]) {
      const { answer } = await add(input)
      expect(['invalid-input', 'member-not-found']).toContain(answer.code)
    }
    expect((await add({ parentId: parent.id, ...makeLogin() }, null)).answer.code).toBe('needs-signin')
    expect(await readRow(parent.email)).toEqual(before)
  })

  it('belong to the caller, whose type allows them and whose membership has not ended', async () => {
    const { child, expired, member, noPassword } = a.people
    for (const parentId of [
      child.id,
      expired.id,
      noPassword.id,
      world.clubs.b.people.parent.id,
      2 ** 31 - 1,
    ]) {
      expect((await add({ parentId, ...makeLogin() })).answer.code).toBe('member-not-found')
    }
    for (const parentId of ['0', '-1', 2 ** 53, '7 ', null]) {
      expect((await add({ parentId, ...makeLogin() })).answer.code).toBe('invalid-input')
    }
    const kid = await world.signIn(a, 'child')
    expect((await add({ parentId: child.id, ...makeLogin() }, kid)).answer.code).toBe('no-logins')
    const late = await world.signIn(a, 'expired')
    expect((await add({ parentId: expired.id, ...makeLogin() }, late)).answer.code).toBe('membership-expired')
    expect(await list(late)).toMatchObject({ members: [], canAdd: false })
    const single = await world.signIn(a, 'member')
    await change(member.id, { member_type_id: a.memberTypes.hidden })
    expect((await add({ parentId: member.id, ...makeLogin() }, single)).answer.code).toBe('no-logins')
    expect(await list(single)).toMatchObject({ members: [], canAdd: false })
    await change(member.id, { member_type_id: a.memberTypes.open })
  })

  it('have lengths, and an address that nobody else has', async () => {
    const login = makeLogin()
    for (const wrong of [
      { fname: 'x'.repeat(33) },
      { lname: '' },
      { email: 'no' },
      { email: `${'x'.repeat(60)}@a.example` },
    ]) {
      const { answer } = await add({ ...login, ...wrong })
      expect(answer.code).toBe('invalid-input')
      expect((answer.faults as { path: string }[] | undefined)?.[0]?.path).toBe(Object.keys(wrong)[0])
    }
    expect((await add({ ...login, email: a.people.member.email.toUpperCase() })).answer).toMatchObject({
      code: 'email-taken',
      errorMessage: 'This e-mail address belongs to another login of the club.',
    })
    expect((await add(login)).answer.success).toBe(true)
    expect((await add({ ...login, fname: 'Other' })).answer.code).toBe('email-taken')
    // whose answer was lost tries again
    expect((await add(login)).answer.success).toBe(true)
    expect(await readMails(world, login.email)).toHaveLength(1)
    await clear()
  })

  it('are ten at most, also when many are added at once', async () => {
    const room = mostLogins - 1
    const answers = await Promise.all(Array.from({ length: 14 }, () => add(makeLogin())))
    const codes = answers.map(({ answer }) => answer.code ?? 'added')
    expect(codes.filter((code) => code === 'added')).toHaveLength(room)
    expect(codes.filter((code) => code === 'too-many-logins')).toHaveLength(14 - room)
    expect((await list()).canAdd).toBe(false)
    await clear()
  })

  it('can be tried only so often, because an answer tells who has a login', async () => {
    const login = { ...makeLogin(), email: a.people.member.email }
    for (let times = 0; times < additionalLoginsPerMember.most; times++) {
      expect((await add(login)).answer.code).toBe('email-taken')
    }
    expect((await add(login)).status).toBe(429)
  })

  it('can be invited again until they have a password: only the newest code counts', async () => {
    const login = makeLogin()
    await add(login)
    const { id } = (await readRow(login.email)) ?? { id: 0 }
    const first = await readSecret(world, login.email, 'invitation')
    const again = (memberId: number, as = token) =>
      world.request(a, 'resend_invitation', { id: memberId }, { token: as })
    expect((await again(id)).answer.success).toBe(true)
    expect(await readSecret(world, login.email, 'invitation')).not.toBe(first)
    const open = await world.listRows(a, 'member_code', { member_id: id, ended_at: null }, ['kind'])
    expect(open).toEqual([{ kind: 'invitation' }])
    const { child, member, parent } = a.people
    for (const other of [child.id, member.id, parent.id, world.clubs.b.people.child.id]) {
      expect((await again(other)).answer.code).toBe('member-not-found')
    }
    expect((await again(id, await world.signIn(a, 'member'))).answer.code).toBe('member-not-found')
    for (let times = 1; times < 3; times++) expect((await again(id)).status).toBe(200)
    expect((await again(id)).status).toBe(429)
    await clear()
  })

  it('are removed by whose they are, and then everything of theirs is dead', async () => {
    const { child, member, parent, expired } = a.people
    const kid = await world.signIn(a, 'child')
    const stranger = await world.signIn(a, 'member')
    for (const id of [member.id, parent.id, expired.id, world.clubs.b.people.child.id, 2 ** 31 - 1]) {
      expect((await remove(id)).answer.code).toBe('member-not-found')
    }
    for (const id of ['0', '-1', 2 ** 53, '7 ', null])
      expect((await remove(id)).answer.code).toBe('invalid-input')
    expect((await remove(child.id, stranger)).answer.code).toBe('member-not-found')
    expect((await remove(parent.id, kid)).answer.code).toBe('member-not-found')
    expect((await remove(child.id, kid)).answer.code).toBe('member-not-found')

    const login = makeLogin()
    await add(login)
    const { id } = (await readRow(login.email)) ?? { id: 0 }
    expect((await remove(id)).answer.success).toBe(true)
    expect(await world.listRows(a, 'member_code', { member_id: id, ended_at: null })).toEqual([])
    expect((await remove(id)).answer.code).toBe('member-not-found')

    await world.insertRow(a, 'push_subscription', {
      endpoint: 'https://push.example/1',
      p256dh: '',
      auth: '',
      member_id: child.id,
    })
    expect((await remove(child.id)).answer.success).toBe(true)
    expect((await world.ask(a, 'member_authorize', {}, { token: kid })).code).toBe('needs-signin')
    expect(await world.listRows(a, 'push_subscription', { member_id: child.id })).toEqual([])
    expect(await readRow(child.email)).toMatchObject({ id: child.id, deleted_at: expect.any(Date) })
    // the address is free again
    expect((await add({ ...makeLogin(), email: child.email })).answer.success).toBe(true)
    await clear()
    await change(child.id, { deleted_at: null })
  })

  it('last exactly as long as the membership above them', async () => {
    const { parent, child } = a.people
    const kid = await world.signIn(a, 'child')
    const read = async () => (await world.ask(a, 'member_authorize', {}, { token: kid })).member?.expiration
    await change(child.id, { expires_on: '2020-01-01' })
    expect(await read()).toBe(addDays(today(), 200))
    expect((await world.ask(a, 'get_member', { id: child.id }, { token: kid })).success).toBe(true)
    await change(parent.id, { expires_on: today() })
    await change(child.id, { expires_on: addDays(today(), 200) })
    expect(await read()).toBe(today())
    const shut = await world.request(a, 'get_member', { id: child.id }, { token: kid })
    expect(shut.answer.code).toBe('membership-expired')
    // the membership is renewed
    await change(parent.id, { expires_on: addDays(today(), 365) })
    expect(await read()).toBe(addDays(today(), 365))
  })
})
