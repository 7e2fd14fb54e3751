import { expect, test } from 'vitest'
import { createClock, findServerTime } from '../../src/offline/clock.ts'

test("a device that is a day ahead is set right by the server's answer", () => {
  let device = Date.parse('2026-06-14T12:00:00Z')
  const clock = createClock(() => device)
  clock.learn(Date.parse('2026-06-13T12:00:00Z'))
  device += 60_000
  expect(clock.now()).toBe(Date.parse('2026-06-13T12:01:00Z'))
})

test('what was learned is remembered, and forgotten when the device is right again', () => {
  let kept: number | undefined
  const memory = {
    read: () => kept,
    write: (offset: number) => {
      kept = offset
    },
  }
  createClock(() => 1_000_000, memory).learn(5_000_000)
  const later = createClock(() => 2_000_000, memory)
  expect(later.now()).toBe(6_000_000)
  later.learn(2_000_500)
  expect(later.now()).toBe(2_000_000)
})

test('whole seconds of a header are no difference', () => {
  const clock = createClock(() => 1_000_900)
  clock.learn(1_000_000)
  expect(clock.offset()).toBe(0)
})

test('who watches is told of a change, once', () => {
  let told = 0
  const clock = createClock(() => 0)
  const end = clock.watch(() => {
    told += 1
  })
  clock.learn(60_000)
  clock.learn(60_500)
  end()
  clock.learn(0)
  expect(told).toBe(1)
})

test('an answer from a cache on the way counts its age', () => {
  const headers = new Headers({ date: 'Sat, 13 Jun 2026 12:00:00 GMT', age: '30' })
  expect(findServerTime(headers)).toBe(Date.parse('2026-06-13T12:00:30Z'))
  expect(findServerTime(new Headers())).toBeUndefined()
})
