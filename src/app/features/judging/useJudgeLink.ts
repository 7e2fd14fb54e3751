// Takes a judge's link out of the address and spends it, once, however often the network fails.
import { useLocation } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Accepted, Unreachable } from '../../../contract/caller.ts'
import { Failure } from '../../../contract/failures.ts'
import { lastingStorage } from '../../session/deviceStorage.ts'
import { useSession } from '../../session/SessionContext.tsx'
import { findPendingLink, findSecret, keepPendingLink, type PendingLink, toLinkName } from './judgeLink.ts'

export interface JudgeLink {
  /** A link waits for its answer. */
  isPending: boolean
  isSpending: boolean
  /** Why the last try did not verify; an unreachable server leaves the link to be tried again. */
  error: unknown
  retry(): void
  /** Goes on without it; what it was worth is unknown. */
  drop(): void
}

export function useJudgeLink(
  eventId: number,
  verified: (answer: Accepted<'verify_judge'>) => Promise<void>,
): JudgeLink {
  const session = useSession()
  const { hash } = useLocation()
  const name = toLinkName(session.slug, eventId)
  const [link, setLink] = useState<PendingLink | undefined>(() => findPendingLink(lastingStorage, name))
  const [isSpending, setIsSpending] = useState(false)
  const [error, setError] = useState<unknown>(undefined)
  const spending = useRef('')
  const done = useRef(verified)
  useEffect(() => {
    done.current = verified
  })

  useEffect(() => {
    const secret = findSecret(hash)
    if (secret === undefined) return
    setLink(keepPendingLink(lastingStorage, name, secret, () => crypto.randomUUID()))
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
  }, [name, hash])

  const spend = useCallback(
    async ({ secret, key }: PendingLink) => {
      if (spending.current === key) return
      spending.current = key
      setIsSpending(true)
      setError(undefined)
      const isKept = await session.caller
        .call('verify_judge', { eventId, linkSecret: secret, key })
        .then((answer) => done.current(answer))
        .then(
          () => false,
          (failure: unknown) => {
            session.noteFailure(failure)
            setError(failure)
            return canBeTriedAgain(failure)
          },
        )
      spending.current = ''
      setIsSpending(false)
      if (isKept) return
      lastingStorage.remove(name)
      setLink(undefined)
    },
    [session, eventId, name],
  )

  const drop = useCallback(() => {
    lastingStorage.remove(name)
    setLink(undefined)
    setError(undefined)
  }, [name])

  useEffect(() => {
    if (link === undefined) return
    const again = () => {
      if (document.visibilityState === 'visible') void spend(link)
    }
    again()
    window.addEventListener('online', again)
    document.addEventListener('visibilitychange', again)
    return () => {
      window.removeEventListener('online', again)
      document.removeEventListener('visibilitychange', again)
    }
  }, [link, spend])

  return {
    isPending: link !== undefined,
    isSpending,
    error,
    retry: () => {
      if (link !== undefined) void spend(link)
    },
    drop,
  }
}

/** Nobody knows yet whether the link is good: no answer, a server in trouble, or a limit. */
function canBeTriedAgain(failure: unknown): boolean {
  if (failure instanceof Unreachable) return true
  if (!(failure instanceof Failure)) return true // the grant could not be kept on this device
  return ['internal', 'unavailable', 'too-many-requests'].includes(failure.code)
}
