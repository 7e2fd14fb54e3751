// Renews this event's subscription when the app opens, if notifications are allowed.
import { useEffect } from 'react'
import { findPushState, subscribe } from './pushSubscription.ts'
import { useTopic } from './useTopic.ts'

/** A page renews a topic once, however often the viewer opens. */
const renewed = new Set<string>()

export function useSubscriptionRenewal(): void {
  const topic = useTopic()
  useEffect(() => {
    if (topic === undefined || findPushState() !== 'granted') return
    const name = JSON.stringify(topic)
    if (renewed.has(name)) return
    renewed.add(name)
    // the person is not told about a failed renewal; the next opening tries again
    subscribe(topic).catch(() => renewed.delete(name))
  }, [topic])
}
