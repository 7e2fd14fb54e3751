import { expect, test } from 'vitest'
import { findPart, isAnnouncement, isPageMessage } from '../../src/offline/messages.ts'

test('the worker takes only words that it knows, whole', () => {
  expect(isPageMessage({ type: 'save-event', club: 'harrow', eventId: 7 })).toBe(true)
  expect(isPageMessage({ type: 'save-event', club: 'harrow', eventId: '7' })).toBe(false)
  expect(isPageMessage({ type: 'save-event', eventId: 7 })).toBe(false)
  expect(isPageMessage({ type: 'delete-everything' })).toBe(false)
  expect(isPageMessage({ type: 'keep-painting', painting: { club: '', eventId: 7 } })).toBe(true)
  expect(isPageMessage({ type: 'keep-painting', painting: { club: '' } })).toBe(false)
  expect(isPageMessage({ type: 'keep-painting' })).toBe(false)
  expect(isPageMessage(null)).toBe(false)
})

test('pages take only announcements that they know', () => {
  expect(isAnnouncement({ type: 'outbox-changed' })).toBe(true)
  expect(isAnnouncement({ type: 'constructor' })).toBe(false)
})

test('a part of the outbox that another build names in its own way is all of it', () => {
  expect(findPart({ part: { from: 3, to: 5 } })).toEqual({ from: 3, to: 5 })
  for (const part of [undefined, null, 'all', [3, 5], { from: '3', to: 5 }, { from: 3 }]) {
    expect(findPart({ part }), JSON.stringify(part)).toBeUndefined()
  }
})
