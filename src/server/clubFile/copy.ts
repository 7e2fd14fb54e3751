// Copies a record of a club, with everything below it, as if it were made online.
import type { TenantRow } from '../db/clubRows.ts'
import type { Tx } from '../db/open.ts'
import { forgetImported, removedMark, toRemovedRef } from './db.ts'
import { pathOf, readStoredClub } from './export.ts'
import { ClubFileFaults } from './faults.ts'
import type { ClubFormat } from './format.ts'
import { mergeRecords } from './merge/mergeRecords.ts'
import { readRecords } from './read.ts'
import { toRecordFields } from './record.ts'
import type { Branch, Fields, FileRecord, RecordKind } from './recordKind.ts'

/** The record as its copy has it, without what is below it; undefined leaves it out, with what is below it. */
export type ChangeRecord = (kind: RecordKind, value: Fields) => Fields | undefined

export interface CopyOptions {
  /** The list of the file, like `events`. */
  readonly field: string
  /** What the original is called in this list. */
  readonly ref: string
  readonly change: ChangeRecord
  /** Makes the refs of what is below. The copy's own is in what `change` answers. */
  newRef(): string
}

/** The records of the copy, the first of them first. Nothing is stored yet. */
export async function copyRecords(
  tx: Tx,
  format: ClubFormat,
  tenant: TenantRow,
  { field, ref, change, newRef }: CopyOptions,
): Promise<FileRecord[]> {
  const branch = format.branches.find((each) => each.field === field)
  const stored = await readStoredClub(tx, format, tenant)
  const original = toList(stored[field]).find((each) => each.ref === ref)
  if (branch === undefined || original === undefined) throw new Error(`the club has no ${ref} in ${field}`)
  const refs = new Map<string, string>()
  const copied = copyTree(branch, original, change, (kind, value, made) => {
    const known = typeof value.ref === 'string'
    const given = made.ref === value.ref && known ? newRef() : made.ref
    if (known) refs.set(`${kind.table} ${value.ref}`, String(given))
    return known ? { ...made, ref: given ?? null } : made
  })
  if (copied === undefined) throw new Error('the copy was left out')
  rename(branch, copied, refs)
  const { homePage: _, ...club } = stored.club as Fields
  const read = readRecords(format, { showfield: stored.showfield, club, [field]: [copied] })
  if (read.faults.length > 0) throw new ClubFileFaults(read.faults)
  return read.records.filter(({ kind }) => kind !== format.club)
}

/** No file has brought them, so no `--prune` removes them. */
export async function insertCopies(
  tx: Tx,
  format: ClubFormat,
  records: readonly FileRecord[],
): Promise<void> {
  const incoming = {
    picture: pathOf.hash,
    file: () => {
      throw new Error('a file is not copied')
    },
  }
  const prepared = records.map((record) => ({ record, fields: toRecordFields(record, incoming) }))
  // an event that was removed here may be made again
  await forgetImported(
    tx,
    removedMark,
    records.map(({ kind, ref }) => toRemovedRef(kind.table, ref)),
  )
  await forgetAll(tx, records)
  await mergeRecords(tx, format, prepared, { prune: false, overwrite: false, lists: new Set() })
  await forgetAll(tx, records)
}

async function forgetAll(tx: Tx, records: readonly FileRecord[]): Promise<void> {
  for (const [kind, each] of Map.groupBy(records, (record) => record.kind)) {
    await forgetImported(
      tx,
      kind.name,
      each.map(({ ref }) => ref),
    )
  }
}

function copyTree(
  { kind }: Branch,
  value: Fields,
  change: ChangeRecord,
  named: (kind: RecordKind, value: Fields, made: Fields) => Fields,
): Fields | undefined {
  const fields = new Set(kind.children.map(({ field }) => field))
  const own = Object.fromEntries(Object.entries(value).filter(([field]) => !fields.has(field)))
  const made = change(kind, own)
  if (made === undefined) return undefined
  const copy = named(kind, own, made)
  for (const branch of kind.children) {
    if (value[branch.field] === undefined) continue
    copy[branch.field] = toList(value[branch.field]).flatMap(
      (each) => copyTree(branch, each, change, named) ?? [],
    )
  }
  return copy
}

/** What names a copied record names its copy. */
function rename({ kind }: Branch, value: Fields, refs: ReadonlyMap<string, string>): void {
  for (const { field, refTo } of Object.values(kind.columns)) {
    if (field === null || refTo === undefined || typeof value[field] !== 'string') continue
    value[field] = refs.get(`${refTo} ${value[field]}`) ?? value[field]
  }
  for (const branch of kind.children) {
    for (const each of toList(value[branch.field])) rename(branch, each, refs)
  }
}

function toList(value: Fields[string] | undefined): Fields[] {
  return (value ?? []) as Fields[]
}
