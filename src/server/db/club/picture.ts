// All SQL about the pictures of a club. The pictures themselves are in files.
import { sql } from 'kysely'
import type { Tx } from '../open.ts'

export interface PictureRow {
  hash: string
  kind: 'public' | 'member'
  width: number
  height: number
  bytes: number
}

/** Leaves pictures that the club already has as they are. */
export async function insertPictures(
  tx: Tx,
  tenantId: number,
  pictures: readonly PictureRow[],
): Promise<void> {
  if (pictures.length === 0) return
  await sql`
    insert into picture (tenant_id, hash, kind, width, height, bytes)
    select ${tenantId}::int, hash, kind, width, height, bytes
    from json_to_recordset(${JSON.stringify(pictures)}::json)
      as x (hash text, kind text, width int, height int, bytes int)
    on conflict do nothing`.execute(tx)
}
