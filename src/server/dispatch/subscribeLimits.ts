// How often devices may ask for notifications, and bring their favourites (rules/security 6.2).

import {
  favouritesPerAddress,
  favouritesPerClub,
  favouritesPerEndpoint,
  newFavouritesPerAddress,
  subscriptionsPerAddress,
  subscriptionsPerClub,
  subscriptionsPerEndpoint,
} from '../limits/often.ts'
import { findDevice } from '../member/db/pushSubscription.ts'
import type { Services } from '../process/services.ts'

/** What the limits know of a call of `webpush_subscribe`. */
interface Subscribing {
  readonly peer: string
  readonly tenantId: number
  /** The club has the endpoint with the same keys. Looked up for calls that bring favourites. */
  readonly isKnownDevice?: boolean
  readonly input: {
    readonly endpoint: string
    readonly keys: { readonly p256dh: string; readonly auth: string }
    readonly eventId?: number | undefined
    readonly favourites?: readonly string[] | undefined
  }
}
type ToTarget = (call: Subscribing) => string

export const subscribeLimits = [
  { ...subscriptionsPerAddress, target: following(toPeer), isRepeatFree: true },
  { ...subscriptionsPerEndpoint, target: following(toEndpoint), isRepeatFree: true },
  { ...subscriptionsPerClub, target: following(toClub), isRepeatFree: true },
  { ...newFavouritesPerAddress, target: following(toPeer), amount: countFavourites, isRepeatFree: true },
  { ...favouritesPerAddress, target: starring(toPeer), isRepeatFree: true },
  { ...favouritesPerEndpoint, target: starring(toEndpoint), isRepeatFree: true },
  { ...favouritesPerClub, target: starring(toClub), isRepeatFree: true },
] as const

function countFavourites({ input }: Subscribing): number {
  return new Set(input.favourites).size
}

function toPeer({ peer }: Subscribing): string {
  return peer
}

function toEndpoint({ tenantId, input: { eventId, endpoint } }: Subscribing): string {
  return `${tenantId} ${eventId ?? ''} ${endpoint}`
}

function toClub({ tenantId }: Subscribing): string {
  return String(tenantId)
}

function following(target: ToTarget) {
  return (call: Subscribing) => (isStarring(call) ? undefined : target(call))
}

function starring(target: ToTarget) {
  return (call: Subscribing) => (isStarring(call) ? target(call) : undefined)
}

/** A device that the club does not know yet subscribes, whatever else it brings. */
function isStarring({ input, isKnownDevice }: Subscribing): boolean {
  return input.favourites !== undefined && isKnownDevice === true
}

/** Says of a call of `webpush_subscribe` whether the club knows the device. Not within a transaction. */
export async function lookUpDevice(
  { database }: Pick<Services, 'database'>,
  call: Subscribing,
): Promise<Subscribing> {
  const { tenantId, input } = call
  if (input.favourites === undefined) return call
  const device = { endpoint: input.endpoint, ...input.keys }
  const known = await database.inTenant(tenantId, (tx) => findDevice(tx, device))
  return { ...call, isKnownDevice: known?.hasSameKeys === true }
}
