// The cars of an event's pack, together with those that were entered after it was made.
import type { ClassEntries, EventCar } from '../event.ts'

interface PackCars {
  readonly entries: { classes: ClassEntries[]; cars: EventCar[] }
  readonly later?: readonly EventCar[]
}

/** In the order of the pack: by class, then by number. A number that the pack has is the pack's car. */
export function withLaterCars<C extends PackCars>(packed: C): C {
  const { later = [], entries } = packed
  const known = new Set(entries.cars.map(({ number }) => number))
  const added = later.filter(({ number }) => !known.has(number))
  if (added.length === 0) return packed
  const cars = [...entries.cars, ...added].sort(
    (a, b) => a.carClass - b.carClass || Number(a.number) - Number(b.number),
  )
  const classes = entries.classes.map((one) => ({
    ...one,
    carNumbers: cars.filter(({ carClass }) => carClass === one.carClass).map(({ number }) => number),
  }))
  return { ...packed, entries: { classes, cars } }
}
