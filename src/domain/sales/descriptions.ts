// The texts on a buyer's bank statement, and what else the store and its checkout agree on. A payment without an order
// is told apart by them.

export function toStoreDescription(club: string): string {
  return `${club} store purchase`
}

export function toDonationDescription(club: string): string {
  return `${club} donation`
}

/** How many business days it takes until what was bought in the store arrives. */
export const deliveryDays = { from: 5, to: 10 } as const
