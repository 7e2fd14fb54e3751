// What somebody typed, as a name, a car or an answer, becomes no link in a mail that goes to somebody else (N11.10).
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { letters, type MailMessage } from '../../../../src/server/assembly/letters.ts'
import { addMail } from '../../../../src/server/queue/queue.ts'
import { setUpClubWorld } from '../../../support/clubs/clubWorld.ts'
import { readMails } from '../../../support/clubs/mails.ts'
import { toEventOrder } from '../../../support/clubs/sampleInputs.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

const hostile = ['https://evil.example', 'evil.example/x', 'Ada@evil.example', '<a href=//evil.example>']

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
        await world.inClub(a, (tx) => addMail(tx, letters, { to, language: 'en', message }))
    }
    const mails = await readMails(world, to)
    expect(mails).toHaveLength(4 * hostile.length)
    for (const { text } of mails) {
      expect(text).toContain('evil. example')
      expect(text).not.toMatch(/evil\.example|@evil|\/\/evil/)
    }
  })

  it('and so are cars, answers and all else that is typed into what costs nothing, in its receipt and later', async () => {
    const [ticket = 0] = a.show.ticketIds
    const pass = { id: 1, label: 'Name on the pass', type: 1, required: false, choices: [] }
    await world.changeRows(a, 'event', { id: a.show.id }, { test_mode: true })
    await world.changeRows(a, 'ticket', { id: ticket }, { options: JSON.stringify([pass]) })
    const ordered = toEventOrder(a.show)
    for (const [index, typed] of hostile.entries()) {
      const email = `anybody${index}@x.example`
      const name = { fname: typed, lname: typed }
      const [entry] = ordered.entries
      const order = {
        eventId: a.show.id,
        entries: [
          {
            ...entry,
            ...name,
            year: typed,
            make: typed,
            model: typed,
            notes: typed,
            email,
          },
        ],
        ...(index === 0
          ? {
              vendor: { ...ordered.vendor, name: typed, goods: typed, description: typed, email },
              reservations: ordered.reservations,
            }
          : {}),
        tickets: {
          ...{ ...ordered.tickets, name: typed, email },
          tickets: [
            { ticket, quantity: 1, values: [{ ticketIndex: 0, value: { optionId: 1, value: typed } }] },
          ],
        },
      }
      const answer = await world.ask(a, 'create_event_customer', order)
      expect(answer, JSON.stringify(answer)).toMatchObject({ success: true })
      expect(await world.ask(a, 'find_entry', { eventId: a.show.id, email, mailMe: true })).toMatchObject({
        success: true,
      })
      const mails = await readMails(world, email)
      expect(mails).toHaveLength(2)
      for (const { text, subject } of mails) {
        expect(text).toContain('evil. example')
        expect(`${subject} ${text}`).not.toMatch(/evil\.example|@evil|\/\/evil/)
      }
    }
  })

  it('nor a car in the mail about what was given back', async () => {
    const to = 'returned@x.example'
    const quote = {
      ...{ subTotalCents: 0, discountCents: 0, serviceFeeCents: 0, taxesCents: 0, grandTotalCents: 100 },
      lines: [],
    }
    for (const label of hostile) {
      const message: MailMessage = {
        ...{ kind: 'refund', refundedCents: 100, reason: { kind: 'by-club' } },
        lines: [{ kind: 'registration', label, quantity: 1, amountCents: 100 }],
        order: { number: 1, key: randomUUID(), at: new Date(world.now()).toISOString(), quote },
      }
      await world.inClub(a, (tx) => addMail(tx, letters, { to, language: 'en', message }))
    }
    const mails = await readMails(world, to)
    expect(mails).toHaveLength(hostile.length)
    for (const { text } of mails) {
      expect(text).toContain('evil. example')
      expect(text).not.toMatch(/evil\.example|@evil|\/\/evil/)
    }
  })
})
