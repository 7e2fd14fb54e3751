// Against trying stolen cards by saving them: how many a bank may decline for one member (rules/security 5.6).
import type { TenantIdentity } from '../../club/db/tenant.ts'
import { declinedSetupsPerMember } from '../../limits/often.ts'
import type { Services } from '../../process/services.ts'
import { countTogether } from '../../throttle/throttle.ts'

/** Fails with `too-many-requests`. Not within a transaction. */
export function requireFewDeclined(
  services: Services,
  tenant: TenantIdentity,
  memberId: number,
  amount: 0 | 1 = 0,
): Promise<void> {
  const target = `${tenant.id} ${memberId}`
  return countTogether({ services, now: services.now() }, [
    { limit: declinedSetupsPerMember, target, amount },
  ])
}
