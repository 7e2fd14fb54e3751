// The gate lets each ticket in once, and says whose it is, or why not.
import { expect, it } from 'vitest'
import { toTickets } from '../../../support/buying/eventOrders.ts'
import { listCodes, setUpGate } from '../../../support/buying/gate.ts'
import { describeRaces } from '../../../support/database/database.ts'

describeRaces('the gate', (engine) => {
  const gate = setUpGate(engine)

  const findUsed = async (code: string) => (await gate.getRow(gate.a, 'sold_ticket', { code })).used_at
  /** Tickets with a shirt for the first. */
  const buyShirt = async (email: string, show = gate.a.show) => {
    const [ticket = 0] = show.ticketIds
    const values = [{ ticketIndex: 0, value: { optionId: 1, value: 'Large' } }]
    const tickets = { ...toTickets(show, email, ticket, 2), tickets: [{ ticket, quantity: 2, values }] }
    const { receiptId } = await gate.buyAtShow(email, [], { tickets }, show)
    const [code = '', other = ''] = await listCodes(gate, receiptId)
    return { receiptId, code, other }
  }

  it('admits each ticket once, however its code is typed, and says who and what', async () => {
    const { code, other, receiptId } = await buyShirt('ann@gate.example')
    const typed = code.replaceAll('-', '').toLowerCase()
    const first = await gate.event('--admit', ` ${typed.slice(0, 7)} ${typed.slice(7)}`)
    expect(first.code, first.text).toBe(0)
    expect(first.text).toBe(
      `ADMITTED  Day pass, Bo Buyer\n          Shirt: Large\n          ${code}, order ${receiptId}, line 1\n`,
    )
    expect(await findUsed(code)).toEqual(new Date(gate.now()))
    // scanners that take themselves for another keyboard
    for (const dash of ["'", 'ß', '–', '_', '/']) {
      expect((await gate.event('--admit', code.replaceAll('-', dash))).text).toContain('USED ALREADY')
    }
    gate.pass(60 * 60_000)
    const second = await gate.event('--admit', code)
    expect(second.code).toBe(1)
    expect(second.text).toBe(
      `${code} was USED ALREADY: Jun 12, 2026, 12:00 PM. Day pass, Bo Buyer (order ${receiptId}, line 1). Nobody was admitted.\n`,
    )
    expect(await findUsed(other)).toBeNull()
    expect((await gate.event()).text).toMatch(new RegExp(`${code}  Jun 12, 2026, 12:00 PM `))
  })

  it('admits one of twenty that come with the same code at once', async () => {
    const { code } = await buyShirt('twins@gate.example')
    const ran = await Promise.all(Array.from({ length: 20 }, () => gate.event('--admit', code)))
    expect(ran.filter((one) => one.code === 0)).toHaveLength(1)
    expect(ran.filter((one) => one.text.includes('USED ALREADY'))).toHaveLength(19)
  })

  it('says of every other code why it lets nobody in, and uses none', async () => {
    const { code, receiptId } = await buyShirt('eve@gate.example')
    const refused = async (...args: string[]) => {
      const ran = await gate.event(...args)
      expect(ran.code).toBe(1)
      return ran.text
    }
    expect(await refused('--admit', 'hello')).toMatch(/^'hello' is no ticket's code: .*Nobody was admitted/)
    expect(await refused('--admit', `${code}1`)).toContain("is no ticket's code")
    expect(await refused('--admit', '0000-0000-0000-0000')).toBe(
      'No ticket has the code 0000-0000-0000-0000. Nobody was admitted.\n',
    )
    const another = String(gate.a.past.id)
    expect(await refused(another, '--admit', code)).toBe(
      `${code} is a ticket of another event: Harbor Classics Show. Nobody was admitted.\n`,
    )
    // a club finds no ticket of another club
    const theirs = String(gate.clubs.b.show.id)
    expect(await refused(theirs, '--admit', code, '--tenant', gate.clubs.b.slug)).toContain('No ticket has')
    expect(await findUsed(code)).toBeNull()
    const refund = await gate.club(
      ...['orders', String(receiptId), '--refund', '--lines', '1', '--reason', 'Rain', '--yes'],
    )
    expect(refund.code, refund.text).toBe(0)
    expect(await refused('--admit', code)).toBe(
      `${code} was refunded (order ${receiptId}, line 1). Nobody was admitted.\n`,
    )
    expect(await findUsed(code)).toBeNull()
  })

  it('leaves a used ticket with its buyer when it is refunded, or takes it back before it is used', async () => {
    const { code, receiptId } = await buyShirt('race@gate.example')
    const refund = ['orders', String(receiptId), '--refund', '--reason', 'Rain', '--yes']
    const [admitted, refunded] = await Promise.all([gate.event('--admit', code), gate.club(...refund)])
    expect(refunded.code).toBe(0)
    expect(refunded.text.includes('could NOT be taken back')).toBe(admitted.code === 0)
    expect((await findUsed(code)) === null).toBe(admitted.code !== 0)
  })
})
