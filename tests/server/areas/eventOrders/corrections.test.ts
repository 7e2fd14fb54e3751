// What officers correct in what an event has sold: a vendor's space, a car's class and number.
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { toWholePaths } from '../../../../src/server/assembly/parse.ts'
import { buyingAtShow, seedScarceShow, wantSpace } from '../../../support/buying/eventOrders.ts'
import { setUpGate } from '../../../support/buying/gate.ts'
import type { SeededEvent } from '../../../support/clubs/clubs.ts'
import { describeRaces } from '../../../support/database/database.ts'

describeRaces('an officer corrects', (engine) => {
  const gate = setUpGate(engine)

  /** The shop's vendor of this order. */
  const findVendor = async (orderId: number) =>
    (await gate.getRow(gate.a, 'vendor', { order_id: orderId })).id
  const listSpaces = async (vendorId: number) =>
    (
      await gate.listRows(
        gate.a,
        'reservation',
        { vendor_id: vendorId },
        ['map_element_id'],
        'map_element_id',
      )
    ).map(({ map_element_id: id }) => id)
  const findTaken = async (show: SeededEvent) =>
    (await gate.ask(gate.a, 'get_event_availability', { eventId: show.id })).taken
  const readPack = async (show: SeededEvent) => gate.ask(gate.a, 'get_event_pack', { eventId: show.id })
  const readSold = async (show: SeededEvent) => gate.ask(gate.a, 'get_sold_vendors', { eventId: show.id })
  const refundLine = (orderId: number, ...more: string[]) =>
    gate.club('orders', String(orderId), '--refund', '--reason', 'Rain', '--yes', ...more)
  const sellSpace = async (show: SeededEvent, at: number) => {
    const opened = await gate.buy(wantSpace(show, `v${randomUUID().slice(0, 6)}@move.example`, at))
    return { orderId: opened.receiptId, vendorId: await findVendor(opened.receiptId) }
  }
  const move = (show: SeededEvent, vendorId: number, ...more: string[]) =>
    gate.event(String(show.id), '--move-vendor', String(vendorId), ...more)

  it("a vendor's space: sales, refunds and phones follow", async () => {
    const show = await seedScarceShow(gate, { spaces: 4, tickets: 1 })
    const [, a2 = 0, a3 = 0, a4 = 0] = show.spaceIds
    const { orderId, vendorId } = await sellSpace(show, 0)
    const before = await readPack(show)
    const soldBefore = await readSold(show)
    const moved = await move(show, vendorId, '--leave', 'a 2', '--to', String(a4))
    expect(moved.code, moved.text).toBe(0)
    expect(moved.text).toMatch(/^Bo Buyer is on North field A4 now; North field A2 is free\./)
    expect(await listSpaces(vendorId)).toEqual([a4])
    expect(await findTaken(show)).toEqual([show.spaceIds[0], a4])
    // everybody who looks gets the vendor's new place, and not the whole event for it
    const sold = await readSold(show)
    expect(sold.version).not.toBe(soldBefore.version)
    expect(sold.reservations).toEqual([{ map: show.mapIds[0], vendorId, eventMapElementId: a4 }])
    expect((await readPack(show)).version).toBe(before.version)
    const order = await gate.club('orders', String(orderId))
    expect(order.text).toContain('1. Space, North field A4')
    expect(order.text).toContain('moved by an officer: line 1, from North field A2 to North field A4')
    // the space that was left is sold again, and the new one is not
    const next = await sellSpace(show, 0)
    expect(await listSpaces(next.vendorId)).toEqual([a2])
    expect(await gate.tryOpen(wantSpace(show, 'late@move.example', 2))).toMatchObject({ code: 'sold-out' })
    // back and forth, then given back: the space where the vendor is now is free
    expect((await move(show, vendorId, '--to', 'A3')).code).toBe(0)
    expect((await move(show, vendorId, '--to', 'A4')).code).toBe(0)
    expect((await refundLine(orderId, '--lines', '1')).text).not.toContain('could NOT be taken back')
    expect(await findTaken(show)).toEqual([show.spaceIds[0], a2])
    expect(await listSpaces((await sellSpace(show, 2)).vendorId)).toEqual([a4])
    expect(a3).toBeGreaterThan(0)
    // a vendor whom the club has entered itself
    const [own = 0] = show.vendorIds
    expect((await move(show, own, '--to', 'A3')).code).toBe(0)
    expect(await listSpaces(own)).toEqual([a3])
  })

  it('nothing where the space is not free, or the event has no such space or vendor', async () => {
    const show = await seedScarceShow(gate, { spaces: 5, tickets: 1 })
    const [, a2 = 0, , , a5 = 0, a6 = 0] = show.spaceIds
    const { vendorId } = await sellSpace(show, 0)
    await gate.open(wantSpace(show, 'pays@move.example', 1))
    await gate.changeRows(gate.a, 'map_element', { id: a5 }, { available: false })
    const refused = async (...more: string[]) => {
      const { code, text } = await move(show, vendorId, ...more)
      expect([code, await listSpaces(vendorId)], text).toEqual([1, [a2]])
      return text
    }
    // somebody has it, holds it while paying, or it is not for sale
    expect(await refused('--to', 'A1')).toContain('North field A1 is not free')
    expect(await refused('--to', 'A3')).toContain('North field A3 is not free')
    expect(await refused('--to', 'A5')).toContain('North field A5 is not free')
    expect(await refused('--to', 'A2')).toContain('is on North field A2 already')
    expect(await refused('--to', 'Z9')).toContain("The event has no space 'Z9'")
    expect(await refused('--leave', 'A6', '--to', 'A4')).toContain("Bo Buyer has no space 'A6'")
    // of another event and of another club
    expect(await refused('--to', String(gate.a.show.spaceIds[1]))).toContain('has no space')
    expect(await gate.event('--move-vendor', String(vendorId), '--to', 'A2')).toEqual({
      code: 1,
      text: expect.stringContaining('The event has no vendor'),
    })
    const b = gate.clubs.b
    const foreign = await gate.event(
      ...[String(b.show.id), '--move-vendor', String(vendorId), '--to', 'A2', '--tenant', b.slug],
    )
    expect(foreign.text).toContain('The event has no vendor')
    expect((await move(show, vendorId)).code).toBe(2)
    // two of the event's maps have a space of this name
    const [, walk = 0] = show.mapIds
    await gate.changeRows(gate.a, 'map_element', { id: a6 }, { event_map_id: walk, num: '4' })
    expect(await refused('--to', 'A4')).toContain('2 spaces are called A4. Name one by its id: ')
    expect((await move(show, vendorId, '--to', String(a6))).code).toBe(0)
    expect(await listSpaces(vendorId)).toEqual([a6])
    // where the command is typed, only files become paths
    const words = ['event', '1', '--move-vendor', '3', '--leave', 'A2', '--to', 'A4']
    expect(toWholePaths(words, (path) => `/here/${path}`)).toEqual(words)
  })

  it('a space at the moment at which it is sold: one of them has it', async () => {
    for (let round = 0; round < 6; round += 1) {
      const show = await seedScarceShow(gate, { spaces: 2, tickets: 1 })
      const [, , a3 = 0] = show.spaceIds
      const { vendorId } = await sellSpace(show, 0)
      const buy = () => gate.tryOpen(wantSpace(show, 'fast@move.example', 1), { amount: 2525 + 150 })
      const change = () => move(show, vendorId, '--to', 'A3')
      const [moved, sold] =
        round % 2 === 0
          ? await Promise.all([change(), buy()])
          : await Promise.all([buy(), change()]).then(([first, second]) => [second, first] as const)
      expect([moved.code === 0, sold.success === true].filter((won) => won)).toHaveLength(1)
      if (moved.code !== 0) expect(moved.text).toContain('is not free')
      expect((await listSpaces(vendorId)).includes(a3)).toBe(moved.code === 0)
      const holds = await gate.listRows(gate.a, 'hold', { thing: `space:${a3}`, state: ['held', 'sold'] }, [
        'state',
      ])
      expect(holds).toHaveLength(1)
    }
  })

  const enter = async (show: SeededEvent, email = `c${randomUUID().slice(0, 6)}@cars.example`) => {
    const opened = await gate.buy(buyingAtShow(show, email, ['entries']))
    return opened.receiptId
  }
  const listNumbers = async (show: SeededEvent) =>
    (await gate.listRows(gate.a, 'entry', { event_id: show.id }, ['car_number', 'class_number']))
      .map((row) => `${row.car_number} in ${row.class_number}`)
      .sort()
  const change = (show: SeededEvent, car: string, ...more: string[]) =>
    gate.event(String(show.id), '--car', car, ...more)
  const seeded = ['110 in 1', '12 in 1', '201 in 2']

  it("a car's class with a new number of it, or its number alone; receipts and phones follow", async () => {
    const show = await seedScarceShow(gate, { spaces: 1, tickets: 1 })
    const orderId = await enter(show)
    const before = await readPack(show)
    const changed = await change(show, '1001', '--class', '2')
    expect(changed.code, changed.text).toBe(0)
    expect(changed.text).toMatch(
      /^Car 1001 \(1957 Chevrolet Bel Air, Bo Buyer\) is now 2001, in class 2 Trucks\. .* orders \d+ --receipt mails it\.\n$/,
    )
    expect(await listNumbers(show)).toEqual([...seeded, '2001 in 2'].sort())
    const after = await readPack(show)
    expect(after.version).not.toBe(before.version)
    expect(after.entries?.cars.map(({ number }) => number)).toContain('2001')
    const order = await gate.club('orders', String(orderId))
    expect(order.text).toContain('delivered: car 2001')
    expect(order.text).toContain('changed by an officer: line 1, from 1001 to 2001, class 2')
    // a sheet that waits on a phone may name the old number: no other car gets it
    await enter(show)
    expect(await listNumbers(show)).toContain('1002 in 1')
    expect((await change(show, '2001', '--number', '2077')).code).toBe(0)
    expect((await change(show, '2077', '--class', '1', '--number', '1500')).code).toBe(0)
    // an officer may give it, even back
    expect((await change(show, '1500', '--number', '1001')).code).toBe(0)
    expect(await listNumbers(show)).toEqual([...seeded, '1001 in 1', '1002 in 1'].sort())
    // one that the club has entered itself, and one that is refunded afterwards
    expect((await change(show, '12', '--class', '2')).code).toBe(0)
    expect((await refundLine(orderId)).text).not.toContain('could NOT be taken back')
    expect(await listNumbers(show)).toEqual(['1002 in 1', '110 in 1', '2002 in 2', '201 in 2'])
  })

  it('no car to a number that is taken, or of another class, nor to an unknown class', async () => {
    const show = await seedScarceShow(gate, { spaces: 1, tickets: 1 })
    await gate.insertRow(gate.a, 'event_class', { event_id: show.id, number: 11, description: 'Elevens' })
    const refused = async (...more: string[]) => {
      const { code, text } = await change(show, '110', ...more)
      expect(await listNumbers(show)).toEqual(seeded)
      return `${code} ${text}`
    }
    expect(await refused('--number', '12')).toContain('1 Another car has the number 12')
    expect(await refused('--number', '205')).toContain('1 205 is no number for class 1')
    expect(await refused('--number', '1')).toContain('1 1 is no number for class 1')
    expect(await refused('--number', '100')).toContain('1 100 is no number for class 1')
    // it would count for class 11
    expect(await refused('--number', '1105')).toContain('1 1105 is no number for class 1')
    expect(await refused('--class', '5')).toContain('1 The event has no class 5; it has 1, 2, 9 and 11')
    expect(await refused('--class', '1')).toContain('1 Car 110 is in class 1 already')
    expect(await refused('--number', 'x')).toContain("2 A car's number has 1 to 8 digits")
    expect(await refused()).toContain('2 --car needs --class, --number or both')
    expect((await change(show, '999', '--class', '2')).text).toContain('The event has no car 999')
  })

  it('no car that a sheet or a vote names: it stays what judges and voters have receipts for', async () => {
    const show = await seedScarceShow(gate, { spaces: 1, tickets: 1 })
    const voting = (kind: number) =>
      gate.changeRows(gate.a, 'event', { id: show.id }, { voting: kind, revision: kind + 50 })
    await voting(1)
    const ballot = await gate.request(gate.a, 'submit_ballot', {
      voterId: show.voters[0],
      fname: 'Vera',
      lname: 'Vote',
      email: 'vera@vote.example',
      // one car, and a number that no car has
      votes: ['110', '2001'],
      key: randomUUID(),
    })
    expect(ballot.answer).toMatchObject({ success: true })
    await voting(2)
    // the show begins tomorrow
    gate.pass(24 * 60 * 60_000)
    const sheet = await gate.request(gate.a, 'submit_judging_form', {
      eventId: show.id,
      judgeId: show.judge.code,
      grant: show.judge.grant,
      entryId: '201',
      scores: show.criterionIds.map((criteriaId) => ({ criteriaId, score: 9 })),
      key: randomUUID(),
      sequence: 1,
      madeAt: new Date(gate.now()).toISOString(),
    })
    expect(sheet.answer, JSON.stringify(sheet.answer)).toMatchObject({ success: true })
    for (const car of ['110', '201']) {
      const { code, text } = await change(show, car, '--class', car === '110' ? '2' : '1')
      expect([code, text]).toEqual([1, expect.stringContaining(`A score sheet or a vote names car ${car}`)])
    }
    expect(await change(show, '12', '--class', '2', '--number', '2001')).toEqual({
      code: 1,
      text: expect.stringContaining('A vote names 2001 already'),
    })
    expect(await listNumbers(show)).toEqual(seeded)
    // by itself it gets the next number
    expect((await change(show, '12', '--class', '2')).text).toContain('is now 2002, in class 2')
  })

  it('cars at the same moment as others are entered: every number is given once', async () => {
    const show = await seedScarceShow(gate, { spaces: 1, tickets: 1 })
    const ran = await Promise.all([
      change(show, '110', '--class', '2'),
      enter(show, 'one@cars.example'),
      change(show, '12', '--class', '2'),
      enter(show, 'two@cars.example'),
      change(show, '201', '--number', '2001'),
    ])
    for (const one of ran)
      if (typeof one !== 'number' && one.code !== 0) expect(one.text).toContain('Another car has')
    const numbers = (await listNumbers(show)).map((text) => text.split(' ')[0])
    expect(new Set(numbers).size).toBe(5)
  })
})
