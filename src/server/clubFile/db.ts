// What the last import of a club contained, record by record: the base of the three-way merge.
import { sql } from 'kysely'
import type { Tx } from '../db/open.ts'
import { importedRowsPerStatement } from '../limits/sizes.ts'

export interface ImportedRecord {
  kind: string
  ref: string
  /** 0 when the table has no ids. */
  rowId: number
  /** JSON text of the record as it was imported. */
  record: string
}

/** The kind of a mark that a record was removed here. The database makes it (0064), so no door forgets to. */
export const removedMark = 'removed'

/** The `ref` of such a mark. */
export function toRemovedRef(table: string, ref: string): string {
  return `${table} ${ref}`
}

export function listImported(tx: Tx, kind?: string): Promise<ImportedRecord[]> {
  return tx
    .selectFrom('imported')
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .select(['kind', 'ref', 'row_id as rowId', 'record'])
    .execute()
}

export async function upsertImported(tx: Tx, records: readonly ImportedRecord[]): Promise<void> {
  for (let start = 0; start < records.length; start += importedRowsPerStatement) {
    await tx
      .insertInto('imported')
      .columns(['kind', 'ref', 'row_id', 'record'])
      .expression(
        sql`select kind, ref, "rowId", record from json_to_recordset(${JSON.stringify(records.slice(start, start + importedRowsPerStatement))}::json)
          as x (kind text, ref text, "rowId" int, record text)`,
      )
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'kind', 'ref']).doUpdateSet((eb) => ({
          row_id: eb.ref('excluded.row_id'),
          record: eb.ref('excluded.record'),
        })),
      )
      .execute()
  }
}

export async function forgetImported(tx: Tx, kind: string, refs: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('imported')
    .where('kind', '=', kind)
    .where('ref', '=', sql<string>`any(${refs}::text[])`)
    .execute()
}
