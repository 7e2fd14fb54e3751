// Rides, the cars that members show each other: their texts, what is wrong with them, and what names a vehicle.
import { isBlank, toPlainLine, toPlainText } from './plainText.ts'
import { sharedLengths } from './sharedLengths.ts'

/** A member has no more rides than this. */
export const mostRides = 20
/** The newest shows of a ride that an answer has. */
export const mostRideShows = 5

const { story, ...lineLengths } = sharedLengths.ride

/** The most characters of each text; `description` is the story. */
export const rideLengths = { ...lineLengths, description: story } as const
export type RideField = keyof typeof rideLengths
export type RideTexts = Readonly<Record<RideField, string>>

export const emptyRide: RideTexts = { year: '', make: '', model: '', engine: '', trim: '', description: '' }
/** In the order of the form. */
const rideFields = Object.keys(rideLengths) as RideField[]

/** What was typed or pasted, as it is sent. */
export function toPlainRide(ride: RideTexts): RideTexts {
  const { description, ...lines } = ride
  const plain = Object.entries(lines).map(([field, text]) => [field, toPlainLine(text)])
  return { ...(Object.fromEntries(plain) as typeof lines), description: toPlainText(description) }
}

/** A year alone names no ride. */
export function isNamedRide({ make, model }: Pick<RideTexts, 'make' | 'model'>): boolean {
  return !isBlank(make) || !isBlank(model)
}

export interface RideFault {
  readonly field: RideField
  readonly fault: 'unnamed' | 'too-long'
}

/** In the order of the form. */
export function findRideFaults(ride: RideTexts): RideFault[] {
  const plain = toPlainRide(ride)
  return rideFields.flatMap((field): RideFault[] => {
    if (field === 'make' && !isNamedRide(plain)) return [{ field, fault: 'unnamed' }]
    return plain[field].length > rideLengths[field] ? [{ field, fault: 'too-long' }] : []
  })
}

/** Two vehicles with the same key are one: year, make and model are the same, however they are written. */
export function toVehicleKey({ year, make, model }: Pick<RideTexts, 'year' | 'make' | 'model'>): string {
  return JSON.stringify([year, make, model].map((text) => toPlainLine(text).toLowerCase()))
}
