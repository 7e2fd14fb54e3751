// Tells the club of this device when the app opens, and of its favourites whenever they change.
import { useEffect, useMemo } from 'react'
import { listReminded } from '../../../../offline/favourites.ts'
import { useIsOffline } from '../../../call/useIsOffline.ts'
import { findDeviceToken } from '../../../notifications/deviceToken.ts'
import { findPushState, subscribe } from '../../../notifications/pushSubscription.ts'
import { usePushState } from '../../../notifications/usePushState.ts'
import { useSession, useSessionState } from '../../../session/SessionContext.tsx'
import { useShow, useShowState } from '../../../show/ShowContext.tsx'
import { useTopic } from './useTopic.ts'

/** What the page has told of each event, so that it tells it once for each member and choice of favourites. */
const told = new Map<string, string>()
/** People star several entries in a row. */
const restMs = 1000

/** The entries of the schedule that are starred on this device; undefined while it is read. */
export function useReminded(): string[] | undefined {
  const { store } = useShow()
  const { marks, areMarksRead } = useShowState(store)
  return useMemo(() => (areMarksRead ? listReminded(marks) : undefined), [marks, areMarksRead])
}

export function useSubscriptionRenewal(): void {
  const topic = useTopic()
  const session = useSession()
  const { member, memberState } = useSessionState()
  const memberId = member?.id ?? 0
  const favourites = useReminded()
  const isOffline = useIsOffline()
  const [state] = usePushState()
  useEffect(() => {
    if (topic === undefined || favourites === undefined || memberState === 'checking') return
    if (isOffline || state !== 'granted' || findPushState() !== 'granted') return
    const about = `${topic.tenantId} ${topic.eventId}`
    const all = JSON.stringify([topic, memberId, favourites])
    if (told.get(about) === all) return
    const tell = () => {
      told.set(about, all)
      // the person is not told about a failure; the next change or opening tries again
      subscribe(topic, () => findDeviceToken(session), favourites).catch(() => {
        if (told.get(about) === all) told.delete(about)
      })
    }
    if (!told.has(about)) {
      tell()
      return
    }
    const timer = window.setTimeout(tell, restMs)
    // who stars something and locks the phone at once is reminded too
    const tellNow = () => {
      if (document.visibilityState !== 'hidden') return
      window.clearTimeout(timer)
      if (told.get(about) !== all) tell()
    }
    document.addEventListener('visibilitychange', tellNow)
    return () => {
      window.clearTimeout(timer)
      document.removeEventListener('visibilitychange', tellNow)
    }
  }, [topic, session, memberId, memberState, favourites, isOffline, state])
}
