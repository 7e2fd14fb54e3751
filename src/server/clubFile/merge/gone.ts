// What is in the club and not in the file: what a prune may remove, and what stays and why.
import { listRows } from '../../db/clubRows.ts'
import type { ImportedRecord } from '../db.ts'
import { toListKey } from '../read.ts'
import { hasId } from '../record.ts'
import type { PreparedRecord, RecordKind } from '../recordKind.ts'
import { type ImportState, toFields } from './importState.ts'
import type { NamedRecord } from './labels.ts'
import { toGroupLines } from './naming.ts'

type ByKind = ReadonlyMap<RecordKind, readonly PreparedRecord[]>

/** What was imported before and is no longer in the file, and what was made here and nothing holds. */
export async function findGone(
  state: ImportState,
  byKind: ByKind,
  lists: ReadonlySet<string>,
): Promise<Map<RecordKind, ImportedRecord[]>> {
  const found = new Map<RecordKind, ImportedRecord[]>()
  const [absent, stays]: [NamedRecord[], NamedRecord[]] = [[], []]
  const held = new Map<string, string | undefined>()
  for (const kind of state.kinds) {
    const inFile = new Set((byKind.get(kind) ?? []).map(({ record }) => record.ref))
    const imported = [...(state.imported.get(kind.name)?.values() ?? [])].filter(
      ({ ref }) => !inFile.has(ref),
    )
    const made = await listMade(state, kind, inFile)
    const toNamed = (each: ImportedRecord) => ({ kind, ref: each.ref, fields: toFields(each) })
    state.note([...imported, ...made].map(toNamed))
    const isMissing = (each: ImportedRecord): boolean => {
      const named = toNamed(each)
      if (!isWanted(state, named)) return false
      const above = state.findAbove(named)
      const isListed = lists.has(toListKey(kind, above?.ref ?? ''))
      const isBelowMissing =
        above !== undefined && (found.get(above.kind) ?? []).some(({ ref }) => ref === above.ref)
      if (isListed || isBelowMissing) return true
      const isThere = state.ids.get(kind.table)?.has(each.ref) ?? false
      // of a list that is not there, not what is below its records too
      const isFirst = above === undefined || state.isInFile(above)
      if (isThere && isFirst && state.options.prune) absent.push(named)
      return false
    }
    const gone = imported.filter(isMissing)
    for (const each of made.filter(isMissing)) {
      const why = kind.isOfFiles ? await findHold(state, toNamed(each), held) : ''
      if (why === undefined) gone.push(each)
      else stays.push(toNamed(each))
    }
    found.set(kind, gone)
  }
  state.result.absent = toGroupLines(state, absent)
  const reasons = new Set([...held.values()].filter((why) => why !== undefined))
  state.result.stays = [...toGroupLines(state, stays), ...reasons]
  return found
}

/** Whether it is among what is imported: all, or one record of the club with what is below it. */
function isWanted(state: ImportState, record: NamedRecord): boolean {
  const { only } = state.options
  const root = state.findRoot(record)
  return only === undefined || (root.kind.table === only.table && root.ref === only.ref)
}

/** What no import has brought, as it is now. Not of a table that two kinds share, where people write every day. */
async function listMade(
  state: ImportState,
  kind: RecordKind,
  inFile: ReadonlySet<string>,
): Promise<ImportedRecord[]> {
  const isShared = state.kinds.some((each) => each !== kind && each.table === kind.table)
  if (!hasId(kind) || isShared) return []
  const imported = state.imported.get(kind.name)
  const leftOut = await listUnseen(state, kind)
  const found = [...(state.ids.get(kind.table) ?? [])].flatMap(([ref, rowId]) =>
    inFile.has(ref) || imported?.has(ref) || leftOut.has(rowId) ? [] : [{ ref, rowId }],
  )
  if (found.length === 0) return []
  const rows = await state.loadRows(kind, found, false)
  return found.flatMap(({ ref, rowId }) => {
    const fields = rows.get(ref)
    return fields === undefined ? [] : [{ kind: kind.name, ref, rowId, record: JSON.stringify(fields) }]
  })
}

/** Ids of rows that no export has. */
async function listUnseen({ tx }: ImportState, kind: RecordKind): Promise<ReadonlySet<number>> {
  const leftOut = (await kind.listLeftOut?.(tx)) ?? new Set()
  if (!kind.isHidden) return leftOut
  const rows = await listRows(tx, kind.table, ['id', 'deleted_at'])
  return new Set([...leftOut, ...rows.flatMap(({ id, deleted_at: at }) => (at === null ? [] : [Number(id)]))])
}

/** Why nothing below the record of the club is removed; undefined if nothing holds it. */
async function findHold(
  state: ImportState,
  record: NamedRecord,
  held: Map<string, string | undefined>,
): Promise<string | undefined> {
  const root = state.findRoot(record)
  const id = state.ids.get(root.kind.table)?.get(root.ref)
  const key = `${root.kind.table} ${root.ref}`
  if (id === undefined) return undefined
  if (!held.has(key)) held.set(key, (await root.kind.listHeld?.(state.tx, [id]))?.get(id))
  return held.get(key)
}
