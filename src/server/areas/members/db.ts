// All SQL of what officers see of memberships that end: who renews by themselves, and whose card failed.
import { toPhoneText } from '../../../domain/member.ts'
import { inNameOrder } from '../../db/inNameOrder.ts'
import type { Tx } from '../../db/open.ts'
import { endOfOwnMembership, isLifeMember } from '../../member/db/membershipEnd.ts'
import type { StoredRenewal } from '../../order/db/renewal.ts'

/** A membership that ends, with its automatic renewal. Never an additional login or a life member. */
export interface DueMember {
  readonly id: number
  readonly fname: string
  readonly lname: string
  readonly email: string
  readonly phones: readonly string[]
  readonly typeLabel: string
  readonly expiration: string
  readonly isSuspended: boolean
  readonly autoRenew: boolean
  /** The card that the automatic renewal charges; null if there is none that the member agreed to. */
  readonly card: { readonly brand: string; readonly last4: string } | null
  /** Of this period; null if none was begun. */
  readonly renewal: {
    readonly state: StoredRenewal['state']
    /** The provider's word, or ''. */
    readonly reason: string
    readonly tries: number
    readonly nextTryAt: Date | null
  } | null
}

/** By the day on which they end. `mode` is that of the card provider's keys. */
export async function listDueMembers(
  tx: Tx,
  { mode, from, until }: { readonly mode: string; readonly from: string; readonly until: string },
): Promise<DueMember[]> {
  const rows = await tx
    .selectFrom('member')
    .leftJoin('member_settings as settings', 'settings.member_id', 'member.id')
    .leftJoin('member_type as type', 'type.id', 'member.member_type_id')
    .leftJoin('saved_card as card', (join) =>
      join
        .onRef('card.member_id', '=', 'member.id')
        .on('card.mode', '=', mode)
        .on('card.is_default', '=', true)
        .on('card.consent', '<>', ''),
    )
    .leftJoin('renewal', (join) =>
      join.onRef('renewal.member_id', '=', 'member.id').on('renewal.period', '=', endOfOwnMembership()),
    )
    .where('member.deleted_at', 'is', null)
    .where('member.parent_id', 'is', null)
    .where(endOfOwnMembership(), '>=', from)
    .where(endOfOwnMembership(), '<=', until)
    .where(isLifeMember(), '=', false)
    .orderBy(endOfOwnMembership())
    .orderBy(inNameOrder('member.lname'))
    .orderBy(inNameOrder('member.fname'))
    .orderBy('member.id')
    .select(['member.id', 'member.fname', 'member.lname', 'member.email', 'member.phone_numbers'])
    .select(['member.suspended_at', 'type.label', 'settings.auto_renew', 'card.brand', 'card.last4'])
    .select(['renewal.state', 'renewal.reason', 'renewal.tries', 'renewal.next_try_at'])
    .select(endOfOwnMembership().as('membership_end'))
    .execute()
  return rows.map((row) => ({
    id: row.id,
    fname: row.fname,
    lname: row.lname,
    email: row.email,
    phones: row.phone_numbers.map(toPhoneText),
    typeLabel: row.label ?? '',
    expiration: row.membership_end,
    isSuspended: row.suspended_at !== null,
    autoRenew: row.auto_renew ?? false,
    card: row.brand === null ? null : { brand: row.brand, last4: row.last4 ?? '' },
    renewal:
      row.state === null
        ? null
        : {
            state: row.state,
            reason: row.reason ?? '',
            tries: row.tries ?? 0,
            nextTryAt: row.next_try_at,
          },
  }))
}
