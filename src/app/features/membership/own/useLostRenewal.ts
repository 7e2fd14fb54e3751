// A press of "Renew now" without an answer: the card may have been charged. The club is asked until it has said so.
import { useEffect, useEffectEvent, useState } from 'react'
import { Failure } from '../../../../contract/failures.ts'
import { useWhileLookedAt } from '../../../reading/useWhileLookedAt.ts'
import { useSession } from '../../../session/SessionContext.tsx'
import { isUnreachable } from '../../../text/failureText.ts'
import type { OwnMembership } from './ownMembership.ts'

const askAgainMs = 5_000

/** Who pressed, and what they meant to extend. */
type LostRenewal = Pick<OwnMembership, 'memberId' | 'expiration'>

/** Whoever leaves the screen and comes back is told the same. */
const lostOf = new WeakMap<object, LostRenewal>()

/** Nobody knows then whether the server, or the card provider, has gone on. */
export function isLostAnswer(error: unknown): boolean {
  const isFault = error instanceof Failure && ['payments-unavailable', 'internal'].includes(error.code)
  return isFault || isUnreachable(error)
}

export interface LostRenewalReading {
  isAsking: boolean
  /** The club was asked and has begun no renewal. */
  hasNotArrived: boolean
  /** A new press: what was said of the last one goes. */
  forget(): void
}

export interface LostRenewalOptions {
  membership: OwnMembership
  /** Why the last press failed. */
  error: unknown
  onRenewed(expiration: string): void
  refetch(): void
}

export function useLostRenewal({ membership, error, ...options }: LostRenewalOptions): LostRenewalReading {
  const session = useSession()
  const { memberId, expiration, open } = membership
  const [lost, setLost] = useState(() => lostOf.get(session))
  const [hasNotArrived, setHasNotArrived] = useState(false)
  const isAsking = lost?.memberId === memberId

  const noteLost = useEffectEvent(() => {
    const now = { memberId, expiration }
    lostOf.set(session, now)
    setLost(now)
  })
  useEffect(() => {
    if (error !== undefined && isLostAnswer(error)) noteLost()
  }, [error])

  const ask = useEffectEvent(async () => {
    try {
      const { membership: now } = await session.caller.call('get_own_membership', {})
      if (now.open?.state === 'charging') return
      options.refetch()
      if (!isAsking) return
      lostOf.delete(session)
      setLost(undefined)
      if (now.expiration > lost.expiration) options.onRenewed(now.expiration)
      else setHasNotArrived(now.open === null)
    } catch {
      return // it is asked again
    }
  })
  useEffect(() => {
    if (lostOf.has(session)) void ask()
  }, [session])
  useWhileLookedAt(() => void ask(), {
    isWanted: isAsking || open?.state === 'charging',
    everyMs: askAgainMs,
  })

  return { isAsking, hasNotArrived, forget: () => setHasNotArrived(false) }
}
