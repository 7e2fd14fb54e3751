// The spaces of an event, and which of them an officer means.

import type { Tx } from '../../../db/open.ts'
import { listElements, listMaps } from '../../../event/db/eventMap.ts'
import { fail } from '../../../officers/act.ts'
import { toSpaceLabel } from '../../../order/goods/eventSale.ts'

export type Space = Awaited<ReturnType<typeof listEventSpaces>>[number]

export async function listEventSpaces(tx: Tx, eventId: number) {
  const maps = await listMaps(tx, [eventId])
  const labels = new Map(maps.map(({ id, label }) => [id, label]))
  const elements = await listElements(tx, [...labels.keys()])
  return elements.map(({ mapId, element: { id, row, num } }) => {
    return { id, mapId, row, num, mapLabel: labels.get(mapId) ?? '' }
  })
}

/** By row and number, however they are typed, or by the space's id. */
export function chooseSpace(
  spaces: readonly Space[],
  /** `vendor`: whose spaces they are, if not the event's. */
  { typed, vendor }: { typed: string; vendor: string | null },
): Space {
  const named = spaces.filter((space) => fold(space.row + space.num) === fold(typed))
  const found = named.length > 0 ? named : spaces.filter(({ id }) => `${id}` === typed.trim())
  const [only, ...others] = found
  if (only === undefined) return fail('not-found', { thing: 'space', typed, vendor })
  if (others.length > 0) fail('several-fit', { thing: 'space', typed, known: found.map(nameSpace) })
  return only
}

function fold(label: string): string {
  return label.replace(/[\s-]/g, '').toLowerCase()
}

/** As refusals name it. */
export function nameSpace(space: Space) {
  return { id: space.id, label: toSpaceLabel(space) }
}
