// How often devices may ask for notifications, and bring their favourites (rules/security 6.2).
import { hourMs } from '../../domain/time.ts'
import { findDevice } from '../db/members/pushSubscription.ts'
import type { Services } from '../services.ts'

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

const inAnHour = { windowMs: hourMs, isRepeatFree: true } as const

export const subscribeLimits = [
  { name: 'subscriptions from an address', most: 600, target: following(toPeer), ...inAnHour },
  // for each event: a device may follow many
  { name: 'subscriptions of an endpoint', most: 5, target: following(toEndpoint), ...inAnHour },
  { name: 'subscriptions of a club', most: 20_000, target: following(toClub), ...inAnHour },
  // a phone that was in a pocket may bring a day's stars, and somebody who invents phones as many as there may be
  {
    name: 'favourites of new devices from an address',
    most: 12_000,
    target: following(toPeer),
    amount: countFavourites,
    ...inAnHour,
  },
  // people star one entry after the other, and a whole show does it from one address
  { name: 'favourites from an address', most: 6000, target: starring(toPeer), ...inAnHour },
  { name: 'favourites of an endpoint', most: 60, target: starring(toEndpoint), ...inAnHour },
  { name: 'favourites of a club', most: 100_000, target: starring(toClub), ...inAnHour },
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
