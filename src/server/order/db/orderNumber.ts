// The SQL for an order's number: each club counts its own, so that a number tells nothing of other clubs' sales.
import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'

/** Other orders of the club wait for their number until this transaction ends. */
export async function takeOrderNumber(tx: Tx): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('order numbers ' || current_setting('app.tenant'), 0))`.execute(
    tx,
  )
  const { highest } = await tx
    .selectFrom('purchase_order')
    .select(({ fn, lit }) => fn.coalesce(fn.max('id'), lit(0)).as('highest'))
    .executeTakeFirstOrThrow()
  return highest + 1
}
