// One of the maps to choose from, as a picture or as a list.
import { Trans, useLingui } from '@lingui/react/macro'
import { List as ListIcon, Map as MapIcon } from 'lucide-react'
import { useCallback, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { EventMap, MapElement } from '../../../../domain/event.ts'
import { toPictureUrl } from '../../../../domain/picture.ts'
import { MapLegend } from '../../../map/MapLegend.tsx'
import { lazyPart } from '../../../parts/lazyPart.tsx'
import { formatMoney } from '../../../text/format.ts'
import { Select } from '../../../ui/form/Select.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { toPickerSpaces, toTypeText } from './mapSpaces.ts'
import styles from './SpaceMap.module.css'

const MapStage = lazyPart(async () => (await import('../../../map/MapStage.tsx')).MapStage, {
  Waiting: () => (
    <p className={styles.loading}>
      <Trans>Loading map...</Trans>
    </p>
  ),
})
const SpaceList = lazyPart(async () => (await import('../../../map/SpaceList.tsx')).SpaceList)

export interface SpaceMapProps {
  maps: readonly EventMap[]
  map: EventMap
  taken: ReadonlySet<number>
  selected: ReadonlySet<number>
  /** The stage flies to this space. */
  focusedId: number | null
  onShowMap(id: number): void
  /** A space of the list: the map shows it afterwards. */
  onFocus(id: number): void
  onToggle(id: number): void
}

export function SpaceMap({
  maps,
  map,
  taken,
  selected,
  focusedId,
  onShowMap,
  onFocus,
  onToggle,
}: SpaceMapProps) {
  const { i18n, t } = useLingui()
  const selectId = useId()
  const [isList, setIsList] = useState(false)
  // two thousand spaces are made again only when one of them changes
  const spaces = useMemo(
    () => toPickerSpaces(i18n, map, { taken, selected }),
    [i18n, i18n.locale, map, taken, selected],
  )
  const latest = useRef(onToggle)
  useLayoutEffect(() => {
    latest.current = onToggle
  })
  const tap = useCallback((id: number | null) => {
    if (id !== null) latest.current(id)
  }, [])
  const { label } = map
  return (
    <>
      <div className={styles.head}>
        <MapLegend mode="picker" />
        <PriceClasses elements={map.elements} />
        <div className={styles.pick}>
          <label htmlFor={selectId} className={styles.label}>
            <Trans>Current map:</Trans>
          </label>
          <Select
            id={selectId}
            value={String(map.id)}
            onChange={(event) => onShowMap(Number(event.target.value))}
          >
            {maps.map((one) => (
              <option key={one.id} value={String(one.id)}>
                {one.label}
              </option>
            ))}
          </Select>
          <IconButton
            bordered
            label={isList ? t`Show the map` : t`Show all spaces as a list`}
            icon={isList ? <MapIcon aria-hidden="true" /> : <ListIcon aria-hidden="true" />}
            onClick={() => setIsList(!isList)}
          />
        </div>
      </div>
      {isList ? (
        <section className={styles.list} aria-label={t`Spaces: ${label}`}>
          <SpaceList
            spaces={spaces}
            mode="picker"
            focusedId={focusedId}
            onFocus={(id) => {
              onFocus(id)
              onToggle(id)
            }}
          />
        </section>
      ) : (
        <div className={styles.stage}>
          <MapStage
            key={map.id}
            label={t`Map: ${label}`}
            picture={map.backgroundImage === '' ? null : toPictureUrl(map.backgroundImage, 'map')}
            spaces={spaces}
            mode="picker"
            focusedId={focusedId}
            onTap={tap}
          />
        </div>
      )}
    </>
  )
}

/** More prices than these are said as the lowest and the highest. */
const mostPrices = 4

/** What the spaces of the map cost. */
function PriceClasses({ elements }: { elements: readonly MapElement[] }) {
  const { i18n } = useLingui()
  const sold = elements.filter(({ available }) => available)
  const costs = [...new Set(sold.map(({ cost }) => cost))].sort((a, b) => a - b)
  const [lowest = 0] = costs
  const highest = costs.at(-1) ?? lowest
  if (costs.length === 0) return null
  const from = formatMoney(lowest)
  const to = formatMoney(highest)
  return (
    <p className={styles.prices}>
      {costs.length > mostPrices ? (
        <Trans>
          Spaces from {from} to {to}
        </Trans>
      ) : (
        costs.map((cost) => {
          const kinds = new Set(sold.filter((one) => one.cost === cost).map((one) => toTypeText(i18n, one)))
          return (
            <span key={cost}>
              <b className="number">{formatMoney(cost)}</b> {[...kinds].join(', ')}
            </span>
          )
        })
      )}
    </p>
  )
}
