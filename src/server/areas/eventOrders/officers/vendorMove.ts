// `club -- event ID --move-vendor VENDOR --to SPACE`: gives a vendor another free space.

import type { Tx } from '../../../db/open.ts'
import { countSale, lockEvent } from '../../../event/db/event.ts'
import { listElements, listMaps } from '../../../event/db/eventMap.ts'
import { listVendorContacts, listVendorSpaces } from '../../../event/db/eventSales.ts'
import { moveReservation, toSpaceThing } from '../../../event/db/space.ts'
import {
  CommandRefused,
  type EventCommandContext,
  parseNumber,
  UsageFault,
} from '../../../officers/command.ts'
import { toList, toVisibleLine } from '../../../officers/words.ts'
import { getGiven } from '../../../order/db/given.ts'
import { countTaken, lockThings } from '../../../order/db/hold.ts'
import { correctLine, moveHold } from '../../../order/db/lineCorrection.ts'
import { addHistory, findOrder, type StoredOrder } from '../../../order/db/order.ts'
import { toSpaceLabel } from '../../../order/goods/eventSale.ts'

export interface Space {
  readonly id: number
  readonly mapId: number
  readonly mapLabel: string
  readonly row: string
  readonly num: string
}

export async function moveVendor(context: EventCommandContext): Promise<number> {
  const { services, tenant, event, flags, print } = context
  const vendorId = parseNumber(flags['move-vendor'] ?? '', "A vendor's id")
  const { to: target } = flags
  if (target === undefined) throw new UsageFault('--move-vendor needs --to with the new space.')
  const at = new Date(services.now())
  const moved = await services.database.inTenant(tenant.id, async (tx) => {
    const vendor = (await listVendorContacts(tx, event.id)).find(({ id }) => id === vendorId)
    if (vendor === undefined) {
      throw new CommandRefused(`The event has no vendor ${vendorId}. Nothing was changed.`)
    }
    const own = await listOwnSpaces(tx, event.id, vendorId)
    const name = toVisibleLine(vendor.name)
    if (own.length === 0) throw new CommandRefused(`${name} has no space. Nothing was changed.`)
    const from = chooseFrom(own, flags.from, name)
    const to = chooseSpace(await listEventSpaces(tx, event.id), target, 'The event')
    if (to.id === from.id)
      throw new CommandRefused(`${name} is on ${toName(from)} already. Nothing was changed.`)
    // as sales and refunds do: the order, then the things, then the event
    const order = vendor.orderId === null ? undefined : await findOrder(tx, { id: vendor.orderId }, 'lock')
    const things = [from, to].map(({ id }) => toSpaceThing(id))
    await lockThings(tx, things)
    await lockEvent(tx, event.id)
    const taken = await countTaken(tx, [toSpaceThing(to.id)])
    const isMoved = taken.size === 0 && (await moveReservation(tx, { vendorId, from: from.id, to: to.id }))
    if (!isMoved) {
      throw new CommandRefused(
        `${toName(to)} is not free: somebody has it or is paying for it, or it is not for sale. Nothing was changed.`,
      )
    }
    if (order !== undefined) await moveSale(tx, order, { from, to, at })
    // so that phones fetch it: beside the pack, or in a new one
    await countSale(tx, event.id, { at, pack: vendor.sale === null ? 'at-once' : 'never' })
    return { name, from, to }
  })
  print(
    `${moved.name} is on ${toName(moved.to)} now; ${toName(moved.from)} is free. The price stays as it was paid, and nobody gets a mail: tell the vendor. Phones show it when they next look.\n`,
  )
  return 0
}

async function moveSale(
  tx: Tx,
  order: StoredOrder,
  { from, to, at }: { from: Space; to: Space; at: Date },
): Promise<void> {
  const line = order.lines.find(
    ({ kind, given, state }) =>
      kind === 'space' &&
      (state === 'delivered' || state === 'kept') &&
      getGiven('space', given).elementId === from.id,
  )
  if (line === undefined) return
  await correctLine(tx, order.id, {
    line: line.line,
    label: toSpaceLabel(to),
    itemId: to.id,
    item: { ...(line.item as object), elementId: to.id },
    given: { ...(line.given as object), elementId: to.id },
  })
  await moveHold(tx, order.id, {
    line: line.line,
    from: toSpaceThing(from.id),
    to: toSpaceThing(to.id),
  })
  await addHistory(tx, order.id, {
    what: 'moved',
    detail: `line ${line.line}, from ${toSpaceLabel(from)} to ${toSpaceLabel(to)}`,
    at,
  })
}

async function listOwnSpaces(tx: Tx, eventId: number, vendorId: number): Promise<Space[]> {
  const spaces = await listVendorSpaces(tx, eventId)
  return spaces
    .filter((space) => space.vendorId === vendorId)
    .map(({ elementId, mapId, row, num, mapLabel }) => ({ id: elementId, mapId, row, num, mapLabel }))
}

export async function listEventSpaces(tx: Tx, eventId: number): Promise<Space[]> {
  const maps = await listMaps(tx, [eventId])
  const labels = new Map(maps.map(({ id, label }) => [id, label]))
  const elements = await listElements(
    tx,
    maps.map(({ id }) => id),
  )
  return elements.map(({ mapId, element: { id, row, num } }) => ({
    id,
    mapId,
    row,
    num,
    mapLabel: labels.get(mapId) ?? '',
  }))
}

function chooseFrom(own: readonly Space[], typed: string | undefined, vendor: string): Space {
  const [only, ...others] = own
  if (typed !== undefined) return chooseSpace(own, typed, vendor)
  if (only !== undefined && others.length === 0) return only
  throw new UsageFault(`${vendor} has ${toList(own.map(toName))}: name the one to leave with --from.`)
}

/** By row and number, however they are typed, or by the space's id. */
export function chooseSpace(spaces: readonly Space[], typed: string, owner: string): Space {
  const named = spaces.filter((space) => fold(space.row + space.num) === fold(typed))
  const found = named.length > 0 ? named : spaces.filter(({ id }) => `${id}` === typed.trim())
  const [only, ...others] = found
  if (only === undefined) {
    throw new CommandRefused(`${owner} has no space '${toVisibleLine(typed)}'. Nothing was changed.`)
  }
  if (others.length === 0) return only
  const choices = found.map((space) => `${space.id} for ${toName(space)}`)
  throw new CommandRefused(
    `${found.length} spaces are called ${toVisibleLine(typed)}. Name one by its id: ${toList(choices)}. Nothing was changed.`,
  )
}

function fold(label: string): string {
  return label.replace(/[\s-]/g, '').toLowerCase()
}

function toName(space: Space): string {
  return toVisibleLine(toSpaceLabel(space))
}
