// What this phone has of tickets and cars, shown at once and renewed from the club while somebody looks.
import { useCallback, useEffect, useState } from 'react'
import type { EventPasses } from '../../../domain/shapes/pass.ts'
import type { ReadPasses, SavedPasses } from '../../../offline/passes/passes.ts'
import { findReader, passes, renewPasses } from '../../passes/passStore.ts'
import type { Reading } from '../../reading/useKeptRead.ts'
import { useWhileLookedAt } from '../../reading/useWhileLookedAt.ts'
import { useSession, useSessionState } from '../../session/SessionContext.tsx'

export interface MyPasses {
  reading: Reading<readonly SavedPasses[]>
  /** This browser saves nothing: what is shown is only what the club has just said. */
  isRefused: boolean
}

export function useMyPasses(): MyPasses {
  const session = useSession()
  const { member } = useSessionState()
  const { club, memberId } = findReader(session)
  const isMember = member !== undefined
  const [read, setRead] = useState<ReadPasses>()
  const [told, setTold] = useState<readonly EventPasses[]>()
  const [isRefused, setIsRefused] = useState(false)
  const [error, setError] = useState<unknown>()
  const [isFetching, setIsFetching] = useState(false)

  useEffect(() => {
    setRead(undefined)
    const following = passes.follow({ club, memberId }, setRead, () => setIsRefused(true))
    return () => following.unsubscribe()
  }, [club, memberId])

  const renew = useCallback(async () => {
    setIsFetching(true)
    try {
      if (isRefused) setTold(isMember ? (await session.caller.call('get_my_orders', {})).events : [])
      else await renewPasses(session)
      setError(undefined)
    } catch (fault) {
      if (isMember) session.noteFailure(fault)
      setError(fault)
    } finally {
      setIsFetching(false)
    }
  }, [session, isMember, isRefused])
  useEffect(() => void renew(), [renew])
  useWhileLookedAt(() => void renew(), {})

  const saved = isRefused ? told?.map((one) => ({ ...one, ...unsaved })) : read?.saved
  // a member's are not all here until the club has said once what they have
  const isKnown = isRefused || !isMember || read?.checkedAt !== undefined || (saved ?? []).length > 0
  const data = isKnown ? saved : undefined
  const times = (data ?? []).map(({ savedAt }) => savedAt)
  return {
    reading: {
      data,
      error,
      isLoading: data === undefined && error === undefined,
      isFetching,
      savedAt: times.length > 0 ? Math.min(...times) : (read?.checkedAt ?? 0),
      refetch: () => void renew(),
    },
    isRefused,
  }
}

/** Nothing of it can be removed from the phone. */
const unsaved = { key: '', club: '', memberId: -1, savedAt: 0 }
