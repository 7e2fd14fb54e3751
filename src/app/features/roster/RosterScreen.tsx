// The roster: the members who show themselves to the others, searched and sorted on the device.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Search, X } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useMemo, useRef } from 'react'
import {
  type RosterMember,
  type RosterSort,
  searchRoster,
  sortRoster,
  toFindable,
} from '../../../domain/members/roster.ts'
import { ReadFault } from '../../reading/ReadState.tsx'
import { useRead } from '../../reading/useRead.ts'
import { useSessionState } from '../../session/SessionContext.tsx'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { Button } from '../../ui/Button.tsx'
import { buttonClass } from '../../ui/buttonClass.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Select } from '../../ui/form/Select.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SkeletonShape } from '../../ui/SkeletonShape.tsx'
import { RosterCards } from './RosterCards.tsx'
import styles from './RosterScreen.module.css'
import { RosterTable } from './RosterTable.tsx'
import { longestSearch } from './rosterSearch.ts'
import { useHasTableRoom } from './useHasTableRoom.ts'
import { useRosterSearch } from './useRosterSearch.ts'

export function RosterScreen() {
  const { t } = useLingui()
  useScreenTitle(t`Roster`)
  const { club } = useSessionState()
  const reading = useRead('get_members_for_roster', {})
  const members = reading.data?.members
  if (members !== undefined && members.length > 0) {
    return (
      <FullRoster members={members}>
        <ReadFault reading={reading} />
      </FullRoster>
    )
  }
  return (
    <div className={styles.page}>
      <h1>
        <Trans>Roster</Trans>
      </h1>
      <ReadFault reading={reading} />
      {reading.isLoading && (
        <Skeleton label={t`Loading the roster…`}>
          <SkeletonShape shape="block" />
          <SkeletonShape shape="row" count={6} />
        </Skeleton>
      )}
      {members !== undefined &&
        (club?.tenant.settings.roster ? (
          <EmptyState
            title={<Trans>Nobody is in the roster yet</Trans>}
            action={
              <Link to="/portal/member/profile" className={buttonClass({ variant: 'primary' })}>
                <Trans>Open your profile</Trans>
              </Link>
            }
          >
            <Trans>In the profile each member chooses what the others can see.</Trans>
          </EmptyState>
        ) : (
          <EmptyState title={<Trans>Your club does not use a roster</Trans>} />
        ))}
    </div>
  )
}

interface FullRosterProps {
  members: readonly RosterMember[]
  /** What is to be said about the reading. */
  children: ReactNode
}

function FullRoster({ members, children }: FullRosterProps) {
  const { t } = useLingui()
  const { query, setQuery, writeQuery, sort, setSort } = useRosterSearch()
  const isTable = useHasTableRoom()
  const input = useRef<HTMLInputElement>(null)
  const findable = useMemo(() => toFindable(members), [members])
  const sorted = useMemo(() => sortRoster(findable, sort), [findable, sort])
  const found = useMemo(() => searchRoster(sorted, query), [sorted, query])
  const page = useTopOfNewList(`${sort} ${query}`)
  const showAll = () => {
    setQuery('')
    input.current?.focus()
  }
  const total = members.length
  const count = found.length
  const typed = query.trim()
  return (
    <div ref={page} className={styles.page}>
      <div className={styles.bar}>
        <h1 className={styles.heading}>
          <Trans>Roster</Trans>
        </h1>
        <TextInput
          ref={input}
          type="search"
          aria-label={t`Search the roster: name, city or tag`}
          placeholder={t`Name, city or tag`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={longestSearch}
          value={query}
          icon={<Search aria-hidden="true" />}
          trailing={
            query !== '' && (
              <IconButton label={t`Clear the search`} icon={<X aria-hidden="true" />} onClick={showAll} />
            )
          }
          onChange={({ target }) => setQuery(target.value)}
          onBlur={writeQuery}
          onKeyDown={({ key, currentTarget }) => {
            // the keyboard of a phone goes away and shows the list
            if (key === 'Enter') currentTarget.blur()
          }}
        />
      </div>
      {children}
      <div className={styles.line}>
        <p className={styles.count} role="status">
          {typed === '' ? (
            <Plural value={total} one="# member" other="# members" />
          ) : (
            <Trans>
              {count} of {total} members match <b>{typed}</b>
            </Trans>
          )}
        </p>
        {!isTable && count > 1 && <SortSelect sort={sort} onSort={setSort} />}
      </div>
      {count === 0 ? (
        <EmptyState
          title={<Trans>No member found</Trans>}
          action={
            <Button onClick={showAll}>
              <Trans>Show all members</Trans>
            </Button>
          }
        >
          <Trans>Try another word. Members show only what they have chosen to.</Trans>
        </EmptyState>
      ) : isTable ? (
        <RosterTable members={found} sort={sort} onSort={setSort} />
      ) : (
        <RosterCards members={found} />
      )}
    </div>
  )
}

/** Whoever has scrolled far down sees the beginning of what a search has found. */
function useTopOfNewList(list: string) {
  const page = useRef<HTMLDivElement>(null)
  const shown = useRef(list)
  useLayoutEffect(() => {
    if (shown.current === list) return
    shown.current = list
    if (page.current !== null && page.current.getBoundingClientRect().top < 0) {
      page.current.scrollIntoView({ block: 'start', behavior: 'instant' })
    }
  }, [list])
  return page
}

function SortSelect({ sort, onSort }: { sort: RosterSort; onSort(sort: RosterSort): void }) {
  const { t } = useLingui()
  const labels: Record<RosterSort, string> = {
    name: t`Name, A to Z`,
    'name-down': t`Name, Z to A`,
    city: t`City, A to Z`,
    'city-down': t`City, Z to A`,
  }
  return (
    <Select
      aria-label={t`Sort by`}
      value={sort}
      onChange={({ target }) => onSort(target.value as RosterSort)}
    >
      {Object.entries(labels).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Select>
  )
}
