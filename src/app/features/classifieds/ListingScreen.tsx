// One listing: its pictures and words, how to reach the seller, and what its owner or a moderator can do.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useSearch } from '@tanstack/react-router'
import { ArrowLeft, Pencil } from 'lucide-react'
import { Failure } from '../../../contract/failures.ts'
import { minuteMs } from '../../../domain/time.ts'
import { PictureArticle } from '../../pictures/PictureArticle.tsx'
import { ReadFault, UnreadScreen } from '../../reading/ReadState.tsx'
import { useServerNow } from '../../session/useServerNow.ts'
import { formatMoney } from '../../text/format.ts'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { buttonClass } from '../../ui/buttonClass.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SkeletonShape } from '../../ui/SkeletonShape.tsx'
import { ListingEditor } from './ListingEditor.tsx'
import styles from './ListingScreen.module.css'
import { getLastList } from './listingsSearch.ts'
import { countDays } from './listingValues.ts'
import { RemoveListing } from './RemoveListing.tsx'
import { SellerContact } from './SellerContact.tsx'
import { type Listing, useListing, useListingRights } from './useListings.ts'

export function ListingScreen({ listingId }: { listingId: string }) {
  const { t } = useLingui()
  const { edit } = useSearch({ from: '/_shell/portal/member/classifieds/$listingId' })
  const id = /^[1-9]\d{0,8}$/.test(listingId) ? Number(listingId) : undefined
  const { listing, reading } = useListing(id)
  const { mayChange } = useListingRights(listing)
  useScreenTitle(listing?.label ?? t`Classifieds`)
  const isGone =
    id === undefined || (reading.error instanceof Failure && reading.error.code === 'listing-not-found')
  // what is typed stays, also when somebody has removed the listing meanwhile
  if (listing !== undefined && mayChange && edit === 'listing') {
    return <ListingEditor key={listing.id} listing={listing} />
  }
  // the way back is one link in all states: a press on it may last while the answer comes
  return (
    <div className={styles.page}>
      <div className={styles.back}>
        <Link
          to="/portal/member/classifieds"
          search={getLastList()}
          resetScroll={false}
          className={buttonClass({ variant: 'quiet', size: 'row' })}
        >
          <ArrowLeft aria-hidden="true" />
          <Trans>Back to classifieds</Trans>
        </Link>
      </div>
      {isGone ? (
        <EmptyState level={1} title={<Trans>This listing is not there any more.</Trans>}>
          <Trans>It may be sold, or whoever listed it has removed it.</Trans>
        </EmptyState>
      ) : listing === undefined ? (
        <UnreadScreen reading={reading} title={t`Classifieds`} label={t`Loading the listing…`}>
          <SkeletonShape shape="picture" />
          <SkeletonShape shape="line" count={3} />
        </UnreadScreen>
      ) : (
        <>
          <ReadFault reading={reading} />
          <ListingView listing={listing} mayChange={mayChange} />
        </>
      )}
    </div>
  )
}

function ListingView({ listing, mayChange }: { listing: Listing; mayChange: boolean }) {
  const { id, memberId, label, price, description, images, created } = listing
  return (
    <PictureArticle pictures={images} name={label}>
      <h1>{label}</h1>
      <p className={styles.price}>{formatMoney(price)}</p>
      <p className="small muted">
        <ListingAge created={created} />
      </p>
      {description !== '' && <p className={styles.description}>{description}</p>}
      <SellerContact memberId={memberId} />
      {mayChange && (
        <div className={styles.actions}>
          <Link
            to="/portal/member/classifieds/$listingId"
            params={{ listingId: String(id) }}
            search={{ edit: 'listing' }}
            className={buttonClass()}
          >
            <Pencil aria-hidden="true" />
            <Trans>Update</Trans>
          </Link>
          <RemoveListing listing={listing} />
        </div>
      )}
    </PictureArticle>
  )
}

function ListingAge({ created }: { created: string }) {
  const now = useServerNow(minuteMs)
  const days = countDays(created, now)
  // kept-wording
  return days < 1 ? <Trans>Listed within the last 24 hours</Trans> : <Trans>Listed {days} day(s) ago</Trans>
}
