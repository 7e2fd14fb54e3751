// The notice about lasting storage says what the browser answered.
import { expect, test } from 'vitest'
import { requestPersistence } from '../../../src/app/outbox/storagePersistence.ts'

test('a browser that keeps the storage already is not asked again', async () => {
  let persistCalls = 0
  const storage = {
    persisted: async () => true,
    persist: async () => {
      persistCalls += 1
      return true
    },
  }
  expect(await requestPersistence(storage)).toBe('stays')
  expect(persistCalls).toBe(0)
})

test('what is saved stays only where the browser said so', async () => {
  expect(await requestPersistence({ persisted: async () => false, persist: async () => true })).toBe('stays')
  expect(await requestPersistence({ persisted: async () => false, persist: async () => false })).toBe(
    'may-go',
  )
  expect(await requestPersistence({})).toBe('may-go')
  const no = { persist: async () => false }
  expect(await requestPersistence({ ...no, estimate: async () => ({ quota: 600_000_000 }) })).toBe('private')
  expect(await requestPersistence({ ...no, estimate: async () => ({ quota: 20e9 }) })).toBe('may-go')
  expect(await requestPersistence(undefined)).toBe('may-go')
  expect(await requestPersistence({ persist: () => Promise.reject(new Error('private window')) })).toBe(
    'may-go',
  )
})
