// One vendor in a list: what they sell and where. The row leads to its place on the map.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { MapPin, Star } from 'lucide-react'
import { memo } from 'react'
import { findMeantSpace, type ListedStall } from '../../../../domain/showSearch.ts'
import { SpaceSwatch } from '../../../map/SpaceSwatch.tsx'
import { toSpaceKind } from '../../../map/space.ts'
import { useShow } from '../../../show/ShowContext.tsx'
import { classNames } from '../../../ui/classNames.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { iconButtonClass } from '../../../ui/iconButtonClass.ts'
import { useToggleFavourite } from '../useToggleFavourite.ts'
import styles from './StallRow.module.css'

export interface StallRowProps {
  stall: ListedStall
  isFavourite: boolean
  isChosen?: boolean
  /** What was typed: it may name one of the vendor's spaces. */
  words?: string
}

export const StallRow = memo(function StallRow({
  stall,
  isFavourite,
  isChosen = false,
  words = '',
}: StallRowProps) {
  const { t } = useLingui()
  const { saved } = useShow()
  const { vendor, type, spacesText } = stall
  const { name } = vendor
  const space = findMeantSpace(stall, words)
  const near = stall.near?.label
  const toggle = useToggleFavourite()
  return (
    <li id={`vendor-${vendor.id}`} className={classNames(styles.row, isChosen && styles.chosen)}>
      <div className={styles.swatch}>
        <SpaceSwatch variant={toSpaceKind(type)} />
      </div>
      <div className={styles.words}>
        <h2 className="h3">{name}</h2>
        {vendor.goods !== '' && <p className={styles.goods}>{vendor.goods}</p>}
        {spacesText !== '' && <SpacesText text={spacesText} />}
        {near !== undefined && (
          <p className={styles.goods}>
            <Trans>Near {near}</Trans>
          </p>
        )}
      </div>
      <div className={styles.actions}>
        <IconButton
          id={`favourite-vendor-${vendor.id}`}
          label={t`Favourite: ${name}`}
          pressed={isFavourite}
          icon={<Star aria-hidden="true" />}
          onClick={() => toggle({ kind: 'vendor', ref: String(vendor.id), isFavourite })}
        />
        {space !== undefined && (
          <Link
            id={`pin-vendor-${vendor.id}`}
            to="/portal/viewer/$eventId/maps"
            params={{ eventId: String(saved.eventId) }}
            search={{ map: space.map.id, space: space.element.id }}
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
