// What is searched and how it is sorted. The address has both, so that a reload and the way back find them again.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { RosterSort } from '../../../domain/members/roster.ts'
import { parseRosterSearch, type RosterSearch } from './rosterSearch.ts'

/** After the last key: the list answers each key itself, and a new address takes longer than the list. */
const addressAfterMs = 800
const route = '/_shell/portal/member/roster'

export function useRosterSearch() {
  const { find = '', sort = 'name' } = useSearch({ from: route })
  const navigate = useNavigate()
  const [query, setQuery] = useState(find)
  const written = useRef(find)

  // somebody followed a link to the roster while it was open
  useEffect(() => {
    if (find === written.current) return
    written.current = find
    setQuery(find)
  }, [find])

  const write = useCallback(
    (change: RosterSearch) =>
      void navigate({
        from: '/portal/member/roster',
        to: '.',
        search: (before) => {
          const { find: _find, sort: _sort, ...others } = before as Record<string, unknown> & RosterSearch
          return { ...others, ...parseRosterSearch({ ...before, ...change }) }
        },
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
  const writeQuery = useCallback(() => {
    if (query === written.current) return
    written.current = query
    write({ find: query })
  }, [query, write])
  useEffect(() => {
    const timer = setTimeout(writeQuery, addressAfterMs)
    return () => clearTimeout(timer)
  }, [writeQuery])

  return {
    query,
    setQuery,
    /** Before the person may leave. */
    writeQuery,
    sort,
    setSort: useCallback((next: RosterSort) => write({ sort: next }), [write]),
  }
}
