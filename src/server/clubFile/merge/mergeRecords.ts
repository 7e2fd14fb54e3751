// Merges the records of a club file into the database: only what is new or changed in the file.

import type { Tx } from '../../db/open.ts'
import { bumpRevisions } from '../../event/db/event.ts'
import type { ImportedRecord } from '../db.ts'
import { ClubFileFaults } from '../faults.ts'
import { kinds } from '../kinds/kinds.ts'
import type { RecordKind } from '../kinds/recordKind.ts'
import { ImportState, type PreparedRecord } from './importState.ts'
import { mergeKind } from './mergeKind.ts'
import type { MergeOptions, MergeResult } from './mergeResult.ts'
import { removeGone } from './removal.ts'

export async function mergeRecords(
  tx: Tx,
  tenantId: number,
  prepared: readonly PreparedRecord[],
  options: MergeOptions,
): Promise<MergeResult> {
  const state = new ImportState(tx, tenantId, options)
  await state.load()
  const byKind = Map.groupBy(prepared, ({ record }) => record.kind)
  const gone = new Map(kinds.map((kind) => [kind, listGone(state, kind, byKind.get(kind) ?? [])]))
  const backwards = [...kinds].reverse()
  if (options.prune) {
    for (const kind of backwards) await removeGone(state, kind, gone.get(kind) ?? [], false)
  }
  for (const kind of kinds) await mergeKind(state, kind, byKind.get(kind) ?? [], gone.get(kind) ?? [])
  if (state.faults.length > 0) throw new ClubFileFaults(state.faults)
  for (const kind of backwards) await removeGone(state, kind, gone.get(kind) ?? [], true)
  await bumpRevisions(tx, state.listTouchedEvents())
  return state.result
}

/** What was imported before and is no longer in the file. */
function listGone(
  { imported }: ImportState,
  kind: RecordKind,
  prepared: readonly PreparedRecord[],
): ImportedRecord[] {
  const refs = new Set(prepared.map(({ record }) => record.ref))
  return [...(imported.get(kind.name)?.values() ?? [])].filter(({ ref }) => !refs.has(ref))
}
