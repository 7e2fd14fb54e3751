// The one way from a call to its answer: the gate, the limits, replay and handler, and the refusal of whatever fails.
import { Failure } from '../../contract/failures.ts'
import { type ActionName, getDefinition } from '../../contract/index.ts'
import type { Call, Reply } from '../engine/engine.ts'
import type { Log } from '../log.ts'
import type { Cards } from '../orders/cardProvider.ts'
import type { Services } from '../services.ts'
import { type Admitted, createAdmission, type ReadCall, requireActionName } from './admission.ts'
import { answerBatch, type Entered } from './batch.ts'
import { parseBody } from './body.ts'
import { createAnswering, LostRace } from './execution.ts'
import type { Handlers } from './handler.ts'
import type { Limits } from './limits.ts'
import type { Outcome } from './outcome.ts'
import { toRefusalText } from './refusals.ts'
import type { TenantResolver } from './tenants.ts'

export interface DispatchParts {
  readonly services: Services
  readonly handlers: Handlers
  readonly tenants: TenantResolver
  readonly limits: Limits
  readonly log: Log
  readonly cards: Cards
}

export type Dispatch = (call: Call) => Promise<Reply>

/** Codes with which a database says that it cannot do this now. */
const unavailableCodes: ReadonlySet<string> = new Set([
  '40001',
  '40P01',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ETIMEDOUT',
  '53300',
  '57P01',
  '57P02',
  '57P03',
])

export function createDispatch(parts: DispatchParts): Dispatch {
  const { services, tenants, limits, log } = parts
  const admit = createAdmission({ services, tenants, log })
  const answering = createAnswering({ ...parts, countMiss: (code, peer) => limits.countMiss(code, peer) })

  return async ({ json, ...said }) => {
    let name: ActionName | null = null
    try {
      const call: ReadCall = { ...said, body: parseBody(json), bytes: json.length }
      name = requireActionName(call.body)
      const { admitted, succeed } = await enter(name, call)
      const outcome =
        name === 'submit_batch' ? await answerEntries(admitted) : await answering.answer(admitted)
      if (outcome.code === null) await succeed()
      return {
        status: 200,
        body: outcome.text,
        token: outcome.token,
        retryAfter: null,
        action: name,
        code: outcome.code,
      }
    } catch (error) {
      return refuse(name, said, error)
    }
  }

  async function enter(name: ActionName, call: ReadCall, batch?: Admitted): Promise<Entered> {
    const admitted = await admit(name, call, batch)
    const { definition, token, tenant, input, inputHash } = admitted
    limits.countCall(definition, call.peer, token)
    const attempt = await limits.countAttempt(
      name,
      { peer: call.peer, tenantId: tenant.id, input },
      inputHash,
    )
    return { admitted, succeed: () => attempt.succeed() }
  }

  async function answerEntries(batch: Admitted): Promise<Outcome> {
    const parts = {
      answering,
      enter,
      refuse: (name: ActionName | null, call: ReadCall, error: unknown) => refuse(name, call, error).body,
    }
    return { text: await answerBatch(parts, batch), code: null, token: null }
  }

  function refuse(action: ActionName | null, { requestId }: Pick<Call, 'requestId'>, error: unknown): Reply {
    const failure = error instanceof Failure ? error : toFailure(error)
    if (failure.status >= 500) {
      log.error({ err: error, action, requestId, reference: failure.details.reference }, 'call failed')
    }
    return {
      status: failure.status,
      body: toRefusalText(failure, null, action === null ? undefined : getDefinition(action).refused),
      token: null,
      retryAfter: failure.details.retryAfter ?? null,
      action,
      code: failure.code,
    }
  }

  function toFailure(error: unknown): Failure {
    const reference = services.newId()
    const code = findErrorCode(error)
    if (error instanceof LostRace || unavailableCodes.has(code)) {
      return new Failure('unavailable', 'The server is busy. Please try again in a moment.', { reference })
    }
    return new Failure('internal', 'Something went wrong on our side.', { reference })
  }
}

function findErrorCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : ''
}
