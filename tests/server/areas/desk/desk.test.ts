// Rows 92 to 97 of the actions: roles, the trail, and what waits.
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import type { ActionName, Input } from '../../../../src/contract/index.ts'
import { type Role, roles } from '../../../../src/domain/rights.ts'
import { dayMs, hourMs, minuteMs } from '../../../../src/domain/time.ts'
import { setOwnerLink } from '../../../../src/server/member/db/officer.ts'
import { setUpClubWorld } from '../../../support/clubs/clubWorld.ts'
import { createOfficer, expectDone, expectRefused } from '../../../support/clubs/officer.ts'
import type { Role as Person } from '../../../support/clubs/people.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'
import { makeTestFolder } from '../../../support/database/testFolder.ts'

describeOnEachEngine('the desk', (engine) => {
  const world = setUpClubWorld(engine)
  const { a, b } = world.clubs
  const run = createOfficer(world, a)
  const id = (who: Person) => a.people[who].id
  let tokens: Record<'owner' | 'member' | 'parent', string>
  beforeEach(async () => {
    world.pass(hourMs)
    tokens = await world.signInAll(a, ['owner', 'member', 'parent'])
    for (const role of roles) {
      if (role !== 'owner') await run('officers', 'take', id('member'), role, '--reason', 'Between tests')
    }
  })

  const call = <N extends ActionName>(who: keyof typeof tokens, action: N, input: Input<N>) =>
    world.ask(a, action, input, { token: tokens[who] })
  const give = (role: Role, more: object = {}) =>
    call('owner', 'give_role', { memberId: id('member'), role, reason: 'Elected', ...more })
  const take = (role: Role, more: object = {}) =>
    call('owner', 'take_role', { memberId: id('member'), role, reason: 'Moved away', ...more })

  it('tells an officer their roles and rights, and nobody else anything', async () => {
    expect(await call('owner', 'get_desk', {})).toMatchObject({
      roles: [{ role: 'owner', eventId: null, eventName: null }],
    })
    expect((await world.request(a, 'get_desk', {}, { token: tokens.member })).answer).toMatchObject({
      code: 'no-right',
    })
    expect(await world.ask(a, 'get_desk', {})).toMatchObject({ code: 'needs-signin' })
    await give('moderator')
    expect(await call('member', 'get_desk', {})).toMatchObject({ rights: ['desk', 'moderate'] })
  })

  it('a role works with the next call, and ends with the next one', async () => {
    const reports = () => call('member', 'get_post_reports', {})
    expect(await reports()).toMatchObject({ code: 'not-allowed' })
    expect(await give('secretary')).toMatchObject({ success: true })
    expect(await reports()).toMatchObject({ success: true })
    expect(await give('secretary')).toMatchObject({ code: 'has-role' })
    expect(await take('secretary')).toMatchObject({ success: true })
    expect(await reports()).toMatchObject({ code: 'not-allowed' })
    expect(await take('secretary')).toMatchObject({ code: 'no-such-role' })
  })

  it('a role with a day ends by itself, and can be given again', async () => {
    const until = new Date(world.now() + 2 * dayMs).toISOString()
    await give('treasurer', { until })
    const isOfficer = async (who: Person) => {
      const token = await world.signIn(a, who)
      return (await world.ask(a, 'list_trail', {}, { token })).success
    }
    expect(await isOfficer('member')).toBe(true)
    world.pass(2 * dayMs)
    expect(await isOfficer('member')).toBe(false)
    tokens = await world.signInAll(a, ['owner', 'member', 'parent'])
    expect(await give('treasurer')).toMatchObject({ success: true })
  })

  it('a role of an event is for this event, and ends two days after it', async () => {
    expect(await give('judge-captain')).toMatchObject({ code: 'role-needs-event' })
    expect(await give('treasurer', { eventId: a.show.id })).toMatchObject({ code: 'role-of-club' })
    expect(await give('judge-captain', { eventId: b.show.id })).toMatchObject({ code: 'event-not-found' })
    await give('judge-captain', { eventId: a.show.id })
    expect(await call('member', 'get_desk', {})).toMatchObject({
      roles: [{ role: 'judge-captain', eventId: a.show.id }],
    })
    world.pass(6 * dayMs)
    tokens = await world.signInAll(a, ['owner', 'member', 'parent'])
    expect(await call('member', 'get_desk', {})).toMatchObject({ code: 'no-right' })
    // the recurring work notes it, and the desk is not offered any more
    await world.engine.runDue()
    expect((await call('owner', 'list_officers', {})).officers?.map(({ role }) => role)).not.toContain(
      'judge-captain',
    )
  })

  it('an old sign-in gives no role, and the same call goes through after a new one', async () => {
    world.pass(16 * minuteMs)
    expect(await give('moderator')).toMatchObject({ code: 'signin-too-old-for-this', receipt: null })
    tokens = { ...tokens, owner: await world.signIn(a, 'owner') }
    expect(await give('moderator')).toMatchObject({ success: true })
  })

  it('asks for the right before it says anything of the input', async () => {
    const wrong = { memberId: 'nobody', role: 'king', reason: '' }
    const asMember = await world.ask(a, 'give_role', wrong, { token: tokens.member })
    expect(asMember).toMatchObject({ code: 'no-right' })
    expect(asMember).not.toHaveProperty('faults')
    expect(await world.ask(a, 'give_role', wrong, { token: tokens.owner })).toMatchObject({
      code: 'invalid-input',
    })
  })

  it('two owners who take it from each other at once leave one', async () => {
    await give('owner')
    tokens = { ...tokens, member: await world.signIn(a, 'member') }
    const answers = await Promise.all([
      call('owner', 'take_role', { memberId: id('member'), role: 'owner', reason: 'x' }),
      call('member', 'take_role', { memberId: id('owner'), role: 'owner', reason: 'x' }),
    ])
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    const { officers = [] } = await (answers[0].success
      ? call('owner', 'list_officers', {})
      : call('member', 'list_officers', {}))
    expect(officers.filter(({ role }) => role === 'owner')).toHaveLength(1)
    if (answers[0].success) return
    // as it was
    await expectDone(run('owner', id('owner')))
    await expectDone(run('officers', 'take', id('member'), 'owner', '--reason', 'As it was'))
  })

  it('the last owner can neither give the role up nor close the account', async () => {
    const own = { memberId: id('owner'), role: 'owner', reason: 'Tired' } as const
    expect(await call('owner', 'take_role', own)).toMatchObject({ code: 'last-owner' })
    expect(await call('owner', 'close_member', { username: a.people.owner.email })).toMatchObject({
      code: 'last-owner',
    })
    expect(await expectRefused(run('members', 'remove', id('owner'), '--reason', 'Gone', '--yes'))).toContain(
      'owner',
    )
    expect(await call('owner', 'get_desk', {})).toMatchObject({ success: true })
  })

  it('the link of the first owner serves once, and only a club without an owner', async () => {
    const secret = 'f'.repeat(43)
    const hash = createHash('sha256').update(secret).digest('hex')
    const until = new Date(world.now() + dayMs)
    const become = (who: keyof typeof tokens) => call(who, 'become_owner', { secret })
    await world.inClub(a, (tx) => setOwnerLink(tx, { hash, until }))
    expect(await become('member')).toMatchObject({ code: 'owner-link-ended' })
    await world.deleteRows(a, 'officer', { role: 'owner' })
    await world.inClub(a, (tx) => setOwnerLink(tx, { hash, until }))
    expect(
      await world.ask(b, 'become_owner', { secret }, { token: await world.signIn(b, 'member') }),
    ).toMatchObject({
      code: 'owner-link-ended',
    })
    const answers = await Promise.all([become('member'), become('parent')])
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    await world.deleteRows(a, 'officer', { role: 'owner' })
    await expectDone(run('owner', id('owner')))
  })

  it('expired dues end no role, a suspension lets it rest', async () => {
    await expectDone(run('officers', 'give', id('expired'), 'secretary', '--reason', 'Elected'))
    const token = await world.signIn(a, 'expired')
    expect(await world.ask(a, 'get_desk', {}, { token })).toMatchObject({ success: true })
    await give('secretary')
    await expectDone(run('members', 'suspend', id('member')))
    expect(await call('member', 'get_desk', {})).toMatchObject({ code: 'needs-signin' })
    await expectDone(run('members', 'restore', id('member')))
    const again = await world.signIn(a, 'member')
    expect(await world.ask(a, 'get_desk', {}, { token: again })).toMatchObject({ success: true })
    await expectDone(run('officers', 'take', id('expired'), 'secretary', '--reason', 'As it was'))
  })

  it('what is given and taken stands in the trail, by whom, when and why', async () => {
    await give('show-manager', { eventId: a.show.id })
    await expectDone(
      run('officers', 'take', id('member'), 'show-manager', '--event', a.show.id, '--reason', 'Ill'),
    )
    const { entries = [] } = await call('owner', 'list_trail', { kind: 'officer', id: String(id('member')) })
    const [taken, given] = entries
    expect(taken).toMatchObject({ action: 'take_role', by: null, reason: 'Ill', label: 'Ada Quill' })
    expect(given).toMatchObject({ action: 'give_role', by: { id: id('owner') }, reason: 'Elected' })
    expect(given?.changes).toContainEqual({ field: 'role', before: null, after: 'show-manager' })
    const text = await expectDone(run('trail'))
    expect(text).toContain('Ada Quill')
    expect(text).toContain('the command line')
  })

  it('nobody changes the trail, by no statement of the role that serves requests', async () => {
    await give('moderator')
    const before = await world.listRows(a, 'trail', {}, ['id', 'reason'], 'id')
    await expect(
      world.inClub(a, (tx) => tx.updateTable('trail').set({ reason: 'nothing' }).execute()),
    ).rejects.toThrow('permission denied')
    await expect(world.inClub(a, (tx) => tx.deleteFrom('trail').execute())).rejects.toThrow(
      'permission denied',
    )
    expect(await world.listRows(a, 'trail', {}, ['id', 'reason'], 'id')).toEqual(before)
  })

  it('a refused call leaves no row, and the same call twice leaves one', async () => {
    const count = async () => (await world.listRows(a, 'trail')).length
    const before = await count()
    await take('treasurer')
    expect(await count()).toBe(before)
    const key = crypto.randomUUID()
    const answers = [await give('treasurer', { key }), await give('treasurer', { key })]
    expect(answers[1]).toEqual(answers[0])
    expect(await count()).toBe(before + 1)
  })

  it('an officer of one club is nobody in the other', async () => {
    const token = await world.signIn(b, 'owner')
    const before = await call('owner', 'list_officers', {})
    expect(await world.ask(a, 'list_officers', {}, { token })).toMatchObject({ code: 'tenant-mismatch' })
    const given = { memberId: id('child'), role: 'treasurer', reason: 'x' }
    expect(await world.ask(b, 'give_role', given, { token })).toMatchObject({ code: expect.anything() })
    expect(await call('owner', 'list_officers', {})).toEqual(before)
  })

  it('a club file gives nobody a role, and its import says so', async () => {
    const path = join(makeTestFolder(), 'club.json')
    const person = { fname: 'Moe', lname: 'Derby', expiration: '2031-01-01', settings: { moderator: true } }
    const club = { slug: 'ridge', name: 'Ridge Road', timeZone: 'America/Chicago' }
    const members = [{ ref: 'moe', email_address: 'moe@ridge.example', ...person }]
    writeFileSync(path, JSON.stringify({ showfield: 1, club, members }))
    expect(await expectDone(run('import', path, '--tenant', 'ridge'))).toContain('a file gives nobody a role')
    expect(await expectDone(run('officers', '--tenant', 'ridge'))).toBe('0 roles.\n')
  })

  it('the command line names officers, with its refusals', async () => {
    expect(await expectDone(run('officers', 'give', id('member'), 'treasurer', '--reason', 'Elected'))).toBe(
      `Ada Quill (${a.people.member.email}) is treasurer now.\n`,
    )
    expect(await expectRefused(run('officers', 'give', id('member'), 'treasurer', '--reason', 'x'))).toBe(
      'Ada Quill has this role already.\n',
    )
    expect(await expectRefused(run('officers', 'give', id('member'), 'king', '--reason', 'x'))).toContain(
      'ROLE must be one of: owner, secretary',
    )
    expect(await expectRefused(run('officers', 'give', id('member'), 'treasurer'))).toContain('--reason')
    expect(await expectDone(run('officers'))).toMatch(/Ona Reeve +owner/)
    await expectDone(run('officers', 'take', id('member'), 'treasurer', '--reason', 'Moved'))
  })
})
