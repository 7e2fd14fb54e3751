// From what was admitted to its answer: replay by key, transaction, handler, receipt.
import { setImmediate as breathe } from 'node:timers/promises'
import { Failure, type FailureCode, type FailureDetails } from '../../contract/failures.ts'
import { findVisitor, identify, identifyAll, type Principal } from '../auth/principals.ts'
import { findIdempotencyRecords, insertIdempotencyRecords } from '../db/instance/idempotencyRecord.ts'
import type { Tx } from '../db/open.ts'
import type { Log } from '../log.ts'
import type { Cards } from '../orders/cardProvider.ts'
import type { Services } from '../services.ts'
import type { Admitted } from './admission.ts'
import { createBatcher } from './batcher.ts'
import type { Handlers } from './handler.ts'
import { replay, toIdempotencyRecords } from './idempotency.ts'
import { isFinal, type Outcome, toAccepted, toRefused } from './outcome.ts'
import { createSemaphore } from './semaphore.ts'

/** A write that lost against another with the same key is run again so often. */
export const mostRuns = 6
/**
 * Fewer than there are connections, of which the embedded engine has one: what is read waits for a write or two,
 * and never for all that a show hands in at once.
 */
const writersAtOnce = { embedded: 1, postgres: 8 } as const
/** Single calls that are answered together, at most. */
const mostTogether = 50

/** Somebody else has answered the same key in the meantime: everything is rolled back and run again. */
export class LostRace extends Error {}

/** What came instead of an answer: a Failure, or a fault of ours. */
export interface Thrown {
  readonly thrown: unknown
}

export interface Execution {
  /** Throws what is no answer of the action: a Failure without a receipt, or a fault of ours. */
  answer(admitted: Admitted): Promise<Outcome>
  /**
   * Calls of one action and one club, each answered as if they had come one after another, in their order.
   * One that fails changes no other.
   */
  answerAll(all: readonly Admitted[]): Promise<(Outcome | Thrown)[]>
}

// The map of handlers is typed by action; which action it is, only the call knows.
type AnyHandler = (context: unknown, input: unknown) => Promise<object>
interface AnySetHandler {
  answerSet(context: unknown, entries: readonly unknown[]): Promise<readonly (object | Failure)[]>
}

export interface ExecutionParts {
  readonly services: Services
  readonly handlers: Handlers
  readonly log: Log
  readonly cards: Cards
  /** Throws where refusals of this kind came too often from there. */
  countMiss(code: FailureCode, peer: string): Promise<void>
}

/** What every way of answering works with. */
interface Workings extends ExecutionParts {
  /** A transaction of a write, when it is its turn. */
  write<T>(tenantId: number, body: (tx: Tx) => Promise<T>): Promise<T>
}

export function createExecution(parts: ExecutionParts): Execution {
  const workings = { ...parts, write: createWriter(parts.services.database) }
  const batchers = new Map<string, (admitted: Admitted) => Promise<Outcome | Thrown>>()
  const answerAll = (all: readonly Admitted[]) => answerTogether(workings, all)

  /** The disk takes as long for one transaction as for one of many: under load singles share it. */
  function gather(admitted: Admitted): Promise<Outcome | Thrown> {
    const name = `${admitted.tenant.id} ${admitted.name}`
    const batcher = batchers.get(name) ?? createBatcher(answerAll, mostTogether)
    batchers.set(name, batcher)
    return batcher(admitted)
  }

  return {
    answerAll,
    async answer(admitted) {
      if (typeof findHandler(workings, admitted) === 'function') return answerAlone(workings, admitted)
      const outcome = await gather(admitted)
      if ('thrown' in outcome) throw outcome.thrown
      return outcome
    },
  }
}

function createWriter(database: Services['database']): Workings['write'] {
  const takeTurn = createSemaphore({
    most: writersAtOnce[database.engine],
    longestQueue: Number.POSITIVE_INFINITY,
    refuse: () => new Error('too many wait to write'),
  })
  return (tenantId, body) =>
    takeTurn(async () => {
      // the embedded engine never leaves this thread: without a breath, what has come meanwhile is not even heard
      await breathe()
      return database.inTenant(tenantId, body)
    })
}

function findHandler({ handlers }: Workings, { name }: Admitted): AnyHandler | AnySetHandler {
  if (name === 'submit_batch') throw new Error('A batch is answered by its entries.')
  return handlers[name] as unknown as AnyHandler | AnySetHandler
}

async function answerAlone(workings: Workings, admitted: Admitted): Promise<Outcome> {
  const handler = findHandler(workings, admitted)
  if (typeof handler === 'function') {
    return admitted.definition.effect === 'external'
      ? answerExternal(workings, handler, admitted)
      : runAgainWhenLost(() => answerInTransaction(workings, handler, admitted))
  }
  const [outcome] = await runAgainWhenLost(() => answerSet(workings, handler, [admitted]))
  if (outcome === undefined || outcome instanceof Failure) throw outcome ?? new Error('no answer')
  return outcome
}

async function answerTogether(workings: Workings, all: readonly Admitted[]): Promise<(Outcome | Thrown)[]> {
  const [first] = all
  const handler = first && findHandler(workings, first)
  const answered = new Map<Admitted, Outcome | Thrown>()
  if (all.length > 1 && typeof handler === 'object') {
    const set = takeFirstOfEachKey(all)
    const outcomes = await runAgainWhenLost(() => answerSet(workings, handler, set)).catch(() => [])
    set.forEach((admitted, index) => {
      const outcome = outcomes[index]
      if (outcome instanceof Failure) answered.set(admitted, { thrown: outcome })
      else if (outcome !== undefined) answered.set(admitted, outcome)
    })
  }
  const results: (Outcome | Thrown)[] = []
  for (const admitted of all) {
    // by itself: without a form for sets, a key's second use, or the whole set failed because of one
    results.push(
      answered.get(admitted) ??
        (await answerAlone(workings, admitted).catch((thrown: unknown) => ({ thrown }))),
    )
  }
  return results
}

interface OpenCall {
  readonly admitted: Admitted
  readonly principal: Principal
}

/** Effects and receipts stand together or not at all ("receipt last"). */
async function answerSet(
  { services, write }: Workings,
  handler: AnySetHandler,
  all: readonly Admitted[],
): Promise<(Outcome | Failure | undefined)[]> {
  const [{ tenant }] = all as [Admitted]
  const now = Math.max(...all.map((admitted) => admitted.now))
  return write(tenant.id, async (tx) => {
    const { outcomes, open } = await replayKnown(tx, services, all)
    const entries = open.map(({ admitted: { key, input }, principal }) => ({
      principal,
      key: key ?? services.newId(),
      input,
    }))
    const outputs =
      open.length === 0 ? [] : await handler.answerSet({ tx, tenant, now, services, refusal }, entries)
    const records = open.flatMap(({ admitted, principal }, index) => {
      const output = outputs[index]
      if (output === undefined) throw new Error(`${admitted.name} left an entry without an outcome`)
      const isRefused = output instanceof Failure
      const outcome = isRefused ? toRefused(admitted, output) : toAccepted(admitted, output, null)
      outcomes.set(admitted, isRefused && !isFinal(output) ? output : outcome)
      return isRefused && !isFinal(output) ? [] : toIdempotencyRecords(admitted, principal, outcome)
    })
    if (!(await insertIdempotencyRecords(tx, tenant.id, records))) throw new LostRace()
    return all.map((admitted) => outcomes.get(admitted))
  })
}

/** What needs no handler any more, and what is left for it. */
async function replayKnown(
  tx: Tx,
  services: Services,
  all: readonly Admitted[],
): Promise<{ outcomes: Map<Admitted, Outcome | Failure>; open: OpenCall[] }> {
  const [{ tenant }] = all as [Admitted]
  const principals = await identifyAll(tx, services, all)
  const stored = await findIdempotencyRecords(tx, tenant.id, all.flatMap(listKey))
  const outcomes = new Map<Admitted, Outcome | Failure>()
  const open: OpenCall[] = []
  principals.forEach((principal, index) => {
    const admitted = all[index] as Admitted
    const known = stored.get(admitted.key ?? '')
    if (principal instanceof Failure) outcomes.set(admitted, principal)
    else if (known !== undefined) outcomes.set(admitted, replay(known, admitted, principal))
    else open.push({ admitted, principal })
  })
  return { outcomes, open }
}

async function answerInTransaction(
  workings: Workings,
  handler: AnyHandler,
  admitted: Admitted,
): Promise<Outcome> {
  const { services, write } = workings
  const run: Workings['write'] =
    admitted.definition.effect === 'read' ? (id, body) => services.database.inTenant(id, body) : write
  let principal: Principal | undefined
  try {
    return await run(admitted.tenant.id, async (tx) => {
      principal = await identify(tx, services, admitted)
      const stored = await findStored(tx, admitted, principal)
      if (stored !== undefined) return stored
      requireLiveMembership(admitted, principal)
      const output = await handler(toContext(services, admitted, principal, { tx }), admitted.input)
      const outcome = toAccepted(admitted, output, null)
      await keepReceipt(tx, admitted, principal, outcome)
      return outcome
    })
  } catch (error) {
    if (principal === undefined || !isFinal(error)) throw error
    return keepRefusal(workings, admitted, principal, error)
  }
}

/**
 * External actions hold no transaction over a network call, so the receipt follows the effect in one of its
 * own; what must not happen twice in between, the action itself secures by a natural key.
 */
async function answerExternal(workings: Workings, handler: AnyHandler, admitted: Admitted): Promise<Outcome> {
  const inTenant: InTenant = (body) => workings.services.database.inTenant(admitted.tenant.id, body)
  const { principal, stored } = await identifyExternal(workings, admitted, inTenant)
  if (stored !== undefined) return stored
  let outcome: Outcome
  try {
    outcome = await runExternal(workings, handler, admitted, principal, inTenant)
  } catch (error) {
    if (!isFinal(error)) throw error
    return keepRefusal(workings, admitted, principal, error)
  }
  const records = toIdempotencyRecords(admitted, principal, outcome)
  if (records.length === 0) return outcome
  return inTenant(async (tx) => {
    const isFirst = await insertIdempotencyRecords(tx, admitted.tenant.id, records)
    return isFirst ? outcome : ((await findStored(tx, admitted, principal)) ?? outcome)
  })
}

type InTenant = <T>(body: (tx: Tx) => Promise<T>) => Promise<T>

async function identifyExternal(
  { services }: Workings,
  admitted: Admitted,
  inTenant: InTenant,
): Promise<{ principal: Principal; stored: Outcome | undefined }> {
  // without a key and without a credential there is nothing to look up
  const visitor = admitted.key === null ? findVisitor(admitted) : undefined
  if (visitor !== undefined) return { principal: visitor, stored: undefined }
  return inTenant(async (tx) => {
    const principal = await identify(tx, services, admitted)
    return { principal, stored: await findStored(tx, admitted, principal) }
  })
}

async function runExternal(
  { services, cards, log }: Workings,
  handler: AnyHandler,
  admitted: Admitted,
  principal: Principal,
  inTenant: InTenant,
): Promise<Outcome> {
  requireLiveMembership(admitted, principal)
  let token: string | null = null
  const sendToken = (sent: string) => {
    if (!admitted.definition.signsIn) throw new Error(`${admitted.name} may not send a token`)
    token = sent
  }
  const context = toContext(services, admitted, principal, { inTenant, sendToken, cards, log })
  const output = await handler(context, admitted.input)
  return toAccepted(admitted, output, token)
}

/** The effect is rolled back by now; the refusal gets a transaction of its own, unless somebody was faster. */
async function keepRefusal(
  { write, countMiss }: Workings,
  admitted: Admitted,
  principal: Principal,
  failure: Failure,
): Promise<Outcome> {
  await countMiss(failure.code, admitted.call.peer)
  const refused = toRefused(admitted, failure)
  if (admitted.key === null) return refused
  return write(admitted.tenant.id, async (tx) => {
    const stored = await findStored(tx, admitted, principal)
    if (stored !== undefined) return stored
    await keepReceipt(tx, admitted, principal, refused)
    return refused
  })
}

function toContext(services: Services, admitted: Admitted, principal: Principal, own: object): object {
  const { tenant, now, language, key, call } = admitted
  return {
    tenant,
    principal,
    member: principal.member,
    key,
    now,
    language,
    peer: call.peer,
    services,
    fail(...reason: Parameters<typeof refusal>): never {
      throw refusal(...reason)
    },
    ...own,
  }
}

function refusal(code: Failure['code'], message: string, details?: FailureDetails): Failure {
  return new Failure(code, message, details)
}

function requireLiveMembership(admitted: Admitted, { member }: Principal): void {
  if (member?.isExpired && admitted.definition.who === 'member' && !admitted.definition.expired) {
    throw new Failure('membership-expired', 'The membership has expired. Please renew it first.')
  }
}

/** The answer that this key got before, if any; another principal, action or input is told so. */
async function findStored(tx: Tx, admitted: Admitted, principal: Principal): Promise<Outcome | undefined> {
  const [stored] = (await findIdempotencyRecords(tx, admitted.tenant.id, listKey(admitted))).values()
  const repeated = stored && replay(stored, admitted, principal)
  if (repeated instanceof Failure) throw repeated
  return repeated
}

async function keepReceipt(
  tx: Tx,
  admitted: Admitted,
  principal: Principal,
  outcome: Outcome,
): Promise<void> {
  const isFirst = await insertIdempotencyRecords(
    tx,
    admitted.tenant.id,
    toIdempotencyRecords(admitted, principal, outcome),
  )
  if (!isFirst) throw new LostRace()
}

function listKey({ key }: Admitted): string[] {
  return key === null ? [] : [key]
}

function takeFirstOfEachKey(all: readonly Admitted[]): Admitted[] {
  return all.filter(({ key }, index) => key === null || all.findIndex((one) => one.key === key) === index)
}

async function runAgainWhenLost<T>(run: () => Promise<T>): Promise<T> {
  for (let runs = 1; ; runs += 1) {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof LostRace) || runs >= mostRuns) throw error
    }
  }
}
