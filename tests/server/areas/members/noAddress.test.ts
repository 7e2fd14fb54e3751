// A member without an e-mail address is a member like the others, but cannot sign in and is written to by post.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { listAutoRenewing } from '../../../../src/server/order/db/renewal.ts'
import { storeFile } from '../../../../src/server/storage/files.ts'
import { makeFolder, makeServices, runExport, runImport } from '../../../support/clubs/clubFiles.ts'
import { expectDone, expectRefused, setUpOffice } from '../../../support/clubs/officer.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'
import { setUpDatabase } from '../../../support/database/setUp.ts'

describeOnEachEngine('a member without an e-mail address', (engine) => {
  const { world, club, run, folder } = setUpOffice(engine)
  const say = (...args: (string | number)[]) => expectDone(run('members', ...args))
  const add = async (first: string, ...more: string[]) => {
    const text = await say(
      ...['add', '--first', first, '--last', 'Roe', '--type', String(club.memberTypes.open)],
      ...['--until', '2030-12-31', ...more],
    )
    return { id: Number(/is member (\d+)/.exec(text)?.[1]), text }
  }
  let ida = { id: 0, text: '' }
  beforeAll(async () => {
    ida = await add('Ida', '--title', 'mrs', '--address', '12 Low Street', '--address2', 'Flat 2')
    await add('Ivo', '--alternate-id', 'R-7', '--roster', 'hide')
  })

  it('is added by officers, as often as there are such people, with what else is known of them', async () => {
    expect(ida.text).toContain(`Ida Roe (no e-mail address) is member ${ida.id}`)
    expect(ida.text).toContain('cannot sign in')
    expect(await world.getRow(club, 'member', { id: ida.id })).toMatchObject({
      ...{ email: '', email_folded: null, title: 'Mrs', address: '12 Low Street, Flat 2' },
    })
    const list = await say('--find', 'roe')
    expect(list).toMatch(/Ida Roe .*no e-mail address/)
    expect(list).toMatch(/Ivo Roe .*no e-mail address/)
    const path = join(folder, 'no-address.csv')
    await say('export', '--out', path, '--find', 'ivo')
    expect(readFileSync(path, 'utf8')).toMatch(/,,Ivo,Roe,.*R-7/)
    expect(await say('tag', 'Ida Roe', 'Post')).toContain('Ida Roe (no e-mail address): tags Post')
    expect(await say('end-sign-ins', 'Ida Roe')).toContain('cannot sign in')
  })

  it('is found by no address, not by an empty one either, and nobody signs in as them', async () => {
    for (const username of ['', ' ', '\u200b', 'null', 'Ida Roe']) {
      for (const [action, more] of [
        ['member_login', { password: '', ttl: 24 }],
        ['lookup_member', {}],
        ['lookup_member', { purpose: 'signin' }],
        ['member_reset_password', {}],
      ] as const) {
        const { answer } = await world.request(club, action as 'member_login', { username, ...more })
        expect(answer, `${action} ${username}`).toMatchObject({ success: expect.any(Boolean) })
        expect(JSON.stringify(answer)).not.toContain('Roe')
      }
    }
    expect(await world.listRows(club, 'member_code', { member_id: ida.id })).toEqual([])
    expect(await world.listRows(club, 'member_session', { member_id: ida.id })).toEqual([])
  })

  it('is in the roster, unless officers say otherwise, with nothing to write to', async () => {
    await world.changeMemberSettings(club, ida.id, { roster_email: true })
    const { token } = await world.request(club, 'member_login', {
      username: club.people.member.email,
      password: club.people.member.password ?? '',
      ttl: 24,
    })
    const { members } = (await world.ask(club, 'get_members_for_roster', {}, { token: token ?? '' })) as {
      members: { name: string; email: string }[]
    }
    expect(members.find(({ name }) => name === 'Ida Roe')).toMatchObject({ email: '' })
    expect(members.some(({ name }) => name === 'Ivo Roe')).toBe(false)
    expect(await world.ask(club, 'get_member', { id: ida.id }, { token: token ?? '' })).toMatchObject({
      email_address: '',
    })
  })

  it('is sent no newsletter by e-mail, and is in the list of postal addresses', async () => {
    await world.changeClubSettings(club, { newsletter: true, enewsletter: true })
    await world.changeMemberSettings(club, ida.id, { enewsletter: true, newsletter: true })
    const stored = await storeFile(world, Buffer.alloc(1000, 7))
    const { id } = await world.insertRow(club, 'media_file', {
      ...{ name: 'Spring', content_type: 'application/pdf', shared: true },
      ...stored,
    })
    const mailed = async () => {
      const text = await expectDone(run('newsletter', 'send', id, '--dry-run'))
      return Number(/to (\d+) address/.exec(text)?.[1])
    }
    const count = await mailed()
    // but an address beside it is asked, as anybody's
    await world.changeMemberSettings(club, ida.id, { additional_emails: 'daughter@post.example' })
    expect(await expectDone(run('newsletter', 'send', id, '--dry-run'))).toContain(
      'would be asked to confirm',
    )
    await world.changeMemberSettings(club, ida.id, { enewsletter: false, additional_emails: '' })
    expect(await mailed()).toBe(count)
    const path = join(folder, 'post.csv')
    await expectDone(run('newsletter', 'addresses', '--csv', path))
    expect(readFileSync(path, 'utf8')).toContain('Mrs,Ida,Roe,,"12 Low Street, Flat 2"')
  })

  it('may have an additional login, or be one, which nobody can invite', async () => {
    const { parent, child } = club.people
    const { token } = await world.request(club, 'member_login', {
      username: parent.email,
      password: parent.password ?? '',
      ttl: 24,
    })
    const as = { token: token ?? '' }
    const { id: other } = await add('Kai')
    await world.changeRows(club, 'member', { id: other }, { parent_id: parent.id })
    const answer = await world.ask(club, 'get_member_children', {}, as)
    expect(answer).toMatchObject({
      members: expect.arrayContaining([
        expect.objectContaining({ id: other, email_address: '', isInvited: false }),
      ]),
    })
    expect(await world.ask(club, 'resend_invitation', { id: other }, as)).toMatchObject({
      code: 'member-not-found',
    })
    await world.changeRows(club, 'member', { id: child.id }, { parent_id: ida.id })
    expect(await say('--find', 'kit')).toContain('additional login of Ida Roe')
    await world.changeRows(club, 'member', { id: child.id }, { parent_id: parent.id })
  })

  it('is not charged by itself, because they could be told of nothing', async () => {
    const end = '2030-12-31'
    await world.changeMemberSettings(club, ida.id, { auto_renew: true })
    await world.insertRow(club, 'card_customer', {
      ...{ member_id: ida.id, mode: 'sandbox', key: randomUUID(), created_at: new Date(world.now()) },
    })
    await world.insertRow(club, 'saved_card', {
      ...{ member_id: ida.id, provider_id: 'pm_post', mode: 'sandbox', brand: 'visa', last4: '4242' },
      ...{ exp_month: 1, exp_year: 2040, is_default: true, consent: '1', created_at: new Date(world.now()) },
    })
    const list = () =>
      world.inClub(club, (tx) => listAutoRenewing(tx, { mode: 'sandbox', from: end, until: '2031-01-31' }))
    expect(await list()).toEqual([])
    await world.changeRows(club, 'member', { id: ida.id }, { email_folded: 'ida@post.example' })
    expect(await list()).toHaveLength(1)
    await world.changeRows(club, 'member', { id: ida.id }, { email_folded: null })
  })

  it('has no address that another could be refused for', async () => {
    const { text } = await add('Ida', '--email', 'ida@post.example')
    expect(text).toContain('Ida Roe (ida@post.example)')
    expect(await expectRefused(run('members', 'tag', 'Ida Roe', 'x'))).toContain(
      `${ida.id}  Ida Roe (no e-mail address)`,
    )
  })
})

describeOnEachEngine('a club file', (engine) => {
  const database = setUpDatabase(engine)
  const services = makeServices(database)
  const folder = makeFolder()
  const write = (members: object[]) =>
    folder.write({
      showfield: 1,
      club: { slug: 'post', name: 'Post Club', timeZone: 'America/Chicago' },
      members: members.map((member) => ({ lname: 'Roe', expiration: '2030-06-12', ...member })),
    })

  it('leaves the address out of those who have none, and gives the same bytes again', async () => {
    const people = [
      { ref: 'm-1', fname: 'Ida' },
      { ref: 'm-2', fname: 'Ivo', email_address: '' },
      { ref: 'm-3', fname: 'Una', email_address: 'una@post.example' },
    ]
    const { created, tenant } = await runImport(services, write(people))
    expect(created).toBeGreaterThan(3)
    const path = join(folder.path, 'out', 'club.json')
    const first = await runExport(services, 'post', path)
    const addresses = JSON.parse(first).members.map((member: object) => 'email_address' in member)
    expect(addresses).toEqual([false, false, true])
    expect(await runImport(services, path)).toMatchObject({
      changed: 0,
      created: 0,
      tenant: { id: tenant.id },
    })
    expect(await runExport(services, 'post', join(folder.path, 'again', 'club.json'))).toBe(first)
    // one gets the address that another gives up
    const [ida, ivo, una] = people
    await runImport(
      services,
      write([{ ...ida, email_address: 'una@post.example' }, { ...ivo }, { ...una, email_address: '' }]),
    )
    const rows = await database.inTenant(tenant.id, (tx) =>
      tx.selectFrom('member').select(['email', 'email_folded', 'token_version']).orderBy('ref').execute(),
    )
    expect(rows.map(({ email, email_folded }) => [email, email_folded])).toEqual([
      ['una@post.example', 'una@post.example'],
      ['', null],
      ['', null],
    ])
    // whoever was signed in with it is so no more
    expect(rows[2]?.token_version).toBe(2)
  })
})
