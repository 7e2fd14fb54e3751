// Officers mail a file to those who want newsletters, once each, and to additional addresses that have confirmed.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { dayMs } from '../../../../src/domain/time.ts'
import { openNewsletterLinks } from '../../../../src/server/areas/newsletter/links/newsletterLinks.ts'
import { confirmationMailsPerEmail } from '../../../../src/server/limits/often.ts'
import { addJob } from '../../../../src/server/queue/queue.ts'
import { storeFile } from '../../../../src/server/storage/files.ts'
import { readMails } from '../../../support/clubs/mails.ts'
import { expectDone, expectRefused, setUpOffice } from '../../../support/clubs/officer.ts'
import { describeRaces } from '../../../support/database/database.ts'

describeRaces('newsletters on the command line', (engine) => {
  const { world, club, run, folder } = setUpOffice(engine)
  let turn = 0
  beforeAll(async () => {
    await world.changeRows(
      club,
      'member_settings',
      {},
      { enewsletter: false, newsletter: false, additional_emails: '' },
    )
    await world.changeRows(club, 'member', {}, { suspended_at: null })
    for (const { id } of Object.values(club.people)) await choose(id, {})
    await setOffered(true)
  })
  beforeEach(async () => {
    for (const { id } of Object.values(club.people)) {
      await choose(id, { enewsletter: false, newsletter: false, additional_emails: '' })
    }
  })

  const setOffered = (isOffered: boolean) =>
    world.changeClubSettings(club, { newsletter: isOffered, enewsletter: isOffered })
  const choose = (
    memberId: number,
    choice: { enewsletter?: boolean; newsletter?: boolean; additional_emails?: string },
  ) => world.changeMemberSettings(club, memberId, { enewsletter: false, ...choice })
  const addFile = async (name: string, bytes = 1000, shared = true) => {
    turn += 1
    const stored = await storeFile(world, Buffer.alloc(bytes, turn))
    const row = { name, content_type: 'application/pdf', shared, ...stored }
    return (await world.insertRow(club, 'media_file', row)).id
  }
  const say = (...args: (string | number)[]) => expectDone(run('newsletter', ...args))
  const refuse = (...args: (string | number)[]) => expectRefused(run('newsletter', ...args))
  const subjects = async (to: string) => (await readMails(world, to)).map(({ subject }) => subject)
  const readCode = async (to: string, purpose: 'confirm' | 'stop') => {
    const text = (await readMails(world, to)).at(-1)?.text ?? ''
    return new RegExp(`/portal/newsletter\\S*#${purpose}=(\\S+)`).exec(text)?.[1] ?? ''
  }
  const press = async (action: 'confirm_newsletter' | 'stop_newsletter', code: string, at = club) =>
    world.ask(at, action, { code })

  it('mail the file to members who want it, in their language, once each', async () => {
    const { member, parent, moderator, child, expired, noPassword } = club.people
    for (const { id } of [member, moderator, child, expired, noPassword])
      await choose(id, { enewsletter: true })
    await world.changeRows(club, 'member', { id: noPassword.id }, { suspended_at: new Date(world.now()) })
    await world.changeRows(club, 'member', { id: moderator.id }, { language: 'es' })
    const id = await addFile('Summer news')
    expect(await say('send', 'summer NEWS', '--dry-run')).toBe(
      `Would be sent: file ${id}, Summer news, to 3 addresses.\n`,
    )
    expect(await subjects(member.email)).toEqual([])
    expect(await say('send', id)).toBe(`Sent: file ${id}, Summer news, to 3 addresses.\n`)
    for (const { email } of [member, moderator, child]) {
      expect(await subjects(email)).toEqual(['Harbor Classics: Summer news'])
    }
    for (const { email } of [parent, expired, noPassword]) expect(await subjects(email)).toEqual([])
    expect((await readMails(world, moderator.email))[0]?.text).toContain(
      'Aquí está el boletín de Harbor Classics',
    )
    const [mail] = await world.listRows(null, 'sandbox_message', { recipient: member.email })
    expect(mail?.attachments).toMatchObject([{ name: 'Summer news.pdf', contentType: 'application/pdf' }])
    expect(Buffer.from(mail?.attachments[0]?.content ?? '', 'base64')).toEqual(Buffer.alloc(1000, turn))
    // again: only who came since
    await choose(parent.id, { enewsletter: true })
    expect(await say('send', id)).toBe(
      `Sent: file ${id}, Summer news, to 1 address. 3 addresses had it already.\n`,
    )
    expect(await subjects(member.email)).toHaveLength(1)
    expect(await subjects(parent.email)).toHaveLength(1)
    expect(await say()).toMatch(new RegExp(`${id} +Summer news +.+ +4\\n1 newsletter\\.`))
    await world.changeRows(club, 'member', {}, { suspended_at: null })
  })

  it('do not go to who has changed their mind before it is their turn', async () => {
    const { member } = club.people
    const [sure, unsure, over] = ['sure', 'unsure', 'over'].map((name) => `${name}@minds.example`) as [
      string,
      string,
      string,
    ]
    await choose(member.id, { enewsletter: true, additional_emails: [sure, unsure, over].join(', ') })
    await say('send', await addFile('First'))
    await press('confirm_newsletter', await readCode(sure, 'confirm'))
    await press('confirm_newsletter', await readCode(over, 'confirm'))
    await press('stop_newsletter', await readCode(over, 'stop'))
    const rows = await world.inClub(club, (tx) =>
      tx
        .selectFrom('additional_email')
        .where('email_folded', 'like', '%@minds.example')
        .selectAll()
        .execute(),
    )
    const findId = (email: string) => rows.find(({ email_folded }) => email_folded === email)?.id ?? -1
    const queue = async (fileId: number, addressIds: readonly number[]) =>
      world.inClub(club, async (tx) => {
        for (const addressId of addressIds) {
          const payload = { fileId, memberId: member.id, addressId }
          await addJob(tx, { kind: 'newsletter', payload })
        }
      })
    const title = 'Harbor Classics: Second'
    await queue(await addFile('Second'), [findId(sure), findId(unsure), findId(over)])
    expect(await subjects(sure)).toContain(title)
    for (const email of [unsure, over]) expect(await subjects(email)).not.toContain(title)
    await choose(member.id, { enewsletter: false, additional_emails: sure })
    await queue(await addFile('Third'), [0, findId(sure)])
    for (const email of [member.email, sure]) {
      expect(await subjects(email)).not.toContain('Harbor Classics: Third')
    }
  })

  it('have links that say nothing in another club', async () => {
    const links = await openNewsletterLinks(world)
    const reader = { memberId: club.people.member.id, addressId: 0 }
    const code = links.makeCode(club.uuid, 'stop', reader)
    expect(links.read(club.uuid, 'stop', code)).toEqual(reader)
    expect(links.read(world.clubs.b.uuid, 'stop', code)).toBeUndefined()
  })

  it('go once to each address when two officers send at once', async () => {
    const { member, parent, child } = club.people
    for (const { id } of [member, parent, child]) await choose(id, { enewsletter: true })
    const id = await addFile('At once')
    const texts = await Promise.all([say('send', id), say('send', id), say('send', id)])
    const counts = texts.map((text) => Number(/to (\d+) address/.exec(text)?.[1]))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3)
    for (const { email } of [member, parent, child]) {
      expect((await subjects(email)).filter((subject) => subject.includes('At once'))).toHaveLength(1)
    }
  })

  it('go to additional addresses after they have confirmed, and no mail relay comes of it', async () => {
    const { member, parent } = club.people
    const [one, two] = ['one@elsewhere.example', 'two@elsewhere.example']
    // the parent's own address is no additional one, and gets it once
    await choose(parent.id, { enewsletter: true })
    await choose(member.id, {
      enewsletter: true,
      additional_emails: `${one}, TWO@elsewhere.example;${parent.email}`,
    })
    const id = await addFile('Additional')
    expect(await say('send', id)).toContain(
      'to 2 addresses. 2 additional addresses are asked to confirm first.',
    )
    expect(await subjects(one)).toEqual(['Harbor Classics: do you want our newsletter here?'])
    // not asked with each newsletter
    expect(await say('send', id)).toContain('2 have not confirmed yet.')
    expect(await subjects(one)).toHaveLength(1)
    const code = await readCode(one, 'confirm')
    expect(await press('confirm_newsletter', code, world.clubs.b)).toMatchObject({ code: 'bad-mail-code' })
    expect(await press('stop_newsletter', code)).toMatchObject({ code: 'bad-mail-code' })
    expect(await press('confirm_newsletter', `${code.slice(0, -1)}_`)).toMatchObject({
      code: 'bad-mail-code',
    })
    expect(await press('confirm_newsletter', code)).toMatchObject({ success: true })
    expect(await press('confirm_newsletter', code)).toMatchObject({ success: true })
    expect(await say('send', id)).toContain(
      'to 1 address. 2 addresses had it already. 1 has not confirmed yet.',
    )
    expect(await subjects(one)).toEqual([expect.any(String), 'Harbor Classics: Additional'])
    expect(await subjects(two.replace('two', 'TWO'))).toHaveLength(1)
    // asked again after a month, and never more than three times
    for (let month = 0; month < 4; month += 1) {
      world.pass(31 * dayMs)
      await world.changeRows(club, 'member', {}, { expires_on: '2099-01-01' })
      await say('send', await addFile(`Month ${month}`))
    }
    expect(
      (await subjects('TWO@elsewhere.example')).filter((text) => text.includes('do you want')),
    ).toHaveLength(confirmationMailsPerEmail)
    // a link of more than a month ago confirms nothing
    world.pass(31 * dayMs)
    expect(
      await press('confirm_newsletter', await readCode('TWO@elsewhere.example', 'confirm')),
    ).toMatchObject({
      code: 'bad-mail-code',
    })
  })

  it('end with the link in each of them, without a sign-in', async () => {
    const { member, parent } = club.people
    const extra = 'stop@elsewhere.example'
    await choose(member.id, { enewsletter: true, additional_emails: extra })
    await choose(parent.id, { enewsletter: true })
    await say('send', await addFile('First'))
    await press('confirm_newsletter', await readCode(extra, 'confirm'))
    const second = await addFile('Second')
    await say('send', second)
    for (const email of [member.email, parent.email, extra]) {
      expect(await subjects(email)).toContain('Harbor Classics: Second')
    }
    expect(await press('stop_newsletter', await readCode(extra, 'stop'))).toMatchObject({ success: true })
    // the button of a mail program, which a look at the link does not press
    const code = await readCode(parent.email, 'stop')
    const path = `/newsletter/stop?subdomain=${club.slug}&code=${code}`
    expect(await world.send(path)).toMatchObject({
      status: 303,
      headers: { location: `/portal/newsletter?subdomain=${club.slug}#stop=${code}` },
    })
    const pressed = await world.send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect([pressed.status, pressed.text]).toEqual([200, 'Done.\n'])
    expect((await world.send(path.replace(/.$/, '_'), { method: 'POST' })).status).toBe(404)
    expect(await say('send', await addFile('Third'))).toContain('to 1 address.')
    expect(await subjects(parent.email)).not.toContain('Harbor Classics: Third')
    expect(await subjects(extra)).not.toContain('Harbor Classics: Third')
    expect(await subjects(member.email)).toContain('Harbor Classics: Third')
  })

  it('reach nobody who has turned them off or left before the mail was written', async () => {
    const { member, parent } = club.people
    for (const { id } of [member, parent]) await choose(id, { enewsletter: true })
    const fileId = await addFile('Too late')
    await choose(member.id, { enewsletter: false })
    // as if the command had found both of them before
    await world.inClub(club, async (tx) => {
      for (const { id: memberId } of [member, parent])
        await addJob(tx, { kind: 'newsletter', payload: { fileId, memberId, addressId: 0 } })
    })
    expect(await subjects(member.email)).not.toContain('Harbor Classics: Too late')
    expect(await subjects(parent.email)).toContain('Harbor Classics: Too late')
  })

  it('are refused with the reason, and then nothing is sent', async () => {
    expect(await refuse('send', 'Nothing like it')).toContain("The club shares no file 'Nothing like it'.")
    expect(await refuse('send', await addFile('Not shared', 10, false))).toContain('The club shares no file')
    const [first, second] = [await addFile('Twice'), await addFile('Twice')]
    expect(await refuse('send', 'twice')).toContain(`Name one by its number: ${second}, ${first}.`)
    expect(await refuse('send', await addFile('Large', 7_500_000))).toContain(
      'has 7.5 MB. A newsletter is attached',
    )
    expect(await refuse('send')).toContain("'newsletter send' needs FILE")
    expect(await refuse('mail')).toContain('It has send and addresses; alone it lists the newsletters.')
    await setOffered(false)
    try {
      expect(await refuse('send', first)).toContain('its setting enewsletter is off')
      expect(await refuse('addresses')).toContain('its setting newsletter is off')
    } finally {
      await setOffered(true)
    }
  })

  it('by mail are for those who want them so: their addresses as a list or for a spreadsheet', async () => {
    const { member, expired } = club.people
    for (const { id } of [member, expired]) await choose(id, { newsletter: true })
    await world.changeRows(
      club,
      'member',
      { id: member.id },
      { address: '=HYPERLINK("x")', city: 'Rye', expires_on: '2099-01-01' },
    )
    await world.changeRows(club, 'member', { id: expired.id }, { expires_on: '2020-01-01' })
    expect(await say('addresses')).toMatch(/Rye[\s\S]*1 member wants the newsletter by mail\.\n$/)
    const path = join(folder, 'addresses.csv')
    expect(await say('addresses', '--csv', path)).toContain(
      '1 member wants the newsletter by mail. They are in',
    )
    const csv = await readFile(path, 'utf8')
    expect(csv).toContain(`id,title,first name,last name,partner,address,city,state,zip,country`)
    expect(csv).toContain(`"'=HYPERLINK(""x"")",Rye`)
    expect(csv.trim().split('\r\n')).toHaveLength(2)
    expect(await refuse('addresses', '--csv', path)).toContain('There is already a file')
  })
})
