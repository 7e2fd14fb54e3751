// Half-filled flows: kept, found again, shared by tabs, taken along at sign-in, and gone after a day.
import { beforeEach, describe, expect, it } from 'vitest'
import { createDraftKeeper, mergeValues } from '../../../src/app/wizard/draftKeeper.ts'
import { type Drafts, purchaseLifeMs } from '../../../src/offline/drafts.ts'
import { createPhone } from '../../offline/phone.ts'

let drafts: Drafts
let now: number
let count: number
let isLapsed: boolean

function makeKeeper(id = 'mine', inherits?: string) {
  return createDraftKeeper({
    drafts,
    id,
    inherits,
    deviceNow: () => now,
    newRevision: () => `r${++count}`,
    mayKeep: () => !isLapsed,
  })
}

beforeEach(() => {
  drafts = createPhone().drafts
  now = Date.parse('2026-06-12T16:00:00Z')
  count = 0
  isLapsed = false
})

describe('a draft', () => {
  it('is found again by whoever opens the flow later', async () => {
    await makeKeeper().keep({ values: { fname: 'Ada' }, order: undefined })
    expect(await makeKeeper().open()).toMatchObject({ values: { fname: 'Ada' }, isInherited: false })
  })

  it('is gone after a day, whoever uses the device next', async () => {
    await makeKeeper().keep({ values: { fname: 'Ada' }, order: undefined })
    now += purchaseLifeMs + 1
    expect(await makeKeeper().open()).toBeUndefined()
    expect(await drafts.find('mine')).toBeUndefined()
  })

  it('that a visitor began belongs to the member who signs in, and to nobody else then', async () => {
    await makeKeeper('visitor').keep({ values: { fname: 'Ada' }, order: undefined })
    expect(await makeKeeper('member', 'visitor').open()).toMatchObject({ isInherited: true })
    expect(await drafts.find('visitor')).toBeUndefined()
    expect(await makeKeeper('member', 'visitor').open()).toMatchObject({ values: { fname: 'Ada' } })
  })

  it('that was taken over at sign-in is no older and no younger for it, and no other tab wrote it', async () => {
    await makeKeeper('visitor').keep({ values: { fname: 'Ada' }, order: undefined })
    const keeper = makeKeeper('member', 'visitor')
    await keeper.open()
    expect(await keeper.look()).toBe('nothing')
    now += purchaseLifeMs + 1
    expect(await makeKeeper('member').open()).toBeUndefined()
  })

  it('does not come back by what is typed after the sign-in has ended', async () => {
    const keeper = makeKeeper()
    await keeper.keep({ values: { fname: 'A' }, order: undefined })
    isLapsed = true
    await drafts.forgetAll('')
    await keeper.keep({ values: { fname: 'Ad' }, order: undefined })
    expect(await drafts.find('mine')).toBeUndefined()
    isLapsed = false
    await keeper.keep({ values: { fname: 'Ada' }, order: undefined })
    expect(await makeKeeper().open()).toMatchObject({ values: { fname: 'Ada' } })
  })

  it('of the member themselves goes before one that was begun as a visitor', async () => {
    await makeKeeper('visitor').keep({ values: { fname: 'Eve' }, order: undefined })
    await makeKeeper('member').keep({ values: { fname: 'Ada' }, order: undefined })
    expect(await makeKeeper('member', 'visitor').open()).toMatchObject({ values: { fname: 'Ada' } })
  })

  it('tells a tab what another one has written, and nothing of its own writing', async () => {
    const [first, second] = [makeKeeper(), makeKeeper()]
    await first.keep({ values: { fname: 'Ada' }, order: undefined })
    await second.open()
    expect(await first.look()).toBe('nothing')
    await second.keep({ values: { fname: 'Bea' }, order: undefined })
    expect(await second.look()).toBe('nothing')
    expect(await first.look()).toMatchObject({ values: { fname: 'Bea' } })
    expect(await first.look()).toBe('nothing')
    await second.forget()
    expect(await first.look()).toBe('gone')
  })

  it('that the device could not take leaves the open form as it is, over what was kept before too', async () => {
    const { keep } = drafts
    let isFull = true
    drafts.keep = (...asked) =>
      isFull ? Promise.reject(new DOMException('no room', 'QuotaExceededError')) : keep(...asked)
    const keeper = makeKeeper()
    const write = (fname: string) => keeper.keep({ values: { fname }, order: undefined })
    await expect(write('A')).rejects.toThrow('no room')
    expect(await keeper.look(), 'nothing was kept before').toBe('nothing')
    isFull = false
    await write('Ad')
    isFull = true
    await expect(write('Ada')).rejects.toThrow('no room')
    expect(await keeper.look(), 'an older form was').toBe('nothing')
    isFull = false
    await write('Ada')
    const other = makeKeeper()
    await other.keep({ values: { fname: 'Bea' }, order: undefined })
    expect(await keeper.look(), 'once there is room').toMatchObject({ values: { fname: 'Bea' } })
  })

  it('goes with its own order, or with the one whose place that took, and not with another', async () => {
    const order = { key: 'second', text: '', receiptId: 2, replaces: { key: 'first', receiptId: 1 } }
    for (const [done, isGone] of [
      ['elder', false],
      ['first', true],
      ['second', true],
    ] as const) {
      await makeKeeper().keep({ values: { fname: 'Ada' }, order })
      await makeKeeper().forgetOrder(done)
      expect((await drafts.find('mine')) === undefined).toBe(isGone)
    }
    await makeKeeper().keep({ values: { fname: 'Ada' }, order: undefined })
    await makeKeeper().forgetOrder('first')
    expect(await makeKeeper().open()).toMatchObject({ values: { fname: 'Ada' } })
  })

  it('keeps the newest of what came in while one was written', async () => {
    const keeper = makeKeeper()
    await Promise.all(['A', 'Ad', 'Ada'].map((fname) => keeper.keep({ values: { fname }, order: undefined })))
    expect(await makeKeeper().open()).toMatchObject({ values: { fname: 'Ada' } })
  })
})

describe('a draft of an older build', () => {
  it('gives what fits the form of today, and the rest begins anew', () => {
    const defaults = { personal: { fname: '', zip: '' }, years: 1, found: null as null | { proof: string } }
    expect(
      mergeValues(defaults, { personal: { fname: 'Ada', fax: '1' }, years: '2', found: { proof: 'p' } }),
    ).toEqual({ personal: { fname: 'Ada', zip: '' }, years: 1, found: { proof: 'p' } })
    expect(mergeValues(defaults, undefined)).toEqual(defaults)
  })
})
