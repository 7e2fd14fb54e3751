// One listing in the list: its first picture, title and price.
import { Link } from '@tanstack/react-router'
import { Image } from 'lucide-react'
import { toPictureUrl } from '../../../domain/picture.ts'
import { formatMoney } from '../../text/format.ts'
import styles from './ListingTile.module.css'
import type { Listing } from './useListings.ts'

export function ListingTile({ listing: { id, label, price, images } }: { listing: Listing }) {
  const [first] = images
  return (
    <li className={styles.item}>
      <Link
        id={`listing-${id}`}
        to="/portal/member/classifieds/$listingId"
        params={{ listingId: String(id) }}
        className={styles.tile}
      >
        {first === undefined ? (
          <span className={styles.none}>
            <Image aria-hidden="true" />
          </span>
        ) : (
          <img
            className={styles.picture}
            src={toPictureUrl(first.imageData, 'shared')}
            alt=""
            width={400}
            height={400}
            loading="lazy"
            decoding="async"
          />
        )}
        <span className={styles.words}>
          <span className={styles.label}>{label}</span>
          <span className={styles.price}>{formatMoney(price)}</span>
        </span>
      </Link>
    </li>
  )
}

export function TileLoading() {
  return (
    <span className={styles.loading}>
      <span />
      <span />
      <span />
      <span />
    </span>
  )
}
