// From an admitted call to its answer: replay by key, transaction, handler, idempotency record.
import { Failure, type FailureCode } from '../../contract/failures.ts'
import { findVisitor, identify, identifyAll, type Principal } from '../auth/principals.ts'
import { findIdempotencyRecords } from '../db/instance/idempotencyRecord.ts'
import type { Tx } from '../db/open.ts'
import { runFirst } from '../db/scope/turns.ts'
import { toUnqueued } from '../db/scope/unqueued.ts'
import { callsAnsweredBeside, callsAnsweredTogether } from '../limits/machine.ts'
import { unknownSendersPauseMs, unknownSendersPerBatch } from '../limits/often.ts'
import type { Cards } from '../order/cardProvider.ts'
import type { Log } from '../process/log.ts'
import type { Services } from '../process/services.ts'
import { withGivenPictures } from '../storage/givenPictures.ts'
import { createBatcher } from './batcher.ts'
import type { Admitted } from './callCheck.ts'
import { refusal, requireOpenTo, type SentAlong, toContext, toSenders } from './callContext.ts'
import { createDeliveryLimits, type DeliveryLimits } from './deliveryLimits.ts'
import type { Handlers } from './handler.ts'
import { replay, storeRecords, toIdempotencyRecords } from './idempotency.ts'
import { isMiss, toTooMany } from './limits.ts'
import { LostRace, runAgainWhenLost } from './lostRace.ts'
import { isFinal, type Outcome, toAccepted, toRefused } from './outcome.ts'
import { createWriter, type Write } from './writer.ts'

/** In place of an answer: a Failure, or an unexpected error. */
export interface Thrown {
  readonly thrown: unknown
}

export interface Execution {
  /** Throws when there is no stored answer to give: a Failure that is not stored, or an unexpected error. */
  answer(admitted: Admitted): Promise<Outcome>
  /**
   * Calls of one action and one club. Each is answered as if they had come one after the other, in this
   * order. One that fails changes no other.
   */
  answerAll(all: readonly Admitted[]): Promise<(Outcome | Thrown)[]>
}

// the map of handlers is typed by action, but only the call knows which action it is
type AnyHandler = (context: unknown, input: unknown) => Promise<object>
interface AnySetHandler {
  answerSet(context: unknown, entries: readonly unknown[]): Promise<readonly (object | Failure)[]>
}

export interface ExecutionParts {
  readonly services: Services
  readonly handlers: Handlers
  readonly log: Log
  readonly cards: Cards
  /** Throws when refusals of this kind came too often from this address. */
  countMiss(code: FailureCode, peer: string): Promise<void>
}

/** What every way of answering needs. */
interface Workings extends ExecutionParts {
  readonly deliveries: DeliveryLimits
  readonly write: Write
}

export function createExecution(parts: ExecutionParts): Execution {
  const { database, now } = parts.services
  const workings = { ...parts, deliveries: createDeliveryLimits(now), write: createWriter(database) }
  const batchers = new Map<string, (admitted: Admitted) => Promise<Outcome | Thrown>>()
  const answerAll = (all: readonly Admitted[]) => answerTogether(workings, all)
  const gathering = { most: callsAnsweredTogether, besideFrom: callsAnsweredBeside[database.engine] }

  /** One transaction for many calls takes the disk as long as for one call. Under load, calls share it. */
  function gather(admitted: Admitted): Promise<Outcome | Thrown> {
    const name = `${admitted.tenant.id} ${admitted.name}`
    // they wait for each other, so none of them may keep the others waiting
    const together = (all: readonly Admitted[]) => runFirst(() => answerAll(all))
    const batcher = batchers.get(name) ?? createBatcher(together, gathering)
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

function findHandler({ handlers }: Workings, { name }: Admitted): AnyHandler | AnySetHandler {
  if (name === 'submit_batch') throw new Error('A batch has no handler: its entries are answered.')
  return handlers[name] as unknown as AnyHandler | AnySetHandler
}

async function answerAlone(workings: Workings, admitted: Admitted): Promise<Outcome> {
  const handler = findHandler(workings, admitted)
  if (typeof handler === 'function') {
    const { effect, body } = admitted.definition
    if (effect === 'external') return answerExternal(workings, handler, admitted)
    if (body === 'pictures') return answerWithPictures(workings, handler, admitted)
    return runAgainWhenLost(() => answerInTransaction(workings, handler, admitted))
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
  let misses = 0
  for (const admitted of all) {
    // answered alone: the handler takes no sets, the key is used twice, or one call made the whole set fail
    const result =
      answered.get(admitted) ??
      (misses < unknownSendersPerBatch
        ? await answerAlone(workings, admitted).catch((thrown: unknown) => ({ thrown }))
        : { thrown: toTooMany(unknownSendersPauseMs) })
    if (isMissed(result)) misses += 1
    results.push(result)
  }
  return results
}

function isMissed(result: Outcome | Thrown): boolean {
  if ('text' in result) return result.code !== null && isMiss(result.code)
  return result.thrown instanceof Failure && result.thrown.code === 'too-many-requests'
}

interface OpenCall {
  readonly admitted: Admitted
  readonly principal: Principal
}

/** Effects and idempotency records are stored together or not at all ("receipt last"). */
async function answerSet(
  workings: Workings,
  handler: AnySetHandler,
  all: readonly Admitted[],
): Promise<(Outcome | Failure | undefined)[]> {
  const { services, write } = workings
  const [{ tenant }] = all as [Admitted]
  const now = Math.max(...all.map((admitted) => admitted.now))
  return write(tenant.id, async (queued) => {
    const tx = await toUnqueued(queued, services.database)
    const along: Promise<void>[] = []
    function storeAlong(work: Promise<void>): void {
      // when the set fails before it is waited for, it fails too, and nobody hears of it
      work.catch(() => undefined)
      along.push(work)
    }
    const { outcomes, open } = await replayKnown(tx, workings, all)
    const entries = open.map(({ admitted: { key, input }, principal }) => ({
      principal,
      key: key ?? services.newId(),
      input,
    }))
    const outputs =
      open.length === 0
        ? []
        : await handler.answerSet({ tx, tenant, now, services, refusal, storeAlong }, entries)
    const records = open.flatMap(({ admitted, principal }, index) => {
      const output = outputs[index]
      if (output === undefined) throw new Error(`${admitted.name} left an entry without an outcome`)
      const isRefused = output instanceof Failure
      const outcome = isRefused ? toRefused(admitted, output) : toAccepted(admitted, output)
      outcomes.set(admitted, isRefused && !isFinal(output) ? output : outcome)
      return isRefused && !isFinal(output) ? [] : toIdempotencyRecords(admitted, principal, outcome)
    })
    const [isFirst] = await Promise.all([storeRecords(tx, records), ...along])
    if (!isFirst) throw new LostRace()
    return all.map((admitted) => outcomes.get(admitted))
  })
}

/** Separates the calls that are answered already from those that need the handler. */
async function replayKnown(
  tx: Tx,
  { services, deliveries }: Workings,
  all: readonly Admitted[],
): Promise<{ outcomes: Map<Admitted, Outcome | Failure>; open: OpenCall[] }> {
  const [principals, stored] = await Promise.all([
    identifyAll(tx, services, all),
    findIdempotencyRecords(tx, all.flatMap(listKey)),
  ])
  const outcomes = new Map<Admitted, Outcome | Failure>()
  const open: OpenCall[] = []
  for (const [index, principal] of principals.entries()) {
    const admitted = all[index] as Admitted
    const known = stored.get(admitted.key ?? '')
    if (principal instanceof Failure) {
      outcomes.set(admitted, principal)
      continue
    }
    const tooMany =
      known === undefined
        ? deliveries.countNew(admitted, principal)
        : deliveries.countRepeat(admitted, principal)
    if (tooMany !== undefined) outcomes.set(admitted, tooMany)
    else if (known !== undefined) outcomes.set(admitted, replay(known, admitted, principal))
    else open.push({ admitted, principal })
  }
  return { outcomes, open }
}

/** Reading pictures takes long, so it comes before the transaction. */
async function answerWithPictures(
  workings: Workings,
  handler: AnyHandler,
  admitted: Admitted,
): Promise<Outcome> {
  const { services } = workings
  const { tenant, now } = admitted
  const { principal, stored } = await services.database.inTenant(tenant.id, (tx) =>
    identifyOrReplay(tx, services, admitted),
  )
  if (stored !== undefined) return stored
  requireOpenTo(admitted, principal)
  const { images } = admitted.input as { images?: readonly { imageData: string }[] }
  const sender = { tenantId: tenant.id, memberId: principal.member?.id ?? 0, now }
  const texts = images?.map(({ imageData }) => imageData) ?? []
  let areRead = false
  try {
    return await withGivenPictures(services, sender, texts, 'upload', (pictures) => {
      areRead = true
      return runAgainWhenLost(() => answerInTransaction(workings, handler, admitted, { pictures }))
    })
  } catch (error) {
    if (areRead || !isFinal(error)) throw error
    return storeRefusal(workings, admitted, principal, error)
  }
}

async function answerInTransaction(
  workings: Workings,
  handler: AnyHandler,
  admitted: Admitted,
  more: object = {},
): Promise<Outcome> {
  const { services, deliveries, write } = workings
  const run: Write =
    admitted.definition.effect === 'read' ? (id, body) => services.database.inTenant(id, body) : write
  let principal: Principal | undefined
  try {
    return await run(admitted.tenant.id, async (tx) => {
      principal = await identify(tx, services, admitted)
      const stored = await findStored(tx, admitted, principal)
      const tooMany =
        stored === undefined
          ? deliveries.countNew(admitted, principal)
          : deliveries.countRepeat(admitted, principal)
      if (tooMany !== undefined) throw tooMany
      if (stored !== undefined) return stored
      requireOpenTo(admitted, principal)
      const output = await handler(toContext(workings, admitted, principal, { tx, ...more }), admitted.input)
      const outcome = toAccepted(admitted, output)
      await storeIdempotencyRecords(tx, admitted, principal, outcome)
      return outcome
    })
  } catch (error) {
    if (principal === undefined || !isFinal(error)) throw error
    return storeRefusal(workings, admitted, principal, error)
  }
}

/**
 * External actions hold no transaction while they wait for the network, so the idempotency record is written
 * after the effect, in its own transaction. For what must not happen twice in between, the action itself uses
 * a natural key.
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
    return storeRefusal(workings, admitted, principal, error)
  }
  const records = toIdempotencyRecords(admitted, principal, outcome)
  if (records.length === 0) return outcome
  return inTenant(async (tx) => {
    const isFirst = await storeRecords(tx, records)
    return isFirst ? outcome : ((await findStored(tx, admitted, principal)) ?? outcome)
  })
}

type InTenant = <T>(body: (tx: Tx) => Promise<T>) => Promise<T>

async function identifyExternal(
  { services }: Workings,
  admitted: Admitted,
  inTenant: InTenant,
): Promise<{ principal: Principal; stored: Outcome | undefined }> {
  // without a key and a credential there is nothing to look up
  const visitor = admitted.key === null ? findVisitor(admitted) : undefined
  if (visitor !== undefined) return { principal: visitor, stored: undefined }
  return inTenant((tx) => identifyOrReplay(tx, services, admitted))
}

async function identifyOrReplay(
  tx: Tx,
  services: Services,
  admitted: Admitted,
): Promise<{ principal: Principal; stored: Outcome | undefined }> {
  const principal = await identify(tx, services, admitted)
  return { principal, stored: await findStored(tx, admitted, principal) }
}

async function runExternal(
  workings: Workings,
  handler: AnyHandler,
  admitted: Admitted,
  principal: Principal,
  inTenant: InTenant,
): Promise<Outcome> {
  requireOpenTo(admitted, principal)
  const sent: SentAlong = {}
  const context = toContext(workings, admitted, principal, {
    inTenant,
    ...toSenders(admitted, sent),
    cards: workings.cards,
  })
  const output = await handler(context, admitted.input)
  return toAccepted(admitted, output, sent)
}

/** The effect is rolled back. The refusal gets its own transaction, unless another call was faster. */
async function storeRefusal(
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
    await storeIdempotencyRecords(tx, admitted, principal, refused)
    return refused
  })
}

/** The answer that this key got before, if any. Fails when principal, action or input differ. */
async function findStored(tx: Tx, admitted: Admitted, principal: Principal): Promise<Outcome | undefined> {
  const [stored] = (await findIdempotencyRecords(tx, listKey(admitted))).values()
  const repeated = stored && replay(stored, admitted, principal)
  if (repeated instanceof Failure) throw repeated
  return repeated
}

async function storeIdempotencyRecords(
  tx: Tx,
  admitted: Admitted,
  principal: Principal,
  outcome: Outcome,
): Promise<void> {
  const records = toIdempotencyRecords(admitted, principal, outcome)
  if (!(await storeRecords(tx, records))) throw new LostRace()
}

function listKey({ key }: Admitted): string[] {
  return key === null ? [] : [key]
}

function takeFirstOfEachKey(all: readonly Admitted[]): Admitted[] {
  return all.filter(({ key }, index) => key === null || all.findIndex((one) => one.key === key) === index)
}
