// The space that was tapped: who is there, what is sold, and the star to remember it.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Star } from 'lucide-react'
import { useMemo } from 'react'
import type { EventMap, EventVendor, MapElement } from '../../../../domain/event.ts'
import { toHolders, toStalls } from '../../../../domain/stall.ts'
import { toSpaceLabel } from '../../../map/space.ts'
import { useField, useMarks, useShow } from '../../../show/ShowContext.tsx'
import { Button } from '../../../ui/Button.tsx'
import { buttonClass } from '../../../ui/buttonClass.ts'
import { Sheet } from '../../../ui/overlay/Sheet.tsx'
import { useToggleFavourite } from '../useToggleFavourite.ts'
import { NearLine } from './NearLine.tsx'
import styles from './SpaceSheet.module.css'

export interface SpaceSheetProps {
  map: EventMap
  element: MapElement | undefined
  vendors: readonly EventVendor[]
  /** The name of the nearest place. */
  near: string | undefined
  onClose(): void
}

export function SpaceSheet({ map, element, vendors, near, onClose }: SpaceSheetProps) {
  const { t } = useLingui()
  const label = element === undefined ? '' : toSpaceLabel(element)
  const holders = useMemo(() => toHolders(map, vendors), [map, vendors])
  const there = element === undefined ? [] : (holders.get(element.id) ?? [])
  return (
    <Sheet open={element !== undefined} onClose={onClose} modal={false} title={t`Space ${label}`}>
      {element !== undefined && (
        <div className={styles.facts}>
          <NearLine near={near} />
          {there.map((vendor) => (
            <VendorHere key={vendor.id} vendor={vendor} element={element} />
          ))}
          {there.length === 0 && <FreeSpace element={element} />}
        </div>
      )}
    </Sheet>
  )
}

function VendorHere({ vendor, element }: { vendor: EventVendor; element: MapElement }) {
  const { saved } = useShow()
  const field = useField()
  const stall = useMemo(() => toStalls(field?.maps ?? [], [vendor])[0], [field, vendor])
  const others = (stall?.spaces ?? [])
    .filter((space) => space.element.id !== element.id)
    .map((space) => toSpaceLabel(space.element))
    .join(', ')
  return (
    <div className={styles.vendor}>
      <h3>{vendor.name}</h3>
      <p>
        {vendor.goods}
        {vendor.goods !== '' && !/[.!?]$/.test(vendor.goods) && '.'}{' '}
        {others !== '' && <Trans>Also in {others}.</Trans>}
      </p>
      <div className={styles.actions}>
        <Link
          to="/portal/viewer/$eventId/vendors"
          params={{ eventId: String(saved.eventId) }}
          search={{ vendor: vendor.id }}
          resetScroll={false}
          className={buttonClass({ variant: 'primary', full: true })}
        >
          <Trans>See vendor</Trans>
        </Link>
        <FavouriteToggle kind="vendor" id={vendor.id} />
      </div>
    </div>
  )
}

/** There is nothing to remember here; a star from before can be taken away. */
function FreeSpace({ element }: { element: MapElement }) {
  const isFavourite = useMarks().has('space', element.id)
  return (
    <div className={styles.vendor}>
      <p>
        {element.available ? <Trans>Nobody stands here yet.</Trans> : <Trans>Not in use at this show.</Trans>}
      </p>
      {element.notes !== '' && <p>{element.notes}</p>}
      {isFavourite && (
        <div className={styles.actions}>
          <FavouriteToggle kind="space" id={element.id} />
        </div>
      )}
    </div>
  )
}

function FavouriteToggle({ kind, id }: { kind: 'vendor' | 'space'; id: number }) {
  const isFavourite = useMarks().has(kind, id)
  const toggle = useToggleFavourite()
  return (
    <span className={isFavourite ? styles.favourite : undefined}>
      <Button
        full
        aria-pressed={isFavourite}
        icon={<Star size={22} aria-hidden="true" />}
        onClick={() => toggle({ kind, ref: String(id), isFavourite })}
      >
        <Trans>Favourite</Trans>
      </Button>
    </span>
  )
}
