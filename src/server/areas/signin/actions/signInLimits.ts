// How often somebody may try to sign in with a password (rules/security 3.8). A device counts only for itself, and
// strangers only for their address and the account.
import { foldEmail } from '../../../../domain/member.ts'
import { isDeviceOf, openDevice } from '../../../auth/knownDevice.ts'
import type { CallLimit, LimitedCall } from '../../../dispatch/handler.ts'
import {
  loginFailuresOfDevicesPerAccount,
  loginFailuresPerAddress,
  loginFailuresPerDevice,
  loginsPerAccount,
} from '../../../limits/often.ts'
import { findAccount } from '../../../member/db/member.ts'
import { canBeMailed, isOpen, openMemberCodes } from '../../../member/memberCodes.ts'
import type { Services } from '../../../process/services.ts'

type SigningIn = LimitedCall<'member_login'>

export async function limitSignIns(call: SigningIn, services: Services): Promise<CallLimit[]> {
  const account = `${call.tenantId} ${foldEmail(call.input.username)}`
  const standing = await findStanding(call, services)
  if (standing === 'mailed') return []
  if (standing === undefined) {
    return [
      { limit: loginFailuresPerAddress, target: call.peer, isForFailures: true },
      { limit: loginsPerAccount, target: account },
    ]
  }
  return [
    { limit: loginFailuresPerDevice, target: `${account} ${standing.device}`, isForFailures: true },
    { limit: loginFailuresOfDevicesPerAccount, target: account, isForFailures: true },
  ]
}

/**
 * `device`: this account has signed in there before. `mailed`: what they type was mailed to the account and is
 * right; it is too long to guess, so it is not counted. Undefined: a stranger, as far as we know.
 */
async function findStanding(
  { tenantId, device: mark, input }: SigningIn,
  services: Services,
): Promise<{ readonly device: string } | 'mailed' | undefined> {
  const device = await openDevice(services, mark)
  const isMailed = canBeMailed('temporary', input.password)
  if (device === undefined && !isMailed) return undefined
  const codes = await openMemberCodes(services)
  return services.database.inTenant(tenantId, async (tx) => {
    const account = await findAccount(tx, { emailFolded: foldEmail(input.username) })
    if (account === undefined) return undefined
    const { memberId } = account
    const mailed = isMailed ? await codes.find(tx, tenantId, 'temporary', input.password) : undefined
    if (mailed?.memberId === memberId && isOpen(mailed, services.now())) return 'mailed'
    const isKnown = device !== undefined && isDeviceOf(device, { tenantId, memberId })
    return isKnown ? { device: device.id } : undefined
  })
}
