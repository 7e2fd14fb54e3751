// What a registration says about a vehicle.

/** The most characters of each text. */
export const vehicleLengths = { year: 24, make: 24, model: 64, trim: 64, color: 24, engine: 10 } as const

export type VehicleField = keyof typeof vehicleLengths

/** Without them no vehicle is registered. */
export const neededOfVehicle: readonly VehicleField[] = ['year', 'make', 'model']
