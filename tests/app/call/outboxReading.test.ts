// What a tab shows of the outbox is what the device has, though it reads only what it was told of.
import { afterEach, expect, test, vi } from 'vitest'
import { createOutboxReading, type OutboxReading } from '../../../src/app/call/outboxReading.ts'
import { createOutbox } from '../../../src/offline/outbox.ts'
import { createOutboxDatabase, type OutboxSpan } from '../../../src/offline/outboxDatabase.ts'
import { createPhone, makeReceipt, makeSheet, noon } from '../../offline/phone.ts'

interface Tab {
  outbox: ReturnType<typeof createOutbox>
  reading: OutboxReading
  isSeen: boolean
  /** How often it has read all, or a part. */
  reads: (OutboxSpan | 'all')[]
  isShown(): Promise<void>
}

/** Tabs of one phone. `isHeard` says whether a message arrives. */
function openTabs(count: number, isHeard: () => boolean = () => true): Tab[] {
  const { name } = createPhone()
  const tabs: Tab[] = Array.from({ length: count }, (_, own) => {
    const database = createOutboxDatabase({ name })
    const outbox = createOutbox(database, {
      newKey: () => crypto.randomUUID(),
      deviceNow: () => noon,
      hash: async (text) => text,
      announce(part) {
        for (const [at, tab] of tabs.entries()) {
          if (at === own || isHeard()) tab.reading.noteChange(part, at === own)
        }
      },
    })
    const reads: Tab['reads'] = []
    const tab: Tab = {
      outbox,
      reads,
      isSeen: true,
      reading: createOutboxReading({
        outbox: {
          list(part) {
            reads.push(part ?? 'all')
            return outbox.list(part)
          },
        },
        grants: { list: async () => [] },
        isSeen: () => tab.isSeen,
        keepTrying: () => () => undefined,
        onRead() {},
      }),
      async isShown() {
        await expect.poll(async () => tab.reading.getState().entries).toEqual(await outbox.list())
      },
    }
    return tab
  })
  return tabs
}

async function openRead(count: number, isHeard?: () => boolean): Promise<[Tab, Tab]> {
  const tabs = openTabs(count, isHeard)
  for (const { reading } of tabs) await reading.readAgain()
  return tabs as [Tab, Tab]
}

afterEach(() => void vi.restoreAllMocks())

test('each tab shows what any of them saves, sends, settles, takes back and puts away, and reads only that', async () => {
  const [one, other] = await openRead(2)
  const sheets = Array.from({ length: 30 }, (_, at) => makeSheet(String(at), { key: `sheet-${at}` }))
  for (const sheet of sheets) await one.outbox.put(sheet)
  await one.isShown()
  await other.isShown()
  for (const { reads } of [one, other]) reads.splice(0)

  const keys = sheets.slice(10, 20).map(({ key }) => key)
  await one.outbox.markSending(keys, noon)
  await one.outbox.settle([
    ...keys
      .slice(0, 9)
      .map((key) => ({ kind: 'accepted' as const, key, receipt: makeReceipt(key), at: noon })),
    { kind: 'refused', key: 'sheet-19', fault: { code: 'judging-ended', message: '' }, at: noon },
  ])
  await one.isShown()
  await other.isShown()
  for (const { reads } of [one, other]) expect(reads).not.toContain('all')
  expect(one.reads.slice(0, 1)).toEqual([{ from: 11, to: 20 }])

  expect(await other.outbox.takeBack('sheet-4')).toBe(true)
  await other.outbox.dismiss('sheet-19')
  await other.outbox.put(makeSheet('99'))
  await one.isShown()
  await other.isShown()
  expect(one.reading.getState().entries).toHaveLength(29)
})

test('a tab that did not hear of a sheet shows it when it comes to the front, or when something is done in it', async () => {
  let isHeard = true
  const [one, other] = await openRead(2, () => isHeard)
  const sheets = ['1', '2', '3'].map((car) => makeSheet(car))
  const saveUnheard = async (at: number) => {
    isHeard = false
    await one.outbox.put(sheets[at] as (typeof sheets)[number])
    isHeard = true
  }
  await one.outbox.put(sheets[0] as (typeof sheets)[number])
  await other.isShown()
  await saveUnheard(1)
  await one.outbox.markSending([sheets[0]?.key ?? ''], noon)
  await expect.poll(() => other.reading.getState().entries?.map(({ state }) => state)).toEqual(['sending'])
  await other.reading.readAgain()
  await other.isShown()

  await saveUnheard(2)
  await other.outbox.put(makeSheet('4'))
  await other.isShown()
  expect(other.reading.getState().entries).toHaveLength(4)
})

test('a tab that nobody sees reads nothing, and shows the truth when it is seen again', async () => {
  const [one, hidden] = await openRead(2)
  hidden.isSeen = false
  hidden.reads.splice(0)
  for (const car of ['1', '2', '3']) await one.outbox.put(makeSheet(car))
  await one.isShown()
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(hidden.reads).toEqual([])
  hidden.isSeen = true
  await hidden.reading.readAgain()
  await hidden.isShown()
})

test('what could not be read is read whole the next time, and said until then', async () => {
  const [one] = await openRead(1)
  await one.outbox.put(makeSheet('1'))
  await one.isShown()
  const failing = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('', 'DataError')
  })
  one.reading.noteChange({ from: 1, to: 1 }, true)
  await expect.poll(() => one.reading.getState().isUnreadable).toBe(true)
  failing.mockRestore()
  await one.outbox.put(makeSheet('2'))
  await one.isShown()
  expect(one.reading.getState().isUnreadable).toBe(false)
  expect(one.reads.at(-1)).toBe('all')
})
