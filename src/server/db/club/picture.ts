// All SQL about which pictures a club has; the pictures themselves lie in files.
import { sql } from 'kysely'
import type { Tx } from '../open.ts'

export interface PictureRow {
  hash: string
  kind: 'public' | 'member'
  width: number
  height: number
  bytes: number
}

/** A picture that the club has already is left as it is. */
export async function keepPictures(tx: Tx, tenantId: number, pictures: readonly PictureRow[]): Promise<void> {
  if (pictures.length === 0) return
  await sql`
    insert into picture (tenant_id, hash, kind, width, height, bytes)
    select ${tenantId}::int, hash, kind, width, height, bytes
    from json_to_recordset(${JSON.stringify(pictures)}::json)
      as x (hash text, kind text, width int, height int, bytes int)
    on conflict do nothing`.execute(tx)
}
