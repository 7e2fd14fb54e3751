// Tickets and cars on the device: whose they are, what a sign-out takes along, and how long they stay.
import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { afterEach, expect, test } from 'vitest'
import type { EventPasses } from '../../src/domain/shapes/pass.ts'
import { Passes, type SavedOrder } from '../../src/offline/passes/passes.ts'

const open: Passes[] = []
function openPasses(name: string): Passes {
  const passes = new Passes(name)
  open.push(passes)
  return passes
}

const now = Date.parse('2026-06-13T12:00:00Z')

function toEvent(id: number, codes: readonly string[], endDate = '2026-06-14'): EventPasses {
  return {
    event: {
      id,
      name: `Show ${id}`,
      startDate: endDate,
      endDate,
      gateTime: '07:00',
      place: 'Field',
      timeZone: 'America/New_York',
    },
    passes: codes.map((code) => ({ kind: 'ticket', code, label: 'Day pass' })),
  }
}
function toOrder(orderKey: string, codes: readonly string[], endDate?: string): SavedOrder {
  return { ...toEvent(1, codes, endDate), orderKey, receiptId: 1001, savedAt: now }
}

const visitor = { club: 'harbor', memberId: 0 }
const ada = { club: 'harbor', memberId: 5 }
const moe = { club: 'harbor', memberId: 6 }

async function listCodes(passes: Passes, reader: { club: string; memberId: number }): Promise<string[]> {
  const { saved } = await passes.read(reader)
  return saved.flatMap((one) => one.passes.map(({ code }) => code)).sort()
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((passes) => passes.close()))
})

test("a visitor's order is everybody's who holds the device, and found by its link", async () => {
  const passes = openPasses('visitors')
  await passes.saveOrder(visitor, toOrder('key-1', ['A', 'B']))
  for (const reader of [visitor, ada]) expect(await listCodes(passes, reader)).toEqual(['A', 'B'])
  expect(await listCodes(passes, { club: 'mesa', memberId: 0 })).toEqual([])
  expect(await passes.findOrder(visitor, 'key-1')).toMatchObject({ receiptId: 1001 })
  expect(await passes.findOrder(visitor, 'key-2')).toBeUndefined()
  // shown again, it replaces itself
  await passes.saveOrder(visitor, toOrder('key-1', ['B']))
  expect(await listCodes(passes, visitor)).toEqual(['B'])
  const [only] = (await passes.read(visitor)).saved
  await passes.remove([only?.key ?? ''])
  expect(await listCodes(passes, visitor)).toEqual([])
  // an answer that was on its way brings nothing back
  await passes.saveOrder(visitor, toOrder('key-1', ['B']), 'renew')
  expect(await listCodes(passes, visitor)).toEqual([])
})

test("a member's are theirs alone, and replaced by what the club says next", async () => {
  const passes = openPasses('members')
  expect(await passes.read(ada)).toEqual({ saved: [], checkedAt: undefined })
  await passes.saveMember(ada, [toEvent(1, ['A']), toEvent(2, ['B'])], now)
  await passes.saveMember(moe, [toEvent(1, ['M'])], now)
  await passes.saveOrder(ada, toOrder('key-1', ['C']))
  expect(await listCodes(passes, ada)).toEqual(['A', 'B', 'C'])
  expect(await listCodes(passes, moe)).toEqual(['M'])
  expect(await listCodes(passes, visitor)).toEqual([])
  await passes.saveMember(ada, [toEvent(2, ['B2'])], now + 1)
  expect(await listCodes(passes, ada)).toEqual(['B2', 'C'])
  expect((await passes.read(ada)).checkedAt).toBe(now + 1)
})

test('a sign-out takes them along, unless the member leaves them on the device', async () => {
  const passes = openPasses('signOut')
  await passes.saveMember(ada, [toEvent(1, ['A'])], now)
  await passes.saveMember(moe, [toEvent(1, ['M'])], now)
  await passes.saveOrder(visitor, toOrder('key-1', ['V']))
  const taken = await passes.takeOut(ada)
  expect(taken.flatMap((one) => one.passes.map(({ code }) => code))).toEqual(['A'])
  expect(await listCodes(passes, ada)).toEqual(['V'])
  expect((await passes.read(ada)).checkedAt).toBeUndefined()
  await passes.keepForAll(taken)
  expect(await listCodes(passes, visitor)).toEqual(['A', 'V'])
  expect(await listCodes(passes, moe)).toEqual(['A', 'M', 'V'])
  // signed in and out again, also what was left before goes, once and not twice
  await passes.saveMember(ada, [toEvent(1, ['A'])], now)
  const again = await passes.takeOut(ada)
  expect(await listCodes(passes, visitor)).toEqual(['V'])
  await passes.keepForAll(again)
  expect(await listCodes(passes, visitor)).toEqual(['A', 'V'])
})

test('they stay until sixty days after the event, where it took place', async () => {
  const passes = openPasses('sixtyDays')
  await passes.saveOrder(visitor, toOrder('key-1', ['A'], '2026-04-14'))
  await passes.saveOrder(visitor, toOrder('key-2', ['B'], '2026-04-13'))
  await passes.forgetOver(now)
  expect(await listCodes(passes, visitor)).toEqual(['A'])
  await passes.forgetOver(Date.parse('2026-06-14T03:59:00Z'))
  expect(await listCodes(passes, visitor)).toEqual(['A'])
  await passes.forgetOver(Date.parse('2026-06-14T04:01:00Z'))
  expect(await listCodes(passes, visitor)).toEqual([])
})

test('a database that another build has raised opens with all that is in it', async () => {
  const before = openPasses('builds')
  await before.saveOrder(visitor, toOrder('key-1', ['A']))
  await before.close()
  const newer = await openDB('builds', 40, {
    upgrade: (database) => void database.createObjectStore('whatComesNext'),
  })
  newer.close()
  expect(await listCodes(openPasses('builds'), visitor)).toEqual(['A'])
})

test('who reads is told of each change', async () => {
  const [mine, other] = [openPasses('told'), openPasses('told')]
  const heard: number[] = []
  const following = mine.follow(
    visitor,
    ({ saved }) => heard.push(saved.length),
    (error) => expect.fail(String(error)),
  )
  await expect.poll(() => heard).toEqual([0])
  await other.saveOrder(visitor, toOrder('key-1', ['A']))
  await expect.poll(() => heard.at(-1)).toBe(1)
  const [only] = (await other.read(visitor)).saved
  await other.remove([only?.key ?? ''])
  await expect.poll(() => heard.at(-1)).toBe(0)
  following.unsubscribe()
})
