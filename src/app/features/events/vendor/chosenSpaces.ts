// The spaces that a vendor chooses: which can be had, which are lost to others, and what is sent of them.
import type { EventPayload } from '../../../../contract/eventOrders.ts'
import { Failure } from '../../../../contract/failures.ts'
import { type ClubEvent, type EventMap, findVendorWindow, type MapElement } from '../../../../domain/event.ts'
import { toSpaceLabel } from '../../../map/space.ts'

/** One space in the form. */
export interface ChosenSpace {
  map: number
  element: number
  /** As it was when it was chosen: the club may take it off its map. */
  location: string
}

/** A chosen space with what the club says of it; undefined once the club does not let it any more. */
export interface FoundSpace {
  chosen: ChosenSpace
  map: EventMap | undefined
  element: MapElement | undefined
  /** Somebody else has it, or it is not let any more. */
  isLost: boolean
}

export type Loss = 'taken' | 'not-for-sale'

interface Choice {
  spaces: readonly ChosenSpace[]
  lost: readonly number[]
}

/** What a press leaves in the form. */
export interface NextChoice {
  spaces: ChosenSpace[]
  lost: number[]
}

/** The maps on which spaces are let at this instant. */
export function listMapsOnSale(event: ClubEvent, now: number): EventMap[] {
  return event.maps.filter((map) => findVendorWindow({ ...event, maps: [map] }, now).state === 'open')
}

/** In the order in which they were chosen. `maps` are all of the event: what is held outlasts the sale. */
export function findSpaces(maps: readonly EventMap[], { spaces, lost }: Choice): FoundSpace[] {
  return spaces.map((chosen) => {
    const map = maps.find(({ id }) => id === chosen.map)
    const element = map?.elements.find(({ id, available }) => id === chosen.element && available)
    return { chosen, map, element, isLost: element === undefined || lost.includes(chosen.element) }
  })
}

/** Why a space is lost; undefined if it is not. */
export function findLoss(
  { chosen, element, isLost }: FoundSpace,
  onSale: readonly EventMap[],
): Loss | undefined {
  if (!isLost) return undefined
  return element !== undefined && onSale.some(({ id }) => id === chosen.map) ? 'taken' : 'not-for-sale'
}

/** Those that can be bought. */
export function listKeptSpaces(maps: readonly EventMap[], choice: Choice): ChosenSpace[] {
  return findSpaces(maps, choice)
    .filter(({ isLost }) => !isLost)
    .map(({ chosen }) => chosen)
}

export function toReservations(spaces: readonly ChosenSpace[]): NonNullable<EventPayload['reservations']> {
  return spaces.map(({ map, element }) => ({ eventMapId: map, elementId: element }))
}

/** Who has a space by the event itself, before the server has been asked what is taken now. */
export function listReserved({ maps }: Pick<ClubEvent, 'maps'>): number[] {
  return maps.flatMap(({ reservations }) => reservations.map(({ eventMapElementId }) => eventMapElementId))
}

export interface SpaceNews {
  taken: ReadonlySet<number>
  onSale: readonly EventMap[]
  /** An order of this form has been placed: what it holds can be paid after the sale. */
  isOrdered: boolean
}

/**
 * The lost ones by a newer answer: those that others have, and no longer those that are free again. Where the
 * sale has ended, only the server knows whether they are still held.
 */
export function judgeLost({ spaces, lost }: Choice, { taken, onSale, isOrdered }: SpaceNews): number[] {
  return spaces.flatMap(({ map, element }) => {
    const isOver = !onSale.some(({ id }) => id === map) && (!isOrdered || lost.includes(element))
    return taken.has(element) || isOver ? [element] : []
  })
}

/** As a tap does it. Something that was lost and is taken out is not lost any more. */
export function withoutSpace(choice: Choice, element: number): NextChoice {
  return {
    spaces: choice.spaces.filter((one) => one.element !== element),
    lost: choice.lost.filter((one) => one !== element),
  }
}

export function withSpace(choice: Choice, map: EventMap, element: MapElement): NextChoice {
  const chosen = { map: map.id, element: element.id, location: toSpaceLabel(element) }
  return { spaces: [...choice.spaces, chosen], lost: [...choice.lost] }
}

/** Everything that was lost is taken out. */
export function withoutLost(maps: readonly EventMap[], choice: Choice): NextChoice {
  return { spaces: listKeptSpaces(maps, choice), lost: [] }
}

/**
 * Marks the spaces that the server has refused, because others have them or their sale has ended. Undefined if
 * the failure is about none of them. `sent` are the spaces as the order had them.
 */
export function repairSpaces(
  choice: Choice,
  error: unknown,
  { onSale, sent }: { onSale: readonly EventMap[]; sent: readonly ChosenSpace[] },
): number[] | undefined {
  if (!(error instanceof Failure)) return undefined
  const refused =
    error.code === 'sold-out'
      ? listRefusedLines(error).flatMap((line) => sent[line]?.element ?? [])
      : error.code === 'vendor-sales-ended'
        ? sent.filter(({ map }) => !onSale.some(({ id }) => id === map)).map(({ element }) => element)
        : []
  return refused.length === 0 ? undefined : [...new Set([...choice.lost, ...refused])]
}

/** The spaces are the first lines of the order. */
function listRefusedLines({ details }: Failure): number[] {
  return (details.faults ?? []).flatMap(({ path }) => {
    const line = /^order\.lines\.(\d+)$/.exec(path)?.[1]
    return line === undefined ? [] : [Number(line)]
  })
}

/** `selected` are those that the vendor has chosen and can have. */
export function findStatus(
  { id, available }: Pick<MapElement, 'id' | 'available'>,
  { taken, selected }: { taken: ReadonlySet<number>; selected: ReadonlySet<number> },
): 'free' | 'taken' | 'unavailable' | 'selected' {
  if (!available) return 'unavailable'
  if (selected.has(id)) return 'selected'
  return taken.has(id) ? 'taken' : 'free'
}
