import { expect, test } from 'vitest'
import { type ClockMemory, createClock, findServerTime } from '../../src/offline/clock.ts'

function createMemory(): ClockMemory & { writes: number[] } {
  const writes: number[] = []
  return { writes, read: () => writes.at(-1), write: (offset) => void writes.push(offset) }
}

test("a device that is a day ahead is set right by the server's answer", () => {
  let device = Date.parse('2026-06-14T12:00:00Z')
  const clock = createClock(() => device)
  clock.learnTime(Date.parse('2026-06-13T12:00:00Z'))
  device += 60_000
  expect(clock.now()).toBe(Date.parse('2026-06-13T12:01:00Z'))
})

test('what was learned is remembered, until the device is right again', () => {
  const memory = createMemory()
  createClock(() => 1_000_000, memory).learnTime(5_000_000)
  const later = createClock(() => 2_000_000, memory)
  expect(later.now()).toBe(6_000_000)
  later.learnTime(2_000_000)
  expect(later.now()).toBe(2_000_000)
  expect(memory.writes).toEqual([4_000_000, 0])
})

test('whole seconds of a header and a slow answer are no difference', () => {
  const memory = createMemory()
  const clock = createClock(() => 1_000_900, memory)
  clock.learnTime(1_000_000)
  clock.learnTime(998_000)
  expect(clock.offset()).toBe(0)
  expect(memory.writes, 'that the clocks agree is written once').toEqual([0])
  clock.learnTime(997_900)
  expect(clock.offset()).toBe(-3_000)
})

test("the device's own time is not the server's until the server was heard", () => {
  const clock = createClock(() => 1_000_000)
  expect(clock.now()).toBe(1_000_000)
  expect(clock.findServerNow()).toBeUndefined()
  clock.learnTime(1_000_500)
  expect(clock.findServerNow()).toBe(1_000_000)
})

test('what another place remembered counts where nothing is known', () => {
  const memory = createMemory()
  const clock = createClock(() => 1_000_000, memory)
  clock.restore(undefined)
  clock.restore('600000')
  expect(clock.findServerNow()).toBeUndefined()
  clock.restore(600_000)
  expect(clock.findServerNow()).toBe(1_600_000)
  expect(memory.writes).toEqual([600_000])
  clock.restore(900_000)
  expect(clock.offset()).toBe(600_000)
})

test('an answer from a cache on the way counts its age', () => {
  const headers = new Headers({ date: 'Sat, 13 Jun 2026 12:00:00 GMT', age: '30' })
  expect(findServerTime(headers)).toBe(Date.parse('2026-06-13T12:00:30Z'))
  expect(findServerTime(new Headers())).toBeUndefined()
})
