// Three-way merge: takes what the file changed since its last import, unless it was changed online too.
import { isSame } from '../record.ts'
import type { Fields, Json, PlacedRecord, RecordKind, Update } from '../recordKind.ts'
import { toChangeLine, toKeyName, toKeys } from './changeLine.ts'
import type { ImportState } from './importState.ts'

import { nameRecord, tellSettings, tellValues } from './naming.ts'

export interface ComparedRecord {
  readonly placed: PlacedRecord
  /** As the last import left it; null for a record that no import has brought, because it was made online. */
  readonly base: Fields | null
}

export async function findUpdates(
  state: ImportState,
  kind: RecordKind,
  compared: readonly ComparedRecord[],
): Promise<Update[]> {
  if (compared.length === 0) return []
  const rows = compared.map(({ placed }) => placed)
  const current = await state.loadCurrent(kind, rows)
  const updates: Update[] = []
  for (const each of compared) {
    const { placed } = each
    const now = current.get(placed.record.ref)
    if (now === undefined) continue
    const changes = mergeFields(state, kind, each, now)
    if (Object.keys(changes).length === 0) {
      state.result.unchanged += 1
      continue
    }
    updates.push({ placed, changes })
    state.result.changed += 1
    state.result.changes.push(toChangeLine(state, placed, changes, { now, base: each.base }))
    state.touch(kind, placed.record)
  }
  return updates
}

function mergeFields(
  state: ImportState,
  kind: RecordKind,
  { placed, base }: ComparedRecord,
  now: Fields,
): Fields {
  const changes: Fields = {}
  const kept = kind.findKept?.(placed.fields, now)
  for (const [name, wanted] of Object.entries(placed.fields)) {
    const column = kind.columns[name]
    if (kept?.names.includes(name)) {
      if (!isSame(wanted, now[name]) && !isSame(wanted, base?.[name])) {
        state.result.left.push(toLeftLine(state, placed, column?.field ?? name, kept.why))
      }
      continue
    }
    const versions = { wanted, base: base?.[name], now: now[name], isOnline: base === null }
    const merged = column?.isByKey
      ? mergeKeys(state, placed, name, versions)
      : mergeValue(state, placed, { name, field: column?.field ?? name }, versions)
    if (merged !== undefined) changes[name] = merged
  }
  return changes
}

/** A value in this file, in the last imported one, and in the database. */
interface Versions {
  readonly wanted: Json
  readonly base: Json | undefined
  readonly now: Json | undefined
  /** No import has brought the record. */
  readonly isOnline: boolean
}

function mergeValue(
  state: ImportState,
  placed: PlacedRecord,
  { name, field, key }: { name: string; field: string; key?: string },
  { wanted, base, now, isOnline }: Versions,
): Json | undefined {
  if (isSame(wanted, base) || isSame(wanted, now)) return undefined
  // a field that is new in this version of the format has no base
  const isNewer = !isOnline && (base === undefined || isSame(base, now))
  if (state.options.overwrite || isNewer) return wanted
  const why = isOnline
    ? 'is another one online, where the record was made; --overwrite takes the one of the file'
    : 'was changed online and is left as it is'
  const told =
    key === undefined
      ? tellValues(state, placed.record, name, [now, wanted])
      : tellSettings(key, [now, wanted])
  const tell = key === undefined ? placed.record.kind.tellChange?.[name] : undefined
  const listed = tell === undefined ? '' : ` (with the file ${tell(now, wanted)})`
  const values = told === undefined ? listed : ` (here ${told[0]}, in the file ${told[1]})`
  state.result.left.push(toLeftLine(state, placed, field, `${why}${values}`))
  return undefined
}

function toLeftLine(state: ImportState, { record, fields }: PlacedRecord, field: string, why: string) {
  return `${nameRecord(state, { kind: record.kind, ref: record.ref, fields })}: ${field}: ${why}`
}

function mergeKeys(
  state: ImportState,
  placed: PlacedRecord,
  name: string,
  { wanted, base, now, isOnline }: Versions,
): Json | undefined {
  const [baseKeys, nowKeys] = [toKeys(base), toKeys(now)]
  const merged = { ...nowKeys }
  let isChanged = false
  for (const [key, value] of Object.entries(toKeys(wanted))) {
    const versions = { wanted: value, base: baseKeys[key], now: nowKeys[key], isOnline }
    const one = mergeValue(state, placed, { name, key, field: `${name}.${toKeyName(key)}` }, versions)
    if (one === undefined) continue
    merged[key] = one
    isChanged = true
  }
  return isChanged ? merged : undefined
}
