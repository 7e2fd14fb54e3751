// What the search has found, the same on each screen: each row leads to its place on the map, or to its row.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import type { ListedPlace, ListedStall, ShowFindings } from '../../../../domain/showSearch.ts'
import { SpaceSwatch } from '../../../map/SpaceSwatch.tsx'
import { useMarks, useShow } from '../../../show/ShowContext.tsx'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { List } from '../../../ui/layout/List.tsx'
import { ListRow } from '../../../ui/layout/ListRow.tsx'
import { CarRow } from '../cars/CarRow.tsx'
import { EntryRow, NoteRow } from './FoundRows.tsx'
import styles from './SearchResults.module.css'
import { StallRow } from './StallRow.tsx'

export interface SearchResultsProps {
  findings: ShowFindings
  words: string
}

export function SearchResults({ findings, words }: SearchResultsProps) {
  const { stalls, places, cars, entries, notes, ofKind } = findings
  const named = stalls.length + places.length + cars.length + entries.length + notes.length
  const typed = words.trim()
  return (
    <div className={styles.results}>
      <div className={styles.inner}>
        <p className={styles.count} role="status">
          {named === 0 && ofKind.length > 0 ? (
            <Trans>
              Nobody lists <b>{typed}</b>. Stalls of that kind: {ofKind.length}
            </Trans>
          ) : (
            <Plural value={named} one="# match" other="# matches" />
          )}
        </p>
        <Section
          title={<Trans>Places</Trans>}
          items={places}
          toRow={(one) => <PlaceRow key={one.place.ref} {...one} />}
        />
        <Section
          title={<Trans>Event Notes</Trans>}
          items={notes}
          toRow={({ text }) => <NoteRow key={text} text={text} />}
        />
        <Section
          title={<Trans>Vendors</Trans>}
          items={stalls}
          toRow={(one) => <Stall key={one.vendor.id} stall={one} words={words} />}
        />
        <Section
          title={<Trans>Schedule</Trans>}
          items={entries}
          toRow={(timed) => <EntryRow key={timed.entry.id} {...timed} />}
        />
        <Section
          title={<Trans>Cars</Trans>}
          items={cars}
          toRow={({ car, classDescription }) => (
            <CarRow key={car.number} car={car} classDescription={classDescription} isLink />
          )}
        />
        <Section
          title={<Trans>Stalls of that kind</Trans>}
          items={ofKind}
          toRow={(one) => <Stall key={one.vendor.id} stall={one} words={words} />}
        />
        {named + ofKind.length === 0 && (
          <EmptyState title={<Trans>Nothing found</Trans>}>
            <Trans>Try another word.</Trans>
          </EmptyState>
        )}
      </div>
    </div>
  )
}

function Stall({ stall, words }: { stall: ListedStall; words: string }) {
  const isFavourite = useMarks().has('vendor', stall.vendor.id)
  return <StallRow stall={stall} isFavourite={isFavourite} words={words} />
}

function PlaceRow({ place, map }: ListedPlace) {
  const { t } = useLingui()
  const { saved } = useShow()
  const { label: name } = place
  return (
    <ListRow
      leading={<SpaceSwatch variant="place" />}
      title={
        <Link
          to="/portal/viewer/$eventId/maps"
          params={{ eventId: String(saved.eventId) }}
          search={{ map: map.id, place: place.ref }}
          resetScroll={false}
          aria-label={t`Show on map: ${name}`}
        >
          {name}
        </Link>
      }
      note={map.label}
      chevron
    />
  )
}

/** More rows come when they are asked for: a number of two digits stands in hundreds of cars. */
const rowsAtOnce = 50

interface SectionProps<T> {
  title: ReactNode
  items: readonly T[]
  toRow(item: T): ReactNode
}

function Section<T>({ title, items, toRow }: SectionProps<T>) {
  const id = useId()
  const [most, setMost] = useState(rowsAtOnce)
  if (items.length === 0) return null
  const left = Math.min(rowsAtOnce, items.length - most)
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <List edged>{items.slice(0, most).map(toRow)}</List>
      {left > 0 && (
        <div className={styles.more}>
          <Button full onClick={() => setMost(most + rowsAtOnce)}>
            <Trans>Show {left} more</Trans>
          </Button>
        </div>
      )}
    </section>
  )
}
