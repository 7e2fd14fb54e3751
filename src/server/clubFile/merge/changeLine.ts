// A line for a record that an import changes: each field with what it was and is.
import { isRecord } from '../../../domain/isRecord.ts'
import { isSame } from '../record.ts'
import type { Fields, Json, PlacedRecord } from '../recordKind.ts'
import type { ImportState } from './importState.ts'
import { nameRecord, tellSettings, tellValues } from './naming.ts'

/** "car 102 of event "Show": color "Red" → "Green"". `base`: what the last import said, null if none did. */
export function toChangeLine(
  state: ImportState,
  { record, fields: own }: PlacedRecord,
  changes: Fields,
  { now, base }: { now: Fields; base: Fields | null },
): string {
  const { kind, ref } = record
  const fields = Object.entries(changes).flatMap(([name, value]) => {
    const since = base !== null && !isSame(base[name], now[name]) ? ' (was changed here since)' : ''
    if (name === kind.parent?.column) return ['moved']
    const column = kind.columns[name]
    if (column === undefined || column.field === null) return []
    const tell = kind.tellChange?.[name]
    if (tell !== undefined) return [`${column.field} (${tell(now[name], value)})${since}`]
    if (!column.isByKey) {
      const told = tellValues(state, record, name, [now[name], value])
      return [`${column.field}${told === undefined ? '' : ` ${told[0]} → ${told[1]}`}${since}`]
    }
    const [wanted, old] = [toKeys(value), toKeys(now[name])]
    const keys = Object.keys(wanted).filter((key) => !isSame(wanted[key], old[key]))
    return keys.sort().map((key) => {
      const told = tellSettings(key, [old[key], wanted[key]])
      const values = told === undefined ? '' : ` ${told[0]} → ${told[1]}`
      return `${column.field}.${toKeyName(key)}${values}`
    })
  })
  return `${nameRecord(state, { kind, ref, fields: { ...own, ...now } })}: ${fields.join(', ')}`
}

/** The file has dollars where the database has cents. */
export function toKeyName(key: string): string {
  return key.replace(/Cents$/, '')
}

export const toKeys = (value: Json | undefined): Fields => (isRecord(value) ? value : {})
