// What a handler is given of its call, and whether the action is open to the caller.
import { Failure, type FailureDetails } from '../../contract/failures.ts'
import type { Principal } from '../auth/principals.ts'
import type { Log } from '../process/log.ts'
import type { Services } from '../process/services.ts'
import type { CheckedCall } from './callCheck.ts'

/** `own`: what only this kind of action gets. */
export function toContext(
  { services, log }: { services: Services; log: Log },
  checked: CheckedCall,
  principal: Principal,
  own: object,
): object {
  const { tenant, now, language, key, call } = checked
  return {
    tenant,
    principal,
    member: principal.member,
    key,
    now,
    language,
    peer: call.peer,
    preview: call.preview,
    services,
    log,
    fail(...reason: Parameters<typeof refusal>): never {
      throw refusal(...reason)
    },
    ...own,
  }
}

/** What an external action sends beside its answer. */
export type SentAlong = { -readonly [K in 'token' | 'joined' | 'device']?: string }

/** What the browser has in its cookies, and the ways to send something into `sent`. */
export function toSenders({ name, definition, call }: CheckedCall, sent: SentAlong): object {
  const requireSignIn = (): void => {
    if (!definition.signsIn) throw new Error(`${name} signs nobody in`)
  }
  return {
    sendToken(token: string) {
      requireSignIn()
      sent.token = token
    },
    joined: call.joined,
    sendJoined(proof: string) {
      sent.joined = proof
    },
    device: call.device,
    sendDevice(mark: string) {
      requireSignIn()
      sent.device = mark
    },
  }
}

export function refusal(code: Failure['code'], message: string, details?: FailureDetails): Failure {
  return new Failure(code, message, details)
}

export function requireOpenTo(checked: CheckedCall, { member }: Principal): void {
  if (member?.onlyNewPassword && !checked.definition.beforeNewPassword) {
    throw new Failure('password-change-needed', 'Please choose a new password first.')
  }
  if (member?.isExpired && checked.definition.access === 'member' && !checked.definition.expired) {
    throw new Failure('membership-expired', 'The membership has expired. Please renew it first.')
  }
}
