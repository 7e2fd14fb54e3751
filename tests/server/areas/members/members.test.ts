// Officers see and change members on the command line, and what they suspend is shut at once.
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { MemberCodeKind } from '../../../../src/domain/members/memberCode.ts'
import { addTag, extendMember } from '../../../../src/server/areas/members/officers/memberActs.ts'
import { toWholePaths } from '../../../../src/server/assembly/parse.ts'
import { openMemberCodes } from '../../../../src/server/member/memberCodes.ts'
import { createActs } from '../../../../src/server/officers/act.ts'
import {
  makeClubFile,
  makeFolder,
  putPictures,
  runExport,
  runImport,
} from '../../../support/clubs/clubFiles.ts'
import { createOfficer, expectDone, setUpOffice } from '../../../support/clubs/officer.ts'
import type { Role } from '../../../support/clubs/people.ts'
import { makePushKeys } from '../../../support/corpora/pushVectors.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'
import { hashRows } from '../../../support/database/rowHash.ts'

describeOnEachEngine('members on the command line', (engine) => {
  const { world, club, run, folder } = setUpOffice(engine)

  const members = (...args: string[]) => run('members', ...args)
  const say = (...args: string[]) => expectDone(members(...args))
  const signIn = (role: Role) =>
    world.request(club, 'member_login', {
      username: club.people[role].email,
      password: club.people[role].password ?? '',
      ttl: 24,
    })
  const isLive = async (token: string) =>
    (await world.request(club, 'member_authorize', {}, { token })).status === 200
  const find = (id: number) => world.getRow(club, 'member', { id })

  it('are listed by name, with filters, and never with what a password is kept as', async () => {
    const all = await say()
    expect(all).toMatch(/^Id +Name +E-mail +Phone +Type +Valid until +Tags +Officers' tags +Notes\n/)
    expect(all).toMatch(/Ada Quill +ada\.quill@\S+ +6035550111 +\S.* +Dec 28, 2026/)
    expect(all).toMatch(/Nan Newcome .*no password yet\n/)
    expect(all).toMatch(/Kit Oakes .*additional login of pat\.oakes@/)
    expect(all).toMatch(/\n7 members\.\n$/)
    const names = async (...filter: string[]) =>
      [...(await say(...filter)).matchAll(/^ *\d+ {2}(\w+)/gm)].map(([, name]) => name)
    expect(await names('--expired')).toEqual(['Eli'])
    expect(await names('--moderators')).toEqual(['Moe'])
    expect(await names('--children')).toEqual(['Kit'])
    expect(await names('--suspended')).toEqual([])
    expect(await names('--find', 'OAKES kit')).toEqual(['Kit'])
    await world.changeRows(club, 'member', { id: club.people.child.id }, { lname: 'OBRIEN' })
    expect(await names('--find', "O'Brien")).toEqual(['Kit'])
    expect(await names('--find', 'o-brien, kit')).toEqual(['Kit'])
    await world.changeRows(club, 'member', { id: club.people.child.id }, { lname: 'van der Berg' })
    expect(await names('--find', 'vanderberg')).toEqual(['Kit'])
    expect(await say('--find', 'Vandenberg')).toContain('Did you mean Kit van der Berg')
    await world.changeRows(club, 'member', { id: club.people.child.id }, { lname: 'Oakes' })
    expect(await names('--tag', 'nothing')).toEqual([])
    expect((await members('--type', 'Nobody')).text).toContain('Its types, each with its id: ')
    const path = join(folder, 'list.json')
    await say('--json', path)
    expect(readFileSync(path, 'utf8')).not.toMatch(/argon2|hash"/i)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('are changed by acts, which whoever calls them refuse with a code and say nothing in words', async () => {
    const services = { ...world, newId: randomUUID }
    const { act } = createActs({ tenant: club, services, now: world.now() })
    const { id, email } = club.people.member
    await expect(act(addTag, { member: 'Nobody', tag: 'Judge', officers: false })).rejects.toMatchObject({
      refusal: { code: 'not-found', details: { thing: 'member', typed: 'Nobody' } },
    })
    const wish = { member: email, years: undefined, until: '2026-11-30', yes: false }
    await expect(act(extendMember, wish)).rejects.toMatchObject({
      refusal: { code: 'needs-yes', details: { why: 'shorter', member: { id, email }, to: '2026-11-30' } },
    })
    const { tags } = await act(addTag, { member: String(id), tag: 'Judge', officers: false })
    expect(tags).toContain('Judge')
    expect(await say('--tag', 'judge')).toContain('Ada Quill')
    await say('untag', String(id), 'judge')
  })

  it('with an additional login are shown when the membership above it ends, and are expired by that day', async () => {
    const { parent, child } = club.people
    const setEnd = (id: number, expires_on: string) =>
      world.changeRows(club, 'member', { id }, { expires_on })
    const [above, below] = [(await find(parent.id)).expires_on, (await find(child.id)).expires_on]
    await setEnd(child.id, '2026-01-02')
    await setEnd(parent.id, '2031-05-06')
    expect(await say('--find', 'kit')).toMatch(/Kit Oakes .*May 5, 2031/)
    expect(await say('--expired')).not.toContain('Kit')
    await setEnd(child.id, '2031-05-06')
    await setEnd(parent.id, '2026-01-02')
    expect(await say('--expired')).toMatch(/Kit Oakes .*Jan 1, 2026/)
    expect(await members('extend', 'Kit Oakes', '--years', '1')).toEqual({
      code: 1,
      text: expect.stringContaining(`login of ${parent.email} and`),
    })
    expect((await find(child.id)).expires_on).toBe('2031-05-06')
    await setEnd(parent.id, above)
    await setEnd(child.id, below)
  })

  it('are named by id, e-mail address, or a name that only one has', async () => {
    const { id, email } = club.people.member
    await say('tag', String(id), 'By id')
    await say('tag', email.toUpperCase(), 'By address')
    await say('tag', 'ada  QUILL', 'By name')
    expect((await find(id)).tags.slice(-3)).toEqual(['By id', 'By address', 'By name'])
    expect(await members('tag', 'Nobody', 'x')).toMatchObject({
      code: 1,
      text: expect.stringContaining("The club has no member 'Nobody'."),
    })
    await say(
      ...['add', '--first', 'Ada', '--last', 'Quill', '--email', 'other.ada@harbor.example'],
      ...['--type', String(club.memberTypes.open), '--until', '2027-01-31'],
    )
    const before = await hashRows(world.database, club.id)
    const { code, text } = await members('suspend', 'Ada Quill')
    expect([code, text]).toEqual([1, expect.stringContaining('2 members have this name.')])
    expect(text).toContain(`  ${id}  Ada Quill (${email})`)
    expect(await hashRows(world.database, club.id)).toBe(before)
  })

  it('that are added make their password themselves, and an address belongs to one', async () => {
    const add = (email: string, ...more: string[]) =>
      members(
        ...['add', '--first', ' Bo ', '--last', 'Né', '--email', email, '--until', '2027-01-31'],
        ...['--type', String(club.memberTypes.hidden), '--phone', '+1 (555) 010-0123', '--city', 'Salem'],
        ...['--tag', 'Board, Judges', ...more],
      )
    const { code, text } = await add('Bo@New.example')
    expect([code, text]).toEqual([0, expect.stringContaining('Bo Né (Bo@New.example) is member ')])
    const row = await find(Number(/is member (\d+)/.exec(text)?.[1]))
    expect(row).toMatchObject({
      fname: 'Bo',
      email_folded: 'bo@new.example',
      city: 'Salem',
      country: 'US',
      expires_on: '2027-02-01',
      joined_on: '2026-06-12',
      member_type_id: club.memberTypes.hidden,
      password_hash: null,
      tags: ['Board', 'Judges'],
    })
    expect(row.phone_numbers.map(({ longCode }) => longCode)).toEqual(['5550100123'])
    const answer = await world.ask(club, 'lookup_member', {
      username: 'bo@new.example',
      purpose: 'signin',
    })
    expect(answer).toMatchObject({ hasPassword: false })
    const before = await hashRows(world.database, club.id)
    expect((await add('BO@new.example')).text).toContain('has this e-mail address already: Bo Né')
    expect((await add('no address')).code).toBe(2)
    expect((await add('x@new.example', '--since', '2026-02-30')).text).toContain('--since must be a day')
    expect((await members('add', '--first', 'Bo')).code).toBe(2)
    expect(await hashRows(world.database, club.id)).toBe(before)
  })

  it('get another type or more time, and nothing else of them changes', async () => {
    const { id } = club.people.moderator
    const before = await find(id)
    expect(await say('type', 'Moe Derby', String(club.memberTypes.hidden))).toContain('It stays valid until')
    expect(await say('extend', 'Moe Derby', '--years', '2')).toContain(
      'was valid until Dec 28, 2026 and is valid until Dec 28, 2028 now',
    )
    const after = { ...before, member_type_id: club.memberTypes.hidden, expires_on: '2028-12-29' }
    expect(await find(id)).toEqual(after)
    for (const [day, words] of [
      ['2027-05-01', 'would be valid until May 1, 2027. Nothing was changed.'],
      ['2020-05-01', 'would be valid until May 1, 2020. It is over then. Nothing was changed.'],
    ] as const) {
      const { code, text } = await members('extend', 'Moe Derby', '--until', day)
      expect([code, text]).toEqual([1, expect.stringContaining(words)])
    }
    expect(await find(id)).toEqual(after)
    expect(await say('extend', 'Moe Derby', '--until', '2027-05-01', '--yes')).toContain(
      'earlier than before',
    )
    expect(await find(id)).toEqual({ ...after, expires_on: '2027-05-02' })
    // a membership that ended long ago runs from today, as a renewal does
    await world.changeRows(club, 'member', { id }, { expires_on: '2020-01-01' })
    await say('type', 'Moe Derby', String(club.memberTypes.open))
    await say('extend', 'Moe Derby', '--years', '1')
    expect((await find(id)).expires_on > '2026-06-12').toBe(true)
    for (const wrong of [[], ['--years', '1', '--until', '2027-01-01'], ['--years', '0']]) {
      expect((await members('extend', 'Moe Derby', ...wrong)).code).toBe(2)
    }
  })

  it('become moderators and get tags, once, and lose both', async () => {
    const isModerator = async () => {
      const token = await world.signIn(club, 'parent')
      const answer = await world.ask(club, 'member_authorize', {}, { token })
      return (answer.member as { moderator: boolean }).moderator
    }
    await say('moderator', 'Pat Oakes', 'on')
    expect(await isModerator()).toBe(true)
    expect((await members('moderator', 'Pat Oakes', 'on')).code).toBe(1)
    await say('moderator', 'Pat Oakes', 'off')
    expect(await isModerator()).toBe(false)
    expect((await members('moderator', 'Pat Oakes', 'maybe')).code).toBe(2)
    await say('tag', 'Pat Oakes', 'Field crew')
    expect((await members('tag', 'Pat Oakes', 'FIELD CREW')).code).toBe(1)
    await say('untag', 'Pat Oakes', 'field crew')
    expect((await find(club.people.parent.id)).tags).not.toContain('Field crew')
    expect((await members('untag', 'Pat Oakes', 'field crew')).code).toBe(1)
    expect((await members('tag', 'Pat Oakes', 'two, tags')).code).toBe(2)
  })

  it('that are suspended are out at once, and the sign-in says what it says of a wrong password', async () => {
    const { id, email } = club.people.parent
    const [phone, laptop] = [await world.signIn(club, 'parent'), await world.signIn(club, 'parent')]
    const other = await world.signIn(club, 'child')
    await world.request(
      club,
      'webpush_subscribe',
      { endpoint: 'https://fcm.googleapis.com/fcm/send/suspended', keys: makePushKeys() },
      { token: phone },
    )
    expect([await isLive(phone), await isLive(laptop)]).toEqual([true, true])
    const codes = await openMemberCodes({ database: world.database, newId: () => crypto.randomUUID() })
    const issue = (kind: MemberCodeKind) =>
      world.inClub(club, (tx) => codes.issue(tx, { tenantId: club.id, memberId: id, kind, now: world.now() }))
    const link = await issue('link')
    const undo = await issue('password-undo')
    const isEnded = async (code: { id: string }) => {
      const row = await world.getRow(club, 'member_code', { id: code.id }, ['ended_at'])
      return row.ended_at !== null
    }
    const wrong = await world.request(club, 'member_login', { username: email, password: 'wrong', ttl: 24 })
    expect(await say('suspend', email)).toMatch(/are signed out on \d+ devices/)
    expect([await isLive(phone), await isLive(laptop)]).toEqual([false, false])
    const refused = await signIn('parent')
    expect([refused.status, refused.text, refused.token]).toEqual([wrong.status, wrong.text, null])
    expect(await world.listRows(club, 'push_subscription', { member_id: id }, ['id'])).toEqual([])
    // a code would open the account again; what takes a change back is the owner's
    expect([await isEnded(link), await isEnded(undo)]).toEqual([true, false])
    // the additional login is a person of its own
    expect(await isLive(other)).toBe(true)
    expect(await say('--suspended')).toContain('suspended')
    expect((await members('suspend', email)).code).toBe(1)
    expect(await say('restore', email)).toContain('can sign in again')
    expect([await isLive(phone), await isLive(laptop)]).toEqual([false, false])
    expect((await signIn('parent')).status).toBe(200)
    expect((await members('restore', email)).code).toBe(1)
  })

  it('are signed out everywhere, and can sign in again', async () => {
    const token = await world.signIn(club, 'member')
    const { email } = club.people.member
    expect(await say('end-sign-ins', email)).toMatch(/are signed out on \d+ devices?\. They can/)
    expect(await isLive(token)).toBe(false)
    expect(await say('end-sign-ins', email)).toContain('were signed in nowhere')
    expect((await signIn('member')).status).toBe(200)
    await say('suspend', email)
    expect(await say('end-sign-ins', email)).toContain('They are suspended, so they cannot sign in again.')
    await say('restore', email)
    const { email: newcomer } = club.people.noPassword
    expect(await say('end-sign-ins', newcomer)).toContain('They have no password yet')
  })

  it('are exported whole, as cells that no spreadsheet runs', async () => {
    await world.changeRows(
      club,
      'member',
      { id: club.people.expired.id },
      { partner: '=HYPERLINK("http://evil.example")', city: '+1', alt_member_id: '@SUM(A1)' },
    )
    const path = join(folder, 'all.csv')
    expect(await say('export', '--out', path)).toMatch(/^\d+ members in /)
    const text = readFileSync(path, 'utf8')
    expect(text.startsWith('\uFEFFid,e-mail,first name,last name,')).toBe(true)
    expect(text).toContain(`,"'=HYPERLINK(""http://evil.example"")",`)
    expect(text).toContain(",'+1,")
    expect(text).toContain(",'@SUM(A1),")
    expect(text).not.toMatch(/argon2/)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect((await members('export', '--out', path)).code).toBe(1)
    // what was exported is taken again, and changes nothing
    const before = await hashRows(world.database, club.id)
    expect(await members('import', path, '--update', '--tags', 'roster')).toEqual({
      code: 0,
      text: expect.stringContaining('Done: 0 new, 0 changed, '),
    })
    expect(await hashRows(world.database, club.id)).toBe(before)
    await say('export', '--out', join(folder, 'expired.csv'), '--expired')
    expect(readFileSync(join(folder, 'expired.csv'), 'utf8').split('\r\n')).toHaveLength(3)
  })

  it('say what is wrong with a command, and do nothing', async () => {
    const before = await hashRows(world.database, club.id)
    for (const [args, said] of [
      [['fly'], "'members' has no way 'fly'."],
      [['type', 'Ada'], "'members type' needs TYPE: members type MEMBER TYPE"],
      [['suspend', 'Ada', 'Quill'], "does not know what to do with 'Quill'. Put a name in quotes."],
      [['suspend', 'Ada', '--years', '1'], "'members suspend' has no option --years."],
      [['export'], "'members export' needs --out FILE."],
      [['import'], "'members import' needs FILE"],
      [['toString'], "'members' has no way 'toString'."],
    ] as const) {
      const { code, text } = await members(...args)
      expect([code, text]).toEqual([2, expect.stringContaining(said)])
    }
    expect(await hashRows(world.database, club.id)).toBe(before)
    expect(toWholePaths(['members', 'import', 'a.csv', '--csv', 'b.csv'], (path) => `/x/${path}`)).toEqual([
      ...['members', 'import', '/x/a.csv', '--csv', '/x/b.csv'],
    ])
    expect(toWholePaths(['members', 'tag', 'import', 'x', '--out=c'], (path) => `/x/${path}`)).toEqual([
      ...['members', 'tag', 'import', 'x', '--out=/x/c'],
    ])
    expect(existsSync(join(folder, 'undefined'))).toBe(false)
  })

  it('that officers have added stay when a club file is imported, and go with it to another place', async () => {
    const files = makeFolder()
    await putPictures(files)
    const services = { ...world, newId: () => crypto.randomUUID() }
    const path = files.write(makeClubFile())
    const { tenant } = await runImport(services, path)
    const marlow = createOfficer(world, tenant)
    const ways = ['--type', 'single', '--until', '2027-01-31']
    const added = await marlow(
      ...['members', 'add', '--first', 'Ines', '--last', 'Roe', '--email', 'ines@marlow.example', ...ways],
    )
    expect(added).toMatchObject({ code: 0 })
    await marlow('members', 'suspend', 'ines@marlow.example')
    const again = await runImport(services, path, { prune: true })
    expect([again.created, again.changed, again.removed]).toEqual([0, 0, 0])
    const text = await runExport(services, 'marlow', join(files.path, 'out.json'))
    const file = JSON.parse(text) as {
      members: { ref: string; email_address: string; suspendedAt?: string }[]
    }
    const ines = file.members.find((member) => member.email_address === 'ines@marlow.example')
    expect(Date.parse(ines?.suspendedAt ?? '')).toBe(world.now())
    const back = await runImport(services, join(files.path, 'out.json'))
    expect([back.created, back.changed, back.removed]).toEqual([0, 0, 0])
  })
})
