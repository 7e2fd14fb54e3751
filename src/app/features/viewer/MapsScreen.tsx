// The event's maps: one at a time, with its legend, its spaces to tap, and all of them as a list.
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { Map as MapIcon, Search } from 'lucide-react'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { EventMap, EventVendor } from '../../../domain/event.ts'
import { toPictureUrl } from '../../../domain/picture.ts'
import { toHolders, toStallType } from '../../../domain/stall.ts'
import { MapLegend } from '../../map/MapLegend.tsx'
import type { MapSpace } from '../../map/mapSpace.ts'
import { SpaceList } from '../../map/SpaceList.tsx'
import { toSpaceLabel } from '../../map/space.ts'
import { lazyPart } from '../../parts/lazyPart.tsx'
import { useField, useMarks, useShow } from '../../show/ShowContext.tsx'
import { useTabState } from '../../show/tabMemory.ts'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { Select } from '../../ui/form/Select.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Toolbar } from '../../ui/layout/Toolbar.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { EmptyTab } from './EmptyTab.tsx'
import styles from './MapsScreen.module.css'
import { SpaceSheet } from './SpaceSheet.tsx'
import { UnreadTab } from './UnreadTab.tsx'
import { useIsWide } from './useIsWide.ts'

const MapStage = lazyPart(async () => (await import('../../map/MapStage.tsx')).MapStage, {
  Waiting: LoadingMap,
})

export function MapsScreen() {
  const { t } = useLingui()
  const { saved } = useShow()
  const field = useField()
  useScreenTitle(t`Maps`)
  const heading = (
    <VisuallyHidden>
      <h1>
        <Trans>Maps</Trans>
      </h1>
    </VisuallyHidden>
  )
  if (saved.mapNames.length === 0) {
    return (
      <EmptyTab heading={<Trans>Maps</Trans>} title={<Trans>No maps</Trans>}>
        <Trans>You will find the maps here once the club has drawn them.</Trans>
      </EmptyTab>
    )
  }
  const [first, ...others] = field?.maps ?? []
  return (
    <>
      {heading}
      {field === null ? (
        <UnreadTab />
      ) : first === undefined || field === undefined ? (
        <div className={styles.maps} data-fill="">
          <div className={styles.stage}>
            <LoadingMap />
          </div>
        </div>
      ) : (
        <Maps first={first} maps={[first, ...others]} vendors={field.vendors} />
      )}
    </>
  )
}

function LoadingMap() {
  return (
    <p className={styles.loading} role="status">
      <Trans>Loading map...</Trans>
    </p>
  )
}

interface MapsProps {
  first: EventMap
  maps: readonly EventMap[]
  vendors: readonly EventVendor[]
}

function Maps({ first, maps, vendors }: MapsProps) {
  const { t } = useLingui()
  const { saved } = useShow()
  const marks = useMarks()
  const router = useRouter()
  const navigate = useNavigate({ from: '/portal/viewer/$eventId/maps' })
  const { map: wantedMap, space } = useSearch({ from: '/portal/viewer/$eventId/maps' })
  const [lastMap, setLastMap] = useTabState(`${saved.key} map`, first.id)
  const [isList, setIsList] = useTabState(`${saved.key} map list`, false)
  const [sheetHeight, setSheetHeight] = useState(0)
  const isWide = useIsWide()
  const opened = useRef(false)
  const sheet = useRef<HTMLDivElement>(null)
  const ofSpace = maps.find(({ elements }) => elements.some(({ id }) => id === space))
  const map = ofSpace ?? maps.find(({ id }) => id === (wantedMap ?? lastMap)) ?? first
  const chosen = map.elements.find(({ id }) => id === space)
  useEffect(() => setLastMap(map.id), [map.id, setLastMap])

  const spacesOf = useSpaces(maps, vendors, marks)
  const ofMap = spacesOf.get(map.id)
  const spaces = useMemo(
    () =>
      (ofMap ?? []).map((one): MapSpace => (one.id === chosen?.id ? { ...one, status: 'selected' } : one)),
    [ofMap, chosen],
  )
  // the list has all maps, so that a search finds a vendor on any of them
  const listed = useMemo(
    () =>
      maps.length === 1
        ? spaces
        : maps.flatMap((one) =>
            (one.id === map.id ? spaces : (spacesOf.get(one.id) ?? [])).map(
              (listedSpace): MapSpace => ({
                ...listedSpace,
                detail: [listedSpace.detail, one.label].filter(Boolean).join(' · '),
              }),
            ),
          ),
    [maps, map, spaces, spacesOf],
  )

  useLayoutEffect(() => {
    const dialog = sheet.current?.querySelector('dialog')
    if (chosen === undefined || !dialog) {
      setSheetHeight(0)
      return
    }
    const observer = new ResizeObserver(() => setSheetHeight(dialog.offsetHeight))
    observer.observe(dialog)
    return () => observer.disconnect()
  }, [chosen])

  const choose = (id: number) => {
    const owner = maps.find(({ elements }) => elements.some((element) => element.id === id)) ?? map
    if (space === undefined) opened.current = true
    void navigate({
      search: (before) => ({ ...before, map: owner.id, space: id }),
      replace: space !== undefined,
      resetScroll: false,
    })
  }
  const close = () => {
    if (opened.current) {
      opened.current = false
      router.history.back()
      return
    }
    void navigate({
      search: ({ space: _, ...before }) => ({ ...before, map: map.id }),
      replace: true,
      resetScroll: false,
    })
  }

  return (
    <div className={styles.maps} data-fill="" data-strong="">
      <Toolbar>
        <div className={styles.pick}>
          <Select
            aria-label={t`Map`}
            value={String(map.id)}
            onChange={(event) => {
              opened.current = false
              void navigate({
                search: ({ space: _, ...before }) => ({ ...before, map: Number(event.target.value) }),
                replace: true,
                resetScroll: false,
              })
            }}
          >
            {maps.map(({ id, label }) => (
              <option key={id} value={String(id)}>
                {label}
              </option>
            ))}
          </Select>
          {!isWide && (
            <IconButton
              bordered
              label={isList ? t`Show the map` : t`Find a space or a vendor`}
              icon={isList ? <MapIcon aria-hidden="true" /> : <Search aria-hidden="true" />}
              onClick={() => setIsList(!isList)}
            />
          )}
        </div>
        <MapLegend mode="viewer" spaces={spaces} />
      </Toolbar>
      {isList && !isWide && (
        <div className={styles.list}>
          <SpaceList
            spaces={listed}
            mode="viewer"
            focusedId={chosen?.id ?? null}
            onFocus={(id) => {
              setIsList(false)
              choose(id)
            }}
          />
        </div>
      )}
      <div className={isList && !isWide ? styles.hidden : styles.stage}>
        <MapStage
          key={map.id}
          label={t`Map: ${map.label}`}
          picture={map.backgroundImage === '' ? null : toPictureUrl(map.backgroundImage, 'map')}
          spaces={spaces}
          mode="viewer"
          focusedId={chosen?.id ?? null}
          sheetHeight={sheetHeight}
          onTap={(id) => {
            if (id !== null) choose(id)
            else if (space !== undefined) close()
          }}
        />
      </div>
      {isWide && (
        <div className={`${styles.list} ${styles.wide}`}>
          <SpaceList spaces={listed} mode="viewer" focusedId={chosen?.id ?? null} onFocus={choose} />
        </div>
      )}
      <div ref={sheet}>
        <SpaceSheet map={map} element={chosen} vendors={vendors} onClose={close} />
      </div>
    </div>
  )
}

/** The spaces of every map, for the stage and the list, by the map's id. */
function useSpaces(
  maps: readonly EventMap[],
  vendors: readonly EventVendor[],
  marks: ReturnType<typeof useMarks>,
): ReadonlyMap<number, MapSpace[]> {
  const { t } = useLingui()
  return useMemo(
    () =>
      new Map(
        maps.map((map) => {
          const holders = toHolders(map, vendors)
          const spaces = map.elements.map((element): MapSpace => {
            const there = holders.get(element.id) ?? []
            const names = there.map(({ name }) => name).join(', ')
            const goods = there.map((vendor) => vendor.goods).filter((words) => words !== '')
            const isFavourite =
              marks.has('space', element.id) || there.some((vendor) => marks.has('vendor', vendor.id))
            const label = toSpaceLabel(element)
            return {
              id: element.id,
              shape: element.shape,
              x: element.x,
              y: element.y,
              w: element.w,
              h: element.h,
              a: element.a,
              row: element.row,
              num: element.num,
              type: toStallType(element, there[0]),
              status: there.length > 0 ? 'taken' : element.available ? 'free' : 'unavailable',
              title: names === '' ? t`Space ${label}` : names,
              detail: [isFavourite ? t`Kept` : '', ...goods].filter((words) => words !== '').join(' · '),
            }
          })
          return [map.id, spaces]
        }),
      ),
    [maps, vendors, marks, t],
  )
}
