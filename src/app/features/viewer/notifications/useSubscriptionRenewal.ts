// Renews this event's subscription when the app opens, if notifications are allowed.
import { useEffect } from 'react'
import { findDeviceToken } from '../../../notifications/deviceToken.ts'
import { useSession, useSessionState } from '../../../session/SessionContext.tsx'
import { findPushState, subscribe } from './pushSubscription.ts'
import { useTopic } from './useTopic.ts'

/** A page renews a topic once for each member, however often the viewer opens. */
const renewed = new Set<string>()

export function useSubscriptionRenewal(): void {
  const topic = useTopic()
  const session = useSession()
  const { member, memberState } = useSessionState()
  const memberId = member?.id ?? 0
  useEffect(() => {
    if (topic === undefined || memberState === 'checking' || findPushState() !== 'granted') return
    const name = JSON.stringify([topic, memberId])
    if (renewed.has(name)) return
    renewed.add(name)
    // the person is not told about a failed renewal; the next opening tries again
    subscribe(topic, () => findDeviceToken(session)).catch(() => renewed.delete(name))
  }, [topic, session, memberId, memberState])
}
