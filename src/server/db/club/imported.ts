// What the last import of a club contained, record by record: the base of the three-way merge.
import { sql } from 'kysely'
import type { Tx } from '../open.ts'

export interface ImportedRecord {
  kind: string
  ref: string
  /** 0 when the table has no ids. */
  rowId: number
  /** JSON text of the record as it was imported. */
  record: string
}

export function listImported(tx: Tx, tenantId: number, kind?: string): Promise<ImportedRecord[]> {
  return tx
    .selectFrom('imported')
    .where('tenant_id', '=', tenantId)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .select(['kind', 'ref', 'row_id as rowId', 'record'])
    .execute()
}

export async function upsertImported(
  tx: Tx,
  tenantId: number,
  records: readonly ImportedRecord[],
): Promise<void> {
  const size = 2000
  for (let start = 0; start < records.length; start += size) {
    await sql`
      insert into imported (tenant_id, kind, ref, row_id, record)
      select ${tenantId}::int, kind, ref, "rowId", record
      from json_to_recordset(${JSON.stringify(records.slice(start, start + size))}::json)
        as x (kind text, ref text, "rowId" int, record text)
      on conflict (tenant_id, kind, ref) do update set row_id = excluded.row_id, record = excluded.record`.execute(
      tx,
    )
  }
}

export async function forgetImported(
  tx: Tx,
  tenantId: number,
  kind: string,
  refs: readonly string[],
): Promise<void> {
  await sql`
    delete from imported where tenant_id = ${tenantId} and kind = ${kind} and ref = any(${refs}::text[])`.execute(
    tx,
  )
}
