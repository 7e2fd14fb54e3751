// Removes what was imported before and is no longer in the file, if the officer wants it and nothing needs it.
import { deleteRows, listDependents } from '../../db/clubRows.ts'
import { forgetImported, type ImportedRecord } from '../db.ts'
import { hasId, isSame } from '../record.ts'
import type { Fields, RecordKind } from '../recordKind.ts'
import { type ImportState, toFields, toIdentity } from './importState.ts'
import type { NamedRecord } from './labels.ts'
import { nameRecord } from './naming.ts'

/** Children before parents. Runs before the merge to free unique values, and again for moved children. */
export async function removeGone(
  state: ImportState,
  kind: RecordKind,
  gone: readonly ImportedRecord[],
  isLast: boolean,
): Promise<void> {
  const { tx, result } = state
  const present = state.ids.get(kind.table)
  const there = gone.filter(({ ref }) => present?.has(ref))
  if (!state.options.prune) {
    for (const each of there) result.gone.push(nameRecord(state, toNamed(kind, each)))
    return
  }
  const removable = await listRemovable(state, kind, there, isLast)
  const rows = removable.map((each) =>
    hasId(kind) ? { id: each.rowId } : state.toIdentityValues(kind, toFields(each)),
  )
  if (rows.length > 0) await deleteRows(tx, kind.table, toIdentity(kind), rows)
  for (const each of removable) {
    present?.delete(each.ref)
    const named = toNamed(kind, each)
    result.gone.push(nameRecord(state, named))
    state.removed.push(named)
    state.touchGone(named)
  }
  result.removed += removable.length
  const forgotten = isLast ? gone.filter(({ ref }) => !present?.has(ref)) : []
  const refs = forgotten.map(({ ref }) => ref)
  await forgetImported(tx, kind.name, refs)
}

/** Leaves records that were changed online, or that have something below them which stays. */
async function listRemovable(
  state: ImportState,
  kind: RecordKind,
  gone: readonly ImportedRecord[],
  isLast: boolean,
): Promise<ImportedRecord[]> {
  if (gone.length === 0 || kind.identity.length === 0) return []
  const { tx, ids, options, result } = state
  // locked in any case: nothing that people make online may come to depend on them meanwhile
  const current = await state.loadCurrent(kind, gone)
  // of several reasons the last one is named
  const reasons = new Map([
    ...(options.overwrite ? [] : listChangedOnline(gone, current)),
    ...(hasId(kind) ? await listKeyedDependents(state, kind, gone) : []),
    ...((await kind.listUnkeyedDependents?.(tx, gone, ids)) ?? []),
  ])
  for (const each of isLast ? gone : []) {
    const why = reasons.get(each.ref)
    if (why === undefined) continue
    result.left.push(`${nameRecord(state, toNamed(kind, each))}: is not removed, because it ${why}`)
  }
  return gone.filter(({ ref }) => !reasons.has(ref))
}

type Reason = [ref: string, why: string]

function listChangedOnline(gone: readonly ImportedRecord[], current: ReadonlyMap<string, Fields>): Reason[] {
  return gone.flatMap((each): Reason[] => {
    const now = current.get(each.ref)
    const isChanged =
      now !== undefined && Object.entries(toFields(each)).some(([name, value]) => !isSame(value, now[name]))
    return isChanged ? [[each.ref, 'was changed online']] : []
  })
}

async function listKeyedDependents(
  state: ImportState,
  kind: RecordKind,
  gone: readonly ImportedRecord[],
): Promise<Reason[]> {
  const reasons: Reason[] = []
  const ids = gone.map(({ rowId }) => rowId)
  for (const { table, column, target } of await state.loadForeignKeys()) {
    if (target !== kind.table || kind.takesAlong?.includes(table)) continue
    for (const { id, count } of await listDependents(state.tx, table, column, ids)) {
      const ref = state.findRef(kind.table, id)
      if (ref !== null) reasons.push([ref, `still has ${count} × ${table.replaceAll('_', ' ')}`])
    }
  }
  return reasons
}

function toNamed(kind: RecordKind, gone: ImportedRecord): NamedRecord {
  return { kind, ref: gone.ref, fields: toFields(gone) }
}
