// How often somebody may try to sign in with a password (rules/security 3.8).
import { foldEmail } from '../../domain/member.ts'
import { isDeviceOf, openDevice } from '../auth/knownDevice.ts'
import {
  loginFailuresOfDevicesPerAccount,
  loginFailuresPerAddress,
  loginFailuresPerDevice,
  loginsPerAccount,
} from '../limits/often.ts'
import { findAccount } from '../member/db/member.ts'
import { canBeMailed, isOpen, openMemberCodes } from '../member/memberCodes.ts'
import type { Services } from '../process/services.ts'

/** What the limits know of a call of `member_login`. */
interface SigningIn {
  readonly peer: string
  readonly tenantId: number
  /** As the browser's cookie has it. */
  readonly device?: string | undefined
  readonly input: { readonly username: string; readonly password: string }
  /**
   * `device`: this account has signed in there before. `mailed`: what they type was mailed to the account and is
   * right; it is too long to guess, so it is not counted. Undefined: a stranger, as far as we know.
   */
  readonly standing?: { readonly device: string } | 'mailed'
}
type ToTarget = (call: SigningIn) => string

/** A device counts only for itself, and strangers only for their address and the account. */
export const signInLimits = [
  { ...loginFailuresPerAddress, target: ofStrangers(({ peer }) => peer), isForFailures: true },
  { ...loginsPerAccount, target: ofStrangers(toAccount) },
  {
    ...loginFailuresPerDevice,
    target: ofDevices((call, device) => `${toAccount(call)} ${device}`),
    isForFailures: true,
  },
  { ...loginFailuresOfDevicesPerAccount, target: ofDevices(toAccount), isForFailures: true },
] as const

function toAccount({ tenantId, input }: SigningIn): string {
  return `${tenantId} ${foldEmail(input.username)}`
}

function ofStrangers(target: ToTarget) {
  return (call: SigningIn) => (call.standing === undefined ? target(call) : undefined)
}

function ofDevices(target: (call: SigningIn, device: string) => string) {
  return (call: SigningIn) =>
    typeof call.standing === 'object' ? target(call, call.standing.device) : undefined
}

/** Says who calls, before anything is counted or hashed. Not within a transaction. */
export async function findStanding(
  services: Pick<Services, 'database' | 'now' | 'newId'>,
  call: SigningIn,
): Promise<SigningIn> {
  const { tenantId, input } = call
  const device = await openDevice(services, call.device)
  const isMailed = canBeMailed('temporary', input.password)
  if (device === undefined && !isMailed) return call
  const codes = await openMemberCodes(services)
  return services.database.inTenant(tenantId, async (tx) => {
    const account = await findAccount(tx, { emailFolded: foldEmail(input.username) })
    if (account === undefined) return call
    const { memberId } = account
    const mailed = isMailed ? await codes.find(tx, tenantId, 'temporary', input.password) : undefined
    if (mailed?.memberId === memberId && isOpen(mailed, services.now()))
      return { ...call, standing: 'mailed' }
    const isKnown = device !== undefined && isDeviceOf(device, { tenantId, memberId })
    return isKnown ? { ...call, standing: { device: device.id } } : call
  })
}
