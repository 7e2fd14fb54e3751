// One listing in the list: its first picture, title and price.
import { Link } from '@tanstack/react-router'
import { PictureTile, pictureTileClass } from '../../pictures/PictureTile.tsx'
import { formatMoney } from '../../text/format.ts'
import type { Listing } from './useListings.ts'

export function ListingTile({ listing: { id, label, price, images } }: { listing: Listing }) {
  return (
    <li>
      <Link
        id={`listing-${id}`}
        to="/portal/member/classifieds/$listingId"
        params={{ listingId: String(id) }}
        className={pictureTileClass}
      >
        <PictureTile picture={images[0]?.imageData} title={label} fact={formatMoney(price)} />
      </Link>
    </li>
  )
}
