// A list that is read page by page. What was read of it stays on the device, for reading without a network.
import { useRef, useState } from 'react'
import type { Accepted } from '../../contract/caller.ts'
import type { Envelope } from '../../contract/define.ts'
import type { Input } from '../../contract/index.ts'
import { useSession } from '../session/SessionContext.tsx'
import { type Reading, useKeptRead } from './useKeptRead.ts'
import { freshForMs, type ReadActionName } from './useRead.ts'

/** The actions that take a cursor. */
export type PagedActionName = {
  [N in ReadActionName]: Input<N> extends { cursor?: string | undefined } ? N : never
}[ReadActionName]

interface Page<T> {
  readonly items: readonly T[]
  /** Where the next page begins; null at the end. */
  readonly nextCursor: string | null
}

export interface PagedReading<N extends PagedActionName, T> extends Reading<readonly Accepted<N>[]> {
  /** Of all pages, in order; undefined while nothing is known. */
  items: readonly T[] | undefined
  hasMore: boolean
  isLoadingMore: boolean
  /** Why the next page did not come; undefined after one did. */
  moreError: unknown
  loadMore(): Promise<void>
}

/** Their name in the cache, to read them again after a write. */
export function pagesName(action: PagedActionName): string {
  return `${action}/pages`
}

/** More pages than these are not kept on the device. */
const mostKeptPages = 8

/**
 * Reading again begins with the first page. With `staysInPlace` that happens only when it is asked for: what others
 * add meanwhile must not move what somebody is reading.
 */
export function usePagedRead<N extends PagedActionName, T>(
  action: N,
  input: Input<N>,
  toPage: (answer: Accepted<N>) => Page<T>,
  {
    enabled = true,
    staysInPlace = false,
    freshFor = freshForMs,
  }: { enabled?: boolean; staysInPlace?: boolean; freshFor?: number } = {},
): PagedReading<N, T> {
  const session = useSession()
  const [isLoadingMore, setIsLoadingMore] = useState(false)
  const [moreError, setMoreError] = useState<unknown>()
  const isBusy = useRef(false)
  const call = (more: object) => session.caller.call<N>(action, { ...input, ...more } as Input<N> & Envelope)

  const { replace, readAs, ...reading } = useKeptRead<readonly Accepted<N>[]>({
    name: pagesName(action),
    inputText: JSON.stringify(input),
    load: async () => {
      const first = await call({})
      setMoreError(undefined)
      return [first]
    },
    isWanted: enabled,
    isSaved: true,
    isQuiet: false,
    mostSaved: (answers) => answers.slice(0, mostKeptPages),
    freshMs: (answers) => (staysInPlace || answers.length > 1 ? Number.POSITIVE_INFINITY : freshFor),
  })
  const pages = reading.data?.map(toPage)
  const cursor = pages?.at(-1)?.nextCursor ?? null

  const loadMore = async () => {
    if (isBusy.current || cursor === null) return
    isBusy.current = true
    setIsLoadingMore(true)
    try {
      const next = await readAs(() => call({ cursor }))
      // a reading again, which was faster, begins anew
      replace((answers) => {
        const last = answers.at(-1)
        return last !== undefined && toPage(last).nextCursor === cursor ? [...answers, next] : answers
      })
      setMoreError(undefined)
    } catch (error) {
      setMoreError(error)
    } finally {
      isBusy.current = false
      setIsLoadingMore(false)
    }
  }

  return {
    ...reading,
    items: pages?.flatMap(({ items }) => items),
    hasMore: cursor !== null,
    isLoadingMore,
    moreError,
    loadMore,
  }
}
