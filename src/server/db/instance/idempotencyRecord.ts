// Receipts: which write was answered how, so that the same key gives the same answer byte for byte.
import { sql } from 'kysely'
import type { Tx } from '../open.ts'

export interface StoredReceipt {
  readonly key: string
  /** Who did it, never the credential: `member:7`, `visitor`. */
  readonly principal: string
  readonly action: string
  readonly inputHash: string
  readonly outcome: 'accepted' | 'refused'
  /** The whole answer as JSON text. */
  readonly answer: string
  readonly at: Date
}

/** By key; those that are not there are left out. */
export async function findReceipts(
  tx: Tx,
  tenantId: number,
  keys: readonly string[],
): Promise<Map<string, StoredReceipt>> {
  if (keys.length === 0) return new Map()
  const rows = await tx
    .selectFrom('receipt')
    .select(['key', 'principal', 'action', 'input_hash', 'outcome', 'answer', 'at'])
    .where('tenant_id', '=', tenantId)
    .where('key', '=', sql<string>`any(${keys}::uuid[])`)
    .execute()
  return new Map(rows.map(({ input_hash: inputHash, ...rest }) => [rest.key, { ...rest, inputHash }]))
}

/** False when one of the keys was answered already; on PostgreSQL it waits for transactions that are about to. */
export async function insertReceipts(
  tx: Tx,
  tenantId: number,
  receipts: readonly StoredReceipt[],
): Promise<boolean> {
  if (receipts.length === 0) return true
  // in one order everywhere, so that two processes never wait for each other in a circle
  const sorted = [...receipts].sort((a, b) => (a.key < b.key ? -1 : 1))
  const column = <C extends keyof StoredReceipt>(name: C): StoredReceipt[C][] =>
    sorted.map((row) => row[name])
  const rows = await tx
    .insertInto('receipt')
    .columns(['tenant_id', 'key', 'principal', 'action', 'input_hash', 'outcome', 'answer', 'at'])
    .expression(
      sql`select ${tenantId}::int, * from unnest(${column('key')}::uuid[], ${column('principal')}::text[],
        ${column('action')}::text[], ${column('inputHash')}::text[], ${column('outcome')}::text[],
        ${column('answer')}::text[], ${column('at')}::timestamptz[])`,
    )
    .onConflict((conflict) => conflict.columns(['tenant_id', 'key']).doNothing())
    .returning('key')
    .execute()
  return rows.length === receipts.length
}
