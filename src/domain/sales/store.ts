// What the store and its checkout agree on.

/** The text on the buyer's bank statement. A payment without an order is known by it as the store's. */
export function toStoreDescription(club: string): string {
  return `${club} store purchase`
}

/** How many business days it takes until what was bought arrives. */
export const deliveryDays = { from: 5, to: 10 } as const
