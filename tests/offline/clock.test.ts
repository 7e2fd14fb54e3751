import { expect, test } from 'vitest'
import { hourMs } from '../../src/domain/time.ts'
import { type ClockMemory, clockJumpMs, createClock, findServerTime } from '../../src/offline/clock.ts'

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

test('who listens hears when an answer sets the clock, and not of each answer', () => {
  let device = 1_000_000
  const clock = createClock(() => device)
  const times: number[] = []
  const end = clock.subscribe(() => times.push(clock.now()))
  clock.learnTime(9_000_000)
  device += 1_000
  clock.learnTime(9_001_000)
  expect(times).toEqual([9_000_000])
  end()
  clock.learnTime(2_000_000)
  expect(times).toEqual([9_000_000])
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
  expect(clock.offset()).toBe(0)
  clock.restore(600_000)
  expect(clock.now()).toBe(1_600_000)
  expect(memory.writes).toEqual([600_000])
  clock.restore(900_000)
  expect(clock.offset()).toBe(600_000)
})

test('an answer from a cache on the way counts its age', () => {
  const headers = new Headers({ date: 'Sat, 13 Jun 2026 12:00:00 GMT', age: '30' })
  expect(findServerTime(headers)).toBe(Date.parse('2026-06-13T12:00:30Z'))
  expect(findServerTime(new Headers())).toBeUndefined()
})

/** A device whose clock a person can change, and what no person can change. */
function createDevice(now: number) {
  const time = { device: now, steady: 5 }
  return {
    time,
    open: (memory?: ClockMemory) =>
      createClock(
        () => time.device,
        memory,
        () => time.steady,
      ),
    pass(ms: number) {
      time.device += ms
      time.steady += ms
    },
  }
}

const noon = Date.parse('2026-06-13T12:00:00Z')

test('what was remembered guesses the time, and closes nothing before the server is heard again', () => {
  const memory = createMemory()
  const { time, open } = createDevice(noon + 26 * hourMs)
  open(memory).learnTime(noon)
  time.device = noon // somebody has put the clock right, and the app was opened again
  const clock = open(memory)
  expect(clock.now()).toBe(noon - 26 * hourMs)
  expect(clock.findServerNow()).toBeUndefined()
  clock.learnTime(noon)
  expect(clock.findServerNow()).toBe(noon)
})

test('a clock that is changed under an open page is not believed until the server is heard', () => {
  const { time, open, pass } = createDevice(noon)
  const clock = open()
  clock.learnTime(noon)
  pass(5 * hourMs)
  expect(clock.findServerNow()).toBe(noon + 5 * hourMs)
  time.device -= 3 * hourMs
  expect(clock.findServerNow()).toBeUndefined()
  expect(clock.now(), 'the server was heard five hours ago').toBe(noon + 5 * hourMs)
  time.device += 29 * hourMs
  expect(clock.findServerNow()).toBeUndefined()
  expect(clock.findEarliestNow()).toBe(noon + 5 * hourMs)
  clock.learnTime(noon + 5 * hourMs)
  expect(clock.findServerNow()).toBe(noon + 5 * hourMs)
  time.device += clockJumpMs - 1
  expect(clock.findServerNow(), 'a clock that drifts').toBeDefined()
})

test('a device that has slept knows the time, and is sure of nothing', () => {
  const { time, open } = createDevice(noon)
  const clock = open()
  clock.learnTime(noon)
  time.device += hourMs
  expect(clock.now()).toBe(noon + hourMs)
  expect(clock.findServerNow()).toBeUndefined()
})

test('what is made in time is dated in time by a clock that may be wrong, and by no other', () => {
  const endsAt = noon + hourMs
  const { time, open, pass } = createDevice(noon)
  const memory = createMemory()
  const clock = open(memory)
  clock.learnTime(noon + 26 * hourMs)
  expect(clock.findMadeAt(endsAt), 'the club says that it is too late').toBe(noon + 26 * hourMs)
  expect(open(memory).findMadeAt(endsAt), 'remembered from a clock that was wrong').toBe(noon)
  expect(open(memory).findMadeAt(undefined)).toBe(noon + 26 * hourMs)
  clock.learnTime(noon)
  time.device += 26 * hourMs
  pass(1_000)
  expect(clock.findMadeAt(endsAt), 'put forward under an open page').toBe(noon + 1_000)
  pass(hourMs)
  expect(clock.findMadeAt(endsAt)).toBe(noon + 27 * hourMs + 1_000)
})
