// What a registration says about a vehicle.

/** The most characters of each text. */
export const vehicleLengths = { year: 24, make: 24, model: 64, trim: 64, color: 24, engine: 10 } as const

export type VehicleField = keyof typeof vehicleLengths

/** "65" or "'65": nobody can tell which century. Words such as "1920s" are the owner's own. */
export function isPartOfYear(year: string): boolean {
  return /^['’]?\d+$/.test(year) && !/^\d{4}$/.test(year)
}

/** Without them no vehicle is registered. */
export const neededOfVehicle: readonly VehicleField[] = ['year', 'make', 'model']
