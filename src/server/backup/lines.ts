// The lines of a backup's file, and how they are read: a file may be damaged, or made by somebody who means harm.
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { slugPattern } from '../../domain/club.ts'
import { isRecord } from '../../domain/isRecord.ts'
import type { TableName } from '../db/clubRows.ts'
import { highestRestoredId, longestBackupLineBytes } from '../limits/sizes.ts'
import type { NamedPlace } from '../objects/place.ts'
import { measureFile } from '../storage/files.ts'
import type { BackedUpTenant, JsonRow } from './db/tables.ts'

export const backupVersion = 1

/** Why a backup cannot be made or restored, in one sentence for the officer. */
export class BackupFault extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BackupFault'
  }
}

/** When a backup was made, and by which version. Older ones do not say the version. */
export interface BackupOrigin {
  /** ISO instant. */
  readonly madeAt: string
  readonly version?: string
  readonly commit?: string | null
}

export type Line =
  | ({ showfieldBackup: number; scope: 'instance' | 'club' } & BackupOrigin)
  | { secrets: JsonRow[] }
  | { tenant: BackedUpTenant }
  | { table: TableName; rows: JsonRow[] }
  | { path: string; data: string }
  | { missing: string[] }
  | { lines: number }

const notWhole = 'This backup is not complete: its end is missing or damaged.'
const notOurs = 'This is not a backup, or it is damaged.'

/** Fails where the file is no backup. */
export async function readBegin(path: string, place: NamedPlace): Promise<BackupOrigin> {
  await refuseNoBackup(path, place)
  for await (const line of readLines(place)) if ('showfieldBackup' in line) return line
  throw new BackupFault(notWhole)
}

/** Fails where the file is no backup, or not a whole one, or has something that no backup has. */
export async function checkLines(path: string, place: NamedPlace): Promise<void> {
  await refuseNoBackup(path, place)
  const slugs = new Set<string>()
  for await (const line of readLines(place)) {
    if ('path' in line) readFileLine(line)
    if ('table' in line && slugs.size === 0)
      throw new BackupFault('The backup has rows that belong to no club.')
    if (!('tenant' in line)) continue
    const { slug } = line.tenant
    if (slugs.has(slug)) throw new BackupFault(`The backup has the club '${slug}' twice.`)
    slugs.add(slug)
  }
}

/** Before the file is read as one, because a packed file that is damaged is something else. */
async function refuseNoBackup(path: string, { store, key }: NamedPlace): Promise<void> {
  const stream = await store.read(key)
  if (stream === undefined) throw new BackupFault(`There is no file ${path}.`)
  let head = Buffer.alloc(0)
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      head = Buffer.concat([head, chunk])
      if (head.length >= gzipMark.length) break
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EISDIR') throw error
    throw new BackupFault(`${path} is a folder and not a backup.`)
  }
  if (!gzipMark.equals(head.subarray(0, gzipMark.length))) {
    throw new BackupFault(`This is not a backup: ${path}.`)
  }
}

/** The first bytes of every gzip file. */
const gzipMark = Buffer.from([0x1f, 0x8b])

/** Fails when the file is not a backup, or when its end is missing or is not the end. */
export async function* readLines({ store, key }: NamedPlace): AsyncGenerator<Line> {
  const bytes = new PassThrough()
  const packed = await store.read(key)
  if (packed === undefined) throw new BackupFault('The backup was removed meanwhile.')
  const unpacked = pipeline(packed, createGunzip(), bytes)
  // the loop over the lines gets the same error
  unpacked.catch(() => undefined)
  let count = 0
  let isWhole = false
  try {
    for await (const each of splitLines(bytes)) {
      const line = toLine(each)
      count += 1
      if (count === 1 && (!('showfieldBackup' in line) || line.showfieldBackup !== backupVersion)) {
        throw new BackupFault('This is not a backup that this version of Showfield can read.')
      }
      // what stands behind the end was not written with the rest
      isWhole = 'lines' in line && line.lines === count
      yield line
    }
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (typeof code === 'string' && code.startsWith('Z_')) throw new BackupFault(notWhole)
    throw error
  } finally {
    // who wants the first lines only reads no further
    bytes.destroy()
  }
  if (!isWhole) throw new BackupFault(notWhole)
}

/** A few packed bytes may be a line without an end, so no more of one is kept than a backup can have. */
async function* splitLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let parts: Buffer[] = []
  let length = 0
  const add = (part: Buffer): void => {
    parts.push(part)
    length += part.length
    if (length > longestBackupLineBytes) throw new BackupFault(notOurs)
  }
  const take = (): string => {
    const line = Buffer.concat(parts).toString('utf8')
    parts = []
    length = 0
    return line
  }
  for await (const chunk of bytes) {
    let from = 0
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', from)) {
      add(chunk.subarray(from, end))
      yield take()
      from = end + 1
    }
    add(chunk.subarray(from))
  }
  if (length > 0) yield take()
}

function toLine(text: string): Line {
  let line: unknown
  try {
    line = JSON.parse(text)
  } catch {
    throw new BackupFault(notOurs)
  }
  if (!isLine(line)) throw new BackupFault(notOurs)
  return line
}

const isText = (value: unknown): value is string => typeof value === 'string'

function isLine(line: unknown): line is Line {
  if (!isRecord(line)) return false
  if ('showfieldBackup' in line) return line.showfieldBackup !== backupVersion || isBegin(line)
  if ('tenant' in line) return isTenant(line.tenant)
  if ('table' in line) return isText(line.table) && areRows(line.rows) && line.rows.every(hasUsableId)
  if ('secrets' in line) return areRows(line.secrets) && line.secrets.every(isSecret)
  if ('path' in line) return isText(line.path) && isText(line.data)
  if ('missing' in line) return Array.isArray(line.missing) && line.missing.every(isText)
  return typeof line.lines === 'number'
}

function isBegin({ scope, madeAt, version, commit }: Record<string, unknown>): boolean {
  return (
    (scope === 'instance' || scope === 'club') &&
    isText(madeAt) &&
    !Number.isNaN(Date.parse(madeAt)) &&
    (version === undefined || (isText(version) && /^[\w.+-]{1,40}$/.test(version))) &&
    (commit === undefined || commit === null || (isText(commit) && /^[0-9a-f]{40}$/.test(commit)))
  )
}

function isTenant(value: unknown): value is BackedUpTenant {
  if (!isRecord(value)) return false
  const { id, uuid, slug, suspended } = value
  return (
    isUsableId(id) &&
    isText(uuid) &&
    /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(uuid) &&
    isText(slug) &&
    slugPattern.test(slug) &&
    (suspended === undefined || typeof suspended === 'boolean')
  )
}

const isSecret = ({ name, value }: JsonRow): boolean => isText(name) && isText(value)

function areRows(value: unknown): value is JsonRow[] {
  return Array.isArray(value) && value.every(isRecord)
}

/** What only some of them have would be left out. */
export function refuseUnlikeRows(rows: readonly JsonRow[]): void {
  const [first = {}] = rows
  const columns = Object.keys(first)
  const isLike = (row: JsonRow) =>
    Object.keys(row).length === columns.length && columns.every((name) => Object.hasOwn(row, name))
  if (!rows.every(isLike)) throw new BackupFault(notOurs)
}

/** Numbers of rows are given to all clubs in turn, so a high one would leave none for the others. */
function hasUsableId({ id }: JsonRow): boolean {
  if (typeof id === 'string') return !/^\s*[+-]?[\d.]+(?:e\d+)?\s*$/i.test(id)
  return id === undefined || isUsableId(id)
}

function isUsableId(id: unknown): boolean {
  return Number.isInteger(id) && (id as number) > 0 && (id as number) <= highestRestoredId
}

const fileKey = /^files\/([0-9a-f]{2})\/(\1[0-9a-f]{38})$/
const pictureKey = /^pictures\/(?:public|member)\/([0-9a-f]{2})\/\1[0-9a-f]{38}-\d{1,5}\.webp$/

/** Where it lies and what it is. Only pictures, and files that have the content of their name. */
export function readFileLine({ path, data }: { path: string; data: string }): { key: string; bytes: Buffer } {
  const bytes = Buffer.from(data, 'base64')
  const [, , hash] = fileKey.exec(path) ?? []
  if (hash === undefined && !pictureKey.test(path)) {
    throw new BackupFault(`The backup contains a file in a wrong place: ${path}.`)
  }
  const isRight =
    hash === undefined
      ? bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
      : measureFile(bytes).hash === hash
  if (!isRight) throw new BackupFault(`The backup contains a file that is not what its name says: ${path}.`)
  return { key: path, bytes }
}
