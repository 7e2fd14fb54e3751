// What a car is called where officers read its number: year, make, model and owner.
import type { EventCar } from '../../../domain/event.ts'
import type { Tx } from '../../db/open.ts'
import { type CarOwner, listOwners } from '../../event/db/showEntry.ts'
import { toVisibleLine } from '../../officers/words.ts'

/** A car as it is announced. */
export interface NamedCar {
  /** Year, make and model. */
  name: string
  /** "Ruth Amsel", as the entry has it; '' when it has no name. */
  owner: string
}

const unlisted: NamedCar = { name: 'not in the list of cars', owner: '' }

/** By the car's number. Voters may write a number that no car has. */
export async function createCarNames(
  tx: Tx,
  eventId: number,
  cars: readonly Pick<EventCar, 'number' | 'year' | 'make' | 'model'>[],
): Promise<(number: string) => NamedCar> {
  const owners = await listOwners(tx, eventId)
  const names = new Map(cars.map((car) => [car.number, toNamedCar(car, owners.get(car.number))]))
  return (number) => names.get(number) ?? unlisted
}

/** "101, 1912 Ford Model T, Ruth Amsel". */
export function toCarText(number: string, { name, owner }: NamedCar): string {
  return [number, name, owner].filter((part) => part !== '').join(', ')
}

function toNamedCar(
  { year, make, model }: Pick<EventCar, 'year' | 'make' | 'model'>,
  owner: CarOwner | undefined,
): NamedCar {
  return {
    name: toVisibleLine(`${year} ${make} ${model}`),
    owner: toVisibleLine(`${owner?.fname ?? ''} ${owner?.lname ?? ''}`),
  }
}
