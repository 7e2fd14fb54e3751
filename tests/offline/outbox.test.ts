// Saved means saved: an entry stays in the outbox until the server has it.
import { openDB } from 'idb'
import { expect, test, vi } from 'vitest'
import { toPurchasePrefix } from '../../src/offline/drafts.ts'
import { NotSaved, openTimeLimitMs } from '../../src/offline/notSaved.ts'
import { isUnsent, tombstoneDays } from '../../src/offline/outbox.ts'
import { createOutboxDatabase, type OutboxDatabase } from '../../src/offline/outboxDatabase.ts'
import { isPending, isSettled } from '../../src/offline/outboxRecords.ts'
import { createPhone, makeBallot, makeGrant, makeReceipt, makeSheet, noon } from './phone.ts'

const dayMs = 24 * 60 * 60 * 1000

test('a connection that the browser closes twice says that storage does not answer, not that there is none', async () => {
  const phone = createPhone()
  await phone.outbox.list()
  const closing = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('', 'InvalidStateError')
  })
  try {
    await expect(phone.outbox.put(makeSheet('118'))).rejects.toMatchObject({ reason: 'no-answer' })
  } finally {
    closing.mockRestore()
  }
})

test('what a person is told is saved, dismissed or taken back is written through before they are told', async () => {
  const { outbox, grants } = createPhone()
  await outbox.list()
  const opening = vi.spyOn(IDBDatabase.prototype, 'transaction')
  const listWrites = () =>
    opening.mock.calls
      .splice(0)
      .filter(([, mode]) => mode === 'readwrite')
      .map(([, , options]) => options?.durability)
  try {
    const [sheet, ballot] = [makeSheet('118'), makeBallot('voter-1')]
    for (const act of [
      () => grants.save(makeGrant('41')),
      () => outbox.put(sheet),
      () => outbox.put(ballot),
      () => outbox.takeBack(ballot.key, { id: 'ballot', value: {} }),
      () => outbox.dismiss(sheet.key),
      () => grants.forget(makeGrant('41')),
    ]) {
      await act()
      expect(listWrites(), act.toString()).toEqual(['strict'])
    }
  } finally {
    opening.mockRestore()
  }
})

test('an entry and its draft change places in one step, and outlive the page', async () => {
  const phone = createPhone()
  await phone.drafts.save('sheet/harrow/7/41/1/118', { scores: { 1: 7 } })
  expect(await phone.drafts.find('sheet/harrow/7/41/1/118')).toEqual({ scores: { 1: 7 } })
  const sheet = makeSheet('118')
  const saved = await phone.outbox.put(sheet, 'sheet/harrow/7/41/1/118')
  expect(saved).toMatchObject({ key: sheet.key, state: 'waiting', attempts: 0, schema: 1, savedAt: noon })
  await phone.database.close()

  const later = createPhone({ name: phone.name })
  expect(await later.outbox.list()).toEqual([saved])
  expect(await later.outbox.find(sheet.key)).toEqual(saved)
  expect(await later.drafts.find('sheet/harrow/7/41/1/118')).toBeUndefined()
})

test('what has not left the phone can be taken back as a draft, and what may have left cannot', async () => {
  const phone = createPhone()
  const { outbox, drafts } = phone
  const [unsent, sent, inTheAir] = [makeBallot('voter-1'), makeBallot('voter-2'), makeBallot('voter-3')]
  for (const ballot of [unsent, sent, inTheAir]) await outbox.put(ballot)
  const retry = (key: string, neverLeft: boolean) =>
    ({
      kind: 'retry',
      key,
      fault: { code: 'unreachable', message: '' },
      nextAt: 0,
      isSuspect: false,
      neverLeft,
    }) as const
  const isFree = async (key: string) => {
    const entry = await outbox.find(key)
    return entry !== undefined && isUnsent(entry)
  }
  // tried without a network, and the phone was killed while another ballot was tried the same way
  await outbox.markSending([unsent.key], noon, { hasNoNetwork: true })
  expect(await isFree(unsent.key)).toBe(false)
  await outbox.settle([retry(unsent.key, true)])
  await outbox.markSending([inTheAir.key], noon, { hasNoNetwork: true })
  await outbox.recover(() => true)
  // tried with a network once, and without one afterwards
  await outbox.markSending([sent.key], noon)
  await outbox.settle([retry(sent.key, false)])
  await outbox.markSending([sent.key], noon, { hasNoNetwork: true })
  await outbox.settle([retry(sent.key, true)])

  const draft = (voter: string) => ({ id: `ballot/harrow/7/${voter}`, value: { choices: voter } })
  expect(await outbox.takeBack(sent.key, draft('voter-2'))).toBe(false)
  expect(await outbox.takeBack(inTheAir.key, draft('voter-3'))).toBe(false)
  expect(await drafts.find('ballot/harrow/7/voter-2')).toBeUndefined()
  expect(await outbox.takeBack(unsent.key, draft('voter-1'))).toBe(true)
  expect(await drafts.find('ballot/harrow/7/voter-1')).toEqual({ choices: 'voter-1' })
  expect((await outbox.list()).map(({ key }) => key)).toEqual([sent.key, inTheAir.key])
  // the sender that had chosen it meanwhile finds nothing to send
  expect(await outbox.markSending([unsent.key], noon)).toEqual([])
})

test('a double tap is one entry, also when the second tap comes a moment later', async () => {
  const { outbox } = createPhone()
  const sheet = makeSheet('118')
  const [first, second] = await Promise.all([outbox.put(sheet), outbox.put(sheet)])
  const later = { ...sheet, input: { ...sheet.input, madeAt: new Date(noon + 900).toISOString() } }
  expect(second).toEqual(first)
  expect(await outbox.put(later)).toEqual(first)
  expect(await outbox.list()).toHaveLength(1)
})

test('a double tap after the delivery is still one entry, although names are wiped by then', async () => {
  const { outbox } = createPhone()
  const ballot = makeBallot('voter-1')
  await outbox.put(ballot)
  await outbox.settle([{ kind: 'accepted', key: ballot.key, receipt: makeReceipt(ballot.key), at: noon }])
  expect((await outbox.put(ballot)).state).toBe('accepted')
  expect(await outbox.list()).toHaveLength(1)
})

test('other scores under the same key are another entry: neither is lost', async () => {
  const { outbox } = createPhone()
  const sheet = makeSheet('118', { score: 7 })
  await outbox.put(sheet)
  const changed = await outbox.put(makeSheet('118', { score: 9, key: sheet.key, sequence: 2 }))
  expect(changed.key).not.toBe(sheet.key)
  expect((await outbox.list()).map(({ input }) => 'scores' in input && input.scores[0]?.score)).toEqual([
    7, 9,
  ])
})

/** The same database, but its transactions fail so many times. */
function createFailing(phoneDatabase: OutboxDatabase, error: Error, times: number): OutboxDatabase {
  let left = times
  return {
    ...phoneDatabase,
    write: (stores, durability, body) =>
      phoneDatabase.write(stores, durability, async (tx) => {
        const result = await body(tx)
        if (left > 0) {
          left -= 1
          throw error
        }
        return result
      }),
  }
}

test('of two changes to a draft the later one stays, also when the earlier one is written after it', async () => {
  const phone = createPhone()
  const late: (() => void)[] = []
  let isFirst = true
  const { drafts } = createPhone({
    name: phone.name,
    database: {
      ...phone.database,
      // the first run finds its connection closed and runs again over a new one
      async write(stores, durability, body) {
        if (isFirst) {
          isFirst = false
          await new Promise<void>((go) => late.push(go))
        }
        return phone.database.write(stores, durability, body)
      },
    },
  })
  const first = drafts.save('d', 'Chrome')
  await drafts.change([
    { id: 'd', value: 'Chrome pitted' },
    { id: 'e', value: 'another car' },
  ])
  for (const go of late) go()
  await first
  expect(await phone.drafts.find('d')).toBe('Chrome pitted')
  expect(await phone.drafts.find('e')).toBe('another car')
  await drafts.change([{ id: 'e', value: undefined }])
  expect(await phone.drafts.find('e')).toBeUndefined()
})

test('a full phone says so, keeps the draft, stores nothing, and saves when there is room again', async () => {
  const phone = createPhone()
  await phone.drafts.save('d', 'half a sheet')
  const full = new DOMException('full', 'QuotaExceededError')
  const { outbox } = createPhone({ name: phone.name, database: createFailing(phone.database, full, 1) })
  const sheet = makeSheet('118')
  const error = await outbox.put(sheet, 'd').catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(NotSaved)
  expect(error).toMatchObject({ reason: 'no-room' })
  expect(await phone.outbox.list()).toEqual([])
  expect(await phone.drafts.find('d')).toBe('half a sheet')
  await outbox.put(sheet, 'd')
  expect(await phone.outbox.list()).toHaveLength(1)
  expect(await phone.drafts.find('d')).toBeUndefined()
})

test('a browser without storage says not saved', async () => {
  const before = globalThis.indexedDB
  Object.defineProperty(globalThis, 'indexedDB', { value: undefined, configurable: true, writable: true })
  try {
    const { outbox } = createPhone()
    await expect(outbox.put(makeSheet('118'))).rejects.toMatchObject({
      name: 'NotSaved',
      reason: 'no-storage',
    })
  } finally {
    Object.defineProperty(globalThis, 'indexedDB', { value: before, configurable: true, writable: true })
  }
})

test('a connection that the browser closed is opened again and the entry saved', async () => {
  const phone = createPhone()
  await phone.outbox.put(makeSheet('1'))
  // what a browser may do to a page's connection
  const opened: IDBDatabase[] = []
  const { transaction } = IDBDatabase.prototype
  let closed = 0
  IDBDatabase.prototype.transaction = function (...args: Parameters<typeof transaction>) {
    if (closed === 0) {
      closed += 1
      this.close()
    }
    opened.push(this)
    return transaction.apply(this, args)
  }
  try {
    await phone.outbox.put(makeSheet('2'))
  } finally {
    IDBDatabase.prototype.transaction = transaction
  }
  expect(closed).toBe(1)
  expect(new Set(opened).size).toBe(2)
  expect(await phone.outbox.list()).toHaveLength(2)
})

test('a transaction that was aborted under a lost connection is run once more', async () => {
  const phone = createPhone()
  let runs = 0
  await phone.database.write(['drafts'], 'strict', async (tx) => {
    runs += 1
    await tx.objectStore('drafts').put({ id: 'd', value: runs, keptAt: 0 })
    if (runs === 1) tx.abort()
    return 'done'
  })
  expect(runs).toBe(2)
  expect(await phone.drafts.find('d')).toBe(2)
})

test('what a member began to buy leaves the device with them, and nothing of anybody else does', async () => {
  const phone = createPhone()
  const [his, visitors] = [toPurchasePrefix('harrow', 7), toPurchasePrefix('harrow', 0)]
  for (const id of [`${his}renew`, `${his}join/3`, `${visitors}renew`, 'sheet/harrow/7/41/1/118']) {
    await phone.drafts.save(id, id)
  }
  await phone.drafts.forgetAll(his)
  expect(await phone.drafts.find(`${his}renew`)).toBeUndefined()
  expect(await phone.drafts.find(`${his}join/3`)).toBeUndefined()
  expect(await phone.drafts.find(`${visitors}renew`)).toBeDefined()
  expect(await phone.drafts.find('sheet/harrow/7/41/1/118')).toBeDefined()
})

test('the order of making holds when the clock is set back', async () => {
  const phone = createPhone()
  for (const car of ['1', '2', '3']) {
    await phone.outbox.put(makeSheet(car))
    phone.time.now -= 26 * 60 * 60 * 1000
  }
  expect((await phone.outbox.list()).map(({ about }) => about?.number)).toEqual(['1', '2', '3'])
})

test('a delivered ballot leaves a tombstone without name and e-mail address', async () => {
  const { outbox } = createPhone()
  const ballot = makeBallot('voter-1')
  await outbox.put(ballot)
  const receipt = makeReceipt(ballot.key)
  await outbox.settle([{ kind: 'accepted', key: ballot.key, receipt, at: noon + 5 }])
  const stone = await outbox.find(ballot.key)
  expect(stone).toMatchObject({ state: 'accepted', receipt, settledAt: noon + 5 })
  expect(stone?.input).toEqual({ voterId: 'voter-1', votes: ['101', '202'] })
})

test("tombstones go after 30 days of the server's clock, and nothing else ever does", async () => {
  const { outbox } = createPhone()
  const old = makeSheet('1')
  const young = makeSheet('2')
  const refused = makeSheet('3')
  const dismissed = makeSheet('4')
  const waiting = makeSheet('5')
  for (const sheet of [old, young, refused, dismissed, waiting]) await outbox.put(sheet)
  const fault = { code: 'judging-ended', message: '' }
  await outbox.settle([
    {
      kind: 'accepted',
      key: old.key,
      receipt: makeReceipt(old.key, 'accepted', noon - 31 * dayMs),
      at: noon,
    },
    { kind: 'accepted', key: young.key, receipt: makeReceipt(young.key), at: noon },
    {
      kind: 'refused',
      key: refused.key,
      fault,
      receipt: makeReceipt(refused.key, 'refused', noon - 90 * dayMs),
      at: noon,
    },
    {
      kind: 'refused',
      key: dismissed.key,
      fault,
      receipt: makeReceipt(dismissed.key, 'refused', noon - 90 * dayMs),
      at: noon,
    },
  ])
  await outbox.dismiss(dismissed.key)
  expect(await outbox.listDismissed()).toMatchObject([{ key: dismissed.key, fault }])
  await outbox.sweep(noon)
  expect(await outbox.listDismissed()).toEqual([])
  expect((await outbox.list()).map(({ key }) => key)).toEqual([young.key, refused.key, waiting.key])
  expect(await outbox.find(dismissed.key)).toBeUndefined()
  await outbox.sweep(noon + (tombstoneDays - 1) * dayMs)
  expect(await outbox.find(young.key)).toBeDefined()
  await outbox.sweep(noon + 10_000 * dayMs)
  expect((await outbox.list()).map(({ key }) => key)).toEqual([refused.key, waiting.key])
})

test('only a refused entry can be put away, and a correction does so by itself', async () => {
  const { outbox } = createPhone()
  const waiting = makeSheet('1')
  const refused = makeSheet('2')
  await outbox.put(waiting)
  await outbox.put(refused)
  await outbox.dismiss(waiting.key)
  expect((await outbox.find(waiting.key))?.dismissedAt).toBeUndefined()
  const fault = { code: 'bad-scores', message: '' }
  await outbox.settle([{ kind: 'refused', key: refused.key, fault, at: noon }])
  expect((await outbox.list()).filter(isPending)).toHaveLength(2)
  const corrected = { ...makeSheet('2', { score: 5, sequence: 2 }), replaces: refused.key }
  await outbox.put(corrected)
  expect((await outbox.list()).map(({ key }) => key)).toEqual([waiting.key, corrected.key])
})

test('what is settled stays settled, whatever a slower sender still learns', async () => {
  const { outbox } = createPhone()
  const sheet = makeSheet('1')
  await outbox.put(sheet)
  await outbox.settle([{ kind: 'accepted', key: sheet.key, receipt: makeReceipt(sheet.key), at: noon }])
  await outbox.settle([
    {
      kind: 'retry',
      key: sheet.key,
      fault: { code: 'unreachable', message: '' },
      nextAt: 0,
      isSuspect: false,
    },
  ])
  await outbox.recover(() => true)
  expect(await outbox.markSending([sheet.key], noon)).toEqual([])
  expect((await outbox.find(sheet.key))?.state).toBe('accepted')
})

test('an older build opens a newer database, sends its entries and keeps the fields that it does not know', async () => {
  const name = 'from-a-newer-build'
  const newer = await openDB(name, 7, {
    upgrade(database) {
      database.createObjectStore('entries', { keyPath: 'key' }).createIndex('order', 'order')
      database.createObjectStore('drafts', { keyPath: 'id' })
      database.createObjectStore('grants', { keyPath: 'id' })
      database.createObjectStore('attachments')
    },
  })
  const made = {
    ...makeSheet('118'),
    schema: 3,
    state: 'paused',
    order: 4,
    attempts: 0,
    nextAt: 0,
    colour: 'red',
  }
  await newer.put('entries', made)
  await newer.put('attachments', 'picture', 1)
  newer.close()

  const phone = createPhone({ name })
  const [entry] = await phone.outbox.list()
  expect(entry !== undefined && isSettled(entry)).toBe(false)
  await phone.outbox.markSending([made.key], noon)
  await phone.outbox.settle([{ kind: 'accepted', key: made.key, receipt: makeReceipt(made.key), at: noon }])
  expect(await phone.outbox.find(made.key)).toMatchObject({ state: 'accepted', colour: 'red', schema: 3 })
  await phone.outbox.put(makeSheet('119'))
  await phone.database.close()

  const again = await openDB(name)
  expect(again.version).toBe(7)
  expect(await again.get('attachments', 1)).toBe('picture')
  again.close()
})

test('a newer build adds the stores that are missing, while another tab has the database open', async () => {
  const name = 'from-an-older-build'
  const older = await openDB(name, 4, {
    upgrade: (database) =>
      void database.createObjectStore('entries', { keyPath: 'key' }).createIndex('order', 'order'),
  })
  await older.put('entries', { ...makeSheet('118'), state: 'waiting', order: 1 })
  older.addEventListener('versionchange', () => older.close())

  const tabs = [createPhone({ name }), createPhone({ name }), createPhone({ name })]
  await Promise.all(tabs.map(({ grants }, tab) => grants.save(makeGrant(String(tab)))))
  for (const { outbox, grants } of tabs) {
    expect(await outbox.list()).toHaveLength(1)
    expect(await grants.list()).toHaveLength(3)
  }
})

test('a tab steps aside when another one has to add a store, and goes on afterwards', async () => {
  const phone = createPhone()
  await phone.outbox.put(makeSheet('1'))
  const newer = await openDB(phone.name, 9, {
    upgrade: (database) => void database.createObjectStore('attachments'),
  })
  await phone.outbox.put(makeSheet('2'))
  expect(await phone.outbox.list()).toHaveLength(2)
  newer.close()
})

test('a browser that never answers the opening is not waited for without end', async () => {
  const open = IDBFactory.prototype.open
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  IDBFactory.prototype.open = () =>
    Object.create(IDBOpenDBRequest.prototype, {
      addEventListener: { value() {} },
      removeEventListener: { value() {} },
    })
  const { outbox } = createPhone()
  try {
    const saving = outbox.put(makeSheet('1')).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(openTimeLimitMs)
    expect(await saving).toMatchObject({ name: 'NotSaved', reason: 'no-answer' })
  } finally {
    IDBFactory.prototype.open = open
    vi.useRealTimers()
  }
  await outbox.put(makeSheet('1'))
  expect(await outbox.list()).toHaveLength(1)
})

/** From now on as many transactions never report their end. */
function stallTransactions(count: number): () => void {
  const { transaction } = IDBDatabase.prototype
  let left = count
  IDBDatabase.prototype.transaction = function (...args) {
    const tx = transaction.apply(this, args)
    if (left > 0) {
      left -= 1
      tx.addEventListener('complete', (event) => event.stopImmediatePropagation(), { capture: true })
      tx.addEventListener('abort', (event) => event.stopImmediatePropagation(), { capture: true })
    }
    return tx
  }
  return () => {
    IDBDatabase.prototype.transaction = transaction
  }
}

/** Lets a timer ring whenever the database has had its turn. */
async function passTime<T>(waited: Promise<T>): Promise<T> {
  let isOver = false
  const end = () => {
    isOver = true
  }
  waited.then(end, end)
  while (!isOver) {
    await vi.advanceTimersByTimeAsync(100)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return waited
}

test.each([
  [1, 'is tried once more over a new connection', { state: 'waiting' }],
  [2, 'ends in "not saved" when that does not help', { name: 'NotSaved', reason: 'no-answer' }],
])('a transaction that never ends (%i times) %s', async (count, _, expected) => {
  const phone = createPhone()
  await phone.outbox.list()
  const mend = stallTransactions(count)
  const sheet = makeSheet('1')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const saving = phone.outbox.put(sheet).catch((error: unknown) => error)
    expect(await passTime(saving)).toMatchObject(expected)
  } finally {
    vi.useRealTimers()
    mend()
  }
  await phone.outbox.put(sheet)
  expect(await phone.outbox.list()).toHaveLength(1)
})

/** The next writes find no room. */
function fillDisk(writes: number): () => number {
  const { add } = IDBObjectStore.prototype
  let refused = 0
  IDBObjectStore.prototype.add = function (...args) {
    if (refused >= writes) {
      IDBObjectStore.prototype.add = add
      return add.apply(this, args)
    }
    refused += 1
    throw new DOMException('full', 'QuotaExceededError')
  }
  return () => refused
}

test('when there is no room, pictures give way, and the sheet is saved as soon as the browser notices', async () => {
  const name = 'a phone full of pictures'
  let pictures = 3
  const makeRoom = async () => {
    const hadSome = pictures > 0
    pictures = 0
    return hadSome
  }
  const phone = createPhone({ name, database: createOutboxDatabase({ name, makeRoom }) })
  await phone.drafts.save('d', 'half a sheet')
  const countRefused = fillDisk(3)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const saving = phone.outbox.put(makeSheet('118'), 'd')
    expect(await passTime(saving)).toMatchObject({ state: 'waiting' })
  } finally {
    vi.useRealTimers()
  }
  expect({ pictures, refused: countRefused() }).toEqual({ pictures: 0, refused: 3 })
  expect(await phone.drafts.find('d')).toBeUndefined()

  // on a phone without pictures it is said at once
  const other = createPhone()
  fillDisk(1)
  await expect(other.outbox.put(makeSheet('119'))).rejects.toMatchObject({ reason: 'no-room' })
})

test('one sheet that two tabs submit is one entry, whatever sequence the second tab gives it', async () => {
  const phone = createPhone()
  const sheet = { ...makeSheet('118'), onlyIfChanged: true }
  const first = await phone.outbox.put(sheet)
  const again = (sequence: number, score = 7) => ({
    ...sheet,
    key: crypto.randomUUID(),
    sequence,
    input: { ...makeSheet('118', { sequence, score }).input, madeAt: new Date(noon + 1000).toISOString() },
  })
  // the same record in both tabs, and the same values entered in both
  expect((await phone.outbox.put({ ...again(2), key: sheet.key })).key).toBe(first.key)
  await phone.drafts.save('sheet/harrow/7/41/1/other', { scores: { 1: 7 } })
  expect((await phone.outbox.put(again(2), 'sheet/harrow/7/41/1/other')).key).toBe(first.key)
  expect(await phone.drafts.find('sheet/harrow/7/41/1/other')).toBeUndefined()
  await phone.outbox.settle([{ kind: 'accepted', key: first.key, receipt: makeReceipt(first.key), at: noon }])
  expect((await phone.outbox.put(again(2))).key).toBe(first.key)
  expect(await phone.outbox.list()).toHaveLength(1)

  // other values correct it, and so does going back to the first ones
  expect((await phone.outbox.put(again(2, 8))).key).not.toBe(first.key)
  expect((await phone.outbox.put(again(3))).key).not.toBe(first.key)
  // another phone's sheet stands between: the same values count again
  await phone.outbox.put(again(9))
  expect(await phone.outbox.list()).toHaveLength(4)
  // another judge's equal sheet is theirs
  await phone.outbox.put({ ...makeSheet('118', { judge: '42' }), onlyIfChanged: true })
  expect(await phone.outbox.list()).toHaveLength(5)
})

test('a refused sheet may be sent again as it is', async () => {
  const phone = createPhone()
  const first = await phone.outbox.put(makeSheet('118'))
  const receipt = makeReceipt(first.key, 'refused')
  const fault = { code: 'car-not-found', message: '' }
  await phone.outbox.settle([{ kind: 'refused', key: first.key, fault, receipt, at: noon }])
  const again = await phone.outbox.put({
    ...makeSheet('118', { sequence: 2 }),
    replaces: first.key,
    onlyIfChanged: true,
  })
  expect(again.key).not.toBe(first.key)
  expect(again.state).toBe('waiting')
})
