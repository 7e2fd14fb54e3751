// When an entry was made, in the show's zone, whatever became of the phone's clock.
import { expect, test } from 'vitest'
import { describeTime } from '../../../src/app/outbox/useEntryTime.ts'
import { hourMs, minuteMs } from '../../../src/domain/time.ts'

const made = Date.parse('2026-06-13T19:15:00Z')
const about = { title: 'Car 118', timeZone: 'America/New_York' }
const at = (ms: number) => ({ server: made + ms, device: made + ms })

test('the day is said where it is another one, in the zone of the show', () => {
  const entry = { madeAt: made, clockOffset: 0, about }
  expect(describeTime(entry, at(30_000), 'en', 'UTC')).toEqual({ at: '3:15\u00a0PM', age: undefined })
  expect(describeTime(entry, at(18 * minuteMs), 'en', 'UTC')).toEqual({
    at: '3:15\u00a0PM',
    age: '18 minutes ago',
  })
  expect(describeTime(entry, at(9 * hourMs), 'en', 'UTC')).toEqual({
    at: 'Sat, Jun 13, 3:15\u00a0PM',
    age: '9 hours ago',
  })
})

test('a clock that was set meanwhile makes no entry from the future', () => {
  const ahead = { madeAt: made + 3 * hourMs, clockOffset: -3 * hourMs, about }
  const now = { server: made + 20 * minuteMs, device: made + 20 * minuteMs }
  expect(describeTime(ahead, now, 'en', 'UTC').age, 'the club was known').toBe('20 minutes ago')
  expect(describeTime({ ...ahead, clockOffset: 0 }, now, 'en', 'UTC').age, 'nothing was').toBeUndefined()
  expect(describeTime({ madeAt: made, clockOffset: hourMs, about }, now, 'en', 'UTC').age).toBe(
    '20 minutes ago',
  )
})
