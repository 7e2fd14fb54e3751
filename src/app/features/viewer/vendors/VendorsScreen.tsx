// The vendors: search first, then who sells what, and where they are on the map.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useSearch } from '@tanstack/react-router'
import { Star } from 'lucide-react'
import { useLayoutEffect } from 'react'
import type { ListedStall } from '../../../../domain/showSearch.ts'
import type { SavedField } from '../../../../offline/library.ts'
import { toSpaceKind } from '../../../map/space.ts'
import { useField, useMarks, useShow } from '../../../show/ShowContext.tsx'
import { useTabPlace, useTabState } from '../../../show/tabMemory.ts'
import { useScreenTitle } from '../../../text/useScreenTitle.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FilterChip } from '../../../ui/FilterChip.tsx'
import { ChipRow } from '../../../ui/layout/ChipRow.tsx'
import { Toolbar } from '../../../ui/layout/Toolbar.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { EmptyTab } from '../EmptyTab.tsx'
import { SearchField } from '../search/SearchField.tsx'
import { SearchResults } from '../search/SearchResults.tsx'
import { StallRow } from '../search/StallRow.tsx'
import { useFindings, useSearchWords, useShowIndex } from '../search/useShowSearch.ts'
import { UnreadTab } from '../UnreadTab.tsx'
import styles from './VendorsScreen.module.css'

/** Vendor types that have a filter of their own. */
type Filter = 'all' | 'swap' | 'food' | 'goods' | 'favourites'

export function VendorsScreen() {
  const { t } = useLingui()
  const field = useField()
  useScreenTitle(t`Vendors`)
  const heading = (
    <VisuallyHidden>
      <h1>
        <Trans>Vendors</Trans>
      </h1>
    </VisuallyHidden>
  )
  if (field?.vendors.length === 0) {
    return (
      <EmptyTab heading={<Trans>Vendors</Trans>} title={<Trans>No vendors</Trans>}>
        <Trans>Vendors will be listed here, with the place of each stall.</Trans>
      </EmptyTab>
    )
  }
  return (
    <>
      {heading}
      {field != null && <Vendors field={field} />}
      {field === null && <UnreadTab />}
    </>
  )
}

function Vendors({ field: { maps, vendors } }: { field: SavedField }) {
  const { saved } = useShow()
  const { vendor: chosen } = useSearch({ from: '/portal/viewer/$eventId/vendors' })
  const index = useShowIndex(maps, vendors)
  const [words, setWords] = useSearchWords()
  const findings = useFindings(index, words)
  const [filter, setFilter] = useTabState<Filter>(`${saved.key} vendor filter`, 'all')
  useTabPlace(`${saved.key} vendors`)
  // who is led to a row sees it, whatever was typed before
  useLayoutEffect(() => {
    if (chosen !== undefined) setWords('')
  }, [chosen, setWords])
  return (
    <>
      <Toolbar sticky>
        <SearchField words={words} onChange={setWords} />
        {findings === undefined && <Filters stalls={index.stalls} filter={filter} onFilter={setFilter} />}
      </Toolbar>
      {findings === undefined ? (
        <Stalls stalls={index.stalls} filter={filter} chosen={chosen} onShowAll={() => setFilter('all')} />
      ) : (
        <SearchResults findings={findings} words={words} />
      )}
    </>
  )
}

interface FiltersProps {
  stalls: readonly ListedStall[]
  filter: Filter
  onFilter(filter: Filter): void
}

function Filters({ stalls, filter, onFilter }: FiltersProps) {
  const { t } = useLingui()
  const marks = useMarks()
  const chip = (value: Filter, words: string) => (
    <FilterChip pressed={filter === value} onClick={() => onFilter(value)}>
      {words}
    </FilterChip>
  )
  return (
    <ChipRow label={t`Show`}>
      <FilterChip pressed={filter === 'all'} count={stalls.length} onClick={() => onFilter('all')}>
        <Trans>All</Trans>
      </FilterChip>
      <FilterChip
        pressed={filter === 'favourites'}
        icon={<Star aria-hidden="true" />}
        count={stalls.filter(({ vendor }) => marks.has('vendor', vendor.id)).length}
        onClick={() => onFilter('favourites')}
      >
        <Trans>Favourites</Trans>
      </FilterChip>
      {chip('swap', t`Swap`)}
      {chip('food', t`Food`)}
      {chip('goods', t`Goods`)}
    </ChipRow>
  )
}

interface StallsProps extends Pick<FiltersProps, 'stalls' | 'filter'> {
  /** The vendor whom the address names. */
  chosen: number | undefined
  onShowAll(): void
}

function Stalls({ stalls, filter, chosen, onShowAll }: StallsProps) {
  const marks = useMarks()
  const isFavourite = ({ vendor }: ListedStall) => marks.has('vendor', vendor.id)
  const shown = stalls.filter(
    (stall) =>
      filter === 'all' || (filter === 'favourites' ? isFavourite(stall) : toSpaceKind(stall.type) === filter),
  )
  const count = shown.length
  useLayoutEffect(() => {
    if (chosen !== undefined) {
      document.getElementById(`vendor-${chosen}`)?.scrollIntoView({ block: 'center', behavior: 'instant' })
    }
  }, [chosen])
  return (
    <div className={styles.body}>
      <p className={styles.count} role="status">
        <Plural value={count} one="# vendor" other="# vendors" />
      </p>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
      <ul role="list" className={count > 0 ? styles.list : undefined}>
        {shown.map((stall) => (
          <StallRow
            key={stall.vendor.id}
            stall={stall}
            isChosen={stall.vendor.id === chosen}
            isFavourite={isFavourite(stall)}
          />
        ))}
      </ul>
      {count === 0 && (
        <EmptyState
          title={filter === 'favourites' ? <Trans>No favourites here</Trans> : <Trans>No vendor found</Trans>}
          action={
            <Button onClick={onShowAll}>
              <Trans>Show all vendors</Trans>
            </Button>
          }
        >
          {filter === 'favourites' ? (
            <Trans>The star beside a vendor puts it here.</Trans>
          ) : (
            <Trans>Nobody sells this here.</Trans>
          )}
        </EmptyState>
      )}
    </div>
  )
}
