// Renews this event's subscription when the app opens, wherever notifications are allowed.
import { useEffect } from 'react'
import { findPushState, subscribe } from './pushSubscription.ts'
import { useTopic } from './useTopic.ts'

/** In one page a topic is renewed once, however often the viewer opens in it. */
const renewed = new Set<string>()

export function useKeptSubscription(): void {
  const topic = useTopic()
  useEffect(() => {
    if (topic === undefined || findPushState() !== 'granted') return
    const name = JSON.stringify(topic)
    if (renewed.has(name)) return
    renewed.add(name)
    // a failed subscription is no message to the person; the next look tries again
    subscribe(topic).catch(() => renewed.delete(name))
  }, [topic])
}
