import { expect, it } from 'vitest'
import { toDayTab } from '../../../src/app/show/showTime.ts'

it('a tab names the day of the show, whatever zone the phone is in', () => {
  expect(new Date().getTimezoneOffset(), 'minutes behind UTC').toBe(600)
  expect(toDayTab('2026-06-13', 'en')).toBe('Sat 13')
  expect(toDayTab('2026-06-13', 'es')).toBe('Sáb 13')
})
