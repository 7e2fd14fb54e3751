// The show's cars by class, where the club lists them for visitors: number, vehicle, class and picture.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { EventMap, EventVendor } from '../../../../domain/event.ts'
import type { ListedCar } from '../../../../domain/showSearch.ts'
import { useRows } from '../../../rows/useRows.ts'
import { useField, useShow } from '../../../show/ShowContext.tsx'
import { useTabPlace, useTabState } from '../../../show/tabMemory.ts'
import { useScreenTitle } from '../../../text/useScreenTitle.ts'
import { Select } from '../../../ui/form/Select.tsx'
import { Toolbar } from '../../../ui/layout/Toolbar.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { EmptyTab } from '../EmptyTab.tsx'
import { SearchField } from '../search/SearchField.tsx'
import { SearchResults } from '../search/SearchResults.tsx'
import { useFindings, useListedCars, useSearchWords, useShowIndex } from '../search/useShowSearch.ts'
import { UnreadTab } from '../UnreadTab.tsx'
import { CarRow } from './CarRow.tsx'
import styles from './CarsScreen.module.css'

const noMaps: readonly EventMap[] = []
const noVendors: readonly EventVendor[] = []

export function CarsScreen() {
  const { t } = useLingui()
  const { store, saved } = useShow()
  const { carList } = saved.event
  const cars = useListedCars()
  useScreenTitle(t`Cars`)
  useTabPlace(`${saved.key} cars`)
  // with their pictures, so that the list is whole in the field too
  useEffect(() => {
    if (carList) store.wantCars()
  }, [store, carList])
  if (!carList) {
    return (
      <EmptyTab heading={<Trans>Cars</Trans>} title={<Trans>No list of cars</Trans>}>
        <Trans>The club does not list the cars of this show here.</Trans>
      </EmptyTab>
    )
  }
  if (cars?.length === 0) {
    return (
      <EmptyTab heading={<Trans>Cars</Trans>} title={<Trans>No cars yet</Trans>}>
        <Trans>You will find the cars here once they are entered.</Trans>
      </EmptyTab>
    )
  }
  return (
    <>
      <VisuallyHidden>
        <h1>
          <Trans>Cars</Trans>
        </h1>
      </VisuallyHidden>
      {cars != null && <Cars cars={cars} />}
      {cars === null && <UnreadTab onRetry={() => store.wantCarList()} />}
    </>
  )
}

function Cars({ cars }: { cars: readonly ListedCar[] }) {
  const { t } = useLingui()
  const { saved } = useShow()
  const { car: wanted } = useSearch({ from: '/portal/viewer/$eventId/cars' })
  const field = useField()
  const index = useShowIndex(field?.maps ?? noMaps, field?.vendors ?? noVendors)
  const [words, setWords] = useSearchWords('car')
  const [shownClass, setShownClass] = useTabState(`${saved.key} car class`, '')
  const findings = useFindings(index, words)
  const classes = useMemo(
    () => new Map(cars.map(({ car, classDescription }) => [String(car.carClass), classDescription])),
    [cars],
  )
  const shown = useMemo(
    () => (shownClass === '' ? cars : cars.filter(({ car }) => String(car.carClass) === shownClass)),
    [cars, shownClass],
  )
  // who is led to a row sees it, whatever was typed or chosen before
  useLayoutEffect(() => {
    if (wanted === undefined) return
    setWords('')
    setShownClass('')
  }, [wanted, setWords, setShownClass])
  return (
    <>
      <Toolbar sticky>
        <SearchField words={words} onChange={setWords} />
        {findings === undefined && (
          <Select
            aria-label={t`Class`}
            value={shownClass}
            onChange={({ target }) => setShownClass(target.value)}
          >
            <option value="">{t`All classes`}</option>
            {[...classes].map(([carClass, description]) => (
              <option key={carClass} value={carClass}>
                {description === '' ? t`Class ${carClass}` : `${carClass}, ${description}`}
              </option>
            ))}
          </Select>
        )}
      </Toolbar>
      {findings === undefined ? (
        <CarList cars={shown} wanted={wanted} />
      ) : (
        <SearchResults findings={findings} words={words} />
      )}
    </>
  )
}

const rowKind = {
  /** Of a row with a picture, with its line. */
  estimate: () => 87,
  toKey: ({ car }: ListedCar) => car.number,
}

/** Only the rows around the window are drawn: a large show has a thousand cars. */
function CarList({ cars, wanted }: { cars: readonly ListedCar[]; wanted: string | undefined }) {
  const list = useRef<HTMLUListElement>(null)
  const { shown, above, below, measure, scrollTo } = useRows(list, cars, rowKind)
  const at = wanted === undefined ? -1 : cars.findIndex(({ car }) => car.number === wanted)
  const latest = useRef(scrollTo)
  useLayoutEffect(() => {
    latest.current = scrollTo
  })
  useEffect(() => {
    if (at >= 0) latest.current(at)
  }, [at])
  return (
    <div className={styles.body}>
      <p className={styles.count} role="status">
        <Plural value={cars.length} one="# car" other="# cars" />
      </p>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
      <ul ref={list} role="list" className={styles.list} style={{ paddingTop: above, paddingBottom: below }}>
        {shown.map(({ index, item: { car, classDescription } }) => (
          <CarRow
            key={index}
            car={car}
            classDescription={classDescription}
            isChosen={index === at}
            row={{
              ref: measure,
              'data-index': index,
              'aria-setsize': cars.length,
              'aria-posinset': index + 1,
            }}
          />
        ))}
      </ul>
    </div>
  )
}
