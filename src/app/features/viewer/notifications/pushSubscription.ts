// Subscribes this browser to the notifications of one event, and renews the subscription.

import { newKey } from '../../../../offline/newKey.ts'
import {
  rememberTopic,
  type Subscription,
  type SubscriptionTopic,
  sendSubscription,
} from '../../../../offline/subscription.ts'

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

/** Subscribes this browser if needed, and tells the server. Throws if either does not answer. */
export async function subscribe(
  topic: SubscriptionTopic,
  findToken?: () => string | undefined,
): Promise<void> {
  const registration = await within(navigator.serviceWorker.ready)
  const subscription: Subscription =
    (await within(registration.pushManager.getSubscription())) ??
    (await within(
      registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: topic.publicKey }),
    ))
  await sendSubscription(subscription, topic, {
    fetch: (url, init) => window.fetch(url, init as RequestInit),
    newKey,
    ...(findToken === undefined ? {} : { findToken }),
  })
  await rememberTopic(topic)
}

function within<T>(promise: Promise<T>): Promise<T> {
  return Promise.race([
    promise,
    new Promise<never>((_, reject) => {
      window.setTimeout(() => reject(new Error('The browser does not answer.')), subscribeTimeLimitMs)
    }),
  ])
}
