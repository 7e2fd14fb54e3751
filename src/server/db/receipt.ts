// Receipts: which write was answered how, so that the same key gives the same answer byte for byte.
import type { Tx } from './open.ts'

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

export async function findReceipt(tx: Tx, tenantId: number, key: string): Promise<StoredReceipt | undefined> {
  const row = await tx
    .selectFrom('receipt')
    .select(['key', 'principal', 'action', 'input_hash', 'outcome', 'answer', 'at'])
    .where('tenant_id', '=', tenantId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { input_hash: inputHash, ...rest } = row
  return { ...rest, inputHash }
}

/** False when the key was answered already; on PostgreSQL it waits for a transaction that is about to. */
export async function insertReceipt(tx: Tx, tenantId: number, receipt: StoredReceipt): Promise<boolean> {
  const { inputHash, ...rest } = receipt
  const row = await tx
    .insertInto('receipt')
    .values({ tenant_id: tenantId, ...rest, input_hash: inputHash })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}
