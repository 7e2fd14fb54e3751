// What the file with a member's own data has of their cards and orders.
import { sql } from 'kysely'
import type { OwnDataSelects } from '../../db/ownData.ts'
import { ofClub } from '../../db/scope/clubPlugin.ts'
import { isOwnOrder } from './ownOrder.ts'

export const ownData = {
  cards: (member) => sql`
    select c.id, jsonb_build_object('brand', c.brand, 'last4', c.last4, 'expMonth', c.exp_month,
      'expYear', c.exp_year, 'isDefault', c.is_default, 'consent', c.consent, 'created', c.created_at), null::jsonb
    from ${ofClub('saved_card', 'c')} where c.member_id = ${member}`,
  orders: (member) => sql`
    select o.id, jsonb_build_object('number', o.id, 'description', o.description, 'state', o.state, 'mode', o.mode,
      'name', o.name, 'email', o.email, 'currency', o.currency, 'subTotalCents', o.sub_total_cents,
      'discountCents', o.discount_cents, 'serviceFeeCents', o.service_fee_cents, 'taxesCents', o.taxes_cents,
      'totalCents', o.total_cents, 'receivedCents', o.received_cents, 'created', o.created_at, 'paid', o.paid_at,
      'lines', (select coalesce(jsonb_agg(jsonb_build_object('kind', l.kind, 'label', l.label,
        'quantity', l.quantity, 'amountCents', l.amount_cents, 'state', l.state) order by l.line), '[]')
        from ${ofClub('order_line', 'l')} where l.order_id = o.id),
      'refunds', (select coalesce(jsonb_agg(jsonb_build_object('amountCents', r.amount_cents, 'state', r.state,
        'reason', r.reason, 'asked', r.asked_at, 'done', r.done_at) order by r.asked_at), '[]')
        from ${ofClub('refund', 'r')} where r.order_id = o.id)), null::jsonb
    from ${ofClub('purchase_order', 'o')} where ${isOwnOrder(member, 'o')}`,
} satisfies OwnDataSelects
