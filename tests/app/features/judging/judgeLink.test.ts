// A judge's link: one key for all tries, so that a lost answer does not cost him his link.
import { expect, test } from 'vitest'
import {
  findPendingLink,
  findSecret,
  keepPendingLink,
} from '../../../../src/app/features/judging/judgeLink.ts'
import type { Drafts } from '../../../../src/offline/drafts.ts'

function openDrafts(): Drafts {
  const values = new Map<string, unknown>()
  return {
    find: async (id) => values.get(id),
    keep: async (id, value) => void values.set(id, value),
    forget: async (id) => void values.delete(id),
    forgetAll: async (prefix) => {
      for (const id of values.keys()) if (id.startsWith(prefix)) values.delete(id)
    },
  }
}
const secret = 'abcDEF_-0123456789abcDEF'

test('a secret is found with and without its hash sign, and no other fragment is', () => {
  expect(findSecret(`#${secret}`)).toBe(secret)
  expect(findSecret(secret)).toBe(secret)
  for (const hash of ['', '#', '#main', `#${secret}!`, '#short']) expect(findSecret(hash)).toBeUndefined()
})

test('the same link opened again keeps its key, another one gets its own', async () => {
  const drafts = openDrafts()
  const keys = ['key-1', 'key-2', 'key-3']
  const newKey = () => keys.shift() ?? ''
  const first = await keepPendingLink(drafts, 'link', secret, newKey)
  expect(await keepPendingLink(drafts, 'link', secret, newKey)).toEqual(first)
  expect(await findPendingLink(drafts, 'link')).toEqual(first)
  expect((await keepPendingLink(drafts, 'link', `${secret}x`, newKey)).key).not.toBe(first.key)
})

test('what is kept in another shape is no link', async () => {
  const drafts = openDrafts()
  for (const value of ['only-one-word', { secret }, null]) {
    await drafts.keep('link', value)
    expect(await findPendingLink(drafts, 'link')).toBeUndefined()
  }
})
