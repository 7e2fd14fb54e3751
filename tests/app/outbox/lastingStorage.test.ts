// What a person is told about lasting storage is what the browser has said.
import { expect, test } from 'vitest'
import { askForLasting } from '../../../src/app/outbox/lastingStorage.ts'

test('a browser that keeps the storage already is not asked again', async () => {
  let asked = 0
  const storage = {
    persisted: async () => true,
    persist: async () => {
      asked += 1
      return true
    },
  }
  expect(await askForLasting(storage)).toBe('stays')
  expect(asked).toBe(0)
})

test('what is saved stays only where the browser said so', async () => {
  expect(await askForLasting({ persisted: async () => false, persist: async () => true })).toBe('stays')
  expect(await askForLasting({ persisted: async () => false, persist: async () => false })).toBe('may-go')
  expect(await askForLasting({})).toBe('may-go')
  expect(await askForLasting(undefined)).toBe('may-go')
  expect(await askForLasting({ persist: () => Promise.reject(new Error('private window')) })).toBe('may-go')
})
