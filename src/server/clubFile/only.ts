// An import of one record of the club alone, like one event.
import { listRows, type TenantRow } from '../db/clubRows.ts'
import type { Services } from '../process/services.ts'
import { findRoot } from './crossCheck.ts'
import { ClubFileFaults } from './faults.ts'
import type { ClubFormat } from './format.ts'
import type { MergeOptions } from './merge/mergeResult.ts'
import type { FileRecord } from './recordKind.ts'

export interface OnlyWanted {
  /** The list of the file. */
  readonly field: string
  readonly id: number
}

type Only = NonNullable<MergeOptions['only']>

/** The one record of the club that is meant. A file without it would remove it. */
export async function findOnly(
  { database }: Services,
  { branches }: ClubFormat,
  known: TenantRow | undefined,
  records: readonly FileRecord[],
  wanted: OnlyWanted | undefined,
): Promise<Only | undefined> {
  if (wanted === undefined) return undefined
  const { field, id } = wanted
  const table = branches.find((branch) => branch.field === field)?.kind.table
  if (table === undefined) throw new Error(`a club file has no list ${field}`)
  const rows =
    known === undefined
      ? []
      : await database.inTenant(known.id, (tx) => listRows(tx, table, ['ref', 'name'], { ids: [id] }))
  const [row] = rows
  if (row === undefined) throw new ClubFileFaults([{ place: field, message: `the club has no number ${id}` }])
  const only = { table, ref: String(row.ref) }
  if (!records.some((record) => isOfOnly(record, only))) {
    const message = `has no '${row.ref}', which is number ${id} here, "${row.name}"`
    throw new ClubFileFaults([{ place: field, message }])
  }
  return only
}

export function isOfOnly(record: FileRecord, { table, ref }: Only): boolean {
  const root = findRoot(record)
  return root.kind.table === table && root.ref === ref
}
