// A list of the outbox paints again only the rows whose entries have changed.
import { expect, test } from 'vitest'
import { keepUnchanged } from '../../../src/app/call/unchangedEntries.ts'
import { createPhone, makeSheet, noon } from '../../offline/phone.ts'

test('after each change only the entries that it touched are new', async () => {
  const { outbox } = createPhone()
  for (const car of ['1', '2', '3']) await outbox.put(makeSheet(car, { key: car }))
  let shown = await outbox.list().then((read) => keepUnchanged([], read))
  const listNew = async () => {
    const before = shown
    shown = keepUnchanged(before, await outbox.list())
    return shown.filter((entry, at) => entry !== before[at]).map(({ key }) => key)
  }
  expect(await listNew()).toEqual([])
  await outbox.markSending(['1', '2'], noon)
  expect(await listNew()).toEqual(['1', '2'])
  const receipt = { key: '1', outcome: 'accepted' as const, at: new Date(noon).toISOString() }
  await outbox.settle([
    { kind: 'accepted', key: '1', receipt, at: noon },
    {
      kind: 'retry',
      key: '2',
      fault: { code: 'unreachable', message: '' },
      nextAt: noon + 1,
      isSuspect: false,
    },
  ])
  expect(await listNew()).toEqual(['1', '2'])
  await outbox.settle([
    { kind: 'needs-signin', key: '3', fault: { code: 'needs-grant', message: '' }, grant: undefined },
  ])
  expect(await listNew()).toEqual(['2', '3'])
})

test('a sheet that was taken back and handed in again with another score is new', async () => {
  const { outbox } = createPhone()
  await outbox.put(makeSheet('1', { key: '1', score: 7 }))
  const before = await outbox.list()
  await outbox.takeBack('1', { id: 'sheet', value: {} })
  await outbox.put(makeSheet('1', { key: '1', score: 8 }))
  const read = await outbox.list()
  expect(keepUnchanged(before, read)).toEqual(read)
})
