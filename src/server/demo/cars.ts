// The cars of the demo show: twelve classes, what drives in them, and how each looks from the side.
import type { BodyShape, CarLook } from './drawCar.ts'
import { hash } from './drawCar.ts'

export interface CarClass {
  readonly number: number
  readonly description: string
  readonly cars: readonly CarKind[]
}

type CarKind = readonly [
  make: string,
  model: string,
  firstYear: number,
  lastYear: number,
  shape: BodyShape,
  engine: string,
]

export const carClasses: readonly CarClass[] = [
  {
    number: 1,
    description: 'Veteran and pre-war, to 1945',
    cars: [
      ['Ford', 'Model T', 1912, 1927, 'tourer', '2.9 I4'],
      ['Ford', 'Model A', 1928, 1931, 'tourer', '3.3 I4'],
      ['Austin', 'Seven', 1924, 1938, 'tourer', '0.7 I4'],
      ['Packard', 'One-Twenty', 1935, 1939, 'tourer', '4.6 I8'],
      ['Bentley', '4½ Litre', 1927, 1931, 'racer', '4.4 I4'],
      ['Morgan', '4-4', 1936, 1939, 'roadster', '1.1 I4'],
      ['Riley', 'Nine', 1928, 1937, 'tourer', '1.1 I4'],
    ],
  },
  {
    number: 2,
    description: 'British sports, 1946 to 1962',
    cars: [
      ['MG', 'TC', 1946, 1949, 'roadster', '1.3 I4'],
      ['MG', 'A', 1955, 1962, 'roadster', '1.5 I4'],
      ['Jaguar', 'XK120', 1949, 1954, 'roadster', '3.4 I6'],
      ['Austin-Healey', '3000', 1959, 1962, 'roadster', '2.9 I6'],
      ['Triumph', 'TR3', 1955, 1962, 'roadster', '2.0 I4'],
      ['Sunbeam', 'Alpine', 1959, 1962, 'roadster', '1.5 I4'],
    ],
  },
  {
    number: 3,
    description: 'British sports, 1963 to 1980',
    cars: [
      ['Jaguar', 'E-Type', 1963, 1974, 'coupe', '4.2 I6'],
      ['Lotus', 'Elan', 1963, 1973, 'roadster', '1.6 I4'],
      ['MG', 'B GT', 1965, 1980, 'coupe', '1.8 I4'],
      ['Triumph', 'TR6', 1969, 1976, 'roadster', '2.5 I6'],
      ['Triumph', 'Spitfire', 1963, 1980, 'roadster', '1.3 I4'],
      ['Reliant', 'Scimitar GTE', 1968, 1980, 'estate', '3.0 V6'],
    ],
  },
  {
    number: 4,
    description: 'American, 1946 to 1959',
    cars: [
      ['Chevrolet', 'Bel Air', 1955, 1957, 'finned', '4.6 V8'],
      ['Cadillac', 'Series 62', 1949, 1959, 'finned', '6.4 V8'],
      ['Buick', 'Roadmaster', 1949, 1958, 'finned', '5.3 I8'],
      ['Hudson', 'Hornet', 1951, 1954, 'beetle', '5.0 I6'],
      ['Nash', 'Metropolitan', 1954, 1959, 'coupe', '1.5 I4'],
      ['Studebaker', 'Champion', 1947, 1956, 'saloon', '2.8 I6'],
    ],
  },
  {
    number: 5,
    description: 'American muscle, 1960 to 1974',
    cars: [
      ['Ford', 'Mustang 2+2', 1965, 1968, 'coupe', '4.7 V8'],
      ['Pontiac', 'GTO', 1964, 1970, 'saloon', '6.4 V8'],
      ['Dodge', 'Charger', 1966, 1971, 'coupe', '7.2 V8'],
      ['Chevrolet', 'Camaro', 1967, 1973, 'coupe', '5.7 V8'],
      ['Plymouth', 'Barracuda', 1964, 1974, 'coupe', '5.6 V8'],
      ['AMC', 'Javelin', 1968, 1974, 'coupe', '6.4 V8'],
    ],
  },
  {
    number: 6,
    description: 'German',
    cars: [
      ['Volkswagen', 'Beetle', 1953, 1977, 'beetle', '1.2 F4'],
      ['Porsche', '356 A', 1956, 1959, 'beetle', '1.6 F4'],
      ['Mercedes-Benz', '220 S', 1956, 1965, 'finned', '2.2 I6'],
      ['BMW', '2002', 1968, 1975, 'saloon', '2.0 I4'],
      ['NSU', 'Ro 80', 1968, 1977, 'saloon', 'Wankel'],
      ['Borgward', 'Isabella', 1955, 1961, 'saloon', '1.5 I4'],
    ],
  },
  {
    number: 7,
    description: 'Italian and French',
    cars: [
      ['Alfa Romeo', '1750 GTV', 1967, 1972, 'coupe', '1.8 I4'],
      ['Fiat', '500', 1957, 1975, 'beetle', '0.5 I2'],
      ['Lancia', 'Fulvia', 1965, 1976, 'coupe', '1.3 V4'],
      ['Citroën', 'DS 21', 1965, 1972, 'saloon', '2.1 I4'],
      ['Peugeot', '404', 1960, 1975, 'saloon', '1.6 I4'],
      ['Renault', '4', 1961, 1992, 'estate', '0.8 I4'],
    ],
  },
  {
    number: 8,
    description: 'Japanese',
    cars: [
      ['Datsun', '240Z', 1970, 1973, 'coupe', '2.4 I6'],
      ['Toyota', 'Corolla', 1968, 1974, 'saloon', '1.2 I4'],
      ['Mazda', 'Cosmo', 1967, 1972, 'coupe', 'Wankel'],
      ['Honda', 'S800', 1966, 1970, 'roadster', '0.8 I4'],
      ['Subaru', '360', 1958, 1971, 'beetle', '0.4 I2'],
    ],
  },
  {
    number: 9,
    description: 'Trucks and vans',
    cars: [
      ['Chevrolet', '3100', 1947, 1955, 'pickup', '3.5 I6'],
      ['Ford', 'F-100', 1953, 1979, 'pickup', '3.7 I6'],
      ['Volkswagen', 'Type 2', 1950, 1979, 'van', '1.5 F4'],
      ['International', 'Scout 80', 1961, 1965, 'pickup', '2.5 I4'],
      ['Dodge', 'A100', 1964, 1970, 'van', '2.8 I6'],
    ],
  },
  {
    number: 10,
    description: 'Family saloons and estates',
    cars: [
      ['Volvo', '145', 1967, 1974, 'estate', '2.0 I4'],
      ['Morris', 'Minor Traveller', 1953, 1971, 'estate', '1.1 I4'],
      ['Rambler', 'Classic', 1961, 1966, 'saloon', '3.2 I6'],
      ['Rover', 'P6', 1963, 1977, 'saloon', '3.5 V8'],
      ['Ford', 'Country Squire', 1955, 1972, 'estate', '5.8 V8'],
      ['Saab', '96', 1960, 1980, 'beetle', '0.8 I3'],
    ],
  },
  {
    number: 11,
    description: 'Racing cars and specials',
    cars: [
      ['Cooper', 'Mk V', 1951, 1953, 'racer', '0.5 I1'],
      ['Kurtis', 'Midget', 1946, 1956, 'racer', '1.8 I4'],
      ['Lotus', 'Seven', 1957, 1972, 'racer', '1.3 I4'],
      ['Bugatti', 'Type 35 replica', 1926, 1931, 'racer', '2.0 I8'],
      ['Home built', 'Hill climb special', 1948, 1969, 'racer', '1.1 I4'],
    ],
  },
  {
    number: 12,
    description: 'Young classics, 1980 to 1999',
    cars: [
      ['Mazda', 'MX-5', 1990, 1997, 'roadster', '1.6 I4'],
      ['Volkswagen', 'Golf GTI', 1983, 1992, 'saloon', '1.8 I4'],
      ['Porsche', '944', 1982, 1991, 'coupe', '2.5 I4'],
      ['Volvo', '240', 1980, 1993, 'estate', '2.3 I4'],
      ['Jeep', 'Comanche', 1986, 1992, 'pickup', '4.0 I6'],
      ['Toyota', 'MR2', 1985, 1995, 'coupe', '1.6 I4'],
    ],
  },
]

const paints: readonly (readonly [name: string, paint: string, coachline: string])[] = [
  ['Signal red', '#a8231d', '#f3e6c4'],
  ['Racing green', '#1f4a3a', '#d9c07a'],
  ['Old English white', '#ded6c2', '#8f2d22'],
  ['Midnight blue', '#22395a', '#c9d3da'],
  ['Primrose', '#e0c463', '#4b3b1e'],
  ['Powder blue', '#8fb3c4', '#f4f1e6'],
  ['Burgundy', '#5f1f2d', '#d9b98c'],
  ['Slate', '#4b565d', '#d8d2c2'],
  ['Copper', '#a35a2c', '#f0dcb8'],
  ['Seafoam', '#7fae9c', '#f4f1e6'],
  ['Black', '#23282c', '#b9442f'],
  ['Mustard', '#b8892c', '#3b2f1a'],
  ['Plum', '#553a5e', '#d9c9a2'],
  ['Silver', '#a9b2b6', '#39444a'],
]

export interface ShowCar {
  readonly number: string
  readonly carClass: number
  readonly year: string
  readonly make: string
  readonly model: string
  readonly color: string
  readonly engine: string
  readonly look: CarLook
  /** Name of its picture, where it has one. */
  readonly picture: string | null
}

export const entryCount = 250
/** Every fourth car has been photographed. */
const pictureEvery = 4

/** Always the same cars, in the order of their numbers. */
export function listShowCars(): ShowCar[] {
  const cars: ShowCar[] = []
  for (let at = 0; cars.length < entryCount; at++) {
    for (const { number, cars: kinds } of carClasses) {
      if (cars.length === entryCount) break
      const seed = hash(`${number} ${at}`)
      const [make, model, first, last, shape, engine] = pick(kinds, at)
      const [color, paint, coachline] = pick(paints, seed)
      const [, second] = pick(paints, seed >>> 5)
      const hasRoof = ['van', 'finned', 'saloon', 'tourer'].includes(shape) && seed % 3 === 0
      const carNumber = `${number}${String(at + 1).padStart(2, '0')}`
      cars.push({
        number: carNumber,
        carClass: number,
        year: String(first + ((seed >>> 4) % (last - first + 1))),
        make,
        model,
        color,
        engine,
        look: {
          shape,
          paint,
          coachline,
          ...(hasRoof ? { roof: second } : {}),
          ...(shape === 'racer' ? { number: carNumber } : {}),
        },
        picture: (at + number) % pictureEvery === 0 ? `car-${carNumber}` : null,
      })
    }
  }
  return cars.sort((a, b) => a.carClass - b.carClass || Number(a.number) - Number(b.number))
}

export function pick<T>(list: readonly T[], at: number): T {
  const found = list[Math.abs(at) % list.length]
  if (found === undefined) throw new Error('nothing to pick from')
  return found
}
