// The vendors: search first, then who sells what, and where they are on the map.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link, useSearch } from '@tanstack/react-router'
import { MapPin, Search, Star, X } from 'lucide-react'
import { memo, useDeferredValue, useLayoutEffect, useMemo } from 'react'
import { foldText, isMatch, toWords } from '../../../domain/search.ts'
import { type Stall, toKindWords, toSpacesText, toStalls, toStallType } from '../../../domain/stall.ts'
import { SpaceSwatch } from '../../map/SpaceSwatch.tsx'
import { toSpaceKind } from '../../map/space.ts'
import { useField, useMarks, useShow } from '../../show/ShowContext.tsx'
import { useTabPlace, useTabState } from '../../show/tabMemory.ts'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/classNames.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FilterChip } from '../../ui/FilterChip.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { iconButtonClass } from '../../ui/iconButtonClass.ts'
import { ChipRow } from '../../ui/layout/ChipRow.tsx'
import { Toolbar } from '../../ui/layout/Toolbar.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { EmptyTab } from './EmptyTab.tsx'
import { UnreadTab } from './UnreadTab.tsx'
import { useToggleFavourite } from './useToggleFavourite.ts'
import styles from './VendorsScreen.module.css'

/** Vendor types that have a filter of their own. */
type Filter = 'all' | 'swap' | 'food' | 'goods' | 'favourites'

interface ListedStall extends Stall {
  kind: ReturnType<typeof toSpaceKind>
  spacesText: string
  folded: string
  /** With the words for its kind: "food", "burger". */
  foldedKind: string
}

export function VendorsScreen() {
  const { t } = useLingui()
  const field = useField()
  useScreenTitle(t`Vendors`)
  const stalls = useMemo(
    () => (field == null ? undefined : toStalls(field.maps, field.vendors).map(toListed)),
    [field],
  )
  const heading = (
    <VisuallyHidden>
      <h1>
        <Trans>Vendors</Trans>
      </h1>
    </VisuallyHidden>
  )
  if (stalls?.length === 0) {
    return (
      <EmptyTab heading={<Trans>Vendors</Trans>} title={<Trans>No vendors</Trans>}>
        <Trans>Vendors will be listed here, with the place of each stall.</Trans>
      </EmptyTab>
    )
  }
  return (
    <>
      {heading}
      {stalls !== undefined && <Stalls stalls={stalls} />}
      {field === null && <UnreadTab />}
    </>
  )
}

function toListed(stall: Stall): ListedStall {
  const { vendor, spaces } = stall
  const first = spaces[0]
  const spacesText = toSpacesText(spaces)
  const type = first === undefined ? vendor.vendorType : toStallType(first.element, vendor)
  const folded = foldText(
    `${vendor.name} ${vendor.goods} ${spacesText} ${spaces.map(({ element }) => element.row + element.num).join(' ')}`,
  )
  const kind = toSpaceKind(type)
  return { ...stall, kind, spacesText, folded, foldedKind: `${folded} ${toKindWords(type)}` }
}

function Stalls({ stalls }: { stalls: readonly ListedStall[] }) {
  const { t } = useLingui()
  const { saved } = useShow()
  const marks = useMarks()
  const { vendor: chosen } = useSearch({ from: '/portal/viewer/$eventId/vendors' })
  const [query, setQuery] = useTabState(`${saved.key} vendor search`, '')
  const [filter, setFilter] = useTabState<Filter>(`${saved.key} vendor filter`, 'all')
  const wanted = useDeferredValue(query)
  const isFavourite = (stall: ListedStall) => marks.has('vendor', stall.vendor.id)
  const found = useMemo(() => {
    const words = toWords(wanted)
    const named = stalls.filter(({ folded }) => isMatch(words, folded))
    if (named.length > 0) return { stalls: named, isByKind: false }
    return { stalls: stalls.filter(({ foldedKind }) => isMatch(words, foldedKind)), isByKind: true }
  }, [stalls, wanted])
  const shown = found.stalls.filter(
    (stall) => filter === 'all' || (filter === 'favourites' ? isFavourite(stall) : stall.kind === filter),
  )
  useTabPlace(`${saved.key} vendors`)
  useLayoutEffect(() => {
    if (chosen !== undefined) {
      document.getElementById(`vendor-${chosen}`)?.scrollIntoView({ block: 'center', behavior: 'instant' })
    }
  }, [chosen])

  const chip = (value: Filter, words: string) => (
    <FilterChip pressed={filter === value} onClick={() => setFilter(value)}>
      {words}
    </FilterChip>
  )
  const total = stalls.length
  const count = shown.length
  const typed = wanted.trim()
  return (
    <>
      <Toolbar sticky>
        <TextInput
          type="search"
          aria-label={t`Find a vendor, goods or a space`}
          placeholder={t`Find a vendor, goods or a space`}
          autoComplete="off"
          enterKeyHint="search"
          value={query}
          icon={<Search aria-hidden="true" />}
          trailing={
            query !== '' && (
              <IconButton
                label={t`Clear the search`}
                icon={<X aria-hidden="true" />}
                onClick={() => setQuery('')}
              />
            )
          }
          onChange={(event) => setQuery(event.target.value)}
        />
        <ChipRow label={t`Show`}>
          <FilterChip pressed={filter === 'all'} count={total} onClick={() => setFilter('all')}>
            <Trans>All</Trans>
          </FilterChip>
          <FilterChip
            pressed={filter === 'favourites'}
            icon={<Star aria-hidden="true" />}
            count={stalls.filter(isFavourite).length}
            onClick={() => setFilter('favourites')}
          >
            <Trans>Favourites</Trans>
          </FilterChip>
          {chip('swap', t`Swap`)}
          {chip('food', t`Food`)}
          {chip('goods', t`Goods`)}
        </ChipRow>
      </Toolbar>
      <div className={styles.body}>
        <p className={styles.count} role="status">
          {typed !== '' && found.isByKind && count > 0 ? (
            <Trans>
              No vendor lists <b>{typed}</b>. Stalls of that kind: {count}
            </Trans>
          ) : typed !== '' ? (
            <Trans>
              {count} of {total} vendors match <b>{typed}</b>
            </Trans>
          ) : (
            <Plural value={count} one="# vendor" other="# vendors" />
          )}
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
            title={
              filter === 'favourites' ? <Trans>No favourites here</Trans> : <Trans>No vendor found</Trans>
            }
            action={
              <Button
                onClick={() => {
                  setQuery('')
                  setFilter('all')
                }}
              >
                <Trans>Show all vendors</Trans>
              </Button>
            }
          >
            {filter === 'favourites' && typed === '' ? (
              <Trans>The star beside a vendor puts it here.</Trans>
            ) : (
              <Trans>Try another word, or look at all vendors.</Trans>
            )}
          </EmptyState>
        )}
      </div>
    </>
  )
}

interface StallRowProps {
  stall: ListedStall
  isChosen: boolean
  isFavourite: boolean
}

const StallRow = memo(function StallRow({ stall, isChosen, isFavourite }: StallRowProps) {
  const { t } = useLingui()
  const { saved } = useShow()
  const { vendor, spaces, kind, spacesText } = stall
  const { name } = vendor
  const first = spaces[0]
  const toggle = useToggleFavourite()
  return (
    <li id={`vendor-${vendor.id}`} className={classNames(styles.row, isChosen && styles.chosen)}>
      <div className={styles.swatch}>
        <SpaceSwatch variant={kind} />
      </div>
      <div className={styles.words}>
        <h2 className="h3">{name}</h2>
        {vendor.goods !== '' && <p className={styles.goods}>{vendor.goods}</p>}
        {spacesText !== '' && <SpacesText text={spacesText} />}
      </div>
      <div className={styles.actions}>
        <IconButton
          id={`favourite-vendor-${vendor.id}`}
          label={t`Favourite: ${name}`}
          pressed={isFavourite}
          icon={<Star aria-hidden="true" />}
          onClick={() => toggle({ kind: 'vendor', ref: String(vendor.id), isFavourite })}
        />
        {first !== undefined && (
          <Link
            id={`pin-vendor-${vendor.id}`}
            to="/portal/viewer/$eventId/maps"
            params={{ eventId: String(saved.eventId) }}
            search={{ map: first.map.id, space: first.element.id }}
            resetScroll={false}
            className={`${iconButtonClass()} ${styles.pin}`}
            aria-label={t`Show on map: ${name}`}
          >
            <MapPin aria-hidden="true" />
          </Link>
        )}
      </div>
    </li>
  )
})

/** A space's row and number stay on one line. */
function SpacesText({ text }: { text: string }) {
  return (
    <p className={styles.spaces}>
      {text.split(/(\S+-\S+)/).map((part, index) =>
        index % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
          <span key={index} className={styles.whole}>
            {part}
          </span>
        ) : (
          part
        ),
      )}
    </p>
  )
}
