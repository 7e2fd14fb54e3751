// Every waiting entry is delivered once, in order, as its own principal, in any network and with any tabs.
import { expect, test } from 'vitest'
import { mostBatchEntries } from '../../src/contract/batch.ts'
import { bodyLimits } from '../../src/contract/define.ts'
import { mostInRequest, mostRequestBytes, requestTimeLimitMs } from '../../src/offline/outboxQueue.ts'
import type { OutboxEntry } from '../../src/offline/outboxRecords.ts'
import { findBackOffMs, longestBackOffMs } from '../../src/offline/outboxResults.ts'
import {
  createClubServer,
  createPhone,
  makeBallot,
  makeGrant,
  makeMove,
  makeReceipt,
  makeSheet,
  noon,
  refuse,
  type TestPhone,
  type WireBatch,
} from './phone.ts'

async function createJudgesPhone(judge = '41') {
  const phone = createPhone()
  await phone.grants.save(makeGrant(judge))
  return { phone, server: createClubServer() }
}

async function listStates(phone: TestPhone): Promise<string[]> {
  return (await phone.outbox.list()).map(({ state, about }) => `${about?.number ?? 'ballot'} ${state}`)
}

const unreachable = () => Response.error()

test('the limits of a request are those of the contract', () => {
  expect(mostInRequest).toBe(mostBatchEntries)
  expect(mostRequestBytes).toBeLessThan(bodyLimits.batch)
})

test('what waited goes out in few requests, each entry with its club, key and grant, and counts once', async () => {
  const { phone, server } = await createJudgesPhone()
  for (let car = 1; car <= 120; car++) await phone.outbox.put(makeSheet(String(car)))
  expect(await phone.openSender(server.fetch).flush()).toEqual({ waiting: 0, nextInMs: undefined })
  expect(server.batches.map(({ entries }) => entries.length)).toEqual([50, 50, 20])
  expect(server.batches[0]).toMatchObject({ action: 'submit_batch', tenantUUID: 'harrow-uuid' })
  expect(server.batches[0]?.entries[0]).toMatchObject({
    action: 'submit_judging_form',
    entryId: '1',
    judgeId: '41',
    grant: makeGrant('41').grant,
    sequence: 1,
  })
  expect([...server.effects.values()]).toEqual(Array.from({ length: 120 }, () => 1))
  expect(
    (await phone.outbox.list()).every(
      ({ state, receipt, key }) => state === 'accepted' && receipt?.key === key,
    ),
  ).toBe(true)
})

test("a request stays below the server's limit, however much there is to say", async () => {
  const { phone, server } = await createJudgesPhone()
  for (let car = 1; car <= 6; car++) {
    const sheet = makeSheet(String(car))
    await phone.outbox.put({ ...sheet, input: { ...sheet.input, notes: 'ñ'.repeat(60_000) } })
  }
  await phone.openSender(server.fetch).flush()
  expect(server.batches.map(({ entries }) => entries.length)).toEqual([3, 3])
  expect(Buffer.byteLength(JSON.stringify(server.batches[0]))).toBeLessThan(mostRequestBytes)
})

test('entries of two clubs go out in two requests', async () => {
  const { phone, server } = await createJudgesPhone()
  await phone.outbox.put(makeSheet('1'))
  await phone.outbox.put({ ...makeBallot('v'), club: 'other', tenantId: 'other-uuid' })
  await phone.outbox.put(makeSheet('2'))
  await phone.openSender(server.fetch).flush()
  expect(server.batches.map(({ tenantUUID, entries }) => [tenantUUID, entries.length])).toEqual([
    ['harrow-uuid', 2],
    ['other-uuid', 1],
  ])
})

test('a refused entry is saved with its reason, and the others go on', async () => {
  const { phone, server } = await createJudgesPhone()
  server.check = ({ entryId }) => (entryId === '2' ? refuse('judging-ended') : undefined)
  for (const car of ['1', '2', '3']) await phone.outbox.put(makeSheet(car))
  await phone.openSender(server.fetch).flush()
  expect(await listStates(phone)).toEqual(['1 accepted', '2 refused', '3 accepted'])
  expect((await phone.outbox.list())[1]).toMatchObject({
    fault: { code: 'judging-ended', message: 'no: judging-ended' },
    receipt: { outcome: 'refused' },
    input: { scores: [{ criteriaId: 1, score: 7 }] },
  })
})

test('sheets of one car go out in the order in which they were made, one answered before the next', async () => {
  const { phone, server } = await createJudgesPhone()
  for (const sequence of [1, 2, 3]) await phone.outbox.put(makeSheet('118', { sequence, score: sequence }))
  await phone.outbox.put(makeSheet('119'))
  server.check = ({ entryId, sequence }) =>
    entryId === '118' && sequence === 1 && server.batches.length === 1 ? { code: 'internal' } : undefined
  const sender = phone.openSender(server.fetch)
  await sender.flush()
  expect(await listStates(phone)).toEqual(['118 waiting', '118 waiting', '118 waiting', '119 accepted'])
  phone.time.now += longestBackOffMs
  await sender.flush()
  expect(await listStates(phone)).toEqual(['118 accepted', '118 accepted', '118 accepted', '119 accepted'])
  const sent = server.batches.flatMap(({ entries }) => entries.filter(({ entryId }) => entryId === '118'))
  expect(sent.map(({ sequence }) => sequence)).toEqual([1, 1, 2, 3])
})

test('once the server answers, two requests are on their way at a time, and a car keeps its order', async () => {
  const { phone, server } = await createJudgesPhone()
  for (const sequence of [1, 2]) {
    for (let car = 1; car <= 150; car++) await phone.outbox.put(makeSheet(String(car), { sequence }))
  }
  const onTheirWay = new Set<WireBatch>()
  const atOnce: number[] = []
  let letPass = () => {}
  server.meddle = async (batch, pass) => {
    onTheirWay.add(batch)
    atOnce.push(onTheirWay.size)
    const cars = [...onTheirWay].flatMap(({ entries }) => entries.map(({ entryId }) => entryId))
    expect(new Set(cars).size).toBe(cars.length)
    // the second and the fourth wait for the next one
    if (atOnce.length === 2 || atOnce.length === 4) {
      await new Promise<void>((resolve) => {
        letPass = resolve
      })
    } else letPass()
    onTheirWay.delete(batch)
    return pass()
  }
  await phone.openSender(server.fetch).flush()
  expect(atOnce).toEqual([1, 1, 2, 1, 2, 1])
  expect([...server.effects.values()]).toEqual(Array.from({ length: 300 }, () => 1))
})

test('an entry that makes the server stumble ends up alone and holds up nobody', async () => {
  const { phone, server } = await createJudgesPhone()
  for (let car = 1; car <= 60; car++) await phone.outbox.put(makeSheet(String(car)))
  server.meddle = ({ entries }) =>
    entries.some(({ entryId }) => entryId === '17')
      ? Response.json({ success: false, code: 'internal', errorMessage: '' }, { status: 500 })
      : undefined
  const sender = phone.openSender(server.fetch)
  for (let turn = 0; turn < 6; turn++) {
    await sender.flush()
    phone.time.now += longestBackOffMs
  }
  expect((await listStates(phone)).filter((state) => !state.endsWith('accepted'))).toEqual(['17 waiting'])
  expect([...server.effects.values()].every((times) => times === 1)).toBe(true)

  // in the end a newer sheet of the same car goes first
  await phone.outbox.put(makeSheet('17', { sequence: 2 }))
  server.meddle = ({ entries }) =>
    entries.some(({ entryId, sequence }) => entryId === '17' && sequence === 1)
      ? Response.json({ success: false, code: 'internal', errorMessage: '' }, { status: 500 })
      : undefined
  for (let turn = 0; turn < 4; turn++) {
    await sender.flush()
    phone.time.now += longestBackOffMs
  }
  expect((await phone.outbox.list()).at(-1)?.state).toBe('accepted')
})

test('a server in trouble is asked twice and then left alone', async () => {
  const { phone, server } = await createJudgesPhone()
  let requestCount = 0
  server.meddle = () => {
    requestCount += 1
    return Response.json({ success: false, code: 'internal', errorMessage: '' }, { status: 500 })
  }
  for (let car = 1; car <= 200; car++) await phone.outbox.put(makeSheet(String(car)))
  await phone.openSender(server.fetch).flush()
  expect(requestCount).toBe(2)
})

test('without the server one request is tried, and the wait grows up to a minute', async () => {
  const { phone, server } = await createJudgesPhone()
  let requestCount = 0
  server.meddle = () => {
    requestCount += 1
    return Promise.reject(new TypeError('Failed to fetch'))
  }
  for (let car = 1; car <= 60; car++) await phone.outbox.put(makeSheet(String(car)))
  const sender = phone.openSender(server.fetch)
  expect((await sender.flush()).waiting).toBe(60)
  expect(requestCount).toBe(1)
  const alone = await createJudgesPhone()
  await alone.phone.outbox.put(makeSheet('1'))
  const lonely = alone.phone.openSender(server.fetch)
  const waits: (number | undefined)[] = []
  for (let turn = 0; turn < 9; turn++) {
    const { nextInMs } = await lonely.flush()
    waits.push(nextInMs)
    alone.phone.time.now += nextInMs ?? 0
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60].map((seconds) => seconds * 1000))
})

test('what failed while the phone had no network has not left it; what failed otherwise may have', async () => {
  const { phone } = await createJudgesPhone()
  const fail = () => Promise.reject(new TypeError('Failed to fetch'))
  const sheet = makeSheet('1')
  await phone.outbox.put(sheet)
  const isFree = async () => (await phone.outbox.find(sheet.key))?.neverLeft === true
  await phone.openSender(fail, { hasNoNetwork: () => true }).flush('person')
  expect(await isFree()).toBe(true)
  phone.time.now += 1
  // the network came while the request was on its way
  const answers = [true, false]
  await phone.openSender(fail, { hasNoNetwork: () => answers.shift() ?? false }).flush('person')
  expect(await isFree()).toBe(false)
  phone.time.now += 1
  await phone.openSender(fail, { hasNoNetwork: () => true }).flush('person')
  expect((await phone.outbox.find(sheet.key))?.attempts).toBe(3)
  expect(await isFree()).toBe(false)
})

test('no two phones keep the same step', () => {
  expect(findBackOffMs(4, () => 0)).toBe(4_000)
  expect(findBackOffMs(4, () => 1)).toBe(8_000)
  expect(findBackOffMs(1000, () => 1)).toBe(longestBackOffMs)
})

test('before its time only a hint or a person makes an entry go, and an answer frees the others', async () => {
  const { phone, server } = await createJudgesPhone()
  const pass = server.meddle
  server.meddle = unreachable
  await phone.outbox.put(makeSheet('1'))
  const sender = phone.openSender(server.fetch)
  await sender.flush()
  server.meddle = pass
  phone.time.now += 10
  await sender.flush('due')
  expect(await listStates(phone)).toEqual(['1 waiting'])
  await sender.flush('hint')
  expect(await listStates(phone)).toEqual(['1 accepted'])

  server.meddle = unreachable
  for (const car of ['2', '3']) await phone.outbox.put(makeSheet(car))
  await sender.flush()
  server.meddle = pass
  phone.time.now += 10
  await phone.outbox.put(makeSheet('4'))
  await sender.flush('due')
  expect(await listStates(phone)).toEqual(['1 accepted', '2 accepted', '3 accepted', '4 accepted'])
})

test('a clock that was set back makes nothing wait', async () => {
  const { phone, server } = await createJudgesPhone()
  const pass = server.meddle
  server.meddle = unreachable
  await phone.outbox.put(makeSheet('1'))
  const sender = phone.openSender(server.fetch)
  for (let turn = 0; turn < 8; turn++) {
    await sender.flush('due')
    phone.time.now += longestBackOffMs
  }
  await sender.flush('due')
  server.meddle = pass
  phone.time.now -= 26 * 60 * 60 * 1000
  await sender.flush('due')
  expect(await listStates(phone)).toEqual(['1 accepted'])
})

test('a server that asks to wait is left alone so long, also when a person presses', async () => {
  const { phone, server } = await createJudgesPhone()
  const pass = server.meddle
  let requestCount = 0
  server.meddle = () => {
    requestCount += 1
    return new Response('<h1>Slow down</h1>', { status: 429, headers: { 'retry-after': '120' } })
  }
  await phone.outbox.put(makeSheet('1'))
  const sender = phone.openSender(server.fetch)
  expect((await sender.flush()).nextInMs).toBeGreaterThanOrEqual(120_000)
  phone.time.now += 60_000
  await phone.outbox.put(makeSheet('2'))
  await sender.flush('person')
  await sender.flush('hint')
  expect(requestCount).toBe(1)
  server.meddle = pass
  phone.time.now += 90_000
  await sender.flush('due')
  expect(await listStates(phone)).toEqual(['1 accepted', '2 accepted'])
})

test('another tab keeps a wait that the server asked for, also when it comes to the front', async () => {
  const { phone, server } = await createJudgesPhone()
  let requestCount = 0
  server.meddle = () => {
    requestCount += 1
    return new Response('', { status: 429, headers: { 'retry-after': '120' } })
  }
  await phone.outbox.put(makeSheet('1'))
  await phone.openSender(server.fetch).flush()
  phone.time.now += 60_000
  const { nextInMs } = await phone.openSender(server.fetch).flush('hint')
  expect(requestCount).toBe(1)
  expect(nextInMs).toBeGreaterThanOrEqual(60_000)
})

test('a sheet that the server asks to wait is left alone so long, and the others are delivered', async () => {
  const { phone, server } = await createJudgesPhone()
  server.check = ({ entryId }) =>
    entryId === '1' ? { code: 'too-many-requests', retryAfter: 600 } : undefined
  for (const car of ['1', '2']) await phone.outbox.put(makeSheet(car))
  await phone.outbox.put(makeSheet('1', { sequence: 2 }))
  const sender = phone.openSender(server.fetch)
  const { nextInMs } = await sender.flush()
  expect(await listStates(phone)).toEqual(['1 waiting', '2 accepted', '1 waiting'])
  expect(nextInMs).toBeGreaterThanOrEqual(600_000)
  phone.time.now += 590_000
  await sender.flush('person')
  await phone.openSender(server.fetch).flush('hint')
  expect(server.batches).toHaveLength(1)
  server.check = () => undefined
  phone.time.now += 80_000
  await sender.flush('due')
  expect(await listStates(phone)).toEqual(['1 accepted', '2 accepted', '1 accepted'])
  expect([...server.effects.values()]).toEqual([1, 1, 1])
})

test("two judges on one phone: each one's sheets go out under their own grant", async () => {
  const { phone, server } = await createJudgesPhone('41')
  await phone.outbox.put(makeSheet('1', { judge: '41' }))
  await phone.grants.save(makeGrant('42'))
  await phone.outbox.put(makeSheet('1', { judge: '42' }))
  expect((await phone.grants.find({ club: 'harrow', eventId: 7 }))?.judgeId).toBe('42')
  await phone.openSender(server.fetch).flush()
  expect(
    server.batches.flatMap(({ entries }) => entries.map(({ judgeId, grant }) => [judgeId, grant])),
  ).toEqual([
    ['41', makeGrant('41').grant],
    ['42', makeGrant('42').grant],
  ])
})

test("without their grant a judge's sheets wait for their sign-in and are never sent as somebody else", async () => {
  const { phone, server } = await createJudgesPhone('42')
  await phone.outbox.put(makeSheet('1', { judge: '41' }))
  const sender = phone.openSender(server.fetch)
  expect(await sender.flush()).toEqual({ waiting: 0, nextInMs: undefined })
  expect(server.batches).toEqual([])
  expect(await listStates(phone)).toEqual(['1 needs-signin'])
  await phone.grants.save(makeGrant('41'))
  await sender.flush()
  expect(await listStates(phone)).toEqual(['1 accepted'])
})

test('a grant that ended while away stops that judge alone, until they verify again', async () => {
  const { phone, server } = await createJudgesPhone('41')
  await phone.grants.save(makeGrant('42'))
  server.check = ({ grant }) => (grant === makeGrant('41').grant ? { code: 'needs-grant' } : undefined)
  for (let car = 1; car <= 60; car++) await phone.outbox.put(makeSheet(String(car), { judge: '41' }))
  await phone.outbox.put(makeSheet('1', { judge: '42' }))
  await phone.outbox.put(makeBallot('voter'))
  const sender = phone.openSender(server.fetch)
  await sender.flush()
  const states = await listStates(phone)
  expect(states.slice(0, 60).every((state) => state.endsWith('needs-signin'))).toBe(true)
  expect(states.slice(60)).toEqual(['1 accepted', 'ballot accepted'])
  // one answer was enough: the rest of that judge's sheets was not even sent
  expect(server.batches.map(({ entries }) => entries.length)).toEqual([50, 2])
  const batchesBefore = server.batches.length
  await sender.flush('hint')
  expect(server.batches.length).toBe(batchesBefore)
  await phone.grants.save(makeGrant('41', 'a new grant of judge 41'))
  await sender.flush('due')
  expect((await listStates(phone)).every((state) => state.endsWith('accepted'))).toBe(true)
  expect([...server.effects.values()].every((times) => times === 1)).toBe(true)
})

test('a judge who verifies while their sheets are on their way has them sent again with the new grant', async () => {
  const { phone, server } = await createJudgesPhone('41')
  server.check = ({ grant }) => (grant === makeGrant('41').grant ? { code: 'needs-grant' } : undefined)
  server.meddle = async (_, pass) => {
    const answer = pass()
    await phone.grants.save(makeGrant('41', 'a new grant of judge 41'))
    return answer
  }
  await phone.outbox.put(makeSheet('1'))
  await phone.openSender(server.fetch).flush()
  expect(await listStates(phone)).toEqual(['1 accepted'])
})

test('a judge who leaves the phone keeps what waits: it goes out as his, and then his grant goes', async () => {
  const { phone, server } = await createJudgesPhone('41')
  await phone.outbox.put(makeSheet('1'))
  await phone.grants.forget(makeGrant('41'))
  expect(await phone.grants.find({ club: 'harrow', eventId: 7 })).toBeUndefined()
  await phone.openSender(server.fetch).flush()
  expect(await listStates(phone)).toEqual(['1 accepted'])
  expect(await phone.grants.list()).toEqual([])
})

test('a proof whose event is long over leaves the phone, unless something still waits for it', async () => {
  const { phone, server } = await createJudgesPhone('41')
  await phone.grants.save(makeGrant('42'))
  server.check = ({ judgeId }) => (judgeId === '42' ? { code: 'needs-grant' } : undefined)
  await phone.outbox.put(makeSheet('1', { judge: '42' }))
  const sender = phone.openSender(server.fetch)
  const after = Date.parse(makeGrant('41').until)
  for (const [days, judges] of [
    [29, ['41', '42']],
    [31, ['42']],
  ] as const) {
    server.now = after + days * 24 * 60 * 60 * 1000
    await phone.outbox.put(makeBallot(`voter ${days}`))
    await sender.flush()
    expect((await phone.grants.list()).map(({ judgeId }) => judgeId)).toEqual(judges)
  }
})

test('five tabs send each entry once', async () => {
  const { phone, server } = await createJudgesPhone()
  for (let car = 1; car <= 120; car++) await phone.outbox.put(makeSheet(String(car)))
  const tabs = Array.from({ length: 5 }, () => phone.openSender(server.fetch))
  await Promise.all(tabs.map((tab) => tab.flush('hint')))
  expect(server.batches.flatMap(({ entries }) => entries)).toHaveLength(120)
})

test('five tabs without a server try once between them', async () => {
  const { phone } = await createJudgesPhone()
  await phone.outbox.put(makeSheet('1'))
  let requestCount = 0
  const tabs = Array.from({ length: 5 }, () =>
    phone.openSender(async () => {
      requestCount += 1
      await new Promise((resolve) => setTimeout(resolve, 5))
      throw new TypeError('Failed to fetch')
    }),
  )
  await Promise.all(tabs.map((tab) => tab.flush('hint')))
  expect(requestCount).toBe(1)
})

test('what an ended tab left as sending goes again under the same key, and counts once', async () => {
  const { phone, server } = await createJudgesPhone()
  const sheet = makeSheet('1')
  await phone.outbox.put(sheet)
  // the first tab's request arrived, and the tab was killed before the answer
  await phone.outbox.markSending([sheet.key], noon)
  await phone.openSender(server.fetch).flush()
  expect(await listStates(phone)).toEqual(['1 accepted'])
  expect(server.effects.get(sheet.key)).toBe(1)
})

test('a tab that sends is not disturbed by one that starts', async () => {
  const { phone, server } = await createJudgesPhone()
  await phone.outbox.put(makeSheet('1'))
  let arrived = () => {}
  let answer = () => {}
  const onItsWay = new Promise<void>((resolve) => {
    arrived = resolve
  })
  server.meddle = async (_, pass) => {
    arrived()
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    return pass()
  }
  const first = phone.openSender(server.fetch).flush()
  await onItsWay
  const second = phone.openSender(server.fetch).flush('hint')
  expect(await listStates(phone)).toEqual(['1 sending'])
  answer()
  await Promise.all([first, second])
  expect(server.batches).toHaveLength(1)
})

test('a suspended tab cannot keep the outbox to itself', async () => {
  const { phone, server } = await createJudgesPhone()
  const sheet = makeSheet('1')
  await phone.outbox.put(sheet)
  await phone.outbox.markSending([sheet.key], noon)
  let wake = () => {}
  const suspended = phone.locks
    .request(
      'outbox',
      {},
      () =>
        new Promise<void>((resolve) => {
          wake = resolve
        }),
    )
    .catch((error: unknown) => error)
  await phone
    .openSender(server.fetch, { timeLimit: (ms) => AbortSignal.timeout(ms > requestTimeLimitMs ? 20 : ms) })
    .flush()
  expect(await listStates(phone)).toEqual(['1 accepted'])
  wake()
  expect(await suspended).toMatchObject({ name: 'AbortError' })
})

test('a tab whose lock was taken away ends what it had begun', async () => {
  const { phone, server } = await createJudgesPhone()
  await phone.outbox.put(makeSheet('1'))
  server.meddle = async (_, pass) => {
    server.meddle = () => undefined
    await phone.locks.request('outbox', { steal: true }, async () => {})
    return pass()
  }
  expect(await phone.openSender(server.fetch).flush()).toEqual({ waiting: 0, nextInMs: undefined })
  expect(await listStates(phone)).toEqual(['1 accepted'])
  expect(server.batches).toHaveLength(1)
})

test('a tab that took the lock away and loses it in its turn ends what it had begun', async () => {
  const { phone, server } = await createJudgesPhone()
  await phone.outbox.put(makeSheet('1'))
  const suspended = phone.locks
    .request('outbox', {}, () => new Promise<never>(() => undefined))
    .catch((error: unknown) => error)
  server.meddle = async (_, pass) => {
    server.meddle = () => undefined
    await phone.locks.request('outbox', { steal: true }, async () => {})
    return pass()
  }
  const timeLimit = (ms: number) => AbortSignal.timeout(ms > requestTimeLimitMs ? 20 : ms)
  const sender = phone.openSender(server.fetch, { timeLimit })
  expect(await sender.flush()).toEqual({ waiting: 0, nextInMs: undefined })
  expect(await listStates(phone)).toEqual(['1 accepted'])
  expect(await suspended).toMatchObject({ name: 'AbortError' })
})

test('where the browser has no locks, a second sender leaves alone what is on its way', async () => {
  const { phone, server } = await createJudgesPhone()
  const sheet = makeSheet('1')
  await phone.outbox.put(sheet)
  await phone.outbox.markSending([sheet.key], noon)
  const sender = phone.openSender(server.fetch, { locks: undefined })
  const { nextInMs } = await sender.flush('hint')
  expect(server.batches).toEqual([])
  phone.time.now += nextInMs ?? 0
  await sender.flush()
  expect(await listStates(phone)).toEqual(['1 accepted'])
})

test('an entry that is saved while others are sent goes out too', async () => {
  const { phone, server } = await createJudgesPhone()
  await phone.outbox.put(makeSheet('1'))
  const sender = phone.openSender(server.fetch)
  let second: Promise<unknown> | undefined
  server.meddle = async (_, pass) => {
    server.meddle = () => undefined
    await phone.outbox.put(makeSheet('2'))
    second = sender.flush()
    return pass()
  }
  await sender.flush()
  await second
  expect(await listStates(phone)).toEqual(['1 accepted', '2 accepted'])
})

test('what two other tabs save while a long outbox is sent goes out too, each sheet once', async () => {
  const { phone, server } = await createJudgesPhone()
  for (let car = 1; car <= 200; car++) await phone.outbox.put(makeSheet(String(car)))
  const tabs = [1, 2].map(() => createPhone({ name: phone.name }))
  const joined: Promise<unknown>[] = []
  const cars = ['301', '302', '303', '304']
  server.meddle = async (_, pass) => {
    if (cars.length === 0) return pass()
    // the same sheet in both tabs, and one that only the second has
    const both = cars.pop() ?? ''
    for (const tab of tabs) await tab.outbox.put({ ...makeSheet(both), onlyIfChanged: true })
    await tabs[1]?.outbox.put(makeSheet(`2${both}`))
    for (const tab of tabs) joined.push(tab.openSender(server.fetch).flush())
    return pass()
  }
  await phone.openSender(server.fetch).flush()
  await Promise.all(joined)
  const states = await listStates(phone)
  expect(states).toHaveLength(208)
  expect(states.filter((state) => !state.endsWith(' accepted'))).toEqual([])
  expect([...server.effects.values()]).toEqual(states.map(() => 1))
})

test('a sheet that is taken back and changed while others are sent goes out as it was changed', async () => {
  const { phone, server } = await createJudgesPhone()
  const late = makeSheet('200', { score: 3 })
  for (let car = 1; car <= 60; car++) await phone.outbox.put(makeSheet(String(car)))
  await phone.outbox.put(late)
  const other = createPhone({ name: phone.name })
  server.meddle = async (_, pass) => {
    server.meddle = () => undefined
    other.time.now += 1
    expect(await other.outbox.takeBack(late.key)).toBe(true)
    await other.outbox.put(makeSheet('200', { score: 8, key: late.key }))
    return pass()
  }
  await phone.openSender(server.fetch).flush()
  const sent = server.batches.flatMap(({ entries }) => entries.filter(({ entryId }) => entryId === '200'))
  expect(sent).toMatchObject([{ key: late.key, scores: [{ score: 8 }] }])
  expect(await phone.outbox.find(late.key)).toMatchObject({
    state: 'accepted',
    input: sent[0] && { scores: sent[0].scores },
  })
})

test('a long outbox leaves the lock to other tabs from time to time', async () => {
  const { phone, server } = await createJudgesPhone()
  for (let car = 1; car <= 150; car++) await phone.outbox.put(makeSheet(String(car)))
  let sentBefore: number | undefined
  let inBetween: Promise<void> | undefined
  server.meddle = (_, pass) => {
    inBetween ??= phone.locks.request('outbox', {}, async () => {
      sentBefore = server.batches.length
    })
    return pass()
  }
  // a turn is over as soon as it has begun one request
  const timeLimit = (ms: number) => (ms < requestTimeLimitMs ? AbortSignal.abort() : AbortSignal.timeout(ms))
  await phone.openSender(server.fetch, { timeLimit }).flush()
  await inBetween
  expect(server.batches.map(({ entries }) => entries.length)).toEqual([50, 50, 50])
  expect(sentBefore).toBe(1)
})

test('a tab whose lock was taken away begins no further request without it', async () => {
  const { phone, server } = await createJudgesPhone()
  for (let car = 1; car <= 60; car++) await phone.outbox.put(makeSheet(String(car)))
  let giveBack = () => {}
  let isTaken = false
  const whileTaken: number[] = []
  server.meddle = async (_, pass) => {
    if (isTaken) whileTaken.push(1)
    else {
      isTaken = true
      const held = new Promise<void>((resolve) => {
        giveBack = resolve
      })
      await new Promise<void>((resolve) => {
        void phone.locks.request('outbox', { steal: true }, () => {
          resolve()
          return held
        })
      })
    }
    return pass()
  }
  const sending = phone.openSender(server.fetch).flush()
  await expect
    .poll(async () => (await listStates(phone)).filter((s) => s.endsWith('accepted')))
    .toHaveLength(50)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(whileTaken).toEqual([])
  giveBack()
  await sending
  expect(server.effects.size).toBe(60)
})

test('a full phone still delivers', async () => {
  const { phone, server } = await createJudgesPhone()
  await phone.outbox.put(makeSheet('1'))
  const outbox = {
    ...phone.outbox,
    markSending: () => Promise.reject(new DOMException('full', 'QuotaExceededError')),
  }
  await phone.openSender(server.fetch, { outbox }).flush()
  expect(await listStates(phone)).toEqual(['1 accepted'])
})

test('no new version of the app is taken while a request is on its way', async () => {
  const { phone, server } = await createJudgesPhone()
  await phone.outbox.put(makeSheet('1'))
  const seen: string[] = []
  server.meddle = () => {
    seen.push('request')
    return undefined
  }
  const holdBusy = () => {
    seen.push('hold')
    return () => void seen.push('release')
  }
  await phone.openSender(server.fetch, { holdBusy }).flush()
  await phone.openSender(server.fetch, { holdBusy }).flush()
  expect(seen).toEqual(['hold', 'request', 'release'])
})

test("the server's clock is learned from the answer, and decides which tombstones go", async () => {
  const { phone, server } = await createJudgesPhone()
  const learned: number[] = []
  const old = makeSheet('1')
  await phone.outbox.put(old)
  const sender = phone.openSender(server.fetch, { clock: { learnTime: (now) => void learned.push(now) } })
  await sender.flush()
  // the device's clock says that months have passed
  phone.time.now += 90 * 24 * 60 * 60 * 1000
  await phone.outbox.put(makeSheet('2'))
  await sender.flush()
  expect(await phone.outbox.find(old.key)).toBeDefined()
  server.now += 31 * 24 * 60 * 60 * 1000
  await phone.outbox.put(makeSheet('3'))
  await sender.flush()
  expect(await phone.outbox.find(old.key)).toBeUndefined()
  expect(learned).toEqual([noon, noon, server.now])
})

test('how old an entry is by the clock of the phone is said each time, and the entry stays the same', async () => {
  const { phone, server } = await createJudgesPhone()
  const sent: WireBatch[] = []
  server.meddle = (batch, pass) => {
    sent.push(batch)
    return sent.length === 1 ? Response.json({}, { status: 503 }) : pass()
  }
  await phone.outbox.put({ ...makeSheet('1'), madeAt: phone.time.now - 5_000 })
  const sender = phone.openSender(server.fetch)
  await sender.flush()
  phone.time.now += 60_000
  await sender.flush()
  expect(sent.map(({ agesMs }) => agesMs)).toEqual([[5_000], [65_000]])
  expect(sent[1]?.entries).toEqual(sent[0]?.entries)
})

test('a sheet that does not count beside a later one of another phone says so, and may be sent again', async () => {
  const { phone, server } = await createJudgesPhone()
  server.meddle = (batch, pass) => {
    const answer = pass()
    return answer.json().then((body: { results: object[] }) =>
      Response.json({
        ...body,
        results: body.results.map((result) => ({ ...result, current: batch.entries.length > 1, highest: 3 })),
      }),
    )
  }
  const sheet = makeSheet('1', { sequence: 2 })
  await phone.outbox.put(sheet)
  await phone.openSender(server.fetch).flush()
  expect((await phone.outbox.find(sheet.key))?.standing).toEqual({ current: false, highest: 3 })
  const again = { ...makeSheet('1', { sequence: 4 }), onlyIfChanged: true }
  expect((await phone.outbox.put(again)).key).toBe(again.key)
})

test('what the club has of a judge from other phones is noted, and announced only if it is news', async () => {
  const { phone } = await createJudgesPhone()
  const sent = [{ formId: 1, entryId: '118', sequence: 3 }]
  const before = phone.changes.count
  await phone.grants.noteSent(makeGrant('41'), { sent })
  await phone.grants.noteSent(makeGrant('41'), { sent })
  await phone.grants.noteSent(makeGrant('99'), { sent })
  expect(phone.changes.count).toBe(before + 1)
  expect((await phone.grants.list()).find(({ judgeId }) => judgeId === '41')).toMatchObject({
    sent,
    isCurrent: true,
  })
})

test('what the club has said of the sheets outlives a new grant of the same judge, and is never half', async () => {
  const { phone } = await createJudgesPhone()
  const find = async () => (await phone.grants.list()).find(({ judgeId }) => judgeId === '41')
  const sent = [{ formId: 1, entryId: '118', sequence: 3 }]
  const sheets = [
    {
      ...{ key: 'k', formId: 1, entryId: '118', sequence: 3, scores: [], notes: '', at: '', reason: '' },
      ...{ counts: false, why: 'withdrawn' as const, movedTo: null },
    },
  ]
  await phone.grants.noteSent(makeGrant('41'), { sent, sheets, version: 'v1' })
  // the link is opened again, while a question is on its way whose answer is that nothing has changed
  await phone.grants.save({ ...makeGrant('41', 'a new grant of judge 41'), sent: [] })
  await phone.grants.noteSent(makeGrant('41'), { sent, version: 'v1' })
  expect(await find()).toMatchObject({ grant: 'a new grant of judge 41', sent, sheets, version: 'v1' })
  // to another version the sheets do not belong, so it must not be called known
  await phone.grants.noteSent(makeGrant('41'), { sent, version: 'v2' })
  expect(await find()).toMatchObject({ sheets, version: 'v1' })
  await phone.grants.forget(makeGrant('41'))
  await phone.grants.save(makeGrant('41'))
  await phone.grants.noteSent(makeGrant('41'), { sent, version: 'v2' })
  expect(await find()).not.toHaveProperty('version')
})

test('a sheet that is moved keeps its place among the entries of both cars, and says how it stands at both', async () => {
  const { phone, server } = await createJudgesPhone()
  server.meddle = (_, pass) =>
    pass()
      .json()
      .then((body: { results: object[] }) => {
        const standing = { current: true, highest: 2, toCurrent: true, toHighest: 1 }
        return Response.json({ ...body, results: body.results.map((result) => ({ ...result, ...standing })) })
      })
  const [first, move, target, other] = [
    makeSheet('1'),
    makeMove('1', '2'),
    makeSheet('2', { sequence: 2 }),
    makeSheet('3'),
  ]
  for (const entry of [first, move, target, other]) await phone.outbox.put(entry)
  await phone.openSender(server.fetch).flush()
  const requests = server.batches.map(({ entries }) => entries.map(({ key }) => key))
  expect(requests).toEqual([[first.key, other.key], [move.key], [target.key]])
  expect((await phone.outbox.find(move.key))?.standing).toEqual({
    ...{ current: true, highest: 2 },
    to: { current: true, highest: 1 },
  })
})

test('a sender that lets go waits for the lock no longer, and takes it from nobody', async () => {
  const { phone, server } = await createJudgesPhone()
  await phone.outbox.put(makeSheet('1'))
  const others = Promise.withResolvers<void>()
  const isHeld = Promise.withResolvers<void>()
  const holding = phone.locks.request('outbox', {}, () => {
    isHeld.resolve()
    return others.promise
  })
  await isHeld.promise
  const left = phone.openSender(server.fetch)
  const run = left.flush()
  const joined = left.flush('hint')
  await expect.poll(() => listWaiting(phone)).toBe(1)
  left.letGo()
  expect(await run).toEqual({ waiting: 1, nextInMs: 0 })
  expect(await joined).toEqual({ waiting: 1, nextInMs: 0 })
  others.resolve()
  await holding
  expect(server.batches).toEqual([])
  await left.flush()
  expect(await listStates(phone), 'it comes back').toEqual(['1 accepted'])
})

test('a sender that lets go in the middle of a request holds up no other, and the entry counts once', async () => {
  const { phone, server } = await createJudgesPhone()
  await phone.outbox.put(makeSheet('1'))
  const late = Promise.withResolvers<void>()
  const isAsked = Promise.withResolvers<void>()
  server.meddle = (_batch, pass) => {
    server.meddle = () => undefined
    isAsked.resolve()
    return late.promise.then(pass)
  }
  let busy = 0
  const holdBusy = () => {
    busy += 1
    return () => {
      busy = 0
    }
  }
  const frozen = phone.openSender(server.fetch, { holdBusy })
  const run = frozen.flush()
  await isAsked.promise
  expect(busy).toBe(1)
  frozen.letGo()
  expect(busy).toBe(0)
  await run
  await phone.openSender(server.fetch).flush()
  expect(await listStates(phone)).toEqual(['1 accepted'])
  late.resolve()
  await expect.poll(() => server.batches.length).toBe(2)
  expect([...server.effects.values()]).toEqual([1])
  await frozen.flush()
  expect(await listStates(phone)).toEqual(['1 accepted'])
})

test('a clock that is set back during a run makes no entry go out again and again', async () => {
  const { phone, server } = await createJudgesPhone()
  await phone.outbox.put(makeSheet('1'))
  server.meddle = () => {
    if (server.batches.length === 0) phone.time.now -= 60 * 60_000
    return undefined
  }
  server.check = () => (server.batches.length < 9 ? { code: 'internal' } : undefined)
  await phone.openSender(server.fetch).flush('person')
  expect(server.batches.length).toBe(1)
  expect(await listStates(phone)).toEqual(['1 waiting'])
})

test('a server that answers again is sent what waited for it, and not what it stumbled over', async () => {
  const { phone, server } = await createJudgesPhone()
  await phone.outbox.put(makeSheet('1'))
  server.meddle = () => unreachable()
  const sender = phone.openSender(server.fetch)
  for (let minute = 0; minute < 10; minute++) {
    await sender.flush('hint')
    phone.time.now += 61_000
  }
  await sender.flush('hint')
  server.meddle = () => undefined
  server.check = () => ({ code: 'internal' })
  phone.time.now += 100
  await sender.flush('due')
  expect(server.batches.length, 'its back-off runs').toBe(0)
  await sender.flush('answering')
  expect(server.batches.length).toBe(1)
  phone.time.now += 100
  await sender.flush('answering')
  expect(server.batches.length, 'the server has its own trouble with it').toBe(1)
})

test.each([
  [
    'the receipts of others',
    () => Response.json({ success: true, results: [{ key: 'other', success: true }] }),
  ],
  [
    'a result without a receipt',
    ({ entries }: { entries: readonly { key: string }[] }) =>
      Response.json({ success: true, results: entries.map(({ key }) => ({ key, success: true })) }),
  ],
])('what %s came for goes out as soon as the server answers', async (_name, answer) => {
  const { phone, server } = await createJudgesPhone()
  await phone.outbox.put(makeSheet('1'))
  const pass = server.meddle
  server.meddle = answer
  const sender = phone.openSender(server.fetch)
  for (let minute = 0; minute < 10; minute++) {
    await sender.flush('due')
    phone.time.now += longestBackOffMs
  }
  await sender.flush('due')
  server.meddle = pass
  phone.time.now += 100
  await sender.flush('due')
  expect(await listStates(phone), 'its back-off runs').toEqual(['1 waiting'])
  await sender.flush('answering')
  expect(await listStates(phone)).toEqual(['1 accepted'])
})

test('a network that asks for a short wait again and again is not given a long one', async () => {
  const { phone, server } = await createJudgesPhone()
  await phone.outbox.put(makeSheet('1'))
  const pass = server.meddle
  server.meddle = () => new Response('', { status: 429, headers: { 'retry-after': '2' } })
  const sender = phone.openSender(server.fetch)
  for (let minute = 0; minute < 10; minute++) {
    await sender.flush('due')
    phone.time.now += longestBackOffMs
  }
  await sender.flush('due')
  server.meddle = pass
  phone.time.now += 1_900
  await sender.flush('person')
  expect(await listStates(phone), 'it asked for two seconds').toEqual(['1 waiting'])
  phone.time.now += 6_100
  await sender.flush('due')
  expect(await listStates(phone)).toEqual(['1 accepted'])
})

test('beside a thousand tombstones a delivery reads the tombstones once, not again for each request', async () => {
  const { phone, server } = await createJudgesPhone()
  const made = makeSheet('1')
  await phone.database.write(['entries'], 'relaxed', async (tx) => {
    for (let order = 1; order <= 1_000; order++) {
      const key = `tombstone-${order}`
      void tx.objectStore('entries').put({
        ...(made as unknown as OutboxEntry),
        ...{ key, schema: 1, inputHash: '', attempts: 1, nextAt: 0, savedAt: noon, order },
        ...{ state: 'accepted', receipt: makeReceipt(key) },
      })
    }
  })
  const sender = phone.openSender(server.fetch)
  await phone.outbox.put(makeSheet('2'))
  await sender.flush()
  for (let car = 3; car <= 62; car++) await phone.outbox.put(makeSheet(String(car)))
  const counter = countRead()
  await sender.flush()
  expect(counter.stop()).toBeLessThan(500)
  expect(server.batches.map(({ entries }) => entries.length)).toEqual([1, 50, 10])
  expect((await phone.outbox.list()).length).toBe(1_061)
})

test('what another tab deletes or begins anew is noticed, though most of it was read before', async () => {
  const { phone, server } = await createJudgesPhone()
  for (const car of ['1', '2', '3']) await phone.outbox.put(makeSheet(car))
  await phone.openSender(server.fetch).flush()
  expect(await listStates(phone)).toHaveLength(3)
  const other = createPhone({ name: phone.name })
  await other.outbox.sweep(noon + 31 * 24 * 60 * 60_000)
  expect(await listStates(phone)).toEqual([])
  for (const car of ['4', '5', '6']) await other.outbox.put(makeSheet(car))
  expect(await listStates(phone)).toEqual(['4 waiting', '5 waiting', '6 waiting'])
})

/** Counts the records that are read from any database until it is stopped. */
function countRead(): { stop(): number } {
  let count = 0
  const stops = [IDBIndex.prototype, IDBObjectStore.prototype].map((prototype) => {
    const read = prototype.getAll
    prototype.getAll = function getAll(this: IDBIndex & IDBObjectStore, ...range) {
      const request = read.apply(this, range)
      request.addEventListener('success', () => {
        count += request.result.length
      })
      return request
    }
    return () => {
      prototype.getAll = read
    }
  })
  return {
    stop() {
      for (const stop of stops) stop()
      return count
    },
  }
}

/** How many wait for the sender's lock. */
async function listWaiting(phone: TestPhone): Promise<number> {
  const { pending = [] } = await navigator.locks.query()
  return pending.filter(({ name }) => name === `${phone.name} outbox`).length
}
