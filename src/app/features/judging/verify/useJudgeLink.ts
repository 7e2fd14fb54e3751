// Takes a judge's link out of the address and uses it once, however often the network fails.
import { useLocation } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Accepted, Unreachable } from '../../../../contract/caller.ts'
import { Failure } from '../../../../contract/failures.ts'
import { newKey } from '../../../../offline/newKey.ts'
import { openOutbox } from '../../../call/outboxStore.ts'
import { useSession } from '../../../session/SessionContext.tsx'
import {
  findPendingLink,
  findSecret,
  findSpentLink,
  type PendingLink,
  savePendingLink,
  saveSpentLink,
  toLinkId,
} from './judgeLink.ts'

export interface JudgeLink {
  /** A link waits for its answer. */
  isPending: boolean
  /** Whose it is, if this judge has verified with it on this phone before. */
  judgeId: string | undefined
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
  const [judgeId, setJudgeId] = useState<string>()
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
        const spent = await findSpentLink(drafts, id)
        const noteOwner = (of: string | undefined) =>
          setJudgeId(of !== undefined && of === spent?.secret ? spent.judgeId : undefined)
        if (secret === undefined) {
          const before = await findPendingLink(drafts, id)
          noteOwner(before?.secret)
          return setLink(before)
        }
        setIsTaking(true)
        // without storage the link is used all the same, and its key lives as long as the page
        const pending = await savePendingLink(drafts, id, secret, newKey).catch(() => ({
          secret,
          key: newKey(),
        }))
        noteOwner(secret)
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
        .then(async (answer) => {
          await done.current(answer)
          const { judgeId: owner = '' } = answer
          await saveSpentLink(drafts, id, { secret, key, judgeId: owner }).catch(() => undefined)
        })
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
    [session, eventId, forget, drafts, id],
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
    judgeId,
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
