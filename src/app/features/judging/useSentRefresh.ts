// Asks the club what it has of this judge, from whatever phone: what another one has sent may overtake what is here.
import { useEffect, useMemo, useRef } from 'react'
import { minuteMs } from '../../../domain/time.ts'
import type { JudgeGrant, OutboxEntry } from '../../../offline/outboxRecords.ts'
import { openOutbox } from '../../call/outboxStore.ts'
import { useSession } from '../../session/SessionContext.tsx'
import { isOf } from './myCars.ts'

/** Forty sheets that arrive one after the other are one question. */
const afterDeliveryMs = 1_000

/** At the opening, whenever the page comes back, after each delivery, and each minute while judging is open. */
export function useSentRefresh(
  held: JudgeGrant | undefined,
  entries: readonly OutboxEntry[],
  isOpen: boolean,
): void {
  const session = useSession()
  const version = useRef(held?.version)
  version.current = held?.version
  const { club = '', eventId = 0, judgeId, grant } = held ?? {}
  const delivered = useMemo(
    () =>
      judgeId === undefined
        ? 0
        : entries.filter((entry) => entry.state === 'accepted' && isOf(entry, { club, eventId, judgeId }))
            .length,
    [entries, club, eventId, judgeId],
  )
  const isFirst = useRef(true)

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was delivered is a reason to ask again
  useEffect(() => {
    if (judgeId === undefined || grant === undefined) return
    let isWanted = true
    const ask = async () => {
      if (document.visibilityState !== 'visible') return
      const known = version.current
      try {
        const answer = await session.caller.call('get_judge_sheets', {
          ...{ eventId, judgeId, grant },
          ...(known === undefined ? {} : { known }),
        })
        if (!isWanted) return
        const { sent, version: told, sheets } = answer
        const { grants } = openOutbox(session)
        await grants.noteSent(
          { club, eventId, judgeId },
          { sent, version: told, ...(sheets === null ? {} : { sheets }) },
        )
      } catch {
        return // no connection, or the verification is over: the sheets say so
      }
    }
    const onReturn = () => void ask()
    const first = window.setTimeout(onReturn, isFirst.current ? 0 : afterDeliveryMs)
    isFirst.current = false
    const timer = isOpen ? window.setInterval(onReturn, minuteMs) : undefined
    document.addEventListener('visibilitychange', onReturn)
    window.addEventListener('online', onReturn)
    return () => {
      isWanted = false
      window.clearTimeout(first)
      window.clearInterval(timer)
      document.removeEventListener('visibilitychange', onReturn)
      window.removeEventListener('online', onReturn)
    }
  }, [session, club, eventId, judgeId, grant, delivered, isOpen])
}
