// A judge's link: one key for all tries, so that a lost answer does not cost him his link.
import { expect, test } from 'vitest'
import {
  findPendingLink,
  findSecret,
  keepPendingLink,
} from '../../../../src/app/features/judging/judgeLink.ts'
import { createDeviceStorage } from '../../../../src/app/session/deviceStorage.ts'

function openStorage() {
  return createDeviceStorage(() => {
    throw new Error('forbidden')
  })
}
const secret = 'abcDEF_-0123456789abcDEF'

test('a secret is found with and without its hash sign, and no other fragment is', () => {
  expect(findSecret(`#${secret}`)).toBe(secret)
  expect(findSecret(secret)).toBe(secret)
  for (const hash of ['', '#', '#main', `#${secret}!`, '#short']) expect(findSecret(hash)).toBeUndefined()
})

test('the same link opened again keeps its key, another one gets its own', () => {
  const storage = openStorage()
  const keys = ['key-1', 'key-2', 'key-3']
  const newKey = () => keys.shift() ?? ''
  const first = keepPendingLink(storage, 'link', secret, newKey)
  expect(keepPendingLink(storage, 'link', secret, newKey)).toEqual(first)
  expect(findPendingLink(storage, 'link')).toEqual(first)
  expect(keepPendingLink(storage, 'link', `${secret}x`, newKey).key).not.toBe(first.key)
})

test('what is kept in another shape is no link', () => {
  const storage = openStorage()
  storage.keep('link', 'only-one-word')
  expect(findPendingLink(storage, 'link')).toBeUndefined()
})
