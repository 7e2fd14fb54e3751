// From a club file's text to its records, each checked by itself and knowing its place.
import { readFile, realpath, stat } from 'node:fs/promises'
import { dirname, resolve, sep } from 'node:path'
import { clubFileVersion } from '../../domain/clubFile.ts'
import { ClubFileFaults, type Fault, toPlace, toSentence } from './faults.ts'
import { type Branch, branches, clubKind, type Fields, type Json, type Kind } from './kinds.ts'

/** One record of the file: what it says, with its defaults filled in. */
export interface FileRecord {
  readonly kind: Kind
  readonly ref: string
  readonly place: string
  readonly value: Fields
  readonly parent: FileRecord | null
}

/** A club file with what lies beside it. */
export interface ClubFileSource {
  readonly json: unknown
  /** What lies at a path beside the file; fails with a sentence. */
  readBeside(path: string): Promise<Uint8Array>
}

export interface ReadRecords {
  readonly records: readonly FileRecord[]
  readonly faults: readonly Fault[]
  /** Every ref that stands in the file, by table, also those of faulty records. */
  readonly declared: ReadonlyMap<string, ReadonlySet<string>>
}

// a file of ten megabytes is a large one; pictures may lie inside as data URLs
export const maxFileBytes = 256 * 2 ** 20

export async function openClubFile(path: string): Promise<ClubFileSource> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined || !found.isFile()) {
    throw new ClubFileFaults([{ place: '', message: `There is no file ${path}.` }])
  }
  if (found.size > maxFileBytes) {
    throw new ClubFileFaults([{ place: '', message: `The file has more than ${maxFileBytes / 2 ** 20} MB.` }])
  }
  const folder = dirname(await realpath(path))
  return { json: parseJson(await readFile(path, 'utf8')), readBeside: (name) => readBeside(folder, name) }
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const tells = error instanceof Error ? error.message : String(error)
    throw new ClubFileFaults([{ place: '', message: `The file is no JSON: ${tells}` }])
  }
}

/** Never outside the folder: no `..`, no link that leads away. */
async function readBeside(folder: string, name: string): Promise<Uint8Array> {
  const path = resolve(folder, name)
  const real = await realpath(path).catch(() => undefined)
  if (!isWithin(folder, path) || (real !== undefined && !isWithin(folder, real))) {
    throw new Error(`'${name}' lies outside the folder of the club file`)
  }
  const found = real === undefined ? undefined : await stat(real)
  if (real === undefined || !found?.isFile())
    throw new Error(`there is no file '${name}' beside the club file`)
  return readFile(real)
}

function isWithin(folder: string, path: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

/** Walks the whole file and tells every fault that a record has by itself. */
export function readRecords(json: unknown): ReadRecords {
  const reading = new Reading()
  if (!isObject(json)) {
    return { ...reading, faults: [{ place: '', message: 'The file must hold one object.' }] }
  }
  if (json.showfield !== clubFileVersion) {
    const message =
      json.showfield === undefined
        ? `is missing: a club file begins with { "showfield": ${clubFileVersion} }`
        : `must be ${clubFileVersion}, the version of the format that this program reads`
    return { ...reading, faults: [{ place: 'showfield', message }] }
  }
  reading.readKnown(
    json,
    '',
    new Set(['$schema', 'showfield', 'club', ...branches.map(({ field }) => field)]),
  )
  reading.readOne(clubKind, json.club, 'club', null)
  for (const branch of branches) reading.readBranch(branch, json, '', null)
  return reading
}

class Reading implements ReadRecords {
  readonly records: FileRecord[] = []
  readonly faults: Fault[] = []
  readonly declared = new Map<string, Set<string>>()

  readKnown(value: Fields, place: string, known: ReadonlySet<string>): void {
    for (const field of Object.keys(value)) {
      if (!known.has(field))
        this.faults.push({ place: toPlace(place, [field]), message: 'is not known here' })
    }
  }

  readBranch(
    { field, kind, isSingle }: Branch,
    holder: Fields,
    start: string,
    parent: FileRecord | null,
  ): void {
    const value = holder[field]
    const place = toPlace(start, [field])
    if (isSingle) this.readOne(kind, value ?? {}, place, parent)
    if (isSingle || value === undefined) return
    if (!Array.isArray(value)) {
      this.faults.push({ place, message: 'must be a list' })
      return
    }
    value.forEach((each, at) => {
      this.readOne(kind, each, `${place}[${at}]`, parent)
    })
  }

  readOne(kind: Kind, value: unknown, place: string, parent: FileRecord | null): void {
    if (!isObject(value)) {
      this.faults.push({ place, message: value === undefined ? 'is missing' : 'must be an object' })
      return
    }
    const fields = Object.keys(kind.schema.shape)
    const below = kind.children.map(({ field }) => field)
    this.readKnown(value, place, new Set([...fields, ...below]))
    this.#declare(kind, value, place)
    const parsed = kind.schema.safeParse(value, { reportInput: true })
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

  #declare(kind: Kind, value: Fields, place: string): void {
    const { ref } = value
    if (typeof ref !== 'string') return
    const declared = this.declared.get(kind.table) ?? new Set()
    this.declared.set(kind.table, declared)
    if (declared.has(ref)) {
      this.faults.push({
        place: `${place}.ref`,
        message: `'${ref}' is the ref of another ${kind.name} already`,
      })
    }
    declared.add(ref)
  }
}

function isObject(value: unknown): value is Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
