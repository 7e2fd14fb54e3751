// The checkout of the store: who buys and where it goes, the agreement, the payment, the thanks.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useSearch } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { Failure } from '../../../contract/failures.ts'
import { toStoreDescription } from '../../../domain/sales/descriptions.ts'
import { useSession, useSessionState } from '../../session/SessionContext.tsx'
import type { Club } from '../../session/sessionState.ts'
import { toClubCountry } from '../../session/useClubCountry.ts'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { buttonClass } from '../../ui/buttonClass.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { listClosingSteps } from '../../wizard/fields/closingSteps.tsx'
import { findPersonalFaults } from '../../wizard/fields/personalFaults.ts'
import { prefillPersonal, toEmptyPersonal, toPayer } from '../../wizard/fields/personalInfo.ts'
import type { Flow } from '../../wizard/flow.ts'
import { Wizard } from '../../wizard/Wizard.tsx'
import { ChangedCart } from './ChangedCost.tsx'
import { ShippingStep } from './ShippingStep.tsx'
import { listCosts, toCartRows } from './stock.ts'
import {
  buyerLimits,
  emptyStoreValues,
  type StoreValues,
  shippingLimits,
  toPricedCart,
  toStoreOrder,
} from './storeFlow.ts'
import { useCart } from './useCart.ts'
import { useStore } from './useStore.ts'

export function CheckoutScreen() {
  const { club } = useSessionState()
  const { key } = useSearch({ from: '/_shell/portal/member/store/checkout' })
  const { entries, agree } = useCart()
  const rows = toCartRows(entries, useStore().data?.products)
  const changed = rows.filter(({ before }) => before !== undefined)
  // what is bought does not change while somebody pays; what they have bought leaves the cart meanwhile
  const [isBegun] = useState(entries.length > 0 || key !== undefined)
  if (!isBegun) return <NothingChosen />
  // of an order that was begun, the payment itself says what has changed
  if (key === undefined && changed.length > 0)
    return <ChangedCart rows={changed} onAgree={() => agree(listCosts(rows))} />
  return club && <Checkout club={club} />
}

function NothingChosen() {
  const { t } = useLingui()
  useScreenTitle(t`Checkout`)
  return (
    <EmptyState
      level={1}
      title={<Trans>Your cart is empty</Trans>}
      action={
        <Link to="/portal/member/store" className={buttonClass()}>
          <Trans>Go back to store</Trans>
        </Link>
      }
    />
  )
}

function Checkout({ club }: { club: Club }) {
  const { i18n, t } = useLingui()
  const session = useSession()
  const { member } = useSessionState()
  const memberId = member?.id
  const { entries, takeOut } = useCart()
  const [cart] = useState(entries)
  const { name } = club.tenant
  const country = toClubCountry(club)

  const flow = useMemo<Flow<StoreValues>>(
    () => ({
      id: 'store',
      title: t`Checkout`,
      summaryTitle: t`Order Summary`,
      defaults: {
        ...emptyStoreValues,
        personal: toEmptyPersonal(country),
        shipping: toEmptyPersonal(country),
      },
      prefill: (values, known) => ({
        ...values,
        personal: prefillPersonal(values.personal, known, { country, limits: buyerLimits }),
      }),
      steps: [
        {
          id: 'personal',
          label: t`Personal Info`,
          screen: <ShippingStep />,
          findFaults: ({ personal, shipping, elsewhere }) => [
            ...findPersonalFaults(i18n, personal, { member, country, limits: buyerLimits }),
            ...(elsewhere
              ? findPersonalFaults(i18n, shipping, {
                  member,
                  country,
                  limits: shippingLimits,
                  name: 'shipping',
                })
              : []),
          ],
        },
        ...listClosingSteps<StoreValues>(i18n),
      ],
      ending: {
        is: 'order',
        emptyLines: [
          { kind: 'product', label: '', quantity: 0, amountCents: 0 },
          { kind: 'shipping', label: '', quantity: 1, amountCents: 0 },
        ],
        hasDiscount: true,
        toPriced() {
          const payload = toPricedCart(cart)
          return payload && { kind: 'products', payload }
        },
        toOrder: (values) => ({ kind: 'products', payload: toStoreOrder(cart, values) }),
        toPayer: ({ personal }) => toPayer(personal, memberId),
        category: 0,
        description: toStoreDescription(name),
        async create(values, { receiptId, key }) {
          if (receiptId === undefined) {
            await session.caller.call('sell_products', { ...toStoreOrder(cart, values), key })
            takeOut(cart.map(({ inventoryId }) => inventoryId))
            return
          }
          // the tab in which it was paid may have gone since, and the cart have changed: the order says what was bought
          const { order } = await session.caller.call('get_order', { receiptId, orderKey: key })
          takeOut(order.lines.flatMap(({ kind, itemId }) => (kind === 'product' ? (itemId ?? []) : [])))
          if (cart.length === 0) return
          await session.caller.call('sell_products', { ...toStoreOrder(cart, values), key, receiptId })
        },
        toElsewhere,
      },
      cancelTo: '/portal/member/social',
      finishTo: '/portal/member/social',
    }),
    [i18n, t, session, member, memberId, country, name, cart, takeOut],
  )
  return <Wizard flow={flow} />
}

/** The cart shows what is gone. */
function toElsewhere(error: unknown): ReactNode {
  if (!(error instanceof Failure) || error.code !== 'sold-out') return undefined
  return (
    <Link to="/portal/member/store/cart" className={buttonClass()}>
      <Trans>Go to your cart</Trans>
    </Link>
  )
}
