// The name of a car where its number alone is not enough.
import type { EventCar } from '../../domain/event.ts'

/** "1956 Chevrolet Bel Air"; '' if nothing is known of the car. */
export function toCarName(car: EventCar | undefined): string {
  return car === undefined
    ? ''
    : [car.year, car.make, car.model].filter((part) => part.trim() !== '').join(' ')
}
