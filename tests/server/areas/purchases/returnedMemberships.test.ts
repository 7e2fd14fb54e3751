// A refund takes the membership back, and says so before and after: to the officer, in the mail and on the order's page
// (rules/payments 4.8).
import { expect, it } from 'vitest'
import { addDays, addYears, findDay } from '../../../../src/domain/day.ts'
import { toDayText } from '../../../../src/server/officers/timeFormat.ts'
import { setUpGate } from '../../../support/buying/gate.ts'
import { joining } from '../../../support/buying/shop.ts'
import { insertRenewable, signInRenewable } from '../../../support/clubs/renewables.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

describeOnEachEngine('a membership whose order is refunded', (engine) => {
  const gate = setUpGate(engine)
  const today = () => findDay(gate.now(), gate.a.timeZone)
  const refund = (id: number, ...more: string[]) =>
    gate.club('orders', id, '--refund', '--reason', 'Paid twice', ...more)
  const renew = async (expiresOn: string) => {
    const member = await insertRenewable(gate)
    await gate.setMember(member.email, { expires_on: expiresOn })
    const token = await signInRenewable(gate, member)
    const wanted = { kind: 'renewal', payload: { years: 1 }, category: 1, email: member.email }
    return { ...member, ...(await gate.buy(wanted, { token })) }
  }
  const giveBack = async (receiptId: number) => {
    expect((await refund(receiptId, '--yes')).code).toBe(0)
    await gate.sweep()
    await gate.deliver()
  }
  const readMail = async (email: string) => {
    const text = (await gate.listMails(email)).findLast(({ subject }) => subject.includes('refund'))?.text
    return text?.replaceAll(/\s+/g, ' ')
  }
  const readPage = async (orderKey: string) => {
    const answer = await gate.ask(gate.a, 'get_order', { orderKey })
    return answer.success ? answer.order.returned : undefined
  }

  it('is said to be valid until the day before the old expiration', async () => {
    const old = addDays(today(), 20)
    const { email, id, key, receiptId } = await renew(old)
    expect(await readPage(key)).toBeUndefined()
    const before = await refund(receiptId)
    expect(before.code).toBe(1)
    const last = addDays(old, -1)
    expect(before.text).toContain(
      `The membership of member ${id} goes back too: it is valid until ${toDayText(last)} then.`,
    )
    await giveBack(receiptId)
    const [year, , day] = last.split('-')
    expect(await readMail(email)).toMatch(
      new RegExp(`goes back too: it is now valid until \\w+ ${Number(day)}, ${year}\\.`),
    )
    expect(await readPage(key)).toEqual({ expiration: old, isOver: false })
    // whoever renews it anew reads nothing of it any more
    await gate.setMember(email, { expires_on: addYears(old, 1) })
    expect(await readPage(key)).toBeUndefined()
  })

  it('is said to be over, when the old expiration has come', async () => {
    const { email, id, key, receiptId } = await renew(addDays(today(), -5))
    expect((await refund(receiptId)).text).toContain(
      `The membership of member ${id} goes back too: it is over then.`,
    )
    await giveBack(receiptId)
    expect(await readMail(email)).toContain('goes back too: it is over now.')
    expect(await readPage(key)).toMatchObject({ isOver: true })
  })

  it('is over, when it began with the order', async () => {
    const email = 'began@returned.example'
    const { key, receiptId } = await gate.buy(joining(gate, email))
    expect((await refund(receiptId)).text).toContain('goes back too: it is over then.')
    await giveBack(receiptId)
    expect(await readMail(email)).toContain('goes back too: it is over now.')
    expect(await readPage(key)).toMatchObject({ isOver: true })
  })

  it('keeps the year that a later order has paid, when the first cheque bounces', async () => {
    const member = await insertRenewable(gate)
    const readEnd = async () =>
      (await gate.getRow(gate.a, 'member', { id: member.id }, ['expires_on'])).expires_on
    const before = await readEnd()
    const take = async (...more: string[]) => {
      const { text } = await gate.club('dues', 'take', member.id, '--paid', 'cheque', ...more)
      return Number(/\(order (\d+), line 1\)/.exec(text)?.[1])
    }
    const first = await take()
    const later = await take('--yes')
    const kept = `by order ${later}, which still stands: it stays as it is.`
    expect((await refund(first)).text).toContain(kept)
    const bounced = await refund(first, '--yes')
    expect(bounced.text).toContain(
      `could NOT be taken back: order ${later} has extended it since, and still stands. If order ${later} goes back too`,
    )
    const paid = addYears(before ?? '', 1)
    const last = addDays(paid, -1)
    expect((await gate.club('members', 'extend', member.id, '--until', last, '--yes')).code).toBe(0)
    expect(await readEnd()).toBe(paid)
    // the end is what order 28 once gave, and the year is what the later order has paid
    const decide = (outcome: string, ...more: string[]) =>
      gate.club('orders', first, '--decide', outcome, '--reason', 'It bounced', ...more)
    for (const more of [['--dry-run'], ['--yes'], ['--lines', '1', '--yes']]) {
      expect(await decide('take-back', ...more)).toEqual({
        code: 1,
        text: expect.stringMatching(
          new RegExp(
            `^Order ${later} has extended the membership of member ${member.id} since, .*Nothing was decided\\.`,
          ),
        ),
      })
    }
    expect(await readEnd()).toBe(paid)
    expect((await gate.club('orders', first)).text).not.toContain('decided')
    expect((await gate.club('reconcile')).text).toContain('The goods were to be taken back')
    expect((await decide('keep', '--yes')).code).toBe(0)
    expect(await readEnd()).toBe(paid)
    expect((await gate.club('reconcile')).text).toContain('Money and goods agree.')
    // the end went back by hand, and was paid again: the first order has nothing of it any more
    const other = await insertRenewable(gate)
    const setEnd = (expires_on: string) => gate.setMember(other.email, { expires_on })
    await setEnd(before ?? '')
    const takeOther = async (...more: string[]) => {
      const { text } = await gate.club('dues', 'take', other.id, '--paid', 'cash', ...more)
      return Number(/\(order (\d+), line 1\)/.exec(text)?.[1])
    }
    const undone = await takeOther()
    await setEnd(before ?? '')
    const again = await takeOther('--yes')
    expect((await refund(undone, '--yes')).text).toContain(`order ${again} has extended it since`)
    expect((await gate.getRow(gate.a, 'member', { id: other.id }, ['expires_on'])).expires_on).toBe(paid)
    // when that one goes back, both do
    expect((await refund(again)).text).toContain('goes back too')
    expect((await refund(again, '--yes')).code).toBe(0)
    expect((await gate.getRow(gate.a, 'member', { id: other.id }, ['expires_on'])).expires_on).toBe(before)
  })

  it('has the end of now in a receipt that is written later, and in the record', async () => {
    const member = await insertRenewable(gate)
    const { expires_on: before } = await gate.getRow(gate.a, 'member', { id: member.id }, ['expires_on'])
    const take = async (...more: string[]) => {
      const { text } = await gate.club('dues', 'take', member.id, '--paid', 'cheque', ...more)
      return Number(/\(order (\d+), line 1\)/.exec(text)?.[1])
    }
    const first = await take()
    const later = await take('--yes')
    expect((await refund(first, '--back', 'mistake', '--yes')).code).toBe(0)
    const paid = addYears(before ?? '', 1)
    const last = addDays(paid, -1)
    expect((await gate.club('members', 'extend', member.id, '--until', last, '--yes')).code).toBe(0)
    const kept = ['--decide', 'keep', '--reason', 'The end is right', '--yes']
    expect((await gate.club('orders', first, ...kept)).code).toBe(0)
    const years = async () =>
      (await gate.listMails(member.email))
        .filter(({ subject }) => subject.includes(`receipt for order ${later}`))
        .map(({ text }) => /now\s+good\s+until\s+\w+\s+\d+,\s+(\d{4})/.exec(text)?.[1])
    const sold = addDays(addYears(before ?? '', 2), -1)
    // its message has the end that was sold, and the letter names that of now
    expect((await gate.club('orders', later, '--receipt')).code).toBe(0)
    expect((await years()).at(-1)).toBe(last.slice(0, 4))
    const { text } = await gate.club('orders', later)
    expect(text).toContain(
      `valid until ${toDayText(sold)} when it was sold, and now until ${toDayText(last)}, member ${member.id}`,
    )
    // of a membership that is over there is no end to name
    await gate.setMember(member.email, { expires_on: addDays(today(), -9) })
    expect((await gate.club('orders', later, '--receipt')).code).toBe(0)
    expect((await years()).at(-1)).toBeUndefined()
  })

  it('that was changed since stays, and the officer reads that', async () => {
    const { email, key, receiptId } = await renew(addDays(today(), 20))
    await gate.setMember(email, { expires_on: addDays(today(), 900) })
    expect((await refund(receiptId)).text).toContain('has changed since: it stays as it is.')
    await giveBack(receiptId)
    expect(await readMail(email)).not.toContain('goes back too')
    expect(await readPage(key)).toBeUndefined()
  })
})
