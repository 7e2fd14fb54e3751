// The fields of the form, and the car that an address asks for.
import { toCarNumber } from '../../../../domain/carNumber.ts'

/** The id of a field, for labels, focus and scrolling. */
export function toPlaceId(place: 'number' | number): string {
  return place === 'number' ? 'car-number' : `score-${place}`
}

export function toCarSearch(search: Record<string, unknown>): { car?: string } {
  const car = toCarNumber(String(search.car ?? ''))
  return car === '' ? {} : { car }
}
