// What a car is called wherever its number alone would not do.
import type { EventCar } from '../../domain/event.ts'

/** "1956 Chevrolet Bel Air"; '' where nothing is known of the car. */
export function toCarName(car: EventCar | undefined): string {
  return car === undefined
    ? ''
    : [car.year, car.make, car.model].filter((part) => part.trim() !== '').join(' ')
}
