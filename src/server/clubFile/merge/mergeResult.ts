// What an import answers: counts, and a line for each record that it changed.
import { isRecord } from '../../../domain/isRecord.ts'
import { isSame } from '../record.ts'
import type { Fields, FileRecord, Json } from '../recordKind.ts'

export interface MergeOptions {
  /** Removes imported records that are no longer in the file. */
  readonly prune: boolean
  /** When a field was changed both in the file and online, the file wins. */
  readonly overwrite: boolean
}

export interface MergeResult {
  created: number
  changed: number
  unchanged: number
  removed: number
  /** Records that were imported before and are no longer in the file, one line each. */
  gone: string[]
  /** Changes in the file that were not made because of changes online, one line each. */
  left: string[]
  /** Records that existed and were changed, with the fields that were changed, one line each. */
  changes: string[]
  /** What is hardly meant, one line each. */
  warnings: string[]
}

export function startResult(): MergeResult {
  return { created: 0, changed: 0, unchanged: 0, removed: 0, gone: [], left: [], changes: [], warnings: [] }
}

export function toChangeLine({ kind, ref, place }: FileRecord, changes: Fields, now: Fields): string {
  const fields = Object.entries(changes).flatMap(([name, value]) => {
    if (name === kind.parent?.column) return ['moved']
    const column = kind.columns[name]
    if (column === undefined || column.field === null) return []
    if (!column.isByKey) return [column.field]
    const [wanted, old] = [toKeys(value), toKeys(now[name])]
    const keys = Object.keys(wanted).filter((key) => !isSame(wanted[key], old[key]))
    return keys.sort().map((key) => `${column.field}.${toKeyName(key)}`)
  })
  return `${place === ref ? place : `${place} (${ref})`}: ${fields.join(', ')}`
}

/** The file has dollars where the database has cents. */
export function toKeyName(key: string): string {
  return key.replace(/Cents$/, '')
}

export const toKeys = (value: Json | undefined): Fields => (isRecord(value) ? value : {})
