// A place that is none of the event's, but nearly: "Bandstnd" for "Bandstand". No pin leads to it.
import type { EventPlace } from '../../../../domain/event.ts'
import { foldText, isSlip } from '../../../../domain/search.ts'
import { findSpot, type MapName } from '../../../../domain/stall.ts'

/** The label or the ref that may be meant. Undefined for a place that is known, and for one that is like no other. */
export function findNearPlace(
  name: string,
  maps: readonly MapName[],
  places: readonly EventPlace[],
): string | undefined {
  const isRef = places.some(({ ref }) => ref === name)
  if (isRef || findSpot({ place: name }, maps, places) !== undefined) return undefined
  const parts = name.split(',').map(splitWords)
  const known = [...places, ...maps].map(({ label }) => label)
  return [...known, ...places.map(({ ref }) => ref)].find((label) =>
    parts.some((part) => areNear(part, splitWords(label))),
  )
}

function splitWords(text: string): string[] {
  return foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

function areNear(typed: readonly string[], meant: readonly string[]): boolean {
  if (typed.length === 0) return false
  if (typed.join('') === meant.join('')) return true
  return (
    typed.length === meant.length &&
    typed.every((word, at) => word === meant[at] || isSlip(word, meant[at] ?? ''))
  )
}
