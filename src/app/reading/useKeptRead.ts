// An answer of the server that is cached, read again when it is old, and saved on the device per member.
import { type Query, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Failure, failures } from '../../contract/failures.ts'
import { useSession, useSessionState } from '../session/SessionContext.tsx'
import { isUnreachable } from '../text/failureText.ts'
import { savedAnswers, toPersonPrefix } from './savedAnswers.ts'
import { useWhileAway } from './useWhileLookedAt.ts'

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

/** An answer in the cache, with the failure that prevented a newer one. */
export interface Kept<T> {
  answer: T
  savedAt: number
  error: unknown
}

interface KeptReadParts<T> {
  /** What is read, in the cache and on the device. */
  name: string
  inputText: string
  load(): Promise<T>
  isWanted: boolean
  isSaved: boolean
  isQuiet: boolean
  /** What the document has brought along for a visitor. */
  findBrought?(): T | undefined
  /** The part that is saved on the device; all of it if left out. */
  mostSaved?(answer: T): T
  /** How long an answer is not asked for again, in milliseconds. */
  freshMs(answer: T): number
}

export interface KeptRead<T> extends Reading<T> {
  /** Replaces the answer in the cache and on the device. Nothing happens before there is one. */
  replace(change: (answer: T) => T): void
  /** Runs a call for the member who reads: what comes after another has signed in is dropped. */
  readAs<A>(call: () => Promise<A>): Promise<A>
}

export function useKeptRead<T>({
  name,
  inputText,
  load,
  isWanted,
  isSaved,
  isQuiet,
  findBrought,
  mostSaved,
  freshMs,
}: KeptReadParts<T>): KeptRead<T> {
  const session = useSession()
  const { member, lapsedMember, isLapsedAtStart } = useSessionState()
  const client = useQueryClient()
  // A member's data stays on the screen while they are asked to sign in again, unless all of it was only saved.
  const isHeld =
    lapsedMember !== undefined &&
    !isLapsedAtStart &&
    client.getQueryData([name, lapsedMember.id, inputText]) !== undefined
  const enabled = isWanted && !isHeld
  const memberId = (isHeld ? lapsedMember : member)?.id ?? 0
  const answerKey = `${toPersonPrefix(session.slug, memberId)}${name}/${inputText}`
  const queryKey = [name, memberId, inputText]
  const brought = memberId === 0 ? findBrought?.() : undefined

  const save: SaveKept<T> = (kept) => {
    if (!isSaved) return
    const { savedAt } = kept
    const answer = mostSaved?.(kept.answer) ?? kept.answer
    void savedAnswers.save(answerKey, { savedAt, answer }).catch(noteNothing)
  }
  const readAs = async <A>(call: () => Promise<A>): Promise<A> => {
    // the member may have changed since: another's answer is neither shown nor saved as theirs
    const isReader = () => (session.getState().member?.id ?? 0) === memberId
    if (!isReader()) throw new Failure('needs-signin', '')
    try {
      const answer = await call()
      if (!isReader()) throw new Failure('needs-signin', '')
      return answer
    } catch (error) {
      if (isReader()) session.noteFailure(error)
      throw error
    }
  }

  const query = useQuery<Kept<T>>({
    queryKey,
    enabled,
    meta: { save },
    queryFn: async () => {
      try {
        const answer = await readAs(load)
        const kept = { answer, savedAt: session.now(), error: undefined }
        save(kept)
        return kept
      } catch (error) {
        const known =
          client.getQueryData<Kept<T>>(queryKey) ??
          (isSaved ? await findSavedAnswer<T>(answerKey) : undefined)
        const isReader = (session.getState().member?.id ?? 0) === memberId
        if (!isReader || known === undefined || hasEnded(error)) throw error
        return { ...known, error }
      }
    },
    ...(isQuiet ? { select: withoutTime, notifyOnChangeProps: ['data', 'error'] as const } : {}),
    // what the document has brought along is shown at once, and asked for again
    ...(brought === undefined
      ? {}
      : {
          initialData: { answer: brought, savedAt: session.now(), error: undefined },
          initialDataUpdatedAt: 0,
        }),
    // an answer that could not be renewed is requested again at the next occasion
    staleTime: ({ state: { data } }) =>
      data === undefined || data.error !== undefined ? 0 : freshMs(data.answer),
  })
  const { refetch } = query
  const isAway = enabled && isUnreachable(query.data?.error ?? query.error)
  // Nobody has to press for it: with the line back, the notice that there is none goes by itself. It ends no sign-in:
  // only a press asks for one that has run out.
  useWhileAway(() => {
    if (memberId === 0 || session.hasToken()) void refetch({ cancelRefetch: false })
  }, isAway)

  useEffect(() => {
    const key = [name, memberId, inputText]
    if (!enabled || !isSaved || client.getQueryData(key) !== undefined) return
    void findSavedAnswer<T>(answerKey).then((saved) => {
      if (saved === undefined || client.getQueryData(key) !== undefined) return
      client.setQueryData<Kept<T>>(key, saved, { updatedAt: saved.savedAt })
    })
  }, [client, enabled, isSaved, name, memberId, inputText, answerKey])

  const { data, error } = query
  return {
    data: data?.answer,
    error: data?.error ?? error ?? undefined,
    isLoading: data === undefined && error === null && enabled,
    isFetching: !isQuiet && query.isFetching,
    savedAt: data?.savedAt ?? 0,
    refetch: () => void query.refetch(),
    replace: (change) => {
      const known = client.getQueryCache().find<Kept<T>>({ queryKey, exact: true })
      if (known !== undefined) changeKept(client, known, change)
    },
    readAs,
  }
}

type SaveKept<T> = (kept: Kept<T>) => void

/** The answer stays as old as it was: only its content is another. */
function changeKept<T>(
  client: QueryClient,
  query: Query<Kept<T>, Error, Kept<T>, readonly unknown[]>,
  change: (answer: T) => T,
): void {
  const { data, dataUpdatedAt } = query.state
  if (data === undefined) return
  const answer = change(data.answer)
  if (answer === data.answer) return
  const changed = { ...data, answer }
  client.setQueryData<Kept<T>>(query.queryKey, changed, { updatedAt: dataUpdatedAt })
  const { save } = (query.meta ?? {}) as { save?: SaveKept<T> }
  save?.(changed)
}

/** Every answer of that name that the reader has, whatever was asked for. */
export function useFindKept(): <T>(name: string) => T[] {
  const session = useSession()
  const client = useQueryClient()
  return <T>(name: string) => {
    const { member, lapsedMember } = session.getState()
    return client
      .getQueriesData<Kept<T>>({ queryKey: [name, (member ?? lapsedMember)?.id ?? 0] })
      .flatMap(([, kept]) => (kept === undefined ? [] : [kept.answer]))
  }
}

/**
 * After a write: changes every answer of that name that the reader has, whatever was asked for, on the screen and
 * on the device. `change` gives the same object for an answer that does not change.
 */
export function useChangeKept(): <T>(name: string, change: (answer: T) => T) => void {
  const session = useSession()
  const client = useQueryClient()
  return <T>(name: string, change: (answer: T) => T) => {
    const { member, lapsedMember } = session.getState()
    const queryKey = [name, (member ?? lapsedMember)?.id ?? 0]
    for (const query of client.getQueryCache().findAll({ queryKey })) {
      changeKept(client, query as Query<Kept<T>, Error, Kept<T>, readonly unknown[]>, change)
    }
  }
}

/** Two answers that say the same are then equal, and the first one is kept. */
function withoutTime<T>({ answer, error }: Kept<T>): Kept<T> {
  return { answer, savedAt: 0, error }
}

async function findSavedAnswer<T>(key: string): Promise<Kept<T> | undefined> {
  try {
    const saved = await savedAnswers.find(key)
    return saved && { answer: saved.answer as T, savedAt: saved.savedAt, error: undefined }
  } catch {
    return undefined // a device that saves nothing shows only what the network brings
  }
}

/** The server says that it does not exist any more, so an older answer would be wrong. */
function hasEnded(error: unknown): boolean {
  return error instanceof Failure && failures[error.code].deliveryOutcome !== 'retry'
}

/** A failed saving loses nothing: the answer is on the screen. */
function noteNothing(): void {}
