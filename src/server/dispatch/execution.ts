// From an checked call to its answer: replay by key, transaction, handler, idempotency record.

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
import { toTooMany } from '../throttle/throttle.ts'
import { createBatcher } from './batcher.ts'
import type { CheckedCall } from './callCheck.ts'
import { refusal, requireOpenTo, type SentAlong, toContext, toSenders } from './callContext.ts'
import type { Handlers } from './handler.ts'
import { replay, storeRecords, toIdempotencyRecords } from './idempotency.ts'
import { isMiss } from './limits.ts'
import { LostRace, runAgainWhenLost } from './lostRace.ts'
import { createOutboxLimits, type OutboxLimits } from './outboxLimits.ts'
import { isFinal, type Outcome, toAccepted, toRefused, toShown } from './outcome.ts'
import { createTrailing } from './trailing.ts'
import { createWriter, type Write } from './writer.ts'

/** In place of an answer: a Failure, or an unexpected error. */
export interface Thrown {
  readonly thrown: unknown
}

export interface Execution {
  /** Throws when there is no stored answer to give: a Failure that is not stored, or an unexpected error. */
  answer(checked: CheckedCall): Promise<Outcome>
  /**
   * Calls of one action and one club. Each is answered as if they had come one after the other, in this
   * order. One that fails changes no other.
   */
  answerAll(all: readonly CheckedCall[]): Promise<(Outcome | Thrown)[]>
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
  readonly deliveries: OutboxLimits
  readonly write: Write
}

export function createExecution(parts: ExecutionParts): Execution {
  const { database, now } = parts.services
  const workings = { ...parts, deliveries: createOutboxLimits(now), write: createWriter(database) }
  const batchers = new Map<string, (checked: CheckedCall) => Promise<Outcome | Thrown>>()
  const answerAll = (all: readonly CheckedCall[]) => answerTogether(workings, all)
  const gathering = { most: callsAnsweredTogether, besideFrom: callsAnsweredBeside[database.engine] }

  /** One transaction for many calls takes the disk as long as for one call. Under load, calls share it. */
  function gather(checked: CheckedCall): Promise<Outcome | Thrown> {
    const name = `${checked.tenant.id} ${checked.name}`
    // they wait for each other, so none of them may keep the others waiting
    const together = (all: readonly CheckedCall[]) => runFirst(() => answerAll(all))
    const batcher = batchers.get(name) ?? createBatcher(together, gathering)
    batchers.set(name, batcher)
    return batcher(checked)
  }

  return {
    answerAll,
    async answer(checked) {
      if (typeof findHandler(workings, checked) === 'function') return answerAlone(workings, checked)
      const outcome = await gather(checked)
      if ('thrown' in outcome) throw outcome.thrown
      return outcome
    },
  }
}

function findHandler({ handlers }: Workings, { name }: CheckedCall): AnyHandler | AnySetHandler {
  if (name === 'submit_batch') throw new Error('A batch has no handler: its entries are answered.')
  const handler = handlers[name]
  return ('handle' in handler ? handler.handle : handler) as unknown as AnyHandler | AnySetHandler
}

async function answerAlone(workings: Workings, checked: CheckedCall): Promise<Outcome> {
  const handler = findHandler(workings, checked)
  if (typeof handler === 'function') {
    const { effect, body } = checked.definition
    if (effect === 'external') return answerExternal(workings, handler, checked)
    if (body === 'pictures') return answerWithPictures(workings, handler, checked)
    return runAgainWhenLost(() => answerInTransaction(workings, handler, checked))
  }
  const [outcome] = await runAgainWhenLost(() => answerSet(workings, handler, [checked]))
  if (outcome === undefined || outcome instanceof Failure) throw outcome ?? new Error('no answer')
  return outcome
}

async function answerTogether(
  workings: Workings,
  all: readonly CheckedCall[],
): Promise<(Outcome | Thrown)[]> {
  const [first] = all
  const handler = first && findHandler(workings, first)
  const answered = new Map<CheckedCall, Outcome | Thrown>()
  if (all.length > 1 && typeof handler === 'object') {
    const set = takeFirstOfEachKey(all)
    const outcomes = await runAgainWhenLost(() => answerSet(workings, handler, set)).catch(() => [])
    set.forEach((checked, index) => {
      const outcome = outcomes[index]
      if (outcome instanceof Failure) answered.set(checked, { thrown: outcome })
      else if (outcome !== undefined) answered.set(checked, outcome)
    })
  }
  const results: (Outcome | Thrown)[] = []
  let misses = 0
  for (const checked of all) {
    // answered alone: the handler takes no sets, the key is used twice, or one call made the whole set fail
    const result =
      answered.get(checked) ??
      (misses < unknownSendersPerBatch
        ? await answerAlone(workings, checked).catch((thrown: unknown) => ({ thrown }))
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
  readonly checked: CheckedCall
  readonly principal: Principal
}

/** Effects and idempotency records are stored together or not at all ("receipt last"). */
async function answerSet(
  workings: Workings,
  handler: AnySetHandler,
  all: readonly CheckedCall[],
): Promise<(Outcome | Failure | undefined)[]> {
  const { services, write } = workings
  const [{ tenant }] = all as [CheckedCall]
  const now = Math.max(...all.map((checked) => checked.now))
  return write(tenant.id, async (queued) => {
    const tx = await toUnqueued(queued, services.database)
    const along: Promise<void>[] = []
    function storeAlong(work: Promise<void>): void {
      // when the set fails before it is waited for, it fails too, and nobody hears of it
      work.catch(() => undefined)
      along.push(work)
    }
    const { outcomes, open } = await replayKnown(tx, workings, all)
    const entries = open.map(({ checked: { key, input }, principal }) => ({
      principal,
      key: key ?? services.newId(),
      input,
    }))
    const outputs =
      open.length === 0
        ? []
        : await handler.answerSet({ tx, tenant, now, services, refusal, storeAlong }, entries)
    const records = open.flatMap(({ checked, principal }, index) => {
      const output = outputs[index]
      if (output === undefined) throw new Error(`${checked.name} left an entry without an outcome`)
      const isRefused = output instanceof Failure
      const outcome = isRefused ? toRefused(checked, output) : toAccepted(checked, output)
      outcomes.set(checked, isRefused && !isFinal(output) ? output : outcome)
      return isRefused && !isFinal(output) ? [] : toIdempotencyRecords(checked, principal, outcome)
    })
    const [isFirst] = await Promise.all([storeRecords(tx, records), ...along])
    if (!isFirst) throw new LostRace()
    return all.map((checked) => outcomes.get(checked))
  })
}

/** Separates the calls that are answered already from those that need the handler. */
async function replayKnown(
  tx: Tx,
  { services, deliveries }: Workings,
  all: readonly CheckedCall[],
): Promise<{ outcomes: Map<CheckedCall, Outcome | Failure>; open: OpenCall[] }> {
  const [principals, stored] = await Promise.all([
    identifyAll(tx, services, all),
    findIdempotencyRecords(tx, all.flatMap(listKey)),
  ])
  const outcomes = new Map<CheckedCall, Outcome | Failure>()
  const fresh: OpenCall[] = []
  for (const [index, principal] of principals.entries()) {
    const checked = all[index] as CheckedCall
    const known = stored.get(checked.key ?? '')
    if (principal instanceof Failure) outcomes.set(checked, principal)
    else if (known === undefined) fresh.push({ checked, principal })
    else {
      const tooMany = deliveries.countRepeat({ checked, principal })
      outcomes.set(checked, tooMany ?? replay(known, checked, principal))
    }
  }
  const refused = await deliveries.countNew(tx, fresh)
  for (const [checked, tooMany] of refused) outcomes.set(checked, tooMany)
  return { outcomes, open: fresh.filter(({ checked }) => !refused.has(checked)) }
}

/** Reading pictures takes long, so it comes before the transaction. */
async function answerWithPictures(
  workings: Workings,
  handler: AnyHandler,
  checked: CheckedCall,
): Promise<Outcome> {
  const { services } = workings
  const { tenant, now } = checked
  const { principal, stored } = await services.database.inTenant(tenant.id, (tx) =>
    identifyOrReplay(tx, services, checked),
  )
  if (stored !== undefined) return stored
  requireOpenTo(checked, principal)
  const { images } = checked.input as { images?: readonly { imageData: string }[] }
  const sender = { tenantId: tenant.id, memberId: principal.member?.id ?? 0, now }
  const texts = images?.map(({ imageData }) => imageData) ?? []
  let areRead = false
  try {
    return await withGivenPictures(services, sender, texts, 'upload', (pictures) => {
      areRead = true
      return runAgainWhenLost(() => answerInTransaction(workings, handler, checked, { pictures }))
    })
  } catch (error) {
    if (areRead || !isFinal(error)) throw error
    return storeRefusal(workings, checked, principal, error)
  }
}

async function answerInTransaction(
  workings: Workings,
  handler: AnyHandler,
  checked: CheckedCall,
  more: object = {},
): Promise<Outcome> {
  const { services, deliveries, write } = workings
  const run: Write =
    checked.definition.effect === 'read' ? (id, body) => services.database.inTenant(id, body) : write
  let principal: Principal | undefined
  try {
    return await run(checked.tenant.id, async (tx) => {
      principal = await identify(tx, services, checked)
      const stored = await findStored(tx, checked, principal)
      if (stored !== undefined) {
        const tooMany = deliveries.countRepeat({ checked, principal })
        if (tooMany !== undefined) throw tooMany
        return stored
      }
      await refuseTooMany(tx, deliveries, { checked, principal })
      requireOpenTo(checked, principal)
      const trail = createTrailing(checked, principal)
      const own = { tx, ...more, changed: trail.changed }
      const output = await handler(toContext(workings, checked, principal, own), checked.input)
      const outcome = toAccepted(checked, toShown(checked, principal, output))
      await trail.write(tx)
      await storeIdempotencyRecords(tx, checked, principal, outcome)
      return outcome
    })
  } catch (error) {
    if (principal === undefined || !isFinal(error)) throw error
    return storeRefusal(workings, checked, principal, error)
  }
}

/**
 * External actions hold no transaction while they wait for the network, so the idempotency record is written
 * after the effect, in its own transaction. For what must not happen twice in between, the action itself uses
 * a natural key.
 */
async function answerExternal(
  workings: Workings,
  handler: AnyHandler,
  checked: CheckedCall,
): Promise<Outcome> {
  const inTenant: InTenant = (body) => workings.services.database.inTenant(checked.tenant.id, body)
  const { principal, stored } = await identifyExternal(workings, checked, inTenant)
  if (stored !== undefined) return stored
  let outcome: Outcome
  try {
    outcome = await runExternal(workings, handler, checked, principal, inTenant)
  } catch (error) {
    if (!isFinal(error)) throw error
    return storeRefusal(workings, checked, principal, error)
  }
  const records = toIdempotencyRecords(checked, principal, outcome)
  if (records.length === 0) return outcome
  return inTenant(async (tx) => {
    const isFirst = await storeRecords(tx, records)
    return isFirst ? outcome : ((await findStored(tx, checked, principal)) ?? outcome)
  })
}

type InTenant = <T>(body: (tx: Tx) => Promise<T>) => Promise<T>

async function identifyExternal(
  { services }: Workings,
  checked: CheckedCall,
  inTenant: InTenant,
): Promise<{ principal: Principal; stored: Outcome | undefined }> {
  // without a key and a credential there is nothing to look up
  const visitor = checked.key === null ? findVisitor(checked) : undefined
  if (visitor !== undefined) return { principal: visitor, stored: undefined }
  return inTenant((tx) => identifyOrReplay(tx, services, checked))
}

async function identifyOrReplay(
  tx: Tx,
  services: Services,
  checked: CheckedCall,
): Promise<{ principal: Principal; stored: Outcome | undefined }> {
  const principal = await identify(tx, services, checked)
  return { principal, stored: await findStored(tx, checked, principal) }
}

async function runExternal(
  workings: Workings,
  handler: AnyHandler,
  checked: CheckedCall,
  principal: Principal,
  inTenant: InTenant,
): Promise<Outcome> {
  requireOpenTo(checked, principal)
  const sent: SentAlong = {}
  const context = toContext(workings, checked, principal, {
    inTenant,
    ...toSenders(checked, sent),
    cards: workings.cards,
  })
  const output = await handler(context, checked.input)
  return toAccepted(checked, output, sent)
}

async function refuseTooMany(tx: Tx, deliveries: OutboxLimits, call: OpenCall): Promise<void> {
  for (const tooMany of (await deliveries.countNew(tx, [call])).values()) throw tooMany
}

/** The effect is rolled back, with what was counted. The refusal gets its own transaction, unless another call was faster. */
async function storeRefusal(
  { write, countMiss, deliveries }: Workings,
  checked: CheckedCall,
  principal: Principal,
  failure: Failure,
): Promise<Outcome> {
  await countMiss(failure.code, checked.call.peer)
  const refused = toRefused(checked, failure)
  if (checked.key === null) return refused
  return write(checked.tenant.id, async (tx) => {
    const stored = await findStored(tx, checked, principal)
    if (stored !== undefined) return stored
    await refuseTooMany(tx, deliveries, { checked, principal })
    await storeIdempotencyRecords(tx, checked, principal, refused)
    return refused
  })
}

/** The answer that this key got before, if any. Fails when principal, action or input differ. */
async function findStored(tx: Tx, checked: CheckedCall, principal: Principal): Promise<Outcome | undefined> {
  const [stored] = (await findIdempotencyRecords(tx, listKey(checked))).values()
  const repeated = stored && replay(stored, checked, principal)
  if (repeated instanceof Failure) throw repeated
  return repeated
}

async function storeIdempotencyRecords(
  tx: Tx,
  checked: CheckedCall,
  principal: Principal,
  outcome: Outcome,
): Promise<void> {
  const records = toIdempotencyRecords(checked, principal, outcome)
  if (!(await storeRecords(tx, records))) throw new LostRace()
}

function listKey({ key }: CheckedCall): string[] {
  return key === null ? [] : [key]
}

function takeFirstOfEachKey(all: readonly CheckedCall[]): CheckedCall[] {
  return all.filter(({ key }, index) => key === null || all.findIndex((one) => one.key === key) === index)
}
