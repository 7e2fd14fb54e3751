// Drafts of flows: saved, found again, shared by tabs, taken over at sign-in, and deleted after a day.
import { beforeEach, describe, expect, it } from 'vitest'
import { createDraftStore, mergeValues } from '../../../src/app/wizard/draft/draftStore.ts'
import { type Drafts, purchaseLifeMs } from '../../../src/offline/drafts.ts'
import { createPhone } from '../../offline/phone.ts'

let drafts: Drafts
let now: number
/** By how much it may be earlier. */
let doubt: number
let count: number
/** Undefined while the server was not heard; then the device's clock may be wrong. */
let serverNow: number | undefined
let hear: () => void
let heard: Promise<void>
let whenWaiting: () => void
let isLapsed: boolean

function makeStore(id = 'mine', inherits?: string) {
  return createDraftStore({
    drafts,
    id,
    inherits,
    clock: {
      now: () => serverNow ?? now,
      findEarliestNow: () => (serverNow ?? now) - doubt,
      findServerNow: () => serverNow,
      untilHeard() {
        whenWaiting()
        return heard
      },
    },
    newRevision: () => `r${++count}`,
    hearLimitMs: 5,
    maySave: () => !isLapsed,
  })
}

beforeEach(() => {
  drafts = createPhone().drafts
  now = Date.parse('2026-06-12T16:00:00Z')
  doubt = 0
  count = 0
  serverNow = undefined
  whenWaiting = () => {}
  ;({ promise: heard, resolve: hear } = Promise.withResolvers<void>())
  isLapsed = false
})

describe('a draft', () => {
  it('is found again by whoever opens the flow later', async () => {
    await makeStore().save({ values: { fname: 'Ada' }, order: undefined })
    expect(await makeStore().open()).toMatchObject({ values: { fname: 'Ada' }, isInherited: false })
  })

  it('is gone after a day, whoever uses the device next', async () => {
    await makeStore().save({ values: { fname: 'Ada' }, order: undefined })
    now += purchaseLifeMs + 1
    serverNow = now
    expect(await makeStore().open()).toBeUndefined()
    expect(await drafts.find('mine')).toBeUndefined()
  })

  it("is not gone by the device's clock: whoever opens the flow waits for the server's time", async () => {
    await makeStore().save({ values: { fname: 'Ada' }, order: undefined })
    const rightNow = now
    now += purchaseLifeMs + 1
    whenWaiting = () => {
      serverNow = rightNow
      hear()
    }
    expect(await makeStore().open()).toMatchObject({ values: { fname: 'Ada' } })
  })

  it("is not shown, and not deleted, if it seems old and the server's time is not known", async () => {
    await makeStore().save({ values: { fname: 'Ada' }, order: undefined })
    now += purchaseLifeMs + 1
    expect(await makeStore().open()).toBeUndefined()
    expect(await drafts.find('mine')).toMatchObject({ values: { fname: 'Ada' } })
  })

  it('is not gone by a clock that may be wrong', async () => {
    await makeStore().save({ values: { fname: 'Ada' }, order: undefined })
    now += purchaseLifeMs + 1
    doubt = 2
    expect(await makeStore().open()).toMatchObject({ values: { fname: 'Ada' } })
  })

  it('says which order it has begun, and is not opened by that', async () => {
    const order = { key: 'k', text: '{}', receiptId: 7, replaces: undefined, payUntil: now + 1000 }
    await makeStore('visitor').save({ values: {}, order })
    expect(await makeStore('visitor').peekOrder()).toEqual(order)
    const store = makeStore('member', 'visitor')
    expect(await store.peekOrder(), 'as the one who signed in finds it').toEqual(order)
    expect(await store.open()).toMatchObject({ order, isInherited: true })
    now += purchaseLifeMs + 1
    expect(await makeStore('member').peekOrder()).toBeUndefined()
  })

  it('of an open form never goes by its age: it is written again', async () => {
    const store = makeStore()
    const ada = { values: { fname: 'Ada' }, order: undefined }
    await store.save(ada)
    now += purchaseLifeMs + 1
    expect(await store.readOtherTab()).toBe('aged')
    expect(await drafts.find('mine'), 'nothing deleted').toMatchObject(ada)
    await store.save(ada)
    expect(await store.readOtherTab()).toBe('nothing')
    now += purchaseLifeMs + 1
    await drafts.forget('mine') // as another tab does that is opened now
    expect(await store.readOtherTab()).toBe('aged')
    await store.save(ada)
    expect(await store.readOtherTab()).toBe('nothing')
    expect(await makeStore().open()).toMatchObject(ada)
    await drafts.forget('mine')
    expect(await store.readOtherTab(), 'young, so somebody paid or cancelled').toBe('gone')
  })

  it('that a visitor began belongs to the member who signs in, and to nobody else then', async () => {
    await makeStore('visitor').save({ values: { fname: 'Ada' }, order: undefined })
    expect(await makeStore('member', 'visitor').open()).toMatchObject({ isInherited: true })
    expect(await drafts.find('visitor')).toBeUndefined()
    expect(await makeStore('member', 'visitor').open()).toMatchObject({ values: { fname: 'Ada' } })
  })

  it('that was taken over at sign-in is no older and no younger for it, and no other tab wrote it', async () => {
    await makeStore('visitor').save({ values: { fname: 'Ada' }, order: undefined })
    const store = makeStore('member', 'visitor')
    await store.open()
    expect(await store.readOtherTab()).toBe('nothing')
    now += purchaseLifeMs + 1
    expect(await makeStore('member').open()).toBeUndefined()
  })

  it('does not come back by what is typed after the sign-in has ended', async () => {
    const store = makeStore()
    await store.save({ values: { fname: 'A' }, order: undefined })
    isLapsed = true
    await drafts.forgetAll('')
    await store.save({ values: { fname: 'Ad' }, order: undefined })
    expect(await drafts.find('mine')).toBeUndefined()
    isLapsed = false
    await store.save({ values: { fname: 'Ada' }, order: undefined })
    expect(await makeStore().open()).toMatchObject({ values: { fname: 'Ada' } })
  })

  it('of the member themselves goes before one that was begun as a visitor', async () => {
    await makeStore('visitor').save({ values: { fname: 'Eve' }, order: undefined })
    await makeStore('member').save({ values: { fname: 'Ada' }, order: undefined })
    expect(await makeStore('member', 'visitor').open()).toMatchObject({ values: { fname: 'Ada' } })
  })

  it('tells a tab what another one has written, and nothing of its own writing', async () => {
    const [first, second] = [makeStore(), makeStore()]
    await first.save({ values: { fname: 'Ada' }, order: undefined })
    await second.open()
    expect(await first.readOtherTab()).toBe('nothing')
    await second.save({ values: { fname: 'Bea' }, order: undefined })
    expect(await second.readOtherTab()).toBe('nothing')
    expect(await first.readOtherTab()).toMatchObject({ values: { fname: 'Bea' } })
    expect(await first.readOtherTab()).toBe('nothing')
    await second.forget()
    expect(await first.readOtherTab()).toBe('gone')
  })

  it('that the device could not take leaves the open form as it is, over what was saved before too', async () => {
    const { save } = drafts
    let isFull = true
    drafts.save = (...args) =>
      isFull ? Promise.reject(new DOMException('no room', 'QuotaExceededError')) : save(...args)
    const store = makeStore()
    const write = (fname: string) => store.save({ values: { fname }, order: undefined })
    await expect(write('A')).rejects.toThrow('no room')
    expect(await store.readOtherTab(), 'nothing was kept before').toBe('nothing')
    isFull = false
    await write('Ad')
    isFull = true
    await expect(write('Ada')).rejects.toThrow('no room')
    expect(await store.readOtherTab(), 'an older form was').toBe('nothing')
    isFull = false
    await write('Ada')
    const other = makeStore()
    await other.save({ values: { fname: 'Bea' }, order: undefined })
    expect(await store.readOtherTab(), 'once there is room').toMatchObject({ values: { fname: 'Bea' } })
  })

  it('goes with its own order, or with the one whose place that took, and not with another', async () => {
    const order = { key: 'second', text: '', receiptId: 2, replaces: { key: 'first', receiptId: 1 } }
    for (const [done, isGone] of [
      ['elder', false],
      ['first', true],
      ['second', true],
    ] as const) {
      await makeStore().save({ values: { fname: 'Ada' }, order })
      await makeStore().forgetOrder(done)
      expect((await drafts.find('mine')) === undefined).toBe(isGone)
    }
    await makeStore().save({ values: { fname: 'Ada' }, order: undefined })
    await makeStore().forgetOrder('first')
    expect(await makeStore().open()).toMatchObject({ values: { fname: 'Ada' } })
  })

  it('keeps the newest of what came in while one was written', async () => {
    const store = makeStore()
    await Promise.all(['A', 'Ad', 'Ada'].map((fname) => store.save({ values: { fname }, order: undefined })))
    expect(await makeStore().open()).toMatchObject({ values: { fname: 'Ada' } })
  })
})

describe('a draft of an older build', () => {
  it('is found as version 194b7de wrote it, and is written with the same fields', async () => {
    const order = {
      key: '4c77f633',
      text: '{"kind":"donation"}',
      receiptId: 1,
      replaces: { receiptId: 2, key: 'b2898308' },
    }
    const written = { values: { amount: '41.5', agreed: true }, order, revision: '601ee111', at: now - 1000 }
    await drafts.save('mine', written)
    const store = makeStore()
    expect(await store.open()).toEqual({ ...written, isInherited: false })
    await store.save({ values: written.values, order })
    expect(await drafts.find('mine')).toEqual({ ...written, revision: 'r1', at: now })
  })

  it('gives what fits the form of today, and the rest begins anew', () => {
    const defaults = { personal: { fname: '', zip: '' }, years: 1, found: null as null | { proof: string } }
    expect(
      mergeValues(defaults, { personal: { fname: 'Ada', fax: '1' }, years: '2', found: { proof: 'p' } }),
    ).toEqual({ personal: { fname: 'Ada', zip: '' }, years: 1, found: { proof: 'p' } })
    expect(mergeValues(defaults, undefined)).toEqual(defaults)
  })
})
