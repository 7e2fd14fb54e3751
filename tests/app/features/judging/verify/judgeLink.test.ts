// A judge's link has one key for all tries, so that a lost answer does not use up the link.
import { expect, test } from 'vitest'
import {
  findPendingLink,
  findSecret,
  findSpentLink,
  savePendingLink,
  saveSpentLink,
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

test("a link that was spent is known as its judge's, and keeps its key when it is opened again", async () => {
  const drafts = createPhone().drafts
  const keys = ['key-1', 'key-2']
  const newKey = () => keys.shift() ?? ''
  const link = await savePendingLink(drafts, 'link', secret, newKey)
  await saveSpentLink(drafts, 'link', { ...link, judgeId: '41' })
  await drafts.forget('link')
  expect(await findSpentLink(drafts, 'link')).toEqual({ ...link, judgeId: '41' })
  expect(await savePendingLink(drafts, 'link', secret, newKey)).toEqual(link)
  expect((await savePendingLink(drafts, 'link', `${secret}x`, newKey)).key).toBe('key-2')
})

test('what is saved in another shape is no link', async () => {
  const drafts = createPhone().drafts
  for (const value of ['only-one-word', { secret }, null]) {
    await drafts.save('link', value)
    expect(await findPendingLink(drafts, 'link')).toBeUndefined()
  }
})
