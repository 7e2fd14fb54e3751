// All SQL about the files and folders that a club offers to its members.
import type { Tx } from '../open.ts'

export interface StoredFile {
  readonly id: number
  readonly name: string
  readonly contentType: string
  readonly bytes: number
  readonly hash: string
  /** Null at the root. */
  readonly folderId: number | null
  readonly createdAt: Date
}

/** What all members may open, the newest first. */
export function listSharedFiles(tx: Tx, tenantId: number): Promise<StoredFile[]> {
  return selectShared(tx, tenantId).orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
}

export function findSharedFile(tx: Tx, tenantId: number, id: number): Promise<StoredFile | undefined> {
  return selectShared(tx, tenantId).where('id', '=', id).executeTakeFirst()
}

function selectShared(tx: Tx, tenantId: number) {
  return tx
    .selectFrom('media_file')
    .where('tenant_id', '=', tenantId)
    .where('shared', '=', true)
    .select([
      'id',
      'name',
      'content_type as contentType',
      'bytes',
      'hash',
      'folder_id as folderId',
      'created_at as createdAt',
    ])
}

export interface StoredFolder {
  readonly id: number
  readonly label: string
  /** '' for none. */
  readonly color: string
}

/** In the club's order. */
export function listFolders(tx: Tx, tenantId: number): Promise<StoredFolder[]> {
  return tx
    .selectFrom('folder')
    .where('tenant_id', '=', tenantId)
    .orderBy('position')
    .orderBy('id')
    .select(['id', 'label', 'color'])
    .execute()
}
