// Whether the browser allows notifications, and whether the club knows where to send them.
import { useEffect, useState } from 'react'
import type { SubscriptionTopic } from '../../offline/subscription.ts'
import { findPushState, followSubscribed, isSubscribed, type PushState } from './pushSubscription.ts'

/** Follows the permission, which people can also change in the browser's settings. */
export function usePushState(): [PushState, (state: PushState) => void] {
  const [state, setState] = useState<PushState>(findPushState)
  useEffect(() => {
    const refreshState = () => setState(findPushState())
    let status: PermissionStatus | undefined
    void navigator.permissions?.query({ name: 'notifications' }).then((found) => {
      status = found
      found.addEventListener('change', refreshState)
    }, refreshState)
    document.addEventListener('visibilitychange', refreshState)
    return () => {
      status?.removeEventListener('change', refreshState)
      document.removeEventListener('visibilitychange', refreshState)
    }
  }, [])
  return [state, setState]
}

/** Whether messages about this topic reach this device, also when it is locked. False until that is known. */
export function useIsReached(topic: SubscriptionTopic | undefined): boolean {
  const [isReached, setIsReached] = useState(false)
  useEffect(() => {
    if (topic === undefined) return
    let isOver = false
    const look = () => {
      void isSubscribed(topic).then(
        (is) => isOver || setIsReached(is),
        // a browser that does not answer is not subscribed for sure
        () => isOver || setIsReached(false),
      )
    }
    look()
    const end = followSubscribed(look)
    return () => {
      isOver = true
      end()
    }
  }, [topic])
  return isReached
}
