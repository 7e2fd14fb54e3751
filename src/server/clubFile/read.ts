// Turns a club file's text into records. Each is checked by itself and knows its place in the file.
import { readFile, realpath, stat } from 'node:fs/promises'
import { dirname, resolve, sep } from 'node:path'
import { z } from 'zod'
import { isRecord } from '../../domain/isRecord.ts'
import { largestClubFileBytes } from '../limits/sizes.ts'
import { readObject } from '../objects/objectStore.ts'
import type { StorageSettings } from '../objects/openStorage.ts'
import { findPlace, isInStorage } from '../objects/place.ts'
import { ClubFileFaults, type Fault, toPlace, toSentence } from './faults.ts'
import { type ClubFormat, clubFileVersion } from './format.ts'
import type { Branch, Fields, FileRecord, RecordKind } from './recordKind.ts'

/** A club file and the files beside it. */
export interface ClubFileSource {
  readonly json: unknown
  /** The bytes at a path beside the file. Fails with a sentence for people. */
  readBeside(path: string): Promise<Uint8Array>
}

export interface ReadRecords {
  readonly records: readonly FileRecord[]
  readonly faults: readonly Fault[]
  /** Every ref in the file, by table, also those of faulty records. */
  readonly declared: ReadonlyMap<string, ReadonlySet<string>>
  /** The lists that the file has, also empty ones: see `toListKey`. */
  readonly lists: ReadonlySet<string>
}

/** The list of a kind below a record, or of the file itself where `parentRef` is ''. */
export function toListKey(kind: RecordKind, parentRef: string): string {
  return `${kind.name} ${parentRef}`
}

/** @param settings Of the storage, where the file may lie in it (`storage:NAME`). */
export async function openClubFile(path: string, settings?: StorageSettings): Promise<ClubFileSource> {
  if (settings !== undefined && isInStorage(path)) return openInStorage(path, settings)
  const found = await stat(path).catch(() => undefined)
  if (found === undefined || !found.isFile()) {
    throw new ClubFileFaults([{ place: '', message: `There is no file ${path}.` }])
  }
  requireSize(found.size)
  const folder = dirname(await realpath(path))
  return { json: parseJson(await readFile(path, 'utf8')), readBeside: (name) => readBeside(folder, name) }
}

function requireSize(bytes: number): void {
  if (bytes <= largestClubFileBytes) return
  const message = `The file has more than ${largestClubFileBytes / 2 ** 20} MB.`
  throw new ClubFileFaults([{ place: '', message }])
}

/** As `export` has written it there, from whichever machine. */
async function openInStorage(path: string, settings: StorageSettings): Promise<ClubFileSource> {
  const { store, key, toBeside } = findPlace(settings, path)
  const text = await readObject(store, key)
  if (text === undefined) throw new ClubFileFaults([{ place: '', message: `There is no file ${path}.` }])
  requireSize(text.length)
  return {
    json: parseJson(text.toString('utf8')),
    async readBeside(name) {
      if (name.split('/').includes('..')) throw new Error(`'${name}' is outside the folder of the club file`)
      const bytes = await readObject(store, toBeside(name))
      if (bytes === undefined) throw new Error(`there is no file '${name}' beside the club file`)
      return bytes
    },
  }
}

export function parseJson(text: string): unknown {
  try {
    // some editors put a mark of the encoding before the text
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    const tells = error instanceof Error ? error.message : String(error)
    throw new ClubFileFaults([{ place: '', message: `The file is not JSON: ${tells}` }])
  }
}

/** Reads only inside the folder: no `..`, no symbolic link that leads outside. */
async function readBeside(folder: string, name: string): Promise<Uint8Array> {
  const path = resolve(folder, name)
  const real = await realpath(path).catch(() => undefined)
  if (!isWithin(folder, path) || (real !== undefined && !isWithin(folder, real))) {
    throw new Error(`'${name}' is outside the folder of the club file`)
  }
  const found = real === undefined ? undefined : await stat(real)
  if (real === undefined || !found?.isFile())
    throw new Error(`there is no file '${name}' beside the club file`)
  return readFile(real)
}

function isWithin(folder: string, path: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

/** Reads the whole file and reports every fault within a record. */
export function readRecords({ club, branches }: ClubFormat, json: unknown): ReadRecords {
  const reading = new Reading()
  if (!isJsonObject(json)) {
    return { ...reading, faults: [{ place: '', message: 'The file must contain one object.' }] }
  }
  if (json.showfield !== clubFileVersion) {
    const message =
      json.showfield === undefined
        ? `is missing: a club file begins with { "showfield": ${clubFileVersion} }`
        : `must be ${clubFileVersion}, the version of the format that this program reads`
    return { ...reading, faults: [{ place: 'showfield', message }] }
  }
  const known = new Set(['$schema', 'showfield', 'club', ...branches.map(({ field }) => field)])
  reading.reportUnknown(
    '',
    Object.keys(json)
      .filter((field) => !known.has(field))
      .map((field) => [field]),
  )
  reading.readClub(club, json.club)
  for (const branch of branches) reading.readBranch(branch, json, '', null)
  return reading
}

class Reading implements ReadRecords {
  readonly records: FileRecord[] = []
  readonly faults: Fault[] = []
  readonly declared = new Map<string, Set<string>>()
  readonly lists = new Set<string>()
  #club: Fields = {}

  reportUnknown(place: string, paths: readonly (readonly PropertyKey[])[]): void {
    for (const path of paths) {
      this.faults.push({ place: toPlace(place, path), message: 'is not a known field' })
    }
  }

  /** First, because other records have what it says where they say nothing. */
  readClub(kind: RecordKind, value: unknown): void {
    this.readOne(kind, value, 'club', null)
    this.#club = this.records[0]?.value ?? {}
  }

  readBranch(
    { field, kind, isSingle }: Branch,
    holder: Fields,
    start: string,
    parent: FileRecord | null,
  ): void {
    const value = holder[field]
    const place = toPlace(start, [field])
    if (isSingle) {
      this.lists.add(toListKey(kind, parent?.ref ?? ''))
      this.readOne(kind, value ?? {}, place, parent)
    }
    if (isSingle || value === undefined) return
    if (!Array.isArray(value)) {
      this.faults.push({ place, message: 'must be a list' })
      return
    }
    this.lists.add(toListKey(kind, parent?.ref ?? ''))
    value.forEach((each, at) => {
      this.readOne(kind, each, `${place}[${at}]`, parent)
    })
  }

  readOne(kind: RecordKind, value: unknown, place: string, parent: FileRecord | null): void {
    if (!isJsonObject(value)) {
      this.faults.push({ place, message: value === undefined ? 'is missing' : 'must be an object' })
      return
    }
    const below = new Set(kind.children.map(({ field }) => field))
    const own = Object.fromEntries(Object.entries(value).filter(([field]) => !below.has(field)))
    this.reportUnknown(place, listUnknownFields(kind.schema, own))
    this.#declare(kind, value, place)
    const parsed = kind.schema.safeParse(kind.fill?.(value, this.#club) ?? value, { reportInput: true })
    if (!parsed.success) {
      for (const issue of parsed.error.issues) {
        this.faults.push({ place: toPlace(place, issue.path), message: toSentence(issue) })
      }
    }
    const shown = (parsed.success ? parsed.data : value) as Fields
    const ref = kind.toRef?.(shown, parent?.ref ?? '') ?? String(shown.ref)
    const record: FileRecord = { kind, ref, place, value: shown, parent }
    if (parsed.success) this.records.push(record)
    for (const branch of kind.children) this.readBranch(branch, value, place, record)
  }

  #declare(kind: RecordKind, value: Fields, place: string): void {
    const { ref } = value
    if (typeof ref !== 'string') return
    const declared = this.declared.get(kind.table) ?? new Set()
    this.declared.set(kind.table, declared)
    if (declared.has(ref)) {
      this.faults.push({
        place: `${place}.ref`,
        message: `'${ref}' is already the ref of another ${kind.name}`,
      })
    }
    declared.add(ref)
  }
}

/** Parsed JSON contains only JSON values. */
function isJsonObject(value: unknown): value is Fields {
  return isRecord(value)
}

type Path = readonly (number | string)[]

/**
 * The shapes themselves let unknown fields pass, because they also read stored rows, which may be of another
 * version. A file is written by people, so there an unknown field is a spelling mistake.
 */
function listUnknownFields(schema: z.core.$ZodType, value: unknown, path: Path = []): Path[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) {
    return listUnknownFields(schema.unwrap(), value, path)
  }
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    return value.flatMap((each, at) => listUnknownFields(schema.element, each, [...path, at]))
  }
  if (!isRecord(value)) return []
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const { discriminator } = schema.def
    const chosen = schema.options.find(
      (option) =>
        option instanceof z.ZodObject && option.shape[discriminator]?.safeParse(value[discriminator]).success,
    )
    return chosen === undefined ? [] : listUnknownFields(chosen, value, path)
  }
  if (!(schema instanceof z.ZodObject)) return []
  const { shape } = schema
  return Object.entries(value).flatMap(([field, each]) => {
    const known: z.core.$ZodType | undefined = Object.hasOwn(shape, field) ? shape[field] : undefined
    return known === undefined ? [[...path, field]] : listUnknownFields(known, each, [...path, field])
  })
}
