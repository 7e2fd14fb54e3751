// The event's maps: one at a time, with its legend, its spaces to tap, and the search with a list of what is there.
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { Info, Map as MapIcon, Search } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { EventMap, EventPlace, EventVendor } from '../../../../domain/event.ts'
import { toPictureUrl } from '../../../../domain/picture.ts'
import { findNearestPlace, toMiddle } from '../../../../domain/showSearch.ts'
import { MapLegend } from '../../../map/MapLegend.tsx'
import type { MapSpace } from '../../../map/mapSpace.ts'
import { lazyPart } from '../../../parts/lazyPart.tsx'
import { useField, useShow } from '../../../show/ShowContext.tsx'
import { useTabState } from '../../../show/tabMemory.ts'
import { useScreenTitle } from '../../../text/useScreenTitle.ts'
import { classNames } from '../../../ui/classNames.ts'
import { Select } from '../../../ui/form/Select.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Toolbar } from '../../../ui/layout/Toolbar.tsx'
import { usePageMark } from '../../../ui/usePageMark.ts'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { EmptyTab } from '../EmptyTab.tsx'
import { UnreadTab } from '../UnreadTab.tsx'
import { useIsWide } from '../useIsWide.ts'
import { FoundOnMaps } from './FoundOnMaps.tsx'
import styles from './MapsScreen.module.css'
import { PlaceSheet } from './PlaceSheet.tsx'
import { SpaceSheet } from './SpaceSheet.tsx'
import { findPlaceOf, toPlaceSpaceId, useMapSpaces } from './useMapSpaces.ts'
import { ownSpotRef, useOwnSpot } from './useOwnSpot.ts'

const MapStage = lazyPart(async () => (await import('../../../map/MapStage.tsx')).MapStage, {
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
        <Filling>
          <div className={styles.stage}>
            <LoadingMap />
          </div>
        </Filling>
      ) : (
        <Maps first={first} maps={[first, ...others]} vendors={field.vendors} />
      )}
    </>
  )
}

/** Fills the room between header and bar, and scrolls inside. */
function Filling({ isStrong = false, children }: { isStrong?: boolean; children: ReactNode }) {
  usePageMark('fill')
  return (
    <div className={styles.maps} {...(isStrong ? { 'data-strong': '' } : {})}>
      {children}
    </div>
  )
}

function LoadingMap() {
  return (
    <p className={styles.loading} role="status">
      <Trans>Loading map...</Trans>
    </p>
  )
}

const noPlaces: readonly EventPlace[] = []
const noSpaces: readonly MapSpace[] = []

interface MapsProps {
  first: EventMap
  maps: readonly EventMap[]
  vendors: readonly EventVendor[]
}

function Maps({ first, maps, vendors }: MapsProps) {
  const { t } = useLingui()
  const { saved } = useShow()
  const router = useRouter()
  const navigate = useNavigate({ from: '/portal/viewer/$eventId/maps' })
  const { map: wantedMap, space, place } = useSearch({ from: '/portal/viewer/$eventId/maps' })
  const [lastMap, setLastMap] = useTabState(`${saved.key} map`, first.id)
  const [isList, setIsList] = useTabState(`${saved.key} map list`, false)
  const [isLegendOpen, setIsLegendOpen] = useState(false)
  const [sheetHeight, setSheetHeight] = useState(0)
  const isWide = useIsWide()
  const opened = useRef(false)
  const sheet = useRef<HTMLDivElement>(null)
  const ofSpace = maps.find(({ elements }) => elements.some(({ id }) => id === space))
  const known = saved.places ?? noPlaces
  const own = useOwnSpot(t`My car`)
  const places = useMemo(() => (own.place === undefined ? known : [...known, own.place]), [known, own.place])
  const ofPlace = places.find(({ ref }) => ref === place)
  const map = ofSpace ?? maps.find(({ id }) => id === (ofPlace?.map ?? wantedMap ?? lastMap)) ?? first
  const chosen = map.elements.find(({ id }) => id === space)
  const chosenPlace = chosen === undefined && ofPlace?.map === map.id ? ofPlace : undefined
  const focusedId = chosen?.id ?? toPlaceSpaceId(places, chosenPlace)
  const isOpen = space !== undefined || place !== undefined
  const target = chosen === undefined ? chosenPlace : toMiddle(chosen)
  const landmark = target && findNearestPlace(known, map.id, target, chosenPlace)
  useEffect(() => setLastMap(map.id), [map.id, setLastMap])
  // who is led to a spot sees the map
  useLayoutEffect(() => {
    if (space !== undefined || place !== undefined) setIsList(false)
  }, [space, place, setIsList])

  const spacesOf = useMapSpaces(maps, vendors, places)
  // without the selection: two thousand spaces are not made, folded and sorted again for each tap
  const spaces = spacesOf.get(map.id) ?? noSpaces
  // the list has all maps, so that a search finds a vendor on any of them
  const listed = useMemo(
    () =>
      maps.length === 1
        ? spaces
        : maps.flatMap((one) =>
            (spacesOf.get(one.id) ?? []).map(
              (space): MapSpace => ({
                ...space,
                detail: [space.detail, one.label].filter(Boolean).join(' · '),
              }),
            ),
          ),
    [maps, spaces, spacesOf],
  )

  useLayoutEffect(() => {
    const dialog = sheet.current?.querySelector<HTMLDialogElement>('dialog[open]')
    if (focusedId === null || !dialog) {
      setSheetHeight(0)
      return
    }
    const observer = new ResizeObserver(() => setSheetHeight(dialog.offsetHeight))
    observer.observe(dialog)
    return () => observer.disconnect()
  }, [focusedId])

  const choose = (id: number) => {
    const tapped = findPlaceOf(places, id)
    const owner = maps.find(({ elements }) => elements.some((element) => element.id === id)) ?? map
    if (!isOpen) opened.current = true
    void navigate({
      search: tapped === undefined ? { map: owner.id, space: id } : { map: tapped.map, place: tapped.ref },
      replace: isOpen,
      resetScroll: false,
    })
  }
  const goToPlace = (id: number, ref: string) => {
    void navigate({ search: { map: id, place: ref }, replace: isOpen, resetScroll: false })
  }
  const showMap = (id: number) => {
    void navigate({ search: { map: id }, replace: true, resetScroll: false })
  }
  const close = () => {
    if (!opened.current) return showMap(map.id)
    opened.current = false
    router.history.back()
  }

  return (
    <>
      <Filling isStrong>
        <Toolbar>
          <div className={styles.pick}>
            <Select
              aria-label={t`Map`}
              value={String(map.id)}
              onChange={(event) => {
                opened.current = false
                showMap(Number(event.target.value))
              }}
            >
              {maps.map(({ id, label }) => (
                <option key={id} value={String(id)}>
                  {label}
                </option>
              ))}
            </Select>
            <span className={styles.fold}>
              <IconButton
                bordered
                label={t`Legend`}
                icon={<Info aria-hidden="true" />}
                aria-expanded={isLegendOpen}
                onClick={() => setIsLegendOpen(!isLegendOpen)}
              />
            </span>
            {!isWide && (
              <IconButton
                bordered
                label={isList ? t`Show the map` : t`Search the show`}
                icon={isList ? <MapIcon aria-hidden="true" /> : <Search aria-hidden="true" />}
                onClick={() => setIsList(!isList)}
              />
            )}
          </div>
          <div className={styles.legend} {...(isLegendOpen ? {} : { 'data-folded': '' })}>
            <MapLegend mode="viewer" spaces={spaces} />
          </div>
        </Toolbar>
        {(isWide || isList) && (
          <div className={classNames(styles.list, isWide && styles.wide)}>
            <FoundOnMaps
              maps={maps}
              vendors={vendors}
              spaces={listed}
              focusedId={focusedId}
              onFocus={choose}
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
            focusedId={focusedId}
            landmarkId={toPlaceSpaceId(places, landmark)}
            onMark={(point) => {
              own.mark({ map: map.id, ...point })
              goToPlace(map.id, ownSpotRef)
            }}
            sheetHeight={sheetHeight}
            onTap={(id) => {
              if (id !== null) choose(id)
              else if (isOpen) close()
            }}
          />
        </div>
      </Filling>
      {/* outside of the container, which would be what they are placed by */}
      <div ref={sheet} hidden={isList && !isWide}>
        <SpaceSheet map={map} element={chosen} vendors={vendors} near={landmark?.label} onClose={close} />
        <PlaceSheet
          place={chosenPlace}
          near={landmark?.label}
          onForget={
            chosenPlace?.ref === ownSpotRef
              ? () => {
                  close()
                  own.forget()
                }
              : undefined
          }
          onClose={close}
        />
      </div>
    </>
  )
}
