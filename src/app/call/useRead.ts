// Reads from the server: cached, requested once for all screens, and saved on the device.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Accepted } from '../../contract/caller.ts'
import type { Envelope } from '../../contract/define.ts'
import { Failure, failures } from '../../contract/failures.ts'
import type { ActionName, Actions, Input } from '../../contract/index.ts'
import { findBroughtAnswer } from '../session/broughtAlong.ts'
import { useSession, useSessionState } from '../session/SessionContext.tsx'
import type { Session } from '../session/session.ts'
import { savedAnswers, toPersonPrefix } from './savedAnswers.ts'

export type ReadActionName = {
  [N in ActionName]: Actions[N]['effect'] extends 'read' ? N : never
}[ActionName]

export interface Reading<T> {
  /** The newest known answer, also while a newer one is loading or has failed. */
  data: T | undefined
  /** Why there is no newer answer; undefined while all is well. */
  error: unknown
  /** The first answer is on its way and there is nothing to show yet. */
  isLoading: boolean
  isFetching: boolean
  /** When the server gave `data`: epoch milliseconds by the server's clock; 0 without data. */
  savedAt: number
  refetch(): void
}

export interface ReadOptions {
  /** If false, the read waits, for example for an id that is not known yet. */
  enabled?: boolean
  /** If false, nothing is saved on the device: for answers that are true only now, such as a price. */
  saved?: boolean
  /**
   * For an answer that is polled: renders again only for another answer or failure. Then `isFetching` and
   * `savedAt` say nothing.
   */
  quiet?: boolean
}

export function useRead<N extends ReadActionName>(
  action: N,
  input: Input<N>,
  options: ReadOptions = {},
): Reading<Accepted<N>> {
  const session = useSession()
  const { enabled: isWanted = true, saved: isSaved = true, quiet: isQuiet = false } = options
  const { member, lapsedMember } = useSessionState()
  const client = useQueryClient()
  const inputText = JSON.stringify(input)
  // A member's data stays on the screen while they are asked to sign in again.
  const isHeld =
    lapsedMember !== undefined && client.getQueryData([action, lapsedMember.id, inputText]) !== undefined
  const enabled = isWanted && !isHeld
  const memberId = (isHeld ? lapsedMember : member)?.id ?? 0
  const answerKey = `${toPersonPrefix(session.slug, memberId)}${action}/${inputText}`
  const queryKey = [action, memberId, inputText]

  const brought = memberId === 0 ? findBrought<N>(session, action, input) : undefined

  const query = useQuery<Read<Accepted<N>>>({
    queryKey,
    enabled,
    queryFn: async () => {
      // the member may have changed since: another's answer is neither shown nor saved as theirs
      const isReader = () => (session.getState().member?.id ?? 0) === memberId
      if (!isReader()) throw new Failure('needs-signin', '')
      try {
        const answer = await session.caller.call<N>(action, input as Input<N> & Envelope)
        if (!isReader()) throw new Failure('needs-signin', '')
        const savedAt = session.now()
        if (isSaved) void savedAnswers.save(answerKey, { savedAt, answer }).catch(noteNothing)
        return { answer, savedAt, error: undefined }
      } catch (error) {
        if (!isReader()) throw error
        session.noteFailure(error)
        const known =
          client.getQueryData<Read<Accepted<N>>>(queryKey) ??
          (isSaved ? await findSavedAnswer<N>(answerKey) : undefined)
        if (known === undefined || hasEnded(error)) throw error
        return { ...known, error }
      }
    },
    ...(isQuiet ? { select: withoutTime, notifyOnChangeProps: ['data', 'error'] as const } : {}),
    // what the document has brought along is shown at once, and asked for again
    ...(brought === undefined ? {} : { initialData: brought, initialDataUpdatedAt: 0 }),
    // an answer that could not be renewed is requested again at the next occasion
    staleTime: ({ state }) => (state.data === undefined || state.data.error !== undefined ? 0 : freshForMs),
  })

  useEffect(() => {
    const key = [action, memberId, inputText]
    if (!enabled || !isSaved || client.getQueryData(key) !== undefined) return
    void findSavedAnswer<N>(answerKey).then((saved) => {
      if (saved === undefined || client.getQueryData(key) !== undefined) return
      client.setQueryData<Read<Accepted<N>>>(key, saved, { updatedAt: saved.savedAt })
    })
  }, [client, enabled, isSaved, action, memberId, inputText, answerKey])

  const { data, error } = query
  return {
    data: data?.answer,
    error: data?.error ?? error ?? undefined,
    isLoading: data === undefined && error === null && enabled,
    isFetching: !isQuiet && query.isFetching,
    savedAt: data?.savedAt ?? 0,
    refetch: () => void query.refetch(),
  }
}

/** An answer in the cache, with the failure that prevented a newer one. */
interface Read<T> {
  answer: T
  savedAt: number
  error: unknown
}

const freshForMs = 30_000

/** Two answers that say the same are then equal, and the first one is kept. */
function withoutTime<T>({ answer, error }: Read<T>): Read<T> {
  return { answer, savedAt: 0, error }
}

async function findSavedAnswer<N extends ReadActionName>(
  key: string,
): Promise<Read<Accepted<N>> | undefined> {
  try {
    const saved = await savedAnswers.find(key)
    return saved && { answer: saved.answer as Accepted<N>, savedAt: saved.savedAt, error: undefined }
  } catch {
    return undefined // a device that saves nothing shows only what the network brings
  }
}

function findBrought<N extends ReadActionName>(
  session: Session,
  action: N,
  input: Input<N>,
): Read<Accepted<N>> | undefined {
  const answer = findBroughtAnswer(session.broughtAlong, action, input)
  return answer === undefined
    ? undefined
    : { answer: answer as Accepted<N>, savedAt: session.now(), error: undefined }
}

/** The server says that it does not exist any more, so an older answer would be wrong. */
function hasEnded(error: unknown): boolean {
  return error instanceof Failure && failures[error.code].deliveryOutcome !== 'retry'
}

/** A failed saving loses nothing: the answer is on the screen. */
function noteNothing(): void {}
