// A dry run says exactly what the command will do, also where it cannot do it.
import { expect, it } from 'vitest'
import { seedScarceShow } from '../../../support/buying/eventOrders.ts'
import { setUpGate } from '../../../support/buying/gate.ts'
import { expectDone, expectRefused } from '../../../support/clubs/officer.ts'
import { describeRaces } from '../../../support/database/database.ts'

describeRaces('a dry run about an order', (engine) => {
  const gate = setUpGate(engine)
  const run: typeof gate.club = (...words) => gate.club(...words)

  it('says what cannot be taken back, changes nothing, and refuses what the command refuses', async () => {
    const show = await seedScarceShow(gate, { spaces: 1, tickets: 5 })
    const thing = `ticket:${show.ticketIds[0]}`
    const sold = await gate.event(show.id, '--sell', thing, '--name', 'Bo Hart', '--paid', 'cash')
    const [, code = '', id = ''] = /: (\S+) {2}\(order (\d+), line 1\)/.exec(sold.text) ?? []
    await expectDone(gate.event(show.id, '--admit', code))
    const refund = ['orders', id, '--refund', '--reason', 'Had to leave']
    const before = await gate.listRows(gate.a, 'order_history', { order_id: Number(id) }, ['what'])
    const foreseen = await expectDone(run(...refund, '--dry-run'))
    expect(foreseen).toContain(
      'The goods of line 1 can NOT be taken back: the buyer keeps them until you decide.\n',
    )
    expect(await gate.listRows(gate.a, 'order_history', { order_id: Number(id) }, ['what'])).toEqual(before)
    expect(await gate.readOrder(Number(id))).toMatchObject({ state: 'fulfilled' })
    expect(await gate.listRows(gate.a, 'refund', { order_id: Number(id) }, ['state'])).toEqual([])
    expect(await expectDone(run(...refund, '--yes'))).toContain('could NOT be taken back')
    expect(await expectDone(run('orders', id))).toMatch(/1\. Ticket.* {2}could not be taken back/)

    const decide = (outcome: string, ...more: string[]) =>
      run('orders', id, '--decide', outcome, '--reason', 'Was in', ...more)
    const refused = await expectRefused(decide('take-back', '--dry-run'))
    expect(refused).toContain('could NOT be taken back')
    expect(await expectRefused(decide('take-back', '--yes'))).toBe(refused)
    await expectDone(decide('keep', '--yes'))
    expect(await expectDone(run('orders', id))).toMatch(/1\. Ticket.* {2}stays with the buyer\n/)
  })
})
