import 'fake-indexeddb/auto'
import type { DBSchema } from 'idb'
import { afterEach, expect, test, vi } from 'vitest'
import { createFollowedDatabase, type FollowedDatabase } from '../../src/offline/followedDatabase.ts'
import { openTimeLimitMs, StorageTimeout } from '../../src/offline/notSaved.ts'

interface Stores extends DBSchema {
  cars: { key: string; value: string }
  checks: { key: string; value: string }
}
type Cars = FollowedDatabase<Stores>

const open: Cars[] = []
function openCars(name: string): Cars {
  const cars = createFollowedDatabase<Stores>({
    name,
    makeStore: {
      cars: (database) => void database.createObjectStore('cars'),
      checks: (database) => void database.createObjectStore('checks'),
    },
  })
  open.push(cars)
  return cars
}

const read = (cars: Cars) => () => cars.read(['cars'], (tx) => tx.objectStore('cars').get('101'))
const write = (cars: Cars, value: string, store: 'cars' | 'checks' = 'cars') =>
  cars.write([store], (tx) => tx.objectStore(store).put(value, '101'))

/** Answers as they come; fails the test at any failure. */
function follow(cars: Cars, question: () => Promise<string | undefined>) {
  const answers: (string | undefined)[] = []
  const following = cars.follow(
    ['cars'],
    question,
    (answer) => answers.push(answer),
    (error) => expect.fail(String(error)),
  )
  return { answers, following }
}

afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(open.splice(0).map((cars) => cars.close()))
})

test('who follows is told at once, of own writes, and of those of another page', async () => {
  const [mine, other] = [openCars('told'), openCars('told')]
  const { answers } = follow(mine, read(mine))
  await vi.waitFor(() => expect(answers).toEqual([undefined]))
  await write(mine, 'Ford')
  await vi.waitFor(() => expect(answers).toEqual([undefined, 'Ford']))
  await write(other, 'Saab')
  await vi.waitFor(() => expect(answers).toEqual([undefined, 'Ford', 'Saab']))
})

test('a write to another store, another database, or after the end asks nothing', async () => {
  const [mine, stranger] = [openCars('mine'), openCars('stranger')]
  const question = vi.fn(read(mine))
  const { answers, following } = follow(mine, question)
  await vi.waitFor(() => expect(answers).toEqual([undefined]))
  await write(mine, 'now', 'checks')
  await write(stranger, 'Fiat')
  await write(mine, 'Ford')
  await vi.waitFor(() => expect(answers).toEqual([undefined, 'Ford']))
  expect(question).toHaveBeenCalledTimes(2)
  following.unsubscribe()
  await write(mine, 'Saab')
  expect(question).toHaveBeenCalledTimes(2)
})

test('a change in the middle of a reading is read too, and the older answer is not told', async () => {
  const cars = openCars('middle')
  const first = Promise.withResolvers<string>()
  let asked = 0
  const { answers } = follow(cars, () => (asked++ === 0 ? first.promise : read(cars)()))
  await write(cars, 'Saab')
  first.resolve('Ford')
  await vi.waitFor(() => expect(answers).toEqual(['Saab']))
})

test('a storage that does not answer is asked again; one that refuses is told', async () => {
  vi.useFakeTimers()
  const cars = openCars('silent')
  const outcomes: string[] = []
  const faults = [new StorageTimeout(), new DOMException('Refused.', 'SecurityError')]
  cars.follow(
    ['cars'],
    () => Promise.reject(faults.shift()),
    () => outcomes.push('answered'),
    (error) => outcomes.push((error as Error).name),
  )
  await vi.advanceTimersByTimeAsync(openTimeLimitMs - 1)
  expect(outcomes).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(outcomes).toEqual(['SecurityError'])
})
