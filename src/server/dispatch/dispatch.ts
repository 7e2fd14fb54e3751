// The only way from a call to its answer: check, limits, replay, handler, and the refusal when anything fails.
import { Failure } from '../../contract/failures.ts'
import { type ActionName, getDefinition } from '../../contract/index.ts'
import { type CallerReputation, createReputations } from '../auth/asking/reputation.ts'
import { canDatabaseLater } from '../db/away.ts'
import { runAs } from '../db/scope/turns.ts'
import { StorageFault, toUnavailable } from '../objects/objectStore.ts'
import type { Cards } from '../order/cardProvider.ts'
import type { Call, Reply } from '../process/engine.ts'
import type { Log } from '../process/log.ts'
import type { Services } from '../process/services.ts'
import { type AdmittedCall, answerBatch } from './batch.ts'
import { parseBody } from './body.ts'
import { type CheckedCall, createCallCheck, type ReadCall, requireActionName } from './callCheck.ts'
import type { TenantResolver } from './clubOfCall.ts'
import { createExecution } from './execution.ts'
import type { Handlers } from './handler.ts'
import { isMiss, type Limits } from './limits.ts'
import { LostRace } from './lostRace.ts'
import type { Outcome } from './outcome.ts'
import { toBusy, toRefusalBody } from './refusals.ts'

export interface DispatchParts {
  readonly services: Services
  readonly handlers: Handlers
  readonly tenants: TenantResolver
  readonly limits: Limits
  readonly log: Log
  readonly cards: Cards
}

export type Dispatch = (call: Call) => Promise<Reply>

export function createDispatch(parts: DispatchParts): Dispatch {
  const { services, tenants, limits, log } = parts
  const check = createCallCheck({ services, tenants, log })
  const answering = createExecution({ ...parts, countMiss: (code, peer) => limits.countMiss(code, peer) })

  const findReputation = createReputations(services)

  return async (call) => {
    const reputation = await findReputation(call)
    const reply = await runAs(reputation, () => answerCall(call, reputation))
    if (isWrongGuess(reply)) reputation.noteFailure()
    return reply
  }

  async function answerCall({ json, ...said }: Call, reputation: CallerReputation): Promise<Reply> {
    let name: ActionName | null = null
    try {
      const call = readCall(json, said)
      name = requireActionName(call.body)
      if (getDefinition(name).signsIn) reputation.noteSignIn()
      limits.countCall(getDefinition(name), call.peer)
      const entered = await enter(name, call)
      const outcome = await answerEntered(name, entered)
      return {
        status: 200,
        body: outcome.text,
        token: outcome.token,
        joined: outcome.joined,
        device: outcome.device,
        retryAfter: null,
        action: name,
        code: outcome.code,
      }
    } catch (error) {
      return refuse(name, said, error)
    }
  }

  /** Also what cannot be read counts for its address. */
  function readCall(json: Call['json'], said: Omit<Call, 'json'>): ReadCall {
    try {
      const body = parseBody(json)
      requireActionName(body)
      return { ...said, body, bytes: json.length }
    } catch (error) {
      limits.countRefused(null, said.peer)
      throw error
    }
  }

  async function enter(name: ActionName, call: ReadCall, batch?: CheckedCall): Promise<AdmittedCall> {
    const checked = await check(name, call, batch).catch((error: unknown) => {
      // of a batch only the request counts, whatever its entries are
      if (batch === undefined && error instanceof Failure) {
        limits.countRefused(getDefinition(name), call.peer)
      }
      throw error
    })
    const { definition, token, tenant, input, inputHash } = checked
    limits.countSignedIn(definition, token)
    const attempt = await limits.countAttempt(
      name,
      { peer: call.peer, device: call.device, tenantId: tenant.id, input },
      inputHash,
    )
    return { checked, end: (hasSucceeded) => attempt.end(hasSucceeded) }
  }

  async function answerEntered(name: ActionName, { checked, end }: AdmittedCall): Promise<Outcome> {
    let hasSucceeded = false
    try {
      const outcome = name === 'submit_batch' ? await answerEntries(checked) : await answerOne(checked)
      hasSucceeded = outcome.code === null
      return outcome
    } finally {
      await end(hasSucceeded)
    }
  }

  async function answerOne(checked: CheckedCall): Promise<Outcome> {
    const { definition, call } = checked
    try {
      const outcome = await answering.answer(checked)
      if (definition.queued && isUnproven(outcome.code)) limits.countUnproven(call.peer)
      return outcome
    } catch (error) {
      if (definition.queued) limits.countUnproven(call.peer)
      throw error
    }
  }

  async function answerEntries(batch: CheckedCall): Promise<Outcome> {
    let isProven = true
    const parts = {
      answering,
      enter,
      refuse(name: ActionName | null, call: ReadCall, error: unknown): string {
        isProven = false
        return refuse(name, call, error).body
      },
      settle({ code }: Outcome): void {
        if (isUnproven(code)) isProven = false
      },
    }
    const text = await answerBatch(parts, batch)
    if (!isProven) limits.countUnproven(batch.call.peer)
    return { text, code: null, token: null }
  }

  function refuse(action: ActionName | null, { requestId }: Pick<Call, 'requestId'>, error: unknown): Reply {
    const failure = error instanceof Failure ? error : toFailure(error)
    if (failure.status >= 500) {
      log.error({ err: error, action, requestId, reference: failure.details.reference }, 'call failed')
    }
    return {
      status: failure.status,
      body: toRefusalBody(failure, null, action === null ? undefined : getDefinition(action).refused),
      token: null,
      retryAfter: failure.details.retryAfter ?? null,
      action,
      code: failure.code,
      reference: failure.details.reference,
    }
  }

  function toFailure(error: unknown): Failure {
    const reference = services.newId()
    if (error instanceof StorageFault) return toUnavailable(reference)
    if (error instanceof LostRace || canDatabaseLater(error)) return toBusy(reference)
    return new Failure('internal', 'Something went wrong on our side.', { reference })
  }
}

/**
 * A sign-in that was refused, or a secret that is none. Other refusals say nothing against whoever calls: at a show
 * hundreds of people share one address.
 */
function isWrongGuess({ action, code, status }: Reply): boolean {
  if (action === null || code === null || status >= 500) return false
  return getDefinition(action).signsIn === true || isMiss(code)
}

function isUnproven(code: Outcome['code']): boolean {
  return code !== null && isMiss(code)
}
