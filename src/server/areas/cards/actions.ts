// Handlers for a member's saved cards, and for what they have paid.
import type { cards as contract } from '../../../contract/cards.ts'
import { findPaymentStatus } from '../../../domain/sales/payment.ts'
import type { SignedInMember } from '../../auth/session.ts'
import type { Context, Handlers } from '../../dispatch/handler.ts'
import { mostPaymentsShown } from '../../limits/sizes.ts'
import { attachCard, detachCard } from '../../order/cards/ownCards.ts'
import { getCustomer } from '../../order/customers.ts'
import { listMemberPayments, type MemberPayment } from '../../order/db/memberPayment.ts'
import { listSavedCards } from '../../order/db/savedCard.ts'
import { findCardMode } from '../../providers/stripe.ts'

export const cards = {
  async stripe_create_customer(context) {
    const { tenant, services, cards: provider } = context
    await getCustomer({ services, cards: provider }, tenant, getMember(context).id)
    return {}
  },

  async stripe_get_payment_methods(context) {
    const { tx, services } = context
    const holder = { memberId: getMember(context).id, mode: findCardMode(services.config) }
    const saved = await listSavedCards(tx, holder)
    return {
      paymentmethods: saved.map(({ providerId, brand, last4, expMonth, expYear, isDefault }) =>
        JSON.stringify({
          id: providerId,
          card: { brand, last4, exp_month: expMonth, exp_year: expYear },
          isDefault,
        }),
      ),
    }
  },

  async stripe_attach_payment_method(context, { paymentMethodId }) {
    const { tenant, services, cards: provider } = context
    await attachCard({ services, cards: provider }, tenant, getMember(context).id, paymentMethodId)
    return {}
  },

  async stripe_detach_payment_method(context, { paymentMethodId }) {
    const { tx, tenant, services } = context
    const mode = findCardMode(services.config)
    return detachCard({ tx, tenantId: tenant.id, memberId: getMember(context).id, mode }, paymentMethodId)
  },

  async stripe_get_payment_history(context) {
    const memberId = getMember(context).id
    const payments = await listMemberPayments(context.tx, { memberId, most: mostPaymentsShown })
    return { paymenthistory: payments.map((payment) => JSON.stringify(toHistoryItem(payment))) }
  },
} satisfies Pick<Handlers, keyof typeof contract>

/** Dispatch has let only members in. */
function getMember({ member, fail }: Pick<Context, 'member' | 'fail'>): SignedInMember {
  return member ?? fail('needs-signin', 'Please log in.')
}

function toHistoryItem(payment: MemberPayment) {
  const { orderId, description, paidAt, paidCents, refundedCents, money } = payment
  return {
    id: orderId,
    created: Math.floor(paidAt.getTime() / 1000),
    amount: paidCents,
    description,
    status: findPaymentStatus(payment),
    refunded: refundedCents,
    money,
  }
}
