// How much of a line is tax, and how money went back that an officer had taken.
import { type Kysely, sql } from 'kysely'
import { withoutForce } from '../scope/rowSecurity.ts'

/**
 * The tax of each line, of these lines as `l` and their orders as `o`. Without a discount it is what the line costs
 * above its price. With one, the order's taxes are divided by what the lines cost, and the rest is in the last of them.
 */
export const selectTaxes = (lines: unknown, orders: unknown) => sql`
  select l.tenant_id, l.order_id, l.line, case
    when o.discount_cents = 0 then l.net_cents - l.amount_cents
    else round(o.taxes_cents::numeric * sum(l.net_cents) over upto / nullif(sum(l.net_cents) over whole, 0))
      - round(o.taxes_cents::numeric * (sum(l.net_cents) over upto - l.net_cents)
        / nullif(sum(l.net_cents) over whole, 0)) end as tax
  from ${lines} join ${orders} on o.tenant_id = l.tenant_id and o.id = l.order_id
  where o.taxes_cents > 0
  window whole as (partition by l.tenant_id, l.order_id), upto as (whole order by l.line)`

const findTaxes = sql`
  update order_line as line set tax_cents = part.tax
  from (${selectTaxes(sql`order_line l`, sql`purchase_order o`)}) as part
  where part.tax is not null and part.tenant_id = line.tenant_id and part.order_id = line.order_id
    and part.line = line.line`

/** A whole goes back as it came. */
const findReturns = sql`
  update refund set hand_return = o.mode from purchase_order o
  where o.tenant_id = refund.tenant_id and o.id = refund.order_id and o.mode in ('cash', 'cheque')`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table order_line add column tax_cents int not null default 0`.execute(db)
  await sql`alter table refund add column hand_return text
    check (hand_return in ('cash', 'cheque', 'bounced', 'mistake'))`.execute(db)
  await withoutForce(db, 'purchase_order', () =>
    withoutForce(db, 'order_line', () =>
      withoutForce(db, 'refund', async () => {
        await findTaxes.execute(db)
        await findReturns.execute(db)
      }),
    ),
  )
}
