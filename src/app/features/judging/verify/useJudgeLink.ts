// Takes a judge's link out of the address and uses it once, however often the network fails.
import { useLocation } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Accepted, Unreachable } from '../../../../contract/caller.ts'
import { Failure } from '../../../../contract/failures.ts'
import { newKey } from '../../../../offline/newKey.ts'
import { openOutbox } from '../../../call/outboxStore.ts'
import { useSession } from '../../../session/SessionContext.tsx'
import { findPendingLink, findSecret, type PendingLink, savePendingLink, toLinkId } from './judgeLink.ts'

export interface JudgeLink {
  /** A link waits for its answer. */
  isPending: boolean
  isSpending: boolean
  /** Why the last try failed. If the server was not reached, the link can be tried again. */
  error: unknown
  retry(): void
  /** Goes on without the link. Whether it was good stays unknown. */
  drop(): void
}

export function useJudgeLink(
  eventId: number,
  verified: (answer: Accepted<'verify_judge'>) => Promise<void>,
): JudgeLink {
  const session = useSession()
  const { hash } = useLocation()
  const { drafts } = openOutbox(session)
  const id = toLinkId(session.slug, eventId)
  const [link, setLink] = useState<PendingLink>()
  const [isTaking, setIsTaking] = useState(() => findSecret(hash) !== undefined)
  const [isSpending, setIsSpending] = useState(false)
  const [error, setError] = useState<unknown>(undefined)
  const spending = useRef('')
  const taking = useRef<Promise<void>>(Promise.resolve())
  const done = useRef(verified)
  useEffect(() => {
    done.current = verified
  })

  useEffect(() => {
    const secret = findSecret(hash)
    // one after the other, so that a link never gets two keys
    taking.current = taking.current
      .then(async () => {
        if (secret === undefined) return setLink(await findPendingLink(drafts, id))
        setIsTaking(true)
        // without storage the link is used all the same, and its key lives as long as the page
        const pending = await savePendingLink(drafts, id, secret, newKey).catch(() => ({
          secret,
          key: newKey(),
        }))
        setLink((before) => (before?.secret === secret ? before : pending))
        window.history.replaceState(
          window.history.state,
          '',
          window.location.pathname + window.location.search,
        )
      })
      .catch(() => undefined) // a device without storage has no earlier link
      .finally(() => setIsTaking(false))
  }, [drafts, id, hash])

  const forget = useCallback(() => {
    void drafts.forget(id).catch(() => undefined) // if it cannot be deleted, it is sent again
    setLink(undefined)
  }, [drafts, id])

  const spend = useCallback(
    async ({ secret, key }: PendingLink) => {
      if (spending.current === key) return
      spending.current = key
      setIsSpending(true)
      setError(undefined)
      const mayRetry = await session.caller
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
      if (!mayRetry) forget()
    },
    [session, eventId, forget],
  )

  const drop = useCallback(() => {
    forget()
    setError(undefined)
  }, [forget])

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
    isPending: isTaking || link !== undefined,
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
  if (!(failure instanceof Failure)) return true // the grant could not be saved on this device
  return ['internal', 'unavailable', 'too-many-requests'].includes(failure.code)
}
