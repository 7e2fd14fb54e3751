// Asks the club what it has of this judge, from whatever phone: what another one has sent may overtake what is here.
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { minuteMs } from '../../../domain/time.ts'
import type { ClubSheet, JudgeGrant, OutboxEntry } from '../../../offline/outboxRecords.ts'
import { openOutbox } from '../../call/outboxStore.ts'
import { useWhileAway, useWhileLookedAt } from '../../reading/useWhileLookedAt.ts'
import { useSession } from '../../session/SessionContext.tsx'
import { isUnreachable } from '../../text/failureText.ts'
import { isOf } from './myCars.ts'

/** Forty sheets that arrive one after the other are one question. */
const afterDeliveryMs = 1_000

/**
 * At the opening, whenever the page comes back, after each delivery, and each minute while judging is open. A question
 * that did not reach the club is asked again until it does.
 */
export function useSentRefresh(
  held: JudgeGrant | undefined,
  entries: readonly OutboxEntry[],
  isOpen: boolean,
): (withinMs: number) => Promise<readonly ClubSheet[] | undefined> {
  const session = useSession()
  const { club = '', eventId = 0, judgeId, grant, version, sheets: kept } = held ?? {}
  const delivered = useMemo(
    () =>
      judgeId === undefined
        ? 0
        : entries.filter((entry) => entry.state === 'accepted' && isOf(entry, { club, eventId, judgeId }))
            .length,
    [entries, club, eventId, judgeId],
  )
  const isWanted = judgeId !== undefined && grant !== undefined
  const [isAway, setIsAway] = useState(false)
  const asking = useRef(0)
  const doAsk = async (): Promise<readonly ClubSheet[] | undefined> => {
    if (!isWanted) return undefined
    asking.current += 1
    try {
      const {
        sent,
        version: told,
        sheets,
      } = await session.caller.call('get_judge_sheets', {
        ...{ eventId, judgeId, grant },
        // only sheets that are kept are known
        ...(version === undefined || kept === undefined ? {} : { known: version }),
      })
      const { grants } = openOutbox(session)
      await grants.noteSent(
        { club, eventId, judgeId },
        { sent, version: told, ...(sheets === null ? {} : { sheets }) },
      )
      setIsAway(false)
      return sheets ?? kept
    } catch (error) {
      setIsAway(isUnreachable(error))
      return undefined // no connection, or the verification is over: the sheets say so
    } finally {
      asking.current -= 1
    }
  }
  const ask = useEffectEvent(doAsk)
  const latest = useRef(doAsk)
  useEffect(() => {
    latest.current = doAsk
  })
  const isFirst = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was delivered is a reason to ask again
  useEffect(() => {
    if (!isWanted) return
    const askIfSeen = () => {
      // a page that is hidden asks when it comes back
      if (document.visibilityState === 'visible') void ask()
    }
    const timer = window.setTimeout(askIfSeen, isFirst.current ? 0 : afterDeliveryMs)
    isFirst.current = false
    return () => window.clearTimeout(timer)
  }, [club, eventId, judgeId, grant, delivered])
  useWhileLookedAt(() => void ask(), { isWanted, everyMs: isOpen ? minuteMs : undefined })
  useWhileAway(() => {
    if (asking.current === 0) void ask()
  }, isWanted && isAway)
  return useCallback(
    (withinMs) =>
      Promise.race([
        latest.current(),
        new Promise<undefined>((resolve) => window.setTimeout(resolve, withinMs)),
      ]),
    [],
  )
}
