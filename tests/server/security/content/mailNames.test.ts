// What somebody typed as a name becomes no link in a mail that goes to somebody else (N11.10).
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { addMail } from '../../../../src/server/jobs/queue.ts'
import type { MailMessage } from '../../../../src/server/mail/messages.ts'
import { setUpClubWorld } from '../../../support/clubs/clubWorld.ts'
import { readMails } from '../../../support/clubs/mails.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

const hostile = ['https://evil.example', 'evil.example/x', 'Ada@evil.example', '<a href="//evil.example">']

describeOnEachEngine('names in mails', (engine) => {
  const world = setUpClubWorld(engine)
  const { a } = world.clubs

  it('of who invites, and of who is invited, are text', async () => {
    const token = await world.signIn(a, 'parent')
    for (const [index, name] of hostile.entries()) {
      const email = `invited${index}@club.example`
      await world.changeRows(a, 'member', { id: a.people.parent.id }, { fname: name })
      const login = { fname: name, lname: 'Keller', email }
      expect(await world.ask(a, 'create_member', login, { token })).toMatchObject({ success: true })
      const [mail] = await readMails(world, email)
      expect(mail?.text).toContain('evil. example')
      expect(mail?.text).not.toMatch(/evil\.example|@evil|\/\/evil/)
    }
  })

  it('are text in the other mails that anybody can have sent to any address', async () => {
    const to = 'stranger@x.example'
    const event = {
      name: 'Show',
      place: '',
      startDate: '2026-06-01',
      endDate: '',
      gateTime: '',
      id: 1,
      timeZone: 'America/Chicago',
    }
    for (const name of hostile) {
      const messages: MailMessage[] = [
        { kind: 'email-confirm', fname: name, codeId: randomUUID() },
        { kind: 'newsletter-confirm', fname: name, memberId: 1, addressId: 1 },
        { kind: 'purchases', event: 'Show', details: event, buyer: name, cars: [], spaces: [], tickets: [] },
        {
          ...{ kind: 'shifts', event: 'Show', place: '', timeZone: 'America/Chicago', shifts: [] },
          ...{ name, gift: '', at: new Date(world.now()).toISOString() },
        },
      ]
      for (const message of messages)
        await world.inClub(a, (tx) => addMail(tx, { to, language: 'en', message }))
    }
    const mails = await readMails(world, to)
    expect(mails).toHaveLength(4 * hostile.length)
    for (const { text } of mails) {
      expect(text).toContain('evil. example')
      expect(text).not.toMatch(/evil\.example|@evil|\/\/evil/)
    }
  })
})
