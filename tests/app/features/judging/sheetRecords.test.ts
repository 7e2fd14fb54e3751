// Half-filled sheets on the device: a record for each, and what earlier builds had saved.
import { expect, test } from 'vitest'
import {
  discardSheets,
  listStartedSheets,
  toDraftId,
  toSheetChange,
} from '../../../../src/app/features/judging/sheetRecords.ts'
import { createPhone, makeGrant } from '../../../offline/phone.ts'

const id = toDraftId(makeGrant('41'), 1)

function sheet(key: string, number: string, score = 7) {
  return { key, number, scores: { 11: score }, notes: '' }
}

test('what earlier builds had saved becomes one record for each sheet, once', async () => {
  const { drafts, time } = createPhone()
  await drafts.change([
    { id: `${id}/parked`, value: [sheet('a', '101'), sheet('b', '102')] },
    { id, value: sheet('c', '103') },
  ])
  await drafts.save(toDraftId(makeGrant('41'), 10), sheet('d', '104'))
  const numbers = async (of = id) => (await listStartedSheets(drafts, of)).map(({ number }) => number)
  expect(await numbers()).toEqual(['103', '101', '102'])
  expect(await drafts.find(id)).toBeUndefined()
  expect(await drafts.find(`${id}/parked`)).toBeUndefined()
  expect(await numbers(toDraftId(makeGrant('41'), 10))).toEqual(['104'])

  // a tab of an earlier build saves what it has on its screen again
  time.now += 1000
  await drafts.change([toSheetChange(id, sheet('c', '103', 9))])
  await drafts.save(id, sheet('c', '103', 2))
  expect(await listStartedSheets(drafts, id)).toContainEqual(sheet('c', '103', 9))
  expect(await numbers()).toEqual(['103', '101', '102'])
})

test('two tabs that read at the same time convert nothing twice', async () => {
  const phone = createPhone()
  const other = createPhone({ name: phone.name })
  await phone.drafts.save(`${id}/parked`, [sheet('a', '101'), sheet('b', '102')])
  const [one, two] = await Promise.all([
    listStartedSheets(phone.drafts, id),
    listStartedSheets(other.drafts, id),
  ])
  expect(one).toHaveLength(2)
  expect(two).toHaveLength(2)
})

test('the sheet that was changed last comes first, and discarding deletes those of one car alone', async () => {
  const { drafts, time } = createPhone()
  for (const [key, number] of [
    ['a', '101'],
    ['b', '102'],
    ['c', '101'],
  ] as const) {
    await drafts.change([toSheetChange(id, sheet(key, number))])
    time.now += 1
  }
  await drafts.change([toSheetChange(id, sheet('b', '102', 8))])
  expect((await listStartedSheets(drafts, id)).map(({ key }) => key)).toEqual(['b', 'c', 'a'])
  await discardSheets(drafts, id, '101')
  expect(await listStartedSheets(drafts, id)).toEqual([sheet('b', '102', 8)])
})
