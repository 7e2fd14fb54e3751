// Each movement of an order's money, and the tax in it.
import { expect, it } from 'vitest'
import {
  leaveOutMistakes,
  listMovements,
  type MovedOrder,
  sumMovements,
  sumTaxReturned,
} from '../../../src/domain/sales/movements.ts'

const at = (day: number) => new Date(Date.UTC(2026, 10, day))

/** Two lines with tax, one without, and a fee of 1.50. */
const order: MovedOrder = {
  id: 7,
  mode: 'live',
  paidAt: at(1),
  receivedCents: 3816 + 1061 + 1000 + 150,
  chargedBackAt: null,
  lines: [
    { line: 1, netCents: 3816, taxCents: 216 },
    { line: 2, netCents: 1061, taxCents: 61 },
    { line: 3, netCents: 1000, taxCents: 0 },
  ],
  refunds: [],
}
const refund = (day: number, amountCents: number, lines: number[] = [], more: object = {}) => ({
  ...{ id: `${day}`, amountCents, lines, state: 'succeeded', handReturn: null },
  ...{ requestedAt: at(day), changedAt: at(day), ...more },
})
const tell = (given: MovedOrder) =>
  listMovements(given).map(({ kind, way, cents, taxCents }) => [kind, way, cents, taxCents])

it('a part has its part of the tax, and all parts of a line have all of it', () => {
  const parts = [refund(2, 400, [1]), refund(3, 1, [1]), refund(4, 333, [1]), refund(5, 3082, [1])]
  expect(tell({ ...order, refunds: parts })).toEqual([
    ['paid', 'card', 6027, 277],
    ['given-back', 'card', -400, -23],
    ['given-back', 'card', -1, 0],
    ['given-back', 'card', -333, -19],
    ['given-back', 'card', -3082, -174],
  ])
  expect(sumTaxReturned(listMovements({ ...order, refunds: parts }))).toBe(216)
})

it('what names no line is of all lines that are left, and the whole has all taxes', () => {
  const all = listMovements({ ...order, refunds: [refund(2, 400, [1]), refund(3, 100), refund(4, 5527)] })
  expect(sumTaxReturned(all)).toBe(277)
  for (const { parts, cents } of all) expect(parts.reduce((sum, part) => sum + part.cents, 0)).toBe(cents)
  const left = new Map<number | null, number>()
  for (const { parts } of all) {
    for (const { line, cents } of parts) left.set(line, (left.get(line) ?? 0) + cents)
  }
  expect([...left.values()]).toEqual([0, 0, 0, 0])
})

it('never more tax goes back than a line has, whatever the parts are', () => {
  for (let size = 1; size < 60; size += 7) {
    const days = Array.from({ length: Math.ceil(1061 / size) }, (_, index) => index)
    const parts = days.map((day) => refund(day + 2, Math.min(size, 1061 - day * size), [2]))
    const moved = listMovements({ ...order, refunds: parts })
    let sum = 0
    for (const { kind, taxCents } of moved) {
      if (kind === 'paid') continue
      expect(taxCents).toBeLessThanOrEqual(0)
      sum -= taxCents
      expect(sum).toBeLessThanOrEqual(61)
    }
    expect(sum).toBe(61)
  }
})

it('what failed later is a movement of its own, so that the month before stays as it was', () => {
  const failed = refund(2, 3816, [1], { state: 'failed', changedAt: at(35) })
  const again = refund(36, 3816, [1])
  expect(tell({ ...order, refunds: [failed, again] }).slice(1)).toEqual([
    ['given-back', 'card', -3816, -216],
    ['not-arrived', 'card', 3816, 216],
    ['given-back', 'card', -3816, -216],
  ])
})

it('a bank takes back all that is left', () => {
  const moved = { ...order, refunds: [refund(2, 400, [1])], chargedBackAt: at(9) }
  expect(tell(moved).at(-1)).toEqual(['charged-back', 'card', -5627, -254])
})

it('box and cheques have what came and went in their own way, without what was typed wrongly', () => {
  const byHand = { ...order, mode: 'cheque', receivedCents: 5877 }
  const how = (handReturn: string) => ({ handReturn })
  const all = [
    { ...byHand, refunds: [refund(2, 400, [1], how('cash'))] },
    { ...byHand, id: 8, refunds: [refund(2, 5877, [], how('bounced'))] },
    { ...byHand, id: 9, refunds: [refund(2, 5877, [], how('mistake'))] },
    { ...byHand, id: 10, refunds: [refund(2, 877, [1], how('mistake'))] },
  ].flatMap((one) => listMovements(one as MovedOrder))
  const of = (way: string) => sumMovements(all.filter((one) => one.way === way))
  expect(of('cash')).toMatchObject({ orders: 0, takenCents: 0, returnedCents: 400 })
  expect(of('cheque')).toMatchObject({
    ...{
      orders: 3,
      takenCents: 5877 * 3 - 877,
      bouncedCents: 5877,
      mistakeCents: 5877 + 877,
      returnedCents: 0,
    },
  })
})

it('what was typed wrongly lowers the payment on its own day, and is no movement', () => {
  const byHand = { ...order, mode: 'cheque', receivedCents: 5877 }
  const wrong = { handReturn: 'mistake' as const }
  const all = [
    { ...byHand, refunds: [refund(20, 5877, [], wrong)] },
    {
      ...byHand,
      id: 8,
      refunds: [refund(20, 1000, [3], wrong), refund(21, 400, [1], { handReturn: 'cash' })],
    },
  ].flatMap(listMovements)
  expect(all.filter(({ kind }) => kind === 'mistake').map((one) => [one.at, one.undoneAt])).toEqual([
    [at(1), at(20)],
    [at(1), at(20)],
  ])
  expect(
    leaveOutMistakes(all).map((one) => [one.orderId, one.kind, one.cents, one.taxCents, one.parts.length]),
  ).toEqual([
    [8, 'paid', 4877, 277, 2],
    [8, 'given-back', -400, -23, 1],
  ])
})

it('what was never paid or cost nothing has not moved', () => {
  expect(listMovements({ ...order, paidAt: null })).toEqual([])
  expect(listMovements({ ...order, receivedCents: 0 })).toEqual([])
})
