// The device's subscription to a club's notifications: how the server learns of it, and what is remembered.
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { createCaller, type Fetch } from '../contract/caller.ts'

/** Everything needed to subscribe again without a page. */
export interface SubscriptionTopic {
  /** The club's slug, '' if the host names it. */
  club: string
  tenantId: number
  /** Absent for what a member is told. */
  eventId?: number
  /** The server's push key, base64url. */
  publicKey: string
  language: 'en' | 'es'
}

interface SubscriptionDb extends DBSchema {
  topics: { key: string; value: SubscriptionTopic }
}

const databaseName = 'showfield-subscription'

function open(): Promise<IDBPDatabase<SubscriptionDb>> {
  return openDB<SubscriptionDb>(databaseName, 1, {
    upgrade(db) {
      db.createObjectStore('topics')
    },
  })
}

/** One topic for each club and event, and one for the club's member. The last language and key win. */
export async function rememberTopic(topic: SubscriptionTopic): Promise<void> {
  const db = await open()
  try {
    await db.put('topics', topic, `${topic.tenantId}/${topic.eventId ?? ''}`)
  } finally {
    db.close()
  }
}

export async function listTopics(): Promise<SubscriptionTopic[]> {
  const db = await open()
  try {
    return await db.getAll('topics')
  } finally {
    db.close()
  }
}

/** The part of a PushSubscription that this file needs. */
export interface Subscription {
  toJSON(): { endpoint?: string; keys?: Record<string, string> }
}

/** Whether it was made with this push key, in base64url. True where the browser does not say. */
export function isOfKey(
  { options }: { options?: { applicationServerKey?: ArrayBuffer | null } },
  publicKey: string,
): boolean {
  const key = options?.applicationServerKey
  if (key == null) return true
  const letters = btoa(String.fromCharCode(...new Uint8Array(key)))
  return toBare(letters) === toBare(publicKey)
}

/** Base64url without its padding. */
function toBare(base64: string): string {
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** What the server is told of this device: the club alone, or also an event that it follows from now on. */
export interface SubscriptionWord extends Pick<SubscriptionTopic, 'tenantId' | 'language'> {
  eventId?: number
  /** The entries of this event's schedule of which the device is reminded: all of them. */
  favourites?: readonly string[]
  /** The member who has signed out here. */
  signedOut?: number
}

/** Tells the server where to send notifications. The same endpoint twice is one subscription. */
export async function sendSubscription(
  subscription: Subscription,
  { tenantId, language, eventId, favourites, signedOut }: SubscriptionWord,
  device: { fetch: Fetch; newKey(): string; findToken?(): string | undefined },
): Promise<void> {
  const { endpoint, keys } = subscription.toJSON()
  if (endpoint === undefined || keys?.p256dh === undefined || keys.auth === undefined) {
    throw new Error('The browser gave a subscription without its keys.')
  }
  const caller = createCaller({
    fetch: device.fetch,
    origin: '',
    envelope: () => ({ tenantId, language }),
    findToken: () => device.findToken?.(),
    saveToken: () => {},
  })
  await caller.call('webpush_subscribe', {
    key: device.newKey(),
    endpoint,
    keys: { p256dh: keys.p256dh, auth: keys.auth },
    ...(eventId === undefined ? {} : { eventId }),
    ...(favourites === undefined ? {} : { favourites: [...favourites] }),
    ...(signedOut === undefined ? {} : { signedOut }),
  })
}
