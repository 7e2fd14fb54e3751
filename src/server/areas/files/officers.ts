// `club -- files`: what the club shares with its members, and what an officer changes of it.
import { basename, extname } from 'node:path'
import { foldText } from '../../../domain/search.ts'
import { fileTypes } from '../../../domain/shapes/fileType.ts'
import { announce } from '../../alerts/announce.ts'
import { getTimeZone } from '../../club/db/club.ts'
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
} from '../../club/db/mediaFile.ts'
import type { Tx } from '../../db/open.ts'
import { largestFileBytes } from '../../limits/sizes.ts'
import {
  type ClubCommandContext,
  CommandRefused,
  type Flags,
  type OptionName,
  parseNumber,
  readLabel,
  UsageFault,
} from '../../officers/command.ts'
import { requireInputFile } from '../../officers/inputFile.ts'
import { createTimeFormat } from '../../officers/timeFormat.ts'
import { runWordWay, type WordWay } from '../../officers/ways.ts'
import { toCountText, toTable, toVisibleLine } from '../../officers/words.ts'
import { storeFileOf } from '../../storage/files.ts'

export const mediaOptions: readonly OptionName[] = ['name', 'type', 'folder', 'color']

const list: WordWay = { words: [], allowed: [], run: showFiles }
const ways: Readonly<Record<string, WordWay>> = {
  add: { words: ['FILE'], allowed: ['name', 'type', 'folder'], run: addFile },
  replace: { words: ['NUMBER', 'FILE'], allowed: ['name', 'type'], run: replaceFile },
  remove: { words: ['NUMBER'], allowed: [], run: removeFile },
  folder: { words: ['NAME'], allowed: ['color'], run: makeFolder },
  'remove-folder': { words: ['NAME'], allowed: [], run: removeFolder },
}

export function runFiles(context: ClubCommandContext): Promise<number> {
  return runWordWay(context, { command: 'files', things: 'files', plain: list, ways })
}

async function showFiles({ services, tenant, print }: ClubCommandContext): Promise<number> {
  const { files, folders, timeZone } = await services.database.inTenant(tenant.id, async (tx) => ({
    files: await listFiles(tx),
    folders: await listFolders(tx),
    timeZone: await getTimeZone(tx),
  }))
  const toTime = createTimeFormat(timeZone)
  const toFolder = (id: number | null) => folders.find((folder) => folder.id === id)?.label ?? ''
  if (files.length > 0) {
    print(
      toTable(
        ['No.', 'Folder', 'Name', 'Type', 'Size', 'Added', ''].map((heading) => ({ heading })),
        files.map((file) => [
          String(file.id),
          toFolder(file.folderId),
          file.name,
          file.contentType,
          toSizeText(file.bytes),
          toTime(file.createdAt),
          file.shared ? '' : 'not shared',
        ]),
      ),
    )
  }
  const names = folders.map(({ label }) => toVisibleLine(label)).join(', ')
  print(
    `${toCountText(files.length, 'file')}, ${toCountText(folders.length, 'folder')}${names === '' ? '' : `: ${names}`}. Times are the club's (${timeZone}).\n`,
  )
  return 0
}

async function addFile({ services, tenant, moreWords, flags, print }: ClubCommandContext): Promise<number> {
  const [path = ''] = moreWords
  const contentType = readType(flags, path)
  const name = readName(flags, path)
  const folderName = flags.folder
  // before the file is copied
  await services.database.inTenant(tenant.id, (tx) => chooseFolder(tx, folderName))
  const content = await storeFileOf(services.config.dataDir, await requireFile(path))
  const at = new Date(services.now())
  const id = await services.database.inTenant(tenant.id, async (tx) => {
    const folder = await chooseFolder(tx, folderName)
    const added = await insertFile(tx, {
      name,
      contentType,
      ...content,
      folderId: folder?.id ?? null,
      createdAt: at,
    })
    await announce(tx, { kind: 'file', ids: [added], at })
    return added
  })
  print(
    `File ${id}, ${toVisibleLine(name)} (${contentType}, ${toSizeText(content.bytes)}), is shared with the members. Those who want to hear of new files do within five minutes.\n`,
  )
  return 0
}

/** The link that members have opens the new content, and the day on which it was added stays. */
async function replaceFile({
  services,
  tenant,
  moreWords,
  flags,
  print,
}: ClubCommandContext): Promise<number> {
  const [number = '', path = ''] = moreWords
  const id = parseNumber(number, 'NUMBER')
  const contentType = readType(flags, path)
  await services.database.inTenant(tenant.id, (tx) => requireStored(tx, id))
  const content = await storeFileOf(services.config.dataDir, await requireFile(path))
  const name = await services.database.inTenant(tenant.id, async (tx) => {
    const stored = await requireStored(tx, id)
    const kept = flags.name === undefined ? stored.name : readName(flags, path)
    await updateFile(tx, id, { name: kept, contentType, ...content })
    return kept
  })
  print(
    `File ${id}, ${toVisibleLine(name)}, has its new content (${contentType}, ${toSizeText(content.bytes)}).\n`,
  )
  return 0
}

async function removeFile({ services, tenant, moreWords, print }: ClubCommandContext): Promise<number> {
  const id = parseNumber(moreWords[0] ?? '', 'NUMBER')
  const name = await services.database.inTenant(tenant.id, async (tx) => {
    const stored = await requireStored(tx, id)
    await deleteFile(tx, id)
    return stored.name
  })
  print(`File ${id}, ${toVisibleLine(name)}, is removed.\n`)
  return 0
}

async function makeFolder({
  services,
  tenant,
  moreWords,
  flags,
  print,
}: ClubCommandContext): Promise<number> {
  const label = readLabel(moreWords[0] ?? '', "A folder's name")
  const color = readColor(flags)
  const said = await services.database.inTenant(tenant.id, async (tx) => {
    const known = findNamed(await listFolders(tx), label)
    if (known === undefined) {
      await insertFolder(tx, { label, color: color ?? '' })
      return 'is there now'
    }
    if (color === undefined) {
      throw new CommandRefused(
        `The club has a folder ${toVisibleLine(known.label)} already. Nothing was changed.`,
      )
    }
    await updateFolderColor(tx, known.id, color)
    return 'has its new colour'
  })
  print(`The folder ${toVisibleLine(label)} ${said}.\n`)
  return 0
}

async function removeFolder({ services, tenant, moreWords, print }: ClubCommandContext): Promise<number> {
  const folder = await services.database.inTenant(tenant.id, async (tx) => {
    const chosen = await chooseFolder(tx, moreWords[0] ?? '')
    if (chosen !== undefined) await deleteFolder(tx, chosen.id)
    return chosen
  })
  print(`The folder ${toVisibleLine(folder?.label ?? '')} is removed. Its files are in no folder now.\n`)
  return 0
}

/** Undefined where none was named. */
async function chooseFolder(tx: Tx, name: string | undefined): Promise<StoredFolder | undefined> {
  if (name === undefined) return undefined
  const folders = await listFolders(tx)
  const chosen = findNamed(folders, name)
  if (chosen !== undefined) return chosen
  const names = folders.map(({ label }) => toVisibleLine(label)).join(', ')
  throw new CommandRefused(
    `The club has no folder '${toVisibleLine(name)}'. ${names === '' ? 'It has none yet.' : `It has: ${names}.`} 'files folder NAME' makes one. Nothing was changed.`,
  )
}

function findNamed(folders: readonly StoredFolder[], name: string): StoredFolder | undefined {
  return folders.find(({ label }) => foldText(label.trim()) === foldText(name.trim()))
}

async function requireStored(tx: Tx, id: number) {
  const stored = await findFile(tx, id)
  if (stored === undefined) throw new CommandRefused(`The club has no file ${id}. Nothing was changed.`)
  return stored
}

async function requireFile(path: string): Promise<string> {
  if ((await requireInputFile(path, largestFileBytes / 2 ** 20)) === 0) {
    throw new CommandRefused('The file is empty. Nothing was changed.')
  }
  return path
}

/** As named, or by the ending of the file's name. */
function readType({ type }: Flags, path: string): string {
  if (type !== undefined) {
    if (fileTypes.has(type)) return type
    throw new UsageFault(`--type must be one of ${[...fileTypes.keys()].join(', ')}.`)
  }
  const ending = extname(path).slice(1).toLowerCase()
  const wanted = otherEndings[ending] ?? ending
  for (const [contentType, { extension }] of fileTypes) if (extension === wanted) return contentType
  throw new UsageFault(
    `Nothing says of what type ${basename(path)} is. Name one with --type, such as application/pdf.`,
  )
}

/** Endings that people use beside those of the table. */
const otherEndings: Readonly<Record<string, string>> = { jpeg: 'jpg', mpg: 'mpeg', ical: 'ics', vcard: 'vcf' }

function readName({ name }: Flags, path: string): string {
  return readLabel(name ?? basename(path, extname(path)), '--name')
}

function readColor({ color }: Flags): string | undefined {
  if (color === undefined || /^#[0-9a-f]{6}$/i.test(color)) return color?.toLowerCase()
  throw new UsageFault("--color must be like '#a5201d'.")
}

function toSizeText(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000))} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`
}
