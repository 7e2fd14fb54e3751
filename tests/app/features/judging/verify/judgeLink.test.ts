// A judge's link has one key for all tries, so that a lost answer does not use up the link.
import { expect, test } from 'vitest'
import {
  findPendingLink,
  findSecret,
  savePendingLink,
} from '../../../../../src/app/features/judging/verify/judgeLink.ts'
import { createPhone } from '../../../../offline/phone.ts'

const secret = 'abcDEF_-0123456789abcDEF'

test('a secret is found with and without its hash sign, and no other fragment is', () => {
  expect(findSecret(`#${secret}`)).toBe(secret)
  expect(findSecret(secret)).toBe(secret)
  for (const hash of ['', '#', '#main', `#${secret}!`, '#short']) expect(findSecret(hash)).toBeUndefined()
})

test('the same link opened again keeps its key, another one gets its own', async () => {
  const drafts = createPhone().drafts
  const keys = ['key-1', 'key-2', 'key-3']
  const newKey = () => keys.shift() ?? ''
  const first = await savePendingLink(drafts, 'link', secret, newKey)
  expect(await savePendingLink(drafts, 'link', secret, newKey)).toEqual(first)
  expect(await findPendingLink(drafts, 'link')).toEqual(first)
  expect((await savePendingLink(drafts, 'link', `${secret}x`, newKey)).key).not.toBe(first.key)
})

test('what is saved in another shape is no link', async () => {
  const drafts = createPhone().drafts
  for (const value of ['only-one-word', { secret }, null]) {
    await drafts.save('link', value)
    expect(await findPendingLink(drafts, 'link')).toBeUndefined()
  }
})
