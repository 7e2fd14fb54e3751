// The lock of a half-filled sheet: one tab has it, and knows when another takes it.
import { expect, test } from 'vitest'
import { holdSheet } from '../../../../src/app/features/judging/score/sheetHold.ts'

const never = { onLost: () => expect.unreachable('nobody took the sheet') }

test('a sheet that one tab has is not given to another, until it is given back', async () => {
  const first = await holdSheet('sheet/a', never)
  expect(first).toBeDefined()
  expect(await holdSheet('sheet/a', never)).toBeUndefined()
  expect(await holdSheet('sheet/b', never)).toBeDefined()
  first?.release()
  await expect.poll(() => holdSheet('sheet/a', never)).toBeDefined()
})

test('a tab from which the sheet is taken hears of it, once', async () => {
  const lost: string[] = []
  await holdSheet('sheet/c', { onLost: () => lost.push('first') })
  const second = await holdSheet('sheet/c', { steal: true, onLost: () => lost.push('second') })
  await expect.poll(() => lost).toEqual(['first'])
  second?.release()
  expect(await holdSheet('sheet/c', { steal: true, ...never })).toBeDefined()
  expect(lost).toEqual(['first'])
})
