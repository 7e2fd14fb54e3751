// Looking up what somebody has bought at a show, by e-mail: limits, masks, and the same work for nobody.
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { dayMs } from '../../../../src/domain/time.ts'
import { eventOrders } from '../../../../src/server/areas/eventOrders/actions/index.ts'
import {
  emailsLookedUpPerAddress,
  lookupsPerAddress,
  lookupsPerAddressPerDay,
  lookupsPerEmail,
} from '../../../../src/server/limits/often.ts'
import { type ClubWorld, setUpClubWorld } from '../../../support/clubs/clubWorld.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'
import { measureWork } from '../../../support/database/work.ts'
import { inTwoSizes } from '../../../support/run/longTests.ts'

const tenThousand = 10_000
vi.setConfig({ testTimeout: 15 * 60_000 })

const few = { guesses: 150, buyers: 200 }
const many = { guesses: tenThousand, buyers: 1000 }

for (const {
  size: { guesses, buyers },
  tag,
} of inTwoSizes(few, many))
  describeOnEachEngine(`looking up purchases by e-mail${tag}`, (engine) => {
    const world = setUpClubWorld(engine, { show: { startsIn: -5, days: 60 } })
    const { a } = world.clubs
    beforeAll(async () => {
      await world.inClub(a, seedBuyers)
    })
    // a new day for each
    beforeEach(() => world.pass(dayMs - (world.now() % dayMs)))

    /** Each has a car, a space and a ticket, and much that nobody else may see. */
    async function seedBuyers(tx: Parameters<Parameters<ClubWorld['inClub']>[1]>[0]): Promise<void> {
      const { show } = a
      const order = await tx
        .insertInto('purchase_order')
        .values({
          id: 900_001,
          key: '6f1d7c46-7d0f-4a8e-9d5c-000000000001',
          kind: 'event',
          category: 4,
          asked_hash: '',
          description: 'Show',
          email: 'b0@random.example',
          email_folded: 'b0@random.example',
          sub_total_cents: 0,
          discount_cents: 0,
          service_fee_cents: 0,
          taxes_cents: 0,
          total_cents: 0,
          currency: 'usd',
          mode: 'sandbox',
          created_at: new Date(world.now()),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('order_line')
        .values({
          order_id: order.id,
          line: 1,
          kind: 'ticket',
          label: 'Day pass',
          quantity: buyers,
          amount_cents: 0,
          net_cents: 0,
          item: '{}',
        })
        .execute()
      const people = Array.from({ length: buyers }, (_, index) => ({
        event_id: show.id,
        email: `B${index}@random.example`,
        email_folded: `b${index}@random.example`,
        address: `${index} Secretive Street`,
        city: `City${index}`,
        state: 'ME',
        zip: `04${100 + (index % 900)}-77${index % 90}`,
        phone: '2075550199',
        created_at: new Date(world.now()),
      }))
      await tx
        .insertInto('entry')
        .values(
          people.map((person, index) => ({
            ...person,
            car_number: `1${String(index).padStart(4, '0')}`,
            class_number: 1,
            year: '1957',
            make: 'Ford',
            model: 'F-100',
            trim: 'Hushaby',
            fname: `First${index}`,
            lname: `Last${index}`,
            notes: 'Hushaby',
          })),
        )
        .execute()
      await tx
        .insertInto('vendor')
        .values(
          people.map((person, index) => ({
            ...person,
            name: `First${index} Last${index}`,
            tax_id: 'Hushaby',
            description: 'Hushaby',
          })),
        )
        .execute()
      await tx
        .insertInto('sold_ticket')
        .values(
          people.map((person, index) => ({
            ...person,
            order_id: order.id,
            line: 1,
            number: index + 1,
            ticket_id: show.ticketIds[0] ?? 0,
            code: `HUSH-${index}`,
            description: 'Day pass',
            option_values: JSON.stringify([{ optionId: 1, value: 'Large' }]),
            name: `First${index} Last${index}`,
          })),
        )
        .execute()
    }

    const lookUp = (email: string, peer: string, more: { token?: string } = {}) =>
      world.request(a, 'find_entry', { eventId: a.show.id, email }, { peer, ...more })
    const listAlarms = () =>
      world.lines().filter((line) => line.includes(`"alarm":"${emailsLookedUpPerAddress.name}"`))

    describe('T2.20 by the ten thousand', () => {
      it('from one address gets fewer than one in a hundred answered in a day', async () => {
        let answered = 0
        for (let guess = 0; guess < guesses; guess += 1) {
          const { status, answer } = await lookUp(`guess${guess}@harbor.example`, '192.0.2.1')
          if (status === 200) answered += 1
          else expect(answer).toMatchObject({ code: 'too-many-requests', success: false })
          world.pass(Math.floor(dayMs / guesses) - 1)
        }
        expect(answered).toBe(lookupsPerAddressPerDay.most)
        expect(answered / tenThousand).toBeLessThan(0.01)
      })

      it('from one address all at once gets ten answers, and the alarm is raised once', async () => {
        const before = listAlarms().length
        const answers = await Promise.all(
          Array.from({ length: 60 }, (_, index) => lookUp(`burst${index}@harbor.example`, '192.0.2.2')),
        )
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(lookupsPerAddress.most)
        expect(listAlarms().slice(before)).toHaveLength(1)
      })

      it('for one buyer ends after five in an hour, those of a member counted with them', async () => {
        const { email } = a.people.member
        const statuses: number[] = []
        for (let peer = 0; peer < 6; peer += 1) {
          const from = `203.0.113.${peer}`
          const { status } =
            peer % 2 === 0
              ? await lookUp(email, from)
              : await world.request(a, 'lookup_member', { username: email }, { peer: from })
          statuses.push(status)
        }
        expect(statuses).toEqual([...Array.from({ length: lookupsPerEmail.most }, () => 200), 429])
        // the member themselves is no stranger
        const token = await world.signIn(a, 'member')
        expect((await lookUp(email, '203.0.113.9', { token })).status).toBe(200)
      })
    })

    describe('T2.21 what is answered', () => {
      const allowed = {
        answer: [
          'address',
          'city',
          'email',
          'entries',
          'name',
          'receipt',
          'shifts',
          'state',
          'success',
          'ticketTypes',
          'tickets',
          'vendors',
          'zip',
        ],
        entry: ['carClass', 'car_number', 'created', 'id', 'make', 'model', 'year'],
        ticket: ['created', 'eventticket', 'id', 'used', 'values'],
      }

      it('of any buyer is a subset of the list, without street, telephone or code', async () => {
        for (let from = 0; from < buyers; from += 50) {
          const calls = Array.from({ length: 50 }, async (_, index) => {
            const number = from + index
            const peer = `198.18.${Math.floor(number / 250)}.${number % 250}`
            const { status, answer, text } = await lookUp(` b${number}@RANDOM.example `, peer)
            expect(status).toBe(200)
            expect(Object.keys(answer).sort()).toEqual(allowed.answer)
            if (!answer.success) return
            expect(answer.entries.map((entry) => Object.keys(entry).sort())).toEqual([allowed.entry])
            expect(answer.tickets.map((ticket) => Object.keys(ticket).sort())).toEqual([allowed.ticket])
            expect(answer).toMatchObject({
              name: `First${number} Last${number}`,
              city: `City${number}`,
              ticketTypes: [{ description: 'Day pass' }],
              vendors: [{ elements: [] }],
            })
            for (const secret of ['Secretive', 'Hushaby', 'HUSH', '5550199'])
              expect(text).not.toContain(secret)
            expect(text).not.toMatch(/-77\d/)
          })
          await Promise.all(calls)
        }
      })

      it('to the member with this address is everything, and of another event or address nothing', async () => {
        const token = await world.signIn(a, 'member')
        const { email } = a.people.member
        await world.changeRows(
          a,
          'sold_ticket',
          { code: 'HUSH-1' },
          { email, email_folded: email.toLowerCase() },
        )
        const own = await lookUp(email.toUpperCase(), '192.0.2.3', { token })
        expect(own.answer).toMatchObject({ tickets: [{ code: 'HUSH-1' }], address: '1 Secretive Street' })
        const other = await lookUp('b2@random.example', '192.0.2.3', { token })
        expect(other.text).not.toContain('HUSH')
        expect(other.answer).not.toMatchObject({ address: '2 Secretive Street' })
        for (const eventId of [a.past.id, a.draft.id]) {
          const elsewhere = await world.request(a, 'find_entry', { eventId, email }, { token })
          expect(elsewhere.text).not.toContain('HUSH-1')
        }
        const wild = await lookUp('b_@random.example', '192.0.2.4')
        expect(wild.answer).toMatchObject({ name: '', entries: [], tickets: [], vendors: [] })
      })

      it('by mail is everything, to that address alone, and the answer says nothing', async () => {
        const mailMe = (email: string, peer = '192.0.2.8') =>
          world.request(a, 'find_entry', { eventId: a.show.id, email, mailMe: true }, { peer })
        const listMails = async () => {
          await world.engine.runDue()
          return (await world.engine.listSandboxMessages('mail')).map(({ to, text, attachments }) => ({
            to,
            text,
            pictures: attachments.length,
          }))
        }
        const asked = await mailMe('B7@random.example')
        expect(asked.answer).toMatchObject({ success: true, name: '', tickets: [] })
        expect((await mailMe('nobody@random.example')).text).toBe(asked.text)
        const [mail, ...others] = await listMails()
        expect(others).toEqual([])
        // two codes as pictures, and a file for the calendar
        expect(mail).toMatchObject({ to: 'B7@random.example', pictures: 3 })
        const [car] = await world.listRows(a, 'entry', { car_number: '10007' }, ['code'])
        for (const part of ['10007', 'HUSH-7', 'Day pass', String(car?.code)])
          expect(mail?.text).toContain(part)
        expect(mail?.text).not.toContain('HUSH-8')
        // three in an hour
        const statuses = []
        for (let time = 0; time < 4; time += 1) statuses.push((await mailMe('b9@random.example')).status)
        expect(statuses).toEqual([200, 200, 200, 429])
      })

      it('finds the shifts of a volunteer, and only the mail has the link that gives them back', async () => {
        const email = 'wim@random.example'
        await world.insertRow(a, 'shift_worker', {
          shift_id: a.show.shiftIds[0],
          fname: 'Wim',
          lname: 'Worker',
          phone: '5550199',
          email,
          email_folded: email,
          created_at: new Date(world.now()),
        })
        const { answer, text } = await lookUp(email, '192.0.2.60')
        expect(answer).toMatchObject({
          ...{ name: 'Wim Worker', address: '', tickets: [] },
          shifts: [{ id: a.show.shiftIds[0], schedule: 'Gate', duration: 2.5 }],
        })
        expect(text).not.toMatch(/5550199|code/)
        await world.request(
          a,
          'find_entry',
          { eventId: a.show.id, email, mailMe: true },
          { peer: '192.0.2.61' },
        )
        await world.engine.runDue()
        const mail = (await world.engine.listSandboxMessages('mail')).find(({ to }) => to === email)
        expect(mail?.text).toContain('Gate')
        const [, code = ''] = /#code=([\w.-]+)/.exec(mail?.text ?? '') ?? []
        expect(await world.ask(a, 'get_linked_shifts', { code })).toMatchObject({ name: 'Wim Worker' })
      })

      it('costs as much for an address that nobody has as for a buyer', async () => {
        const measure = (email: string) =>
          measureWork<'find_entry'>(world, a, (context) =>
            eventOrders.find_entry(context, { eventId: a.show.id, email }),
          )
        await measure('warm@random.example')
        const known = await measure('b3@random.example')
        expect(await measure('nobody@random.example')).toEqual(known)
        expect(known).toMatchObject({ refused: '', lines: 1 })
        expect(known.statements).toBeGreaterThan(5)
        const mail = (email: string) =>
          measureWork<'find_entry'>(world, a, (context) =>
            eventOrders.find_entry(context, { eventId: a.show.id, email, mailMe: true }),
          )
        await mail('warm@random.example')
        const mailed = await mail('b4@random.example')
        const { statements, lines, refused } = mailed
        expect(await mail('nobody4@random.example')).toMatchObject({ statements, lines, refused })
      })
    })
  })
