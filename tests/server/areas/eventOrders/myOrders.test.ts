// What a member has for events: theirs by their id alone, with the codes for the gate, until sixty days after.
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { addDays, findDay } from '../../../../src/domain/day.ts'
import { pastDays } from '../../../../src/domain/event.ts'
import { readTicketCode } from '../../../../src/domain/sales/ticketCode.ts'
import { buyingAtShow } from '../../../support/buying/eventOrders.ts'
import { setUpShop } from '../../../support/buying/shop.ts'
import type { SeededClub } from '../../../support/clubs/clubs.ts'
import { addEvent } from '../../../support/clubs/clubWorld.ts'
import type { Role } from '../../../support/clubs/people.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

describeOnEachEngine("a member's tickets and cars", (engine) => {
  const shop = setUpShop(engine)
  const { a } = shop

  const ask = async (role: Role, club: SeededClub = a) => {
    const answer = await shop.ask(club, 'get_my_orders', {}, { token: await shop.signIn(club, role) })
    if (!answer.success) throw new Error(JSON.stringify(answer))
    return answer.events
  }
  const buyAll = async (role?: Role, email = `p${randomUUID().slice(0, 8)}@show.example`) => {
    const show = await addEvent(shop, a, { name: 'Fall Show', spaces: 2 })
    const token = role === undefined ? undefined : await shop.signIn(a, role)
    return { show, opened: await shop.buy(buyingAtShow(show, email), { token }), email }
  }
  const findOrder = async (key: string) => {
    const answer = await shop.ask(a, 'get_order', { orderKey: key })
    if (!answer.success) throw new Error(JSON.stringify(answer))
    return answer.order
  }

  it('are what they have bought and taken, each with a code of its own', async () => {
    const { show, opened } = await buyAll('member')
    const [shift] = show.shiftIds
    const token = await shop.signIn(a, 'member')
    const contactInfo = { fname: 'Ada', lname: 'Quill', email: 'another@mail.example', phone: '5550100300' }
    const taken = await shop.ask(
      a,
      'worker_signup',
      { eventId: show.id, contactInfo, shifts: [shift], key: randomUUID() },
      { token },
    )
    expect(taken).toMatchObject({ success: true })
    // the code goes to the mailbox, and to nobody else
    await shop.engine.runDue()
    const [mail] = await shop.listMails('another@mail.example')

    const mine = (await ask('member')).find(({ event }) => event.id === show.id)
    expect(mine?.event).toMatchObject({ name: 'Fall Show', timeZone: a.timeZone })
    const passes = mine?.passes ?? []
    expect(passes.map(({ kind }) => kind)).toEqual(['ticket', 'ticket', 'registration', 'space', 'shift'])
    const [ticket, , car, space, helping] = passes
    expect(ticket).toMatchObject({ receiptId: opened.receiptId })
    expect(car).toMatchObject({
      carNumber: expect.stringMatching(/^\d+$/),
      carClass: { number: expect.any(Number), description: expect.any(String) },
      receiptId: opened.receiptId,
    })
    expect(space?.label).toMatch(/\S/)
    expect(helping).toMatchObject({ shift: { duration: 2.5 } })
    expect(mail?.text).toContain(String(helping?.code))
    expect(JSON.stringify(taken)).not.toContain(String(helping?.code))
    const codes = passes.map(({ code }) => code)
    expect(new Set(codes).size).toBe(codes.length)
    for (const code of codes) expect(readTicketCode(code)).toBe(code)

    // the order's own page shows the same, and its lines the codes
    const order = await findOrder(opened.key)
    expect(order.passes).toEqual(passes.slice(0, 4))
    expect(order.lines.flatMap((line) => line.codes ?? []).sort()).toEqual(codes.slice(0, 4).sort())
  })

  it('are never those of somebody else: not by the address, not of an additional login, not of another club', async () => {
    const { show, email } = await buyAll(undefined, a.people.member.email)
    expect(email).toBe(a.people.member.email)
    await buyAll('child')
    const [ours] = await shop.listRows(a, 'entry', { event_id: show.id }, ['id', 'member_id'])
    expect(ours).toMatchObject({ member_id: null })
    const events = await ask('member')
    expect(events.map(({ event }) => event.id)).not.toContain(show.id)
    expect(await ask('parent')).toEqual([])
    expect((await ask('child')).length).toBe(1)
    // the member of the same number in the other club
    const { b } = shop.clubs
    await shop.changeRows(b, 'entry', { event_id: b.show.id }, { member_id: b.people.member.id })
    const theirs = (await ask('member', b)).flatMap(({ passes }) => passes.map(({ code }) => code))
    expect(theirs.length).toBeGreaterThan(0)
    const codes = events.flatMap(({ passes }) => passes.map(({ code }) => code))
    expect(codes.filter((code) => theirs.includes(code))).toEqual([])
    expect(await shop.ask(a, 'get_my_orders', {})).toMatchObject({ success: false, code: 'needs-signin' })
  })

  it('are shown until sixty days after the event, and to an expired member too', async () => {
    const { show } = await buyAll('expired')
    const today = findDay(shop.now(), a.timeZone)
    const isShown = async (end_on: string) => {
      await shop.changeRows(a, 'event', { id: show.id }, { start_on: end_on, end_on })
      return (await ask('expired')).some(({ event }) => event.id === show.id)
    }
    expect(await isShown(addDays(today, 3))).toBe(true)
    expect(await isShown(addDays(today, -pastDays))).toBe(true)
    expect(await isShown(addDays(today, -pastDays - 1))).toBe(false)
    // a draft is nobody's
    await shop.changeRows(a, 'event', { id: show.id }, { published: false, end_on: today })
    expect(await isShown(today)).toBe(false)
  })

  it('are without what was refunded', async () => {
    const { show, opened } = await buyAll('moderator')
    const [line] = await shop.listRows(
      a,
      'order_line',
      { order_id: opened.receiptId, kind: 'registration' },
      ['line'],
    )
    await shop.changeRows(
      a,
      'order_line',
      { order_id: opened.receiptId, line: Number(line?.line) },
      { state: 'kept' },
    )
    const mine = (await ask('moderator')).find(({ event }) => event.id === show.id)
    expect(mine?.passes.map(({ kind }) => kind)).toEqual(['ticket', 'ticket', 'space'])
    expect((await findOrder(opened.key)).passes?.map(({ kind }) => kind)).toEqual([
      'ticket',
      'ticket',
      'space',
    ])
  })
})
