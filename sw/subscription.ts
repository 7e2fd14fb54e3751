// Subscribes again when the browser ends a subscription by itself.
import { listTopics, sendSubscription } from '../src/offline/subscription.ts'

declare const self: ServiceWorkerGlobalScope

/** Some browsers never answer a subscribe call (rules/offline 3.7). */
const subscribeTimeLimitMs = 20_000

export async function renewSubscription(event: ExtendableEvent): Promise<void> {
  const topics = await listTopics()
  const first = topics[0]
  if (first === undefined) return
  const given = 'newSubscription' in event ? event.newSubscription : undefined
  const subscription = given instanceof PushSubscription ? given : await subscribe(first.publicKey)
  const failures: unknown[] = []
  for (const topic of topics) {
    try {
      await sendSubscription(subscription, topic, {
        fetch: (url, init) => fetch(url, init as RequestInit),
        newKey: () => crypto.randomUUID(),
      })
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'A subscription was not renewed everywhere.')
}

function subscribe(publicKey: string): Promise<PushSubscription> {
  return Promise.race([
    self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }),
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('The push service does not answer.')), subscribeTimeLimitMs)
    }),
  ])
}
