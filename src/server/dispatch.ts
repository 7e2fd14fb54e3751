// The one way from a call to its answer: envelope, club, sign-in, input, limits, replay, transaction, handler.
import type { z } from 'zod'
import { bodyLimits, type Definition, type Receipt } from '../contract/define.ts'
import { Failure, type FailureDetails, failures } from '../contract/failures.ts'
import { type ActionName, getDefinition, isActionName } from '../contract/index.ts'
import { uuid } from '../contract/shapes.ts'
import type { Tx } from './db/open.ts'
import { findReceipt, insertReceipt, type StoredReceipt } from './db/receipt.ts'
import type { Call, Reply } from './engine.ts'
import type { Handlers, Services, SignedInMember, TenantIdentity } from './handler.ts'
import type { Limits } from './limits.ts'
import type { Log } from './log.ts'
import { identify, type Principal } from './principals.ts'
import { hashInput } from './receipts.ts'
import { toRefusalText } from './refusals.ts'
import { type VerifiedToken, verifyToken } from './session.ts'
import type { TenantResolver } from './tenants.ts'

export interface DispatchParts {
  readonly services: Services
  readonly handlers: Handlers
  readonly tenants: TenantResolver
  readonly limits: Limits
  readonly log: Log
}

export type Dispatch = (call: Call) => Promise<Reply>

/** A write that lost against another with the same key is run again so often. */
export const mostRuns = 6
const mostFaults = 20
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

/** What stands when the gate is passed: nothing of it comes from the payload unchecked. */
interface Admitted {
  readonly name: ActionName
  readonly definition: Definition
  readonly call: Call
  readonly tenant: TenantIdentity
  readonly token: VerifiedToken | null
  readonly input: unknown
  readonly inputHash: string
  /** Null where there is none, and on actions that keep no receipt. */
  readonly key: string | null
  readonly language: 'en' | 'es' | null
  readonly now: number
}

/** An answer as it goes out; `text` is stored with a receipt and repeated byte for byte. */
interface Outcome {
  readonly text: string
  readonly code: string | null
  readonly token: string | null
}

/** Somebody else has answered the same key in the meantime: everything is rolled back and run again. */
class LostRace extends Error {}

// The map of handlers is typed by action; which action it is, only the call knows.
type AnyHandler = (context: unknown, input: unknown) => Promise<object>

export function createDispatch(parts: DispatchParts): Dispatch {
  const { services, handlers, tenants, limits, log } = parts

  return async (call) => {
    let name: ActionName | null = null
    try {
      name = requireActionName(call.body)
      const admitted = await admit(name, call)
      limits.countCall(admitted.definition, call.peer, admitted.token)
      const attempt = await limits.countAttempt(
        name,
        { peer: call.peer, tenantId: admitted.tenant.id, input: admitted.input },
        admitted.inputHash,
      )
      const outcome = await runAgainWhenLost(() => answer(admitted))
      if (outcome.code === null) await attempt.succeed()
      return {
        status: 200,
        body: outcome.text,
        token: outcome.token,
        retryAfter: null,
        action: name,
        code: outcome.code,
      }
    } catch (error) {
      return refuse(name, call, error)
    }
  }

  async function admit(name: ActionName, call: Call): Promise<Admitted> {
    const definition = getDefinition(name)
    const { body } = call
    if (call.bytes > bodyLimits[definition.body ?? 'plain']) {
      throw new Failure('body-too-large', 'The request is too large.')
    }
    const token = await readToken(definition, call.token)
    const tenant = await tenants.resolve(
      body,
      call.hostSlug,
      token === null ? null : { uuid: token.tenantUuid },
    )
    const isForMembers = definition.who === 'member' || definition.who === 'either'
    if (isForMembers) {
      if (definition.who === 'member' && token === null) throw new Failure('needs-signin', 'Please sign in.')
      requireOwnMemberId(body, token)
    }
    const input = parseInput(definition, body)
    return {
      name,
      definition,
      call,
      tenant,
      token: isForMembers ? token : null,
      input,
      inputHash: hashInput(body),
      key: definition.effect === 'read' || definition.signsIn ? null : readKey(body),
      language: body.language === 'en' || body.language === 'es' ? body.language : null,
      now: services.now(),
    }
  }

  /** A token that is no good is an error where a member could be meant; elsewhere only its club counts. */
  async function readToken(definition: Definition, token: string | null): Promise<VerifiedToken | null> {
    if (token === null) return null
    const verified = await verifyToken(services, token)
    if (verified !== 'bad') return verified
    if (definition.who === 'member' || definition.who === 'either') {
      throw new Failure('needs-signin', 'Please sign in again.')
    }
    return null
  }

  function requireOwnMemberId(body: Call['body'], token: VerifiedToken | null): void {
    const claimed = Object.hasOwn(body, 'memberId') ? body.memberId : undefined
    if (claimed === undefined) return
    if (token === null) throw new Failure('needs-signin', 'Please sign in.')
    if (claimed === token.memberId || claimed === String(token.memberId)) return
    log.warn({ tenantUuid: token.tenantUuid, member: token.memberId }, "another member's id in a payload")
    throw new Failure('invalid-input', 'That is not the signed-in member.', {
      faults: [{ path: 'memberId', message: 'is not the signed-in member' }],
    })
  }

  function answer(admitted: Admitted): Promise<Outcome> {
    return admitted.definition.effect === 'external'
      ? answerExternal(admitted)
      : answerInTransaction(admitted)
  }

  /** Effect and receipt stand together or not at all («receipt last»). */
  async function answerInTransaction(admitted: Admitted): Promise<Outcome> {
    let principal: Principal | undefined
    try {
      return await services.database.inTenant(admitted.tenant.id, async (tx) => {
        principal = await identify(tx, services, admitted)
        const stored = await findStored(tx, admitted, principal)
        if (stored !== undefined) return stored
        requireLiveMembership(admitted, principal)
        const output = await runHandler(admitted, principal.member, { tx })
        const outcome = toAccepted(admitted, output, null)
        await keepReceipt(tx, admitted, principal, 'accepted', outcome.text)
        return outcome
      })
    } catch (error) {
      if (principal === undefined || !isFinal(error)) throw error
      return keepRefusal(admitted, principal, error)
    }
  }

  /**
   * External actions hold no transaction over a network call, so the receipt follows the effect in one of its
   * own; what must not happen twice in between, the action itself secures by a natural key.
   */
  async function answerExternal(admitted: Admitted): Promise<Outcome> {
    const inTenant = <T>(body: (tx: Tx) => Promise<T>) => services.database.inTenant(admitted.tenant.id, body)
    const { principal, stored } = await inTenant(async (tx) => {
      const found = await identify(tx, services, admitted)
      return { principal: found, stored: await findStored(tx, admitted, found) }
    })
    if (stored !== undefined) return stored
    let token: string | null = null
    const sendToken = (sent: string) => {
      if (!admitted.definition.signsIn) throw new Error(`${admitted.name} may not send a token`)
      token = sent
    }
    let outcome: Outcome
    try {
      requireLiveMembership(admitted, principal)
      const output = await runHandler(admitted, principal.member, { inTenant, sendToken })
      outcome = toAccepted(admitted, output, token)
    } catch (error) {
      if (!isFinal(error)) throw error
      return keepRefusal(admitted, principal, error)
    }
    if (admitted.key === null) return outcome
    return inTenant(async (tx) => {
      if (
        await insertReceipt(
          tx,
          admitted.tenant.id,
          toReceiptRow(admitted, principal, 'accepted', outcome.text),
        )
      ) {
        return outcome
      }
      return (await findStored(tx, admitted, principal)) ?? outcome
    })
  }

  function runHandler(admitted: Admitted, member: SignedInMember | null, own: object): Promise<object> {
    const handler = handlers[admitted.name] as unknown as AnyHandler
    return handler(
      {
        tenant: admitted.tenant,
        member,
        now: admitted.now,
        language: admitted.language,
        peer: admitted.call.peer,
        services,
        fail(code: Failure['code'], message: string, details?: FailureDetails): never {
          throw new Failure(code, message, details)
        },
        ...own,
      },
      admitted.input,
    )
  }

  /** The effect is rolled back by now; the refusal gets a transaction of its own, unless somebody was faster. */
  async function keepRefusal(admitted: Admitted, principal: Principal, failure: Failure): Promise<Outcome> {
    const { key } = admitted
    const receipt = key === null ? null : toReceipt(admitted, key, 'refused')
    const text = toRefusalText(failure, receipt, admitted.definition.refused)
    const refused: Outcome = { text, code: failure.code, token: null }
    if (key === null) return refused
    return services.database.inTenant(admitted.tenant.id, async (tx) => {
      const stored = await findStored(tx, admitted, principal)
      if (stored !== undefined) return stored
      await keepReceipt(tx, admitted, principal, 'refused', text)
      return refused
    })
  }

  function refuse(action: ActionName | null, call: Call, error: unknown): Reply {
    const failure = error instanceof Failure ? error : toFailure(error)
    if (failure.status >= 500) {
      log.error(
        { err: error, action, requestId: call.requestId, reference: failure.details.reference },
        'call failed',
      )
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

function requireActionName(body: Call['body']): ActionName {
  const action = Object.hasOwn(body, 'action') ? body.action : undefined
  if (!isActionName(action)) throw new Failure('unknown-action', 'There is no such action.')
  return action
}

function readKey(body: Call['body']): string | null {
  if (!Object.hasOwn(body, 'key') || body.key === undefined) return null
  const parsed = uuid.safeParse(body.key)
  if (parsed.success) return parsed.data.toLowerCase()
  throw new Failure('invalid-input', 'The key is not right.', {
    faults: [{ path: 'key', message: 'must be a UUID' }],
  })
}

function parseInput(definition: Definition, body: Call['body']): unknown {
  const parsed = definition.input.safeParse(body)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.slice(0, mostFaults).map(toFault)
  const places = [...new Set(faults.map(({ path }) => path))].join(', ')
  throw new Failure('invalid-input', `Something in the request is not right: ${places}.`, { faults })
}

function toFault(issue: z.core.$ZodIssue): { path: string; message: string } {
  return { path: issue.path.map(String).join('.'), message: issue.message }
}

function requireLiveMembership(admitted: Admitted, { member }: Principal): void {
  if (member?.isExpired && admitted.definition.who === 'member' && !admitted.definition.expired) {
    throw new Failure('membership-expired', 'The membership has expired. Please renew it first.')
  }
}

/** The answer that this key got before, if any; another principal, action or input is told so. */
async function findStored(tx: Tx, admitted: Admitted, principal: Principal): Promise<Outcome | undefined> {
  if (admitted.key === null) return undefined
  const stored = await findReceipt(tx, admitted.tenant.id, admitted.key)
  if (stored === undefined) return undefined
  const isSame =
    stored.principal === principal.ref &&
    stored.action === admitted.name &&
    stored.inputHash === admitted.inputHash
  if (!isSame) throw new Failure('key-reused', 'This key was used for something else.')
  return { text: stored.answer, code: findCode(stored.answer), token: null }
}

function findCode(answer: string): string | null {
  const { code } = JSON.parse(answer) as { code?: string }
  return code ?? null
}

async function keepReceipt(
  tx: Tx,
  admitted: Admitted,
  principal: Principal,
  outcome: Receipt['outcome'],
  text: string,
): Promise<void> {
  if (admitted.key === null) return
  const isFirst = await insertReceipt(
    tx,
    admitted.tenant.id,
    toReceiptRow(admitted, principal, outcome, text),
  )
  if (!isFirst) throw new LostRace()
}

function toReceiptRow(
  admitted: Admitted,
  principal: Principal,
  outcome: Receipt['outcome'],
  answer: string,
): StoredReceipt {
  return {
    key: admitted.key ?? '',
    principal: principal.ref,
    action: admitted.name,
    inputHash: admitted.inputHash,
    outcome,
    answer,
    at: new Date(admitted.now),
  }
}

function toReceipt(admitted: Admitted, key: string, outcome: Receipt['outcome']): Receipt {
  return { key, outcome, at: new Date(admitted.now).toISOString() }
}

/** The output schema is the list of what may go out: whatever else a handler returned stays here. */
function toAccepted(admitted: Admitted, output: object, token: string | null): Outcome {
  const { definition, key } = admitted
  const projected = definition.output.parse(output)
  const isRead = definition.effect === 'read'
  const receipt = isRead ? {} : { receipt: key === null ? null : toReceipt(admitted, key, 'accepted') }
  return { text: JSON.stringify({ success: true, ...projected, ...receipt }), code: null, token }
}

/** Refusals on merit stand for good; sign-in, limits, wrong input and our own faults leave no receipt. */
function isFinal(error: unknown): error is Failure {
  return error instanceof Failure && failures[error.code].status === 200 && error.code !== 'key-reused'
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

function findErrorCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : ''
}
