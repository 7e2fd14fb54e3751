// A phone with a real outbox in it, and a club's server that answers batches as ours does.
import 'fake-indexeddb/auto'
import type { Receipt } from '../../src/contract/define.ts'
import type { DeliveryFetch } from '../../src/offline/delivery.ts'
import { createDrafts } from '../../src/offline/drafts.ts'
import { createFlush, type FlushDevice, type Locks } from '../../src/offline/flush.ts'
import { createGrants } from '../../src/offline/grants.ts'
import { createOutbox, type NewOutboxEntry } from '../../src/offline/outbox.ts'
import { createOutboxDatabase, type OutboxDatabase } from '../../src/offline/outboxDatabase.ts'
import type { JudgeGrant } from '../../src/offline/outboxRecords.ts'

/** The device's clock, which tests change as people and time zones do. */
export const noon = Date.parse('2026-06-13T12:00:00Z')

let phones = 0

export function createPhone({
  name = `phone-${++phones}`,
  database = createOutboxDatabase({ name }),
}: {
  name?: string
  database?: OutboxDatabase
} = {}) {
  const time = { now: noon }
  const changes = { count: 0 }
  const deviceNow = () => time.now
  const announce = () => {
    changes.count += 1
  }
  const outbox = createOutbox(database, {
    newKey: () => crypto.randomUUID(),
    deviceNow,
    hash: async (text) => `hash of ${text}`,
    announce,
  })
  const grants = createGrants(database, announce)
  /** The browser's own locks, with a name for each phone. */
  const locks: Locks = {
    request: (lock, options, body) => navigator.locks.request(`${name} ${lock}`, options, body),
  }
  return {
    name,
    time,
    changes,
    database,
    outbox,
    grants,
    drafts: createDrafts(database, deviceNow),
    locks,
    /** One tab's sender. */
    openSender: (fetch: DeliveryFetch, parts: Partial<FlushDevice> = {}) =>
      createFlush({
        outbox,
        grants,
        fetch,
        origin: 'http://club.example',
        clock: { learnTime() {} },
        deviceNow,
        random: () => 1,
        timeLimit: (ms) => AbortSignal.timeout(ms),
        locks,
        ...parts,
      }),
  }
}

export type TestPhone = ReturnType<typeof createPhone>

export function makeGrant(judgeId: string, grant = `grant of ${judgeId}, long enough`): JudgeGrant {
  return {
    club: 'harrow',
    eventId: 7,
    judgeId,
    judgeName: `Judge ${judgeId}`,
    formId: 0,
    grant,
    until: '2026-06-16T00:00:00Z',
    tenantId: 'harrow-uuid',
  }
}

export function makeSheet(
  car: string,
  { judge = '41', sequence = 1, score = 7, key = crypto.randomUUID() as string } = {},
): NewOutboxEntry<'submit_judging_form'> {
  return {
    key,
    action: 'submit_judging_form',
    club: 'harrow',
    tenantId: 'harrow-uuid',
    eventId: 7,
    principal: { kind: 'judge', ref: judge },
    input: {
      eventId: 7,
      judgeId: judge,
      entryId: car,
      scores: [{ criteriaId: 1, score }],
      madeAt: new Date(noon).toISOString(),
      sequence,
    },
    sequence,
    madeAt: noon,
    clockOffset: 0,
    about: { title: `Car ${car}`, number: car },
  }
}

export function makeMove(from: string, to: string): NewOutboxEntry<'move_judging_form'> {
  const { input, ...sheet } = makeSheet(from, { sequence: 2 })
  return {
    ...sheet,
    action: 'move_judging_form',
    input: { ...input, formId: 1, sequence: 2, toEntryId: to, toSequence: 1 },
  }
}

export function makeBallot(
  voter: string,
  key: string = crypto.randomUUID(),
): NewOutboxEntry<'submit_ballot'> {
  return {
    key,
    action: 'submit_ballot',
    club: 'harrow',
    tenantId: 'harrow-uuid',
    eventId: 7,
    principal: { kind: 'voter', ref: voter },
    input: { voterId: voter, fname: 'Ada', lname: 'Lane', email: 'ada@example.org', votes: ['101', '202'] },
    sequence: 1,
    madeAt: noon,
    clockOffset: 0,
  }
}

export interface WireBatchEntry extends Record<string, unknown> {
  key: string
  action: string
}

export interface WireBatch {
  tenantUUID?: string
  entries: WireBatchEntry[]
  agesMs: number[]
}

export interface ClubServer {
  /** Every batch that arrived, in order. */
  batches: WireBatch[]
  /** By key, how often an accepted entry had its effect. */
  effects: Map<string, number>
  fetch: DeliveryFetch
  /** Refuses single entries or fails on them; undefined accepts. */
  check: (entry: WireBatchEntry) => Record<string, unknown> | undefined
  /**
   * Called before the server with each batch. May return another answer; `undefined` lets the request pass.
   */
  meddle: (batch: WireBatch, pass: () => Response) => Response | Promise<Response> | undefined
  /** By the server's clock. */
  now: number
}

export function createClubServer(): ClubServer {
  const answers = new Map<string, Record<string, unknown>>()
  const server: ClubServer = {
    batches: [],
    effects: new Map(),
    check: () => undefined,
    meddle: () => undefined,
    now: noon,
    async fetch(url, init) {
      if (url !== 'http://club.example/dart/core') throw new Error(`nobody answers at ${url}`)
      const batch: WireBatch = JSON.parse(init.body)
      return (await server.meddle(batch, () => answerBatch(batch))) ?? answerBatch(batch)
    },
  }

  function answerBatch(batch: WireBatch): Response {
    server.batches.push(batch)
    return toAnswer({ success: true, results: batch.entries.map(answerEntry) })
  }

  function answerEntry(entry: WireBatchEntry): Record<string, unknown> {
    const known = answers.get(entry.key)
    if (known !== undefined) return known
    const refusal = server.check(entry)
    if (refusal !== undefined && refusal.receipt === undefined) {
      return { key: entry.key, success: false, errorMessage: '', receipt: null, ...refusal }
    }
    const outcome = refusal === undefined ? 'accepted' : 'refused'
    const answer = {
      key: entry.key,
      success: refusal === undefined,
      ...refusal,
      receipt: makeReceipt(entry.key, outcome, server.now),
    }
    answers.set(entry.key, answer)
    if (refusal === undefined) server.effects.set(entry.key, (server.effects.get(entry.key) ?? 0) + 1)
    return answer
  }

  function toAnswer(body: object): Response {
    return Response.json(body, { headers: { date: new Date(server.now).toUTCString() } })
  }

  return server
}

export function makeReceipt(
  key: string,
  outcome: 'accepted' | 'refused' = 'accepted',
  at: number = noon,
): Receipt {
  return { key, outcome, at: new Date(at).toISOString() }
}

/** A refusal on merit, which the server stores. */
export function refuse(code: string): Record<string, unknown> {
  return { code, errorMessage: `no: ${code}`, receipt: 'kept' }
}
