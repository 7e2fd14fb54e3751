// Handlers for a member's saved cards, and for what they have paid.
import type { cards as contract } from '../../../contract/cards.ts'
import { findPaymentStatus } from '../../../domain/sales/payment.ts'
import type { Handlers } from '../../dispatch/handler.ts'
import { mostPaymentsShown } from '../../limits/sizes.ts'
import { attachCard, detachCard } from '../../order/cards/ownCards.ts'
import { getCustomer } from '../../order/customers.ts'
import { listMemberPayments, type MemberPayment } from '../../order/db/memberPayment.ts'
import { listSavedCards } from '../../order/db/savedCard.ts'
import { findCardMode } from '../../providers/stripe.ts'

export const cards = {
  async stripe_create_customer({ tenant, member, services, cards: provider }) {
    await getCustomer({ services, cards: provider }, tenant, member.id)
    return {}
  },

  async stripe_get_payment_methods({ tx, member, services }) {
    const holder = { memberId: member.id, mode: findCardMode(services.config) }
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

  async stripe_attach_payment_method({ tenant, member, services, cards: provider }, { paymentMethodId }) {
    await attachCard({ services, cards: provider }, tenant, member.id, paymentMethodId)
    return {}
  },

  async stripe_detach_payment_method({ tx, member, services }, { paymentMethodId }) {
    const mode = findCardMode(services.config)
    return detachCard({ tx, memberId: member.id, mode }, paymentMethodId)
  },

  async stripe_get_payment_history({ tx, member }) {
    const payments = await listMemberPayments(tx, { memberId: member.id, most: mostPaymentsShown })
    return { paymenthistory: payments.map((payment) => JSON.stringify(toHistoryItem(payment))) }
  },
} satisfies Pick<Handlers, keyof typeof contract>

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
