// The step for a judge's code outlives a reload of its tab, for as long as the code is taken.
import { expect, test } from 'vitest'
import { createAskedCode } from '../../../../../src/app/features/judging/verify/askedCode.ts'
import { createDeviceStorage } from '../../../../../src/app/session/deviceStorage.ts'
import { codeLifeMs } from '../../../../../src/domain/scoring.ts'

const at = 1_800_000_000_000

/** A tab whose browser forbids storage keeps it as long as its page. */
const openTab = () =>
  createDeviceStorage(() => {
    throw new Error('forbidden')
  })

test('it is there while the code lives, for its club and event alone', () => {
  const tab = openTab()
  const asked = createAskedCode(tab, 'a', 1)
  asked.save({ judgeId: '41', challenge: 'a secret' }, at)
  expect(asked.find(at + codeLifeMs - 1)).toMatchObject({ judgeId: '41', challenge: 'a secret' })
  expect(createAskedCode(tab, 'b', 1).find(at)).toBeUndefined()
  expect(createAskedCode(tab, 'a', 2).find(at)).toBeUndefined()
  expect(asked.find(at + codeLifeMs)).toBeUndefined()
  // deleted, and not only hidden
  expect(asked.find(at)).toBeUndefined()
})

test('another id forgets it, and what is no such record is none', () => {
  const tab = openTab()
  const asked = createAskedCode(tab, 'a', 1)
  asked.save({ judgeId: '41' }, at)
  expect(asked.find(at)).toMatchObject({ judgeId: '41' })
  asked.forget()
  expect(asked.find(at)).toBeUndefined()
  for (const text of ['', 'null', '{}', '{"judgeId":41,"at":1}', '{"judgeId":"longer","at":1}']) {
    tab.save('showfield:a:askedCode/1', text)
    expect(asked.find(1)).toBeUndefined()
  }
})
