// Officers correct what is stored of a member; a new sign-in address goes the way of the member's own change.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { readMails, readSecret } from '../../../support/clubs/mails.ts'
import { expectDone, expectRefused, setUpOffice } from '../../../support/clubs/officer.ts'
import type { SeededPerson } from '../../../support/clubs/people.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

describeOnEachEngine('a member is corrected', (engine) => {
  const { world, club, run, folder } = setUpOffice(engine)
  const say = (...args: (string | number)[]) => expectDone(run('members', ...args))
  const refuse = (...args: (string | number)[]) => expectRefused(run('members', ...args))
  const read = (id = club.people.member.id) => world.getRow(club, 'member', { id })
  const signIn = (username: string) =>
    world.request(club, 'member_login', { username, password: club.people.member.password ?? '', ttl: 24 })
  let turn = 0
  const newAddress = () => `ada${++turn}@officers.example`
  const nobody: SeededPerson = { id: 0, email: '', password: null, fname: '', lname: '' }
  let [ada, parent, child] = [nobody, nobody, nobody]
  beforeEach(async () => {
    ;({ member: ada, parent, child } = club.people)
    await world.changeRows(club, 'member', { id: ada.id }, { email: ada.email, email_folded: ada.email })
  })

  it('in every field, says each as it was and as it is, and does nothing when it is dry', async () => {
    const wish = [
      ...['--last', 'De Vries', '--title', 'dr', '--partner', '', '--address', '1 Low Street'],
      ...['--address2', 'Flat 2', '--city', 'Rye', '--state', 'NH', '--zip', '03870', '--country', 'USA'],
      ...['--phone', '603 555 0188; 603 555 0189', '--alternate-id', 'A-9', '--since', '2001-02-03'],
      ...['--type', String(club.memberTypes.open), '--tag', 'Judge, Field crew', '--officer-tag', 'Board'],
      ...['--roster', 'hide'],
    ]
    const before = await read()
    const dry = await say('change', ada.id, ...wish, '--dry-run')
    expect(dry).toContain('  last name: Quill → De Vries\n')
    expect(dry).toContain('Dry run, nothing was changed.')
    expect(await read()).toEqual(before)
    const text = await say('change', ada.id, ...wish)
    expect(dry).toBe(`${text}Dry run, nothing was changed.\n`)
    for (const line of [
      'zip: 03801 → 03870',
      "officers' tags: (empty) → Board",
      'in the roster: shown → hidden',
      'phone: 6035550111 → 6035550188, 6035550189',
    ]) {
      expect(text).toContain(`  ${line}\n`)
    }
    expect(await read()).toMatchObject({
      ...{ fname: 'Ada', lname: 'De Vries', title: 'Dr', partner: '', city: 'Rye', country: 'US' },
      ...{ address: '1 Low Street, Flat 2', joined_on: '2001-02-03', alt_member_id: 'A-9' },
      ...{ tags: ['Judge', 'Field crew'], officer_tags: ['Board'] },
      phone_numbers: [{ longCode: '6035550188' }, { longCode: '6035550189' }],
    })
    expect(await refuse('change', ada.id, ...wish)).toContain('All of this is stored')
    const none = ['--title', '', '--city', '', '--phone', '', '--since', '', '--tag', '', '--officer-tag', '']
    await say('change', ada.id, ...none, '--last', 'Quill', '--roster', 'show')
    expect(await read()).toMatchObject({
      ...{ title: '', city: '', phone_numbers: [], joined_on: null, tags: [], officer_tags: [] },
    })
  })

  it.each([
    ['Canada', 'CA'],
    ['ca', 'CA'],
    ['U.S.A.', 'US'],
    ['Estados Unidos', 'US'],
    ['England', 'GB'],
    ['México', 'MX'],
    ['Freedonia', 'Freedonia'],
  ])('in the country %s, as an import reads it', async (typed, stored) => {
    await world.changeRows(club, 'member', { id: ada.id }, { country: '' })
    await say('change', ada.id, '--country', typed)
    expect((await read()).country).toBe(stored)
    const email = newAddress()
    const path = join(folder, `${email}.csv`)
    writeFileSync(path, `First,Last,E-mail,Country\nCountry,Of ${typed},${email},${typed}\n`)
    const options = ['--type', String(club.memberTypes.open), '--until', '2030-12-31', '--roster', 'hide']
    await say('import', path, '--default-type', ...options.slice(1))
    expect((await world.getRow(club, 'member', { email_folded: email })).country).toBe(stored)
    const added = newAddress()
    await say('add', '--first', 'Al', '--last', 'Added', '--email', added, '--country', typed, ...options)
    expect((await world.getRow(club, 'member', { email_folded: added })).country).toBe(stored)
  })

  it('is not understood without a name, or with half an address', async () => {
    expect(await refuse('change', ada.id, '--last', '')).toContain('--last must not be empty.')
    expect(await refuse('change', ada.id, '--address2', 'Flat 3')).toContain('--address2 needs --address')
    expect(await refuse('change', ada.id, '--email', 'ada@')).toContain('--email')
    expect(await refuse('change', child.id, '--type', club.memberTypes.hidden)).toContain('additional login')
  })

  it('has a new address when a mail to it was answered, and the old one can undo it', async () => {
    const [wanted, signedIn] = [newAddress(), await signIn(ada.email)]
    const text = await say('change', ada.id, '--email', wanted)
    expect(text).toContain(`A mail asks ${wanted} to confirm`)
    expect(text).toContain(`say --email '' first, and then --email ${wanted}.`)
    expect((await read()).email).toBe(ada.email)
    const undo = await readSecret(world, ada.email, 'undo')
    const secret = await readSecret(world, wanted, 'confirm')
    expect(await world.ask(club, 'confirm_email_change', { code: secret })).toMatchObject({ email: wanted })
    expect((await signIn(wanted)).answer).toMatchObject({ success: true })
    expect((await signIn(ada.email)).answer).toMatchObject({ success: false })
    const token = signedIn.token ?? ''
    expect(await world.ask(club, 'member_authorize', {}, { token })).toMatchObject({ success: true })
    // for as long as the old mailbox can have it back, nobody else gets it
    expect(await refuse('change', parent.id, '--email', ada.email)).toContain('can still take that back')
    expect(await world.ask(club, 'undo_email_change', { code: undo })).toMatchObject({ email: ada.email })
  })

  it('has an address of nobody else, and another spelling at once', async () => {
    expect(await refuse('change', ada.id, '--email', parent.email.toUpperCase())).toContain(
      `Member ${parent.id} has this e-mail address already`,
    )
    const spelled = ada.email.toUpperCase()
    await say('change', ada.id, '--email', spelled)
    expect(await read()).toMatchObject({ email: spelled, email_folded: ada.email })
  })

  it('has no address any more, nothing that opens the account, and gets one again at once', async () => {
    const { token } = await signIn(ada.email)
    await world.changeMemberSettings(club, ada.id, { auto_renew: true })
    await say('change', ada.id, '--email', newAddress())
    const before = (await readMails(world, ada.email)).length
    expect(await say('change', ada.id, '--email', '')).toContain('cannot sign in any more')
    expect(await read()).toMatchObject({ email: '', email_folded: null, password_hash: null })
    expect(await world.ask(club, 'member_authorize', {}, { token: token ?? '' })).toMatchObject({
      code: 'needs-signin',
    })
    const open = await world.listRows(club, 'member_code', { member_id: ada.id, ended_at: null })
    expect(open).toEqual([])
    expect((await readMails(world, ada.email)).length).toBe(before)
    expect(await world.getRow(club, 'member_settings', { member_id: ada.id })).toMatchObject({
      auto_renew: false,
    })
    expect(await say('change', ada.id, '--email', ada.email)).toContain('make their password')
    expect(await read()).toMatchObject({ email: ada.email, email_folded: ada.email })
  })

  it('has tags that the roster shows, and others that only officers see', async () => {
    const viewer = await signInAs(parent.email, parent.password ?? '')
    await say('change', ada.id, '--tag', 'Field crew', '--roster', 'show')
    expect(await say('tag', ada.id, 'Owes a key', '--officers')).toContain("officers' tags Owes a key")
    expect(await refuse('tag', ada.id, 'owes A key', '--officers')).toContain('already')
    expect(await refuse('untag', ada.id, 'Owes a key')).toContain('has no tag')
    const roster = await world.request(club, 'get_members_for_roster', {}, { token: viewer })
    expect(roster.text).toContain('Field crew')
    expect(roster.text).not.toContain('Owes a key')
    const own = await world
      .request(club, 'get_member', { id: ada.id }, { token: viewer })
      .then(() => world.request(club, 'get_member', { id: ada.id }, { token: viewer }))
    expect(own.text).not.toContain('Owes a key')
    expect(await say('--tag', 'OWES a key')).toMatch(/Ada Quill .*Field crew +Owes a key/)
    const path = join(folder, 'tags.csv')
    await say('export', '--out', path, '--tag', 'Owes a key')
    expect(readFileSync(path, 'utf8')).toMatch(/tags,officers' tags,[\s\S]*,Field crew,Owes a key,/)
    const again = await say('import', path, '--update', '--tags', 'roster')
    expect(again).toContain('0 new, 0 changed, 1 unchanged.')
    expect(await say('untag', ada.id, 'Owes a key', '--officers')).toContain("no officers' tags")
    expect(await say('import', path, '--update', '--tags', 'roster')).toContain('1 changed')
    expect(await say('--tag', 'OWES a key')).toMatch(/Ada Quill .*Field crew +Owes a key/)
  })

  async function signInAs(username: string, password: string): Promise<string> {
    const { token } = await world.request(club, 'member_login', { username, password, ttl: 24 })
    return token ?? ''
  }
})
