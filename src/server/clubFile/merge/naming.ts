// How an import names records and values to officers: a car by its number, an event by its title.
import { toDollars } from '../../../domain/money.ts'
import { namedPerLine, printedExcerpt } from '../../limits/sizes.ts'
import { createTimeFormat } from '../../officers/timeFormat.ts'
import { cutApart, cutLine } from '../../officers/words.ts'
import { toKindCount, toKindWord } from '../kindWords.ts'
import { findTarget, hasId } from '../record.ts'
import type { FileRecord, Json, RecordKind } from '../recordKind.ts'
import type { ImportState } from './importState.ts'
import { labelRecord, type NamedRecord } from './labels.ts'

/** "car 102 "Austin Seven" of event "Marlow Show"". */
export function nameRecord(state: ImportState, record: NamedRecord): string {
  const root = state.findRoot(record)
  const own = [toKindWord(record.kind.name), labelRecord(record)].filter((part) => part !== '').join(' ')
  return root === record ? own : `${own} of ${toKindWord(root.kind.name)} ${labelRecord(root)}`
}

/** A line for those of one kind below one record: "12 spaces of event "Marlow Show": A1, A2 and 10 more". */
export function toGroupLines(state: ImportState, records: readonly NamedRecord[]): string[] {
  const groups = Map.groupBy(records, (record) => {
    const { kind, ref } = state.findRoot(record)
    return `${record.kind.name} ${kind === record.kind ? '' : ref}`
  })
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const root = state.findRoot(first)
    const of = root.kind === first.kind ? '' : ` of ${toKindWord(root.kind.name)} ${labelRecord(root)}`
    const names = group.slice(0, namedPerLine).map(labelRecord)
    const more = group.length > names.length ? ` and ${group.length - names.length} more` : ''
    const named = hasId(first.kind) ? `: ${names.join(', ')}${more}` : ''
    return [`${toKindCount(first.kind.name, group.length)}${of}${named}`]
  })
}

export function countByKind(records: readonly { readonly kind: RecordKind }[]): string {
  const kinds = Map.groupBy(records, ({ kind }) => kind.name)
  return [...kinds].map(([name, each]) => toKindCount(name, each.length)).join(', ')
}

/** What a field was and is, where a line can say it. Undefined for pictures, secrets and lists. */
export function tellValues(
  state: ImportState,
  record: Pick<FileRecord, 'kind'>,
  name: string,
  [was, is]: readonly [was: Json | undefined, is: Json | undefined],
): readonly [was: string, is: string] | undefined {
  const tell = (value: Json | undefined) => tellValue(state, record.kind, name, value)
  return tellBoth(tell(was), tell(is))
}

function tellValue(state: ImportState, kind: RecordKind, name: string, value: Json | undefined): Told {
  if (value === null || value === undefined || value === '') return 'nothing'
  const column = kind.columns[name]
  if (column?.isSecret || column?.picture || column?.isFile || kind.password?.column === name)
    return undefined
  const target = findTarget(kind, name)
  if (target !== undefined) return state.tellRef(target, String(value))
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return String(column?.toFile(value, noOutgoing, {}) ?? value)
  if (typeof value !== 'string') return undefined
  if (column?.type !== 'timestamptz') return { text: value }
  return createTimeFormat(state.timeZone)(new Date(value))
}

/** A text has quotes, and where it is long, begins a little before what is different. */
function tellBoth(was: Told, is: Told): readonly [was: string, is: string] | undefined {
  if (was === undefined || is === undefined) return undefined
  if (typeof was === 'string' || typeof is === 'string') return [tellAlone(was), tellAlone(is)]
  const [old, now] = cutApart([was.text, is.text], printedExcerpt)
  return [`"${old}"`, `"${now}"`]
}

function tellAlone(told: NonNullable<Told>): string {
  return typeof told === 'string' ? told : `"${cutLine(told.text, printedExcerpt)}"`
}

/** What people typed, or words for it. */
type Told = string | { readonly text: string } | undefined

/** The same of a setting, which is compared by its key. */
export function tellSettings(
  key: string,
  [was, is]: readonly [was: Json | undefined, is: Json | undefined],
): readonly [was: string, is: string] | undefined {
  return tellBoth(tellSetting(key, was), tellSetting(key, is))
}

function tellSetting(key: string, value: Json | undefined): Told {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return key.endsWith('Cents') ? toDollars(value).toFixed(2) : String(value)
  return typeof value === 'string' ? { text: value } : undefined
}

const noOutgoing = { picture: () => '', file: () => '' }
