// What depends on an imported record where the database has no foreign key that could tell.
import { listDependents, listRows } from '../../db/clubRows.ts'
import type { Tx } from '../../db/open.ts'
import { countValidTickets } from '../../event/db/soldTicket.ts'
import type { ImportedRecord } from '../db.ts'
import type { Fields, RecordKind } from '../kinds/recordKind.ts'

/** Ids by table and ref. */
type KnownIds = ReadonlyMap<string, ReadonlyMap<string, number>>

/** By ref, why a record that is gone from the file has to stay. */
export async function listUnkeyedDependents(
  tx: Tx,
  kind: RecordKind,
  gone: readonly ImportedRecord[],
  ids: KnownIds,
): Promise<Map<string, string>> {
  if (kind.table === 'criterion') return listScoredCriteria(tx, gone, ids)
  if (kind.table === 'event_class') return listClassesWithCars(tx, gone)
  if (kind.table === 'event') return listWithSoldTickets(tx, 'event_id', gone)
  if (kind.table === 'ticket') return listWithSoldTickets(tx, 'ticket_id', gone)
  return new Map()
}

/** A sold ticket has no foreign key to what it is for, because a refunded one stays when that goes. */
async function listWithSoldTickets(
  tx: Tx,
  column: 'event_id' | 'ticket_id',
  gone: readonly ImportedRecord[],
): Promise<Map<string, string>> {
  const ids = gone.map(({ rowId }) => rowId)
  const counts = await countValidTickets(tx, column, ids)
  return new Map(
    gone.flatMap(({ ref, rowId }): [string, string][] => {
      const count = counts.get(rowId)
      return count === undefined ? [] : [[ref, `still has ${count} × sold ticket`]]
    }),
  )
}

/** Score sheets name criteria inside their scores. */
async function listScoredCriteria(
  tx: Tx,
  gone: readonly ImportedRecord[],
  ids: KnownIds,
): Promise<Map<string, string>> {
  const reasons = new Map<string, string>()
  const formIds = new Map<string, number>()
  for (const { ref, record } of gone) {
    const { judging_form_id: form } = JSON.parse(record) as Fields
    const id = ids.get('judging_form')?.get(String(form))
    if (id !== undefined) formIds.set(ref, id)
  }
  const scored = await listDependents(tx, 'sheet', 'form_id', [...formIds.values()])
  const counts = new Map(scored.map(({ id, count }) => [id, count]))
  for (const [ref, formId] of formIds) {
    const count = counts.get(formId)
    if (count !== undefined) reasons.set(ref, `still has ${count} × sheet`)
  }
  return reasons
}

/** Cars name their class by its number. */
async function listClassesWithCars(tx: Tx, gone: readonly ImportedRecord[]): Promise<Map<string, string>> {
  const reasons = new Map<string, string>()
  const cars = await listRows(tx, 'entry', ['event_id', 'class_number'])
  const counts = new Map<string, number>()
  for (const { event_id: event, class_number: number } of cars) {
    counts.set(`${event} ${number}`, (counts.get(`${event} ${number}`) ?? 0) + 1)
  }
  const ids = gone.map(({ rowId }) => rowId)
  const classes = await listRows(tx, 'event_class', ['ref', 'event_id', 'number'], { ids })
  for (const { ref, event_id: event, number } of classes) {
    const count = counts.get(`${event} ${number}`)
    if (count !== undefined) reasons.set(String(ref), `still has ${count} × entry`)
  }
  return reasons
}
