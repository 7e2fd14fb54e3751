// What nobody returned to: purchases, and the names in ballots.
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
  await drafts.forgetOldPersonal(time.now)
  expect(await drafts.find(left)).toBeUndefined()
  expect(await drafts.find(young)).toBe(young)
  expect(await drafts.find(sheet)).toBe(sheet)
})

test('name and address go from a ballot that was left lying for a day, and its choices stay', async () => {
  const { drafts, time } = createPhone()
  const choices = { 1: [{ pick: '101', typed: '' }] }
  const ballot = { key: 'k', values: { fname: 'Ada', lname: 'Lane', email: 'ada@example.org', choices } }
  await drafts.save('ballot/harrow/7/left', ballot)
  time.now += 1
  await drafts.save('ballot/harrow/7/young', ballot)
  time.now += purchaseLifeMs
  await drafts.forgetOldPersonal(time.now)
  expect(await drafts.find('ballot/harrow/7/left')).toEqual({
    key: 'k',
    values: { fname: '', lname: '', email: '', choices },
  })
  expect(await drafts.find('ballot/harrow/7/young')).toEqual(ballot)
})

test('the age of a purchase is by the clock that it was dated by, whatever the device said', async () => {
  const { drafts, time } = createPhone()
  const id = `${toPurchasePrefix('harrow', 0)}donate`
  const serverNow = time.now + 3 * purchaseLifeMs // the device is three days behind
  await drafts.save(id, { values: {}, at: serverNow })
  await drafts.forgetOldPersonal(serverNow + purchaseLifeMs)
  expect(await drafts.find(id)).toBeDefined()
  await drafts.forgetOldPersonal(serverNow + purchaseLifeMs + 1)
  expect(await drafts.find(id)).toBeUndefined()
})
