// What nobody returned to, purchases and the names in ballots; and the draft that all tabs of a voter share.
import { expect, test } from 'vitest'
import {
  type Ballot,
  purchaseLifeMs,
  saveBallotDraft,
  toBallotDraftId,
  toPurchasePrefix,
} from '../../src/offline/drafts.ts'
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

const ballot: Ballot = { club: 'alder', eventId: 7, voterId: '0f3c3c62-9a40-4a73-8a43-6a2d7f0a7a11' }
const id = toBallotDraftId(ballot)
const filled = { key: 'a', values: { fname: 'Ada', choices: {} }, corrects: undefined }

type Phone = ReturnType<typeof createPhone>

function submit({ outbox }: Phone, key: string, voterId = ballot.voterId) {
  return outbox.put(
    {
      key,
      action: 'submit_ballot',
      schema: 1,
      club: ballot.club,
      tenantId: 1,
      eventId: ballot.eventId,
      principal: { kind: 'voter', ref: voterId },
      input: { voterId, eventId: ballot.eventId, votes: [], fname: 'Ada', lname: '', email: '' },
      sequence: 1,
      madeAt: 0,
      clockOffset: 0,
    } as never,
    id,
  )
}

test('a draft is on the device while the ballot has not been submitted', async () => {
  const phone = createPhone()
  await submit(phone, '1', 'another voter')
  await saveBallotDraft(phone, ballot, filled)
  expect(await phone.drafts.find(id)).toEqual(filled)
})

test('a draft that another tab saves after the ballot was submitted brings no name back', async () => {
  const phone = createPhone()
  await saveBallotDraft(phone, ballot, filled)
  await submit(phone, '1')
  expect(await phone.drafts.find(id)).toBeUndefined()
  await saveBallotDraft(phone, ballot, { ...filled, values: { ...filled.values, fname: 'Ada L' } })
  expect(await phone.drafts.find(id)).toBeUndefined()
})

test('a refused ballot is corrected with a draft, but not when another one was counted', async () => {
  for (const [code, kept] of [
    ['ballot-rejected', true],
    ['ballot-used', false],
  ] as const) {
    const phone = createPhone()
    const { key } = await submit(phone, code)
    await phone.outbox.settle([{ key, kind: 'refused', fault: { code, message: '' } } as never])
    await saveBallotDraft(phone, ballot, filled)
    expect([code, (await phone.drafts.find(id)) !== undefined]).toEqual([code, kept])
  }
})
