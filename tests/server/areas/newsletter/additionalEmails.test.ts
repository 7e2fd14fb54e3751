// Members keep the addresses to which the newsletter goes beside their own, and cannot mail strangers by them.
import { beforeEach, expect, it } from 'vitest'
import { mostAdditionalEmails } from '../../../../src/domain/members/additionalEmails.ts'
import { dayMs } from '../../../../src/domain/time.ts'
import {
  additionalEmailsPerMember,
  confirmationMailsPerEmail,
  membersPerAdditionalEmail,
} from '../../../../src/server/limits/often.ts'
import { setUpClubWorld } from '../../../support/clubs/clubWorld.ts'
import { readMails } from '../../../support/clubs/mails.ts'
import type { Role } from '../../../support/clubs/people.ts'
import { describeRaces } from '../../../support/database/database.ts'

describeRaces('additional addresses', (engine) => {
  const world = setUpClubWorld(engine)
  const club = world.clubs.a
  let token: string
  beforeEach(async () => {
    world.pass(dayMs + 1000)
    await world.changeRows(club, 'member', {}, { expires_on: '2099-01-01' })
    await world.changeRows(club, 'member_settings', {}, { additional_emails: '' })
    token = await world.signIn(club, 'member')
  })

  const call = async (
    action: 'get_additional_emails' | 'add_additional_email' | 'remove_additional_email',
    email = '',
    as = token,
  ) =>
    (await world.request(club, action, action === 'get_additional_emails' ? {} : { email }, { token: as }))
      .answer
  const add = (email: string, as?: string) => call('add_additional_email', email, as)
  const countMails = async (email: string) => (await readMails(world, email)).length
  const confirm = async (email: string) => {
    const code = /#confirm=(\S+)/.exec((await readMails(world, email)).at(-1)?.text ?? '')?.[1] ?? ''
    return await world.ask(club, 'confirm_newsletter', { code })
  }

  it('are asked by mail, say so until they have confirmed, and are removed', async () => {
    const email = 'Ann@elsewhere.example'
    const waiting = [{ email, state: 'waiting', canAsk: false }]
    expect(await add(email)).toMatchObject({ success: true, emails: waiting })
    expect(await call('get_additional_emails')).toMatchObject({ emails: waiting })
    expect((await readMails(world, email))[0]?.text).toContain(
      'a member of Harbor Classics, has named this address',
    )
    expect(await confirm(email)).toMatchObject({ success: true })
    expect(await call('get_additional_emails')).toMatchObject({ emails: [{ email, state: 'confirmed' }] })
    // the settings hold them, as an officer's file does
    const answer = await world.ask(club, 'get_member_settings', {}, { token })
    expect(answer).toMatchObject({ settings: { additionalEmails: email } })
    expect(await call('get_additional_emails', '', await world.signIn(club, 'parent'))).toMatchObject({
      emails: [],
    })
    expect(await call('remove_additional_email', ' ANN@elsewhere.example')).toMatchObject({ emails: [] })
    // what was confirmed counts no more
    expect(await add(email)).toMatchObject({ emails: [{ state: 'waiting' }] })
  })

  it('are at most five, each once, addresses, and not the own one', async () => {
    for (let index = 0; index < mostAdditionalEmails; index += 1) {
      expect(await add(`many${index}@elsewhere.example`)).toMatchObject({ success: true })
    }
    expect(await add('MANY0@elsewhere.example')).toMatchObject({ success: true })
    expect(await add('one.more@elsewhere.example')).toMatchObject({ code: 'too-many-additional-emails' })
    world.pass(dayMs)
    token = await world.signIn(club, 'member')
    await call('remove_additional_email', 'many0@elsewhere.example')
    for (const wrong of [
      'nobody',
      'a@b, c@d.example',
      'a b@c.example',
      club.people.member.email.toUpperCase(),
      '',
    ]) {
      expect(await add(wrong)).toMatchObject({ code: 'invalid-input' })
    }
  })

  it('get one mail a day and three in all, by however many calls at once', async () => {
    const email = 'quiet@elsewhere.example'
    await Promise.all(Array.from({ length: 3 }, () => add(email)))
    expect(await countMails(email)).toBe(1)
    for (let day = 0; day < confirmationMailsPerEmail + 1; day += 1) {
      world.pass(dayMs + 1000)
      token = await world.signIn(club, 'member')
      await add(email)
      await call('remove_additional_email', email)
      await add(email)
    }
    expect(await countMails(email)).toBe(confirmationMailsPerEmail)
    world.pass(dayMs + 1000)
    token = await world.signIn(club, 'member')
    expect(await call('get_additional_emails')).toMatchObject({
      emails: [{ email, state: 'waiting', canAsk: false }],
    })
  })

  it('that want nothing say so, and are asked no more', async () => {
    const email = 'never@elsewhere.example'
    await add(email)
    const code = /#stop=(\S+)/.exec((await readMails(world, email)).at(-1)?.text ?? '')?.[1] ?? ''
    expect(await world.ask(club, 'stop_newsletter', { code })).toMatchObject({ success: true })
    world.pass(2 * dayMs)
    token = await world.signIn(club, 'member')
    const stopped = { emails: [{ email, state: 'stopped', canAsk: false }] }
    expect(await call('get_additional_emails')).toMatchObject(stopped)
    expect(await add(email)).toMatchObject(stopped)
    expect(await countMails(email)).toBe(1)
  })

  it('are named by three members in a day, and ten by one', async () => {
    const email = 'popular@elsewhere.example'
    const roles: readonly Role[] = ['member', 'parent', 'moderator', 'child']
    const answers = []
    for (const role of roles) answers.push(await add(email, await world.signIn(club, role)))
    expect(answers.map(({ code = 'done' }) => code)).toEqual(['done', 'done', 'done', 'too-many-requests'])
    expect(membersPerAdditionalEmail.most).toBe(3)
    world.pass(dayMs)
    token = await world.signIn(club, 'parent')
    const codes = []
    for (let index = 0; index <= additionalEmailsPerMember.most; index += 1) {
      codes.push((await add(`ten${index}@elsewhere.example`)).code)
    }
    expect(codes.at(-1)).toBe('too-many-requests')
    expect(codes.filter((code) => code === 'too-many-requests')).toHaveLength(1)
  })
})
