// Subscribes this browser to the notifications of an event or of a club's member, and renews the subscription.

import { newKey } from '../../offline/newKey.ts'
import {
  isOfKey,
  listTopics,
  rememberTopic,
  type SubscriptionTopic,
  sendSubscription,
} from '../../offline/subscription.ts'

/** `later`: only the installed app can have it, as on iPhones. */
export type PushState = 'unsupported' | 'later' | 'default' | 'granted' | 'denied'

/** rules/offline 3.7: some browsers never answer. */
export const subscribeTimeLimitMs = 20_000

export function findPushState(): PushState {
  const isAble = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!isAble) return isIosBrowser() ? 'later' : 'unsupported'
  return Notification.permission
}

function isIosBrowser(): boolean {
  const isIos =
    /iPhone|iPad|iPod/.test(navigator.userAgent) ||
    (navigator.platform === 'MacIntel' && navigator.maxTouchPoints > 1)
  return isIos && !matchMedia('(display-mode: standalone)').matches
}

/**
 * Subscribes this browser if needed, and tells the server. Throws if either does not answer. A subscription that
 * was made with another key is replaced: nothing would arrive by it. The token is of the topic's club.
 */
export async function subscribe(
  topic: SubscriptionTopic,
  findToken: () => string | undefined,
  /** The entries of the event's schedule of which the club reminds this device. */
  favourites?: readonly string[],
): Promise<void> {
  const { pushManager } = await within(navigator.serviceWorker.ready)
  const found = await within(pushManager.getSubscription())
  const isOther = found !== null && !isOfKey(found, topic.publicKey)
  if (isOther) await within(found.unsubscribe())
  const subscription =
    found === null || isOther
      ? await within(pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: topic.publicKey }))
      : found
  const send = async (one: SubscriptionTopic, starred?: readonly string[]) => {
    const word = starred === undefined ? one : { ...one, favourites: starred }
    await sendSubscription(subscription, word, {
      fetch: (url, init) => window.fetch(url, init as RequestInit),
      newKey,
      ...(one.tenantId === topic.tenantId ? { findToken } : {}),
    })
    await rememberTopic(one)
  }
  await send(topic, favourites)
  for (const listener of subscribed) listener()
  if (!isOther) return
  const others = (await listTopics()).filter((one) => !isSameTopic(one, topic))
  // one that cannot be told is told when its event is opened
  await Promise.allSettled(others.map((one) => send({ ...one, publicKey: topic.publicKey })))
}

const subscribed = new Set<() => void>()

/** Calls `listener` whenever the club has been told of this device. Returns a function that ends it. */
export function followSubscribed(listener: () => void): () => void {
  subscribed.add(listener)
  return () => subscribed.delete(listener)
}

/** Whether the club knows of this device for this topic, and the browser still has the subscription. */
export async function isSubscribed(topic: SubscriptionTopic): Promise<boolean> {
  if (findPushState() !== 'granted') return false
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await within(Promise.resolve(registration?.pushManager?.getSubscription()))
  if (subscription == null || !isOfKey(subscription, topic.publicKey)) return false
  return (await listTopics()).some((one) => isSameTopic(one, topic))
}

function isSameTopic(one: SubscriptionTopic, other: SubscriptionTopic): boolean {
  return one.tenantId === other.tenantId && one.eventId === other.eventId
}

function within<T>(promise: Promise<T>): Promise<T> {
  return Promise.race([
    promise,
    new Promise<never>((_, reject) => {
      window.setTimeout(() => reject(new Error('The browser does not answer.')), subscribeTimeLimitMs)
    }),
  ])
}
