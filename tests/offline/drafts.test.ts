// Purchase drafts that nobody returned to.
import { expect, test } from 'vitest'
import { purchaseLifeMs, toPurchasePrefix } from '../../src/offline/drafts.ts'
import { createPhone } from './phone.ts'

test('a purchase that was left lying for a day goes from the device, and nothing younger, and nothing else', async () => {
  const { drafts, time } = createPhone()
  const [left, young] = [`${toPurchasePrefix('harrow', 0)}join/3`, `${toPurchasePrefix('alder', 7)}renew`]
  const sheet = 'sheet/harrow/7/41/1/118'
  for (const id of [left, sheet]) await drafts.save(id, id)
  time.now += 1
  await drafts.save(young, young)
  time.now += purchaseLifeMs
  await drafts.forgetOldPurchases(time.now)
  expect(await drafts.find(left)).toBeUndefined()
  expect(await drafts.find(young)).toBe(young)
  expect(await drafts.find(sheet)).toBe(sheet)
})

test('the age of a purchase is by the clock that it was dated by, whatever the device said', async () => {
  const { drafts, time } = createPhone()
  const id = `${toPurchasePrefix('harrow', 0)}donate`
  const serverNow = time.now + 3 * purchaseLifeMs // the device is three days behind
  await drafts.save(id, { values: {}, at: serverNow })
  await drafts.forgetOldPurchases(serverNow + purchaseLifeMs)
  expect(await drafts.find(id)).toBeDefined()
  await drafts.forgetOldPurchases(serverNow + purchaseLifeMs + 1)
  expect(await drafts.find(id)).toBeUndefined()
})
