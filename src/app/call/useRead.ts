// Reading server truth: cached, asked once however many screens want it, and kept on the device.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Accepted } from '../../contract/caller.ts'
import type { Envelope } from '../../contract/define.ts'
import { Failure, failures } from '../../contract/failures.ts'
import type { ActionName, Actions, Input } from '../../contract/index.ts'
import { useSession, useSessionState } from '../session/SessionContext.tsx'
import { keptAnswers, toPersonPrefix } from './keptAnswers.ts'

export type ReadActionName = {
  [N in ActionName]: Actions[N]['effect'] extends 'read' ? N : never
}[ActionName]

export interface Reading<T> {
  /** The newest answer known, also while a newer one is fetched or cannot be. */
  data: T | undefined
  /** Why there is no newer answer; undefined while all is well. */
  error: unknown
  /** Nothing to show yet, and the answer is on its way. */
  isLoading: boolean
  isFetching: boolean
  /** When `data` was answered, in epoch milliseconds by the server's clock; 0 without data. */
  savedAt: number
  refetch(): void
}

export interface ReadOptions {
  /** False waits, such as for an id that is not known yet. */
  enabled?: boolean
  /** False for what is of this moment only, such as a price: nothing of it stays on the device. */
  kept?: boolean
}

export function useRead<N extends ReadActionName>(
  action: N,
  input: Input<N>,
  options: ReadOptions = {},
): Reading<Accepted<N>> {
  const session = useSession()
  const { enabled: isWanted = true, kept: isKept = true } = options
  const { member, lapsedMember } = useSessionState()
  const client = useQueryClient()
  const inputText = JSON.stringify(input)
  // What a member was reading stays while the sign-in is asked for again.
  const isHeld =
    lapsedMember !== undefined && client.getQueryData([action, lapsedMember.id, inputText]) !== undefined
  const enabled = isWanted && !isHeld
  const memberId = (isHeld ? lapsedMember : member)?.id ?? 0
  const keptKey = `${toPersonPrefix(session.slug, memberId)}${action}/${inputText}`
  const queryKey = [action, memberId, inputText]

  const query = useQuery<Read<Accepted<N>>>({
    queryKey,
    enabled,
    queryFn: async () => {
      try {
        const answer = await session.caller.call<N>(action, input as Input<N> & Envelope)
        const savedAt = session.now()
        if (isKept) void keptAnswers.keep(keptKey, { savedAt, answer }).catch(noteNothing)
        return { answer, savedAt, error: undefined }
      } catch (error) {
        session.noteFailure(error)
        const known =
          client.getQueryData<Read<Accepted<N>>>(queryKey) ??
          (isKept ? await findKept<N>(keptKey) : undefined)
        if (known === undefined || hasEnded(error)) throw error
        return { ...known, error }
      }
    },
    // what could not be renewed is asked for again at the next occasion
    staleTime: ({ state }) => (state.data === undefined || state.data.error !== undefined ? 0 : freshForMs),
  })

  useEffect(() => {
    const key = [action, memberId, inputText]
    if (!enabled || !isKept || client.getQueryData(key) !== undefined) return
    void findKept<N>(keptKey).then((kept) => {
      if (kept === undefined || client.getQueryData(key) !== undefined) return
      client.setQueryData<Read<Accepted<N>>>(key, kept, { updatedAt: kept.savedAt })
    })
  }, [client, enabled, isKept, action, memberId, inputText, keptKey])

  const { data, error } = query
  return {
    data: data?.answer,
    error: data?.error ?? error ?? undefined,
    isLoading: data === undefined && error === null && enabled,
    isFetching: query.isFetching,
    savedAt: data?.savedAt ?? 0,
    refetch: () => void query.refetch(),
  }
}

/** An answer as the cache holds it: with the failure that kept a newer one away. */
interface Read<T> {
  answer: T
  savedAt: number
  error: unknown
}

const freshForMs = 30_000

async function findKept<N extends ReadActionName>(key: string): Promise<Read<Accepted<N>> | undefined> {
  try {
    const kept = await keptAnswers.find(key)
    return kept && { answer: kept.answer as Accepted<N>, savedAt: kept.savedAt, error: undefined }
  } catch {
    return undefined // a device that keeps nothing shows what the network brings, as on a first visit
  }
}

/** The server says that there is nothing any more: an older answer would be untrue. */
function hasEnded(error: unknown): boolean {
  return error instanceof Failure && failures[error.code].aftermath !== 'retry'
}

/** Nothing kept is nothing lost: the answer is on the screen. */
function noteNothing(): void {}
