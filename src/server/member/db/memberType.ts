// All SQL about membership types.
import type { MemberType } from '../../../domain/member.ts'
import { toDollars } from '../../../domain/money.ts'
import type { Tx } from '../../db/open.ts'

/** Only the types that are open to join (rules/security 5.2). */
export async function listOpenMemberTypes(tx: Tx): Promise<MemberType[]> {
  const rows = await tx
    .selectFrom('member_type')
    .where('open', '=', true)
    .orderBy('position')
    .orderBy('id')
    .select([
      'id',
      'label',
      'description',
      'price_cents',
      'renew_price_cents',
      'anniversary_renewal',
      'anniversary_on',
      'allow_children',
    ])
    .execute()
  return rows.map((row) => ({
    id: row.id,
    label: row.label,
    description: row.description,
    price: toDollars(row.price_cents),
    renewPrice: toDollars(row.renew_price_cents),
    anniversaryRenewal: row.anniversary_renewal,
    anniversaryDate: row.anniversary_on ?? '',
    allowChildren: row.allow_children,
  }))
}

/** A membership type as the server sells it. */
export type StoredMemberType = NonNullable<Awaited<ReturnType<typeof findMemberType>>>

/** `open`: everybody may buy it, not only members that have it already. `anniversaryDate`: '' when not set. */
export async function findMemberType(tx: Tx, typeId: number) {
  const row = await tx
    .selectFrom('member_type')
    .where('id', '=', typeId)
    .select(['id', 'label', 'price_cents as priceCents', 'renew_price_cents as renewPriceCents', 'open'])
    .select(['allow_children as allowChildren', 'anniversary_renewal as anniversaryRenewal'])
    .select('anniversary_on as anniversaryDate')
    .executeTakeFirst()
  return row && { ...row, anniversaryDate: row.anniversaryDate ?? '' }
}

/** All types, the closed ones too, in the club's order. */
export async function listMemberTypes(tx: Tx): Promise<{ id: number; label: string }[]> {
  return tx.selectFrom('member_type').orderBy('position').orderBy('id').select(['id', 'label']).execute()
}
