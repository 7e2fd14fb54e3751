// All SQL about makes and models of cars.
import type { Tx } from '../../db/open.ts'

interface Labelled {
  id: number
  label: string
}

// not the database's own order, which differs between servers
const { compare } = new Intl.Collator('en', { numeric: true })
const byLabel = (one: Labelled, other: Labelled) => compare(one.label, other.label)

export async function listMakes(tx: Tx): Promise<Labelled[]> {
  const makes = await tx.selectFrom('make').orderBy('id').select(['id', 'label']).execute()
  return makes.sort(byLabel)
}

/** Undefined when the club has no such make. */
export async function findModels(tx: Tx, makeId: number): Promise<Labelled[] | undefined> {
  const rows = await tx
    .selectFrom('make')
    .leftJoin('model', 'model.make_id', 'make.id')
    .where('make.id', '=', makeId)
    .orderBy('model.id')
    .select(['model.id', 'model.label'])
    .execute()
  if (rows.length === 0) return undefined
  return rows.flatMap(({ id, label }) => (id === null || label === null ? [] : [{ id, label }])).sort(byLabel)
}
