// All SQL about the files and folders that a club offers to its members.
import { sql } from 'kysely'
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

/** Also what is not shared, for officers; the newest first. */
export function listFiles(tx: Tx, tenantId: number): Promise<(StoredFile & { readonly shared: boolean })[]> {
  return selectFiles(tx, tenantId)
    .select('shared')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export function findFile(tx: Tx, tenantId: number, id: number): Promise<StoredFile | undefined> {
  return selectFiles(tx, tenantId).where('id', '=', id).executeTakeFirst()
}

function selectShared(tx: Tx, tenantId: number) {
  return selectFiles(tx, tenantId).where('shared', '=', true)
}

function selectFiles(tx: Tx, tenantId: number) {
  return tx
    .selectFrom('media_file')
    .where('tenant_id', '=', tenantId)
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

type FileContent = Pick<StoredFile, 'name' | 'contentType' | 'bytes' | 'hash'>

/** Shared with all members. */
export async function insertFile(
  tx: Tx,
  tenantId: number,
  { name, contentType, bytes, hash, folderId, createdAt }: Omit<StoredFile, 'id'>,
): Promise<number> {
  const { id } = await tx
    .insertInto('media_file')
    .values({
      tenant_id: tenantId,
      name,
      content_type: contentType,
      bytes,
      hash,
      folder_id: folderId,
      created_at: createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateFile(
  tx: Tx,
  tenantId: number,
  id: number,
  { name, contentType, bytes, hash }: FileContent,
): Promise<void> {
  await tx
    .updateTable('media_file')
    .set({ name, content_type: contentType, bytes, hash })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
}

export async function deleteFile(tx: Tx, tenantId: number, id: number): Promise<void> {
  await tx.deleteFrom('media_file').where('tenant_id', '=', tenantId).where('id', '=', id).execute()
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

/** Behind the others. */
export async function insertFolder(
  tx: Tx,
  tenantId: number,
  { label, color }: Omit<StoredFolder, 'id'>,
): Promise<void> {
  await tx
    .insertInto('folder')
    .columns(['tenant_id', 'label', 'color', 'position'])
    .expression((eb) =>
      eb
        .selectFrom('folder')
        .where('tenant_id', '=', tenantId)
        .select([
          eb.val(tenantId).as('tenant_id'),
          eb.val(label).as('label'),
          eb.val(color).as('color'),
          sql<number>`coalesce(max(position), -1) + 1`.as('position'),
        ]),
    )
    .execute()
}

export async function updateFolderColor(tx: Tx, tenantId: number, id: number, color: string): Promise<void> {
  await tx
    .updateTable('folder')
    .set({ color })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
}

/** Its files are at the root then. */
export async function deleteFolder(tx: Tx, tenantId: number, id: number): Promise<void> {
  await tx.deleteFrom('folder').where('tenant_id', '=', tenantId).where('id', '=', id).execute()
}
