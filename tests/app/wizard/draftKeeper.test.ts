// Half-filled flows: kept, found again, shared by tabs, taken along at sign-in, and gone after a day.
import { beforeEach, describe, expect, it } from 'vitest'
import { createDraftKeeper, draftLifeMs, mergeValues } from '../../../src/app/wizard/draftKeeper.ts'
import type { Drafts } from '../../../src/offline/drafts.ts'
import { createPhone } from '../../offline/phone.ts'

let drafts: Drafts
let now: number
let count: number

function makeKeeper(id = 'mine', inherits?: string) {
  return createDraftKeeper({
    drafts,
    id,
    inherits,
    deviceNow: () => now,
    newRevision: () => `r${++count}`,
  })
}

beforeEach(() => {
  drafts = createPhone().drafts
  now = Date.parse('2026-06-12T16:00:00Z')
  count = 0
})

describe('a draft', () => {
  it('is found again by whoever opens the flow later', async () => {
    await makeKeeper().keep({ values: { fname: 'Ada' }, order: undefined })
    expect(await makeKeeper().open()).toMatchObject({ values: { fname: 'Ada' }, isInherited: false })
  })

  it('is gone after a day, whoever uses the device next', async () => {
    await makeKeeper().keep({ values: { fname: 'Ada' }, order: undefined })
    now += draftLifeMs + 1
    expect(await makeKeeper().open()).toBeUndefined()
    expect(await drafts.find('mine')).toBeUndefined()
  })

  it('that a visitor began belongs to the member who signs in, and to nobody else then', async () => {
    await makeKeeper('visitor').keep({ values: { fname: 'Ada' }, order: undefined })
    expect(await makeKeeper('member', 'visitor').open()).toMatchObject({ isInherited: true })
    expect(await drafts.find('visitor')).toBeUndefined()
  })

  it('of the member himself goes before one that was begun as a visitor', async () => {
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
