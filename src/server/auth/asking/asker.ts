// Who asks for a mail to somebody's address (rules/security 2.6): the address's own devices and strangers are counted
// apart, and strangers by the place from which they ask, so that nobody uses up what its owner may ask for.
import { foldEmail } from '../../../domain/member.ts'
import { askersTogether, type CountedLimit } from '../../limits/often.ts'
import { findAccount } from '../../member/db/member.ts'
import type { Services } from '../../process/services.ts'
import { isDeviceOf, openDevice } from '../knownDevice.ts'

export interface Asker {
  /** A device on which the account of the address has signed in, or its sign-in; undefined for a stranger. */
  readonly own?: string
  /** A network address, or a member of the club who has signed in on this device. */
  readonly place: string
}

interface Asking {
  readonly tenantId: number
  readonly peer: string
  /** As the browser's cookie has it. */
  readonly device?: string | undefined
  readonly email: string
  /** Of whoever is signed in. */
  readonly memberId?: number | undefined
}

/** Not within a transaction. The work is the same whether the address has an account or not. */
export async function findAsker(
  services: Pick<Services, 'database'>,
  { tenantId, peer, device, email, memberId }: Asking,
): Promise<Asker> {
  const marked = await openDevice(services, device)
  const known = marked?.tenantId === tenantId ? marked : undefined
  const place = known === undefined ? peer : `member ${tenantId} ${known.memberId}`
  if (known === undefined && memberId === undefined) return { place }
  const account = await services.database.inTenant(tenantId, (tx) =>
    findAccount(tx, { emailFolded: foldEmail(email) }),
  )
  if (account === undefined) return { place }
  if (memberId === account.memberId) return { place, own: 'signed in' }
  const isOwn = known !== undefined && isDeviceOf(known, { tenantId, memberId: account.memberId })
  return isOwn ? { place, own: known.id } : { place }
}

/** Of each asker `limit.most`, and of all strangers and all own devices each some times as much. */
export function toAskTargets(
  limit: CountedLimit,
  address: string,
  { own, place }: Asker,
): { limit: CountedLimit; target: string }[] {
  const kind = own === undefined ? 'strangers' : 'own'
  return [
    { limit, target: `${address} ${kind} ${own ?? place}` },
    { limit: toTogether(limit), target: `${address} ${kind}` },
  ]
}

export function toTogether<L extends CountedLimit>(limit: L): L {
  return { ...limit, name: `${limit.name}, together`, most: limit.most * askersTogether }
}
