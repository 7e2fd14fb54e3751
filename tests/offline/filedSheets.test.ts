// A filed sheet that is moved or taken back in bad minutes: in two tabs at once, and where storage refuses.
import { expect, test, vi } from 'vitest'
import { createPhone, makeMove, makeSheet } from './phone.ts'

test('two tabs that take the same move back do it once, and the sheet itself stays', async () => {
  const one = createPhone()
  const other = createPhone({ name: one.name })
  const sheet = makeSheet('118')
  const move = makeMove('118', '119')
  await one.outbox.put(sheet)
  await one.outbox.put(move)
  const draft = { id: 'sheet/harrow/7/41/1/a', value: { number: '118' } }
  const taken = await Promise.all([one.outbox.takeBack(move.key), other.outbox.takeBack(move.key)])
  expect(taken.toSorted()).toEqual([false, true])
  expect((await other.outbox.list()).map(({ key }) => key)).toEqual([sheet.key])

  // what one tab has begun to send, the other does not take back
  await other.outbox.markSending([sheet.key], one.time.now)
  expect(await one.outbox.takeBack(sheet.key, draft)).toBe(false)
  expect(await one.drafts.find(draft.id)).toBeUndefined()
  expect((await one.outbox.list()).map(({ key }) => key)).toEqual([sheet.key])
})

test('where storage is full, a move is not saved and says so, and what is taken back stays as it was', async () => {
  const { outbox, drafts } = createPhone()
  const sheet = makeSheet('118')
  await outbox.put(sheet)
  const draft = { id: 'sheet/harrow/7/41/1/b', value: { number: '118' } }
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const adding = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(refuse)
  const putting = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(refuse)
  try {
    await expect(outbox.put(makeMove('118', '119'))).rejects.toMatchObject({
      name: 'NotSaved',
      reason: 'no-room',
    })
    // the entry was deleted in the same transaction, which has to be undone as a whole
    await expect(outbox.takeBack(sheet.key, draft)).rejects.toThrow('full')
  } finally {
    adding.mockRestore()
    putting.mockRestore()
  }
  expect((await outbox.list()).map(({ key, state }) => [key, state])).toEqual([[sheet.key, 'waiting']])
  expect(await drafts.find(draft.id)).toBeUndefined()
  expect(await outbox.takeBack(sheet.key, draft)).toBe(true)
})
