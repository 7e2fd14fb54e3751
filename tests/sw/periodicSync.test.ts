// How often the browser is asked to wake the worker for the events that are saved.
import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { dayMs, hourMs } from '../../src/domain/time.ts'
import { findRefreshInterval } from '../../sw/periodicSync.ts'

const show = { startDate: '2026-06-13', endDate: '2026-06-14', timeZone: 'America/New_York' }
const at = (text: string) => Date.parse(`${text}-04:00`)

it('is each hour from the day before to the end of the last day, each day before that, and never after it', () => {
  expect(findRefreshInterval([show], at('2026-06-11T23:59:00'))).toBe(dayMs)
  expect(findRefreshInterval([show], at('2026-06-12T00:00:00'))).toBe(hourMs)
  expect(findRefreshInterval([show], at('2026-06-14T23:59:00'))).toBe(hourMs)
  expect(findRefreshInterval([show], at('2026-06-15T00:00:00'))).toBeUndefined()
})

it('follows the event that needs it most', () => {
  const later = { ...show, startDate: '2026-09-01', endDate: '2026-09-01' }
  expect(findRefreshInterval([later, show], at('2026-06-13T10:00:00'))).toBe(hourMs)
  expect(findRefreshInterval([show, later], at('2026-06-20T10:00:00'))).toBe(dayMs)
  expect(findRefreshInterval([], at('2026-06-13T10:00:00'))).toBeUndefined()
})
