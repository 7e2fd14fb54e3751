// What officers do with the files that the club shares with its members.
import { foldText } from '../../../../domain/search.ts'
import { announce } from '../../../alerts/announce.ts'
import { getTimeZone } from '../../../club/db/club.ts'
import {
  deleteFile,
  deleteFolder,
  findFile,
  insertFile,
  insertFolder,
  listFiles,
  listFolders,
  type StoredFolder,
  updateFile,
  updateFolderColor,
} from '../../../club/db/mediaFile.ts'
import type { Tx } from '../../../db/open.ts'
import { type ActContext, fail, type RunAct } from '../../../officers/act.ts'
import { storeFileOf } from '../../../storage/files.ts'

export async function listShared(tx: Tx) {
  return {
    files: await listFiles(tx),
    folders: await listFolders(tx),
    timeZone: await getTimeZone(tx),
  }
}

interface NewFile {
  /** Where its content lies on this machine. */
  readonly path: string
  readonly contentType: string
  readonly name: string
  /** By its name. */
  readonly folder: string | undefined
}

/** Two steps: the folder is looked for before the file is copied, and again when it is put there. */
export async function addFile(
  step: RunAct<ActContext>,
  { services }: ActContext,
  { path, name, contentType, folder }: NewFile,
) {
  await step(findFolder, { folder })
  const content = await storeFileOf(services, path)
  const id = await step(async (tx, context) => {
    const chosen = await findFolder(tx, context, { folder })
    const createdAt = new Date(context.now)
    const added = await insertFile(tx, {
      ...{ name, contentType, ...content, createdAt },
      folderId: chosen?.id ?? null,
    })
    await announce(tx, { kind: 'file', ids: [added], at: createdAt })
    return added
  })
  return { id, name, bytes: content.bytes }
}

interface OfFile {
  readonly number: number
}

interface NewContent extends OfFile, Pick<NewFile, 'path' | 'contentType'> {
  /** If it has another one now. */
  readonly name: string | undefined
}

/**
 * The link that members have opens the new content, and the day on which it was added stays. Two steps: the file
 * is looked for before the new content is copied.
 */
export async function replaceFile(
  step: RunAct<ActContext>,
  { services }: ActContext,
  { number, path, name: given, contentType }: NewContent,
) {
  const { id } = await step(getFile, { number })
  const content = await storeFileOf(services, path)
  const name = await step(async (tx, context) => {
    const { name: before } = await getFile(tx, context, { number })
    await updateFile(tx, id, { name: given ?? before, contentType, ...content })
    return given ?? before
  })
  return { id, name, bytes: content.bytes }
}

export async function removeFile(tx: Tx, context: ActContext, wanted: OfFile) {
  const file = await getFile(tx, context, wanted)
  await deleteFile(tx, file.id)
  return file
}

/** Makes one, or gives one another colour. */
export async function makeFolder(
  tx: Tx,
  _context: ActContext,
  { name: label, color }: { name: string; color: string | undefined },
): Promise<'made' | 'coloured'> {
  const known = findNamed(await listFolders(tx), label)
  if (known === undefined) {
    await insertFolder(tx, { label, color: color ?? '' })
    return 'made'
  }
  if (color === undefined) return fail('already-so', { is: 'folder', name: known.label })
  await updateFolderColor(tx, known.id, color)
  return 'coloured'
}

/** Its files are in no folder then. */
export async function removeFolder(tx: Tx, _context: ActContext, { name }: { name: string }) {
  const chosen = await chooseFolder(tx, name)
  await deleteFolder(tx, chosen.id)
  return chosen
}

/** Undefined where none was named. */
async function findFolder(tx: Tx, _context: ActContext, { folder }: Pick<NewFile, 'folder'>) {
  return folder === undefined ? undefined : chooseFolder(tx, folder)
}

async function chooseFolder(tx: Tx, typed: string): Promise<StoredFolder> {
  const folders = await listFolders(tx)
  const known = folders.map(({ id, label }) => ({ id, label }))
  return findNamed(folders, typed) ?? fail('not-found', { thing: 'folder', typed, known })
}

function findNamed(folders: readonly StoredFolder[], name: string): StoredFolder | undefined {
  return folders.find(({ label }) => foldText(label.trim()) === foldText(name.trim()))
}

async function getFile(tx: Tx, _context: ActContext, { number: id }: OfFile) {
  return (await findFile(tx, id)) ?? fail('not-found', { thing: 'file', typed: id })
}
