// All SQL about the files and folders that a club offers to its members.
import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'

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
export function listSharedFiles(tx: Tx): Promise<StoredFile[]> {
  return selectShared(tx).orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
}

export function findSharedFile(tx: Tx, id: number): Promise<StoredFile | undefined> {
  return selectShared(tx).where('id', '=', id).executeTakeFirst()
}

/** Also what is not shared, for officers; the newest first. */
export function listFiles(tx: Tx): Promise<(StoredFile & { readonly shared: boolean })[]> {
  return selectFiles(tx).select('shared').orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
}

export function findFile(tx: Tx, id: number): Promise<StoredFile | undefined> {
  return selectFiles(tx).where('id', '=', id).executeTakeFirst()
}

function selectShared(tx: Tx) {
  return selectFiles(tx).where('shared', '=', true)
}

function selectFiles(tx: Tx) {
  return tx
    .selectFrom('media_file')
    .select(['id', 'name', 'content_type as contentType', 'bytes', 'hash'])
    .select(['folder_id as folderId', 'created_at as createdAt'])
}

type FileContent = Pick<StoredFile, 'name' | 'contentType' | 'bytes' | 'hash'>

/** Shared with all members. */
export async function insertFile(
  tx: Tx,
  { contentType, folderId, createdAt, ...file }: Omit<StoredFile, 'id'>,
): Promise<number> {
  const { id } = await tx
    .insertInto('media_file')
    .values({ content_type: contentType, folder_id: folderId, created_at: createdAt, ...file })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateFile(
  tx: Tx,
  id: number,
  { name, contentType, bytes, hash }: FileContent,
): Promise<void> {
  await tx
    .updateTable('media_file')
    .set({ name, content_type: contentType, bytes, hash })
    .where('id', '=', id)
    .execute()
}

export async function deleteFile(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('media_file').where('id', '=', id).execute()
}

export interface StoredFolder {
  readonly id: number
  readonly label: string
  /** '' for none. */
  readonly color: string
}

/** In the club's order. */
export function listFolders(tx: Tx): Promise<StoredFolder[]> {
  return tx.selectFrom('folder').orderBy('position').orderBy('id').select(['id', 'label', 'color']).execute()
}

/** Behind the others. */
export async function insertFolder(tx: Tx, { label, color }: Omit<StoredFolder, 'id'>): Promise<void> {
  await tx
    .insertInto('folder')
    .columns(['label', 'color', 'position'])
    .expression((eb) =>
      eb
        .selectFrom('folder')
        .select([
          eb.val(label).as('label'),
          eb.val(color).as('color'),
          sql<number>`coalesce(max(position), -1) + 1`.as('position'),
        ]),
    )
    .execute()
}

export async function updateFolderColor(tx: Tx, id: number, color: string): Promise<void> {
  await tx.updateTable('folder').set({ color }).where('id', '=', id).execute()
}

/** Its files are at the root then. */
export async function deleteFolder(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('folder').where('id', '=', id).execute()
}
