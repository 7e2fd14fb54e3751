// A payment that says no goods waits for a later call that names them. Nothing costs what is not a price.
import { Failure } from '../../../contract/failures.ts'
import { listYearsChoices } from '../../../domain/membership.ts'
import { categories, type PricedLine } from '../../../domain/order.ts'
import { findMemberType, listMemberTypes } from '../../member/db/memberType.ts'
import { listInventories } from '../db/product.ts'
import type { QuoteContext } from '../goods.ts'
import { toCharged } from '../quote.ts'
import { toPeriodLine } from './period.ts'
import { toProductLine, toShippingLine } from './products.ts'

/** Before a card is asked: fails with `nothing-costs-that` if no later call could name goods of this price. */
export async function requireRedeemable(
  context: QuoteContext,
  category: number,
  amountCents: number,
): Promise<void> {
  const isPossible =
    category === categories.membership
      ? await isMembershipPrice(context, amountCents)
      : await isCartPrice(context, amountCents)
  if (isPossible) return
  throw new Failure(
    'nothing-costs-that',
    'Nothing that can be bought costs this amount. Send what is paid for as `order`. Nothing was charged.',
  )
}

/** Of joining with an open type, or of renewing any. */
async function isMembershipPrice({ tx, club }: QuoteContext, amountCents: number): Promise<boolean> {
  for (const { id } of await listMemberTypes(tx)) {
    const type = await findMemberType(tx, id)
    if (type === undefined) continue
    const kinds = type.open ? (['membership', 'renewal'] as const) : (['renewal'] as const)
    for (const kind of kinds) {
      for (const years of listYearsChoices(club.settings)) {
        if (toTotal(club, [toPeriodLine(kind, type, years)]) === amountCents) return true
      }
    }
  }
  return false
}

/** Carts may hold many things, so this is the price of the cheapest one at least. */
async function isCartPrice({ tx, club }: QuoteContext, amountCents: number): Promise<boolean> {
  const inventories = await listInventories(tx)
  return inventories.some((one) => toTotal(club, [toProductLine(one), toShippingLine([one])]) <= amountCents)
}

function toTotal(club: QuoteContext['club'], lines: readonly PricedLine[]): number {
  return toCharged({ lines }, club).grandTotalCents
}
