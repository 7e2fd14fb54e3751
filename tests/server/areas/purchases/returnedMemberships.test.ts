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

  it('that was changed since stays, and the officer reads that', async () => {
    const { email, key, receiptId } = await renew(addDays(today(), 20))
    await gate.setMember(email, { expires_on: addDays(today(), 900) })
    expect((await refund(receiptId)).text).toContain('has changed since: it stays as it is.')
    await giveBack(receiptId)
    expect(await readMail(email)).not.toContain('goes back too')
    expect(await readPage(key)).toBeUndefined()
  })
})
