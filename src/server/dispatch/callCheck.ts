// The check before any action: envelope, club, sign-in, input, key (rules/security 1).
import type { z } from 'zod'
import { bodyLimits, type Definition } from '../../contract/define.ts'
import { Failure, mostFaults } from '../../contract/failures.ts'
import { type ActionName, getDefinition, isActionName } from '../../contract/index.ts'
import { uuid } from '../../contract/shapes.ts'
import { isRecord } from '../../domain/isRecord.ts'
import { type VerifiedToken, verifyToken } from '../auth/session.ts'
import type { TenantIdentity } from '../club/db/tenant.ts'
import type { Call } from '../process/engine.ts'
import type { Log } from '../process/log.ts'
import type { Services } from '../process/services.ts'
import type { TenantResolver } from './clubOfCall.ts'
import { hashInput } from './inputHash.ts'

/** A call whose JSON has been parsed. */
export interface ReadCall extends Omit<Call, 'json'> {
  readonly body: Record<string, unknown>
  /** Size of the body as it was sent, for the action's own limit. */
  readonly bytes: number
  /** How long ago it was made, by its sender's clock, in milliseconds. Only an entry of a batch may say so. */
  readonly ageMs?: number | undefined
}

/** A call that has passed the check. Everything in it was checked. */
export interface CheckedCall {
  readonly name: ActionName
  readonly definition: Definition
  readonly call: ReadCall
  readonly tenant: TenantIdentity
  readonly token: VerifiedToken | null
  readonly input: unknown
  /** Of an officer's action: what is wrong with its input, which only who has the right is told. */
  readonly fault: Failure | null
  readonly inputHash: string
  /** Null when the call has none, and for actions without idempotency records. */
  readonly key: string | null
  readonly language: 'en' | 'es' | null
  /** Epoch milliseconds, one instant for the whole call. */
  readonly now: number
}

export interface CallCheckParts {
  readonly services: Services
  readonly tenants: TenantResolver
  readonly log: Log
}

/** Fails with what is wrong. An entry of a batch belongs to the `batch`'s club and may not name another. */
export type CallCheck = (name: ActionName, call: ReadCall, batch?: CheckedCall) => Promise<CheckedCall>

export function createCallCheck({ services, tenants, log }: CallCheckParts): CallCheck {
  return async (name, call, batch) => {
    const definition = getDefinition(name)
    const { body } = call
    if (call.bytes > bodyLimits[definition.body ?? 'plain']) {
      throw new Failure('body-too-large', 'The request is too large.')
    }
    const token = await readToken(definition, call.token)
    const tenant =
      batch === undefined
        ? await tenants.resolve(body, call.hostSlug, token === null ? null : { uuid: token.tenantUuid })
        : await tenants.resolve(body, call.hostSlug, { id: batch.tenant.id })
    const { access } = definition
    const isForMembers = knowsMembers(definition)
    if ((access === 'member' || access === 'officer') && token === null) {
      throw new Failure('needs-signin', 'Please sign in.')
    }
    // an officer's call names whom it is about
    const namesOthers = access === 'officer' || (definition.namesAuthor === true && token !== null)
    if (isForMembers && !namesOthers) requireOwnMemberId(body, token)
    const now = batch?.now ?? services.now()
    const parsed = parseInput(definition, body)
    const fault = parsed instanceof Failure ? parsed : null
    if (fault !== null && access !== 'officer') throw fault
    const input = correctMadeAt(parsed, now, call.ageMs)
    return {
      name,
      definition,
      call,
      tenant,
      token: isForMembers ? token : null,
      input,
      fault,
      inputHash: hashInput(body),
      key: definition.effect === 'read' || definition.signsIn || definition.ownKey ? null : readKey(body),
      language: body.language === 'en' || body.language === 'es' ? body.language : (batch?.language ?? null),
      now,
    }
  }

  /** A bad token is an error for actions that know members. Other actions ignore it. */
  async function readToken(definition: Definition, token: string | null): Promise<VerifiedToken | null> {
    if (token === null) return null
    const verified = await verifyToken(services, token)
    if (verified !== 'bad') return verified
    if (knowsMembers(definition)) throw new Failure('needs-signin', 'Please sign in again.')
    return null
  }

  function requireOwnMemberId(body: ReadCall['body'], token: VerifiedToken | null): void {
    const claimed = Object.hasOwn(body, 'memberId') ? body.memberId : undefined
    if (claimed === undefined) return
    if (token === null) throw new Failure('needs-signin', 'Please sign in.')
    if (claimed === token.memberId || claimed === String(token.memberId)) return
    log.warn({ tenantUuid: token.tenantUuid, member: token.memberId }, "another member's id in a payload")
    throw new Failure('invalid-input', 'That is not the signed-in member.', {
      faults: [{ path: 'memberId', message: 'is not the signed-in member' }],
    })
  }
}

function knowsMembers({ access }: Definition): boolean {
  return access === 'member' || access === 'either' || access === 'officer'
}

export function requireActionName(body: ReadCall['body']): ActionName {
  const action = Object.hasOwn(body, 'action') ? body.action : undefined
  if (!isActionName(action)) throw new Failure('unknown-action', 'There is no such action.')
  return action
}

function readKey(body: ReadCall['body']): string | null {
  if (!Object.hasOwn(body, 'key') || body.key === undefined) return null
  const parsed = uuid.safeParse(body.key)
  if (parsed.success) return parsed.data.toLowerCase()
  throw new Failure('invalid-input', 'The key is not right.', {
    faults: [{ path: 'key', message: 'must be a UUID' }],
  })
}

/** What is wrong with it is a Failure. */
function parseInput(definition: Definition, body: ReadCall['body']): unknown {
  const parsed = definition.input.safeParse(body)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.slice(0, mostFaults).map(toFault)
  const places = [...new Set(faults.map(({ path }) => path))].join(', ')
  return new Failure('invalid-input', `Something in the request is not right: ${places}.`, { faults })
}

/** A clock that runs ahead gives a time that has not come; how old the entry is by that clock is true all the same. */
function correctMadeAt(input: unknown, now: number, ageMs: number | undefined): unknown {
  if (ageMs === undefined || !isRecord(input)) return input
  const { madeAt } = input
  return typeof madeAt === 'number' && madeAt > now ? { ...input, madeAt: now - ageMs } : input
}

function toFault(issue: z.core.$ZodIssue): { path: string; message: string } {
  return { path: issue.path.map(String).join('.'), message: issue.message }
}
