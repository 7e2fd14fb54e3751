// Subscribes again when the browser ends a subscription by itself.
import { Favourites, listReminded } from '../src/offline/favourites.ts'
import { listTopics, type SubscriptionTopic, sendSubscription } from '../src/offline/subscription.ts'

declare const self: ServiceWorkerGlobalScope

/** Some browsers never answer a subscribe call (rules/offline 3.7). */
const subscribeTimeLimitMs = 20_000

export async function renewSubscription(event: ExtendableEvent): Promise<void> {
  const topics = await listTopics()
  const first = topics[0]
  if (first === undefined) return
  const given = 'newSubscription' in event ? event.newSubscription : undefined
  const subscription = given instanceof PushSubscription ? given : await subscribe(first.publicKey)
  const favourites = new Favourites()
  const failures: unknown[] = []
  for (const topic of topics) {
    try {
      const starred = await findReminded(favourites, topic)
      await sendSubscription(
        subscription,
        starred === undefined ? topic : { ...topic, favourites: starred },
        {
          fetch: (url, init) => fetch(url, init as RequestInit),
          newKey: () => crypto.randomUUID(),
        },
      )
    } catch (error) {
      failures.push(error)
    }
  }
  favourites.close()
  if (failures.length > 0) throw new AggregateError(failures, 'A subscription was not renewed everywhere.')
}

/** The club knows the new subscription by nothing, so the favourites come along. */
async function findReminded(
  favourites: Favourites,
  { club, eventId }: SubscriptionTopic,
): Promise<string[] | undefined> {
  if (eventId === undefined) return undefined
  try {
    return listReminded(await favourites.list({ club, eventId }))
  } catch {
    return undefined // the page sends them when it opens next
  }
}

function subscribe(publicKey: string): Promise<PushSubscription> {
  return Promise.race([
    self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }),
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('The push service does not answer.')), subscribeTimeLimitMs)
    }),
  ])
}
