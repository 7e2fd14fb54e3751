// The classifieds: what members offer each other, with a search and an order, and the editor for a new one.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { PictureTiles, PictureTilesLoading } from '../../pictures/PictureTile.tsx'
import { LoadMore } from '../../reading/LoadMore.tsx'
import { ReadFault } from '../../reading/ReadState.tsx'
import { useSessionState } from '../../session/SessionContext.tsx'
import { useTabPlace } from '../../show/tabMemory.ts'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { Button } from '../../ui/Button.tsx'
import { buttonClass } from '../../ui/buttonClass.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './ClassifiedsScreen.module.css'
import { ListingEditor } from './ListingEditor.tsx'
import { ListingSearchFields } from './ListingSearchFields.tsx'
import { ListingTile } from './ListingTile.tsx'
import { noteList, takeNews } from './listingsSearch.ts'
import { useListings } from './useListings.ts'

export function ClassifiedsScreen() {
  const { edit } = useSearch({ from: '/_shell/portal/member/classifieds/' })
  return edit === 'new' ? <ListingEditor /> : <Listings />
}

function Listings() {
  const { t } = useLingui()
  useScreenTitle(t`Classifieds`)
  const navigate = useNavigate()
  const place = useSearch({ from: '/_shell/portal/member/classifieds/' })
  const { search = '', sort = 'newest' } = place
  const { member, lapsedMember } = useSessionState()
  const reading = useListings(place)
  const { items } = reading
  const isEmpty = items?.length === 0
  const isSearch = search.trim() !== ''
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => noteList(place), [place])
  useTabPlace(`classifieds ${(member ?? lapsedMember)?.id} ${sort} ${search}`)
  useEffect(() => {
    const news = takeNews()
    // a new one is on top
    if (news !== undefined) heading.current?.focus({ preventScroll: news !== 'new' })
  }, [])

  const create = (
    <Link
      to="/portal/member/classifieds"
      search={{ edit: 'new' }}
      className={buttonClass({ variant: 'primary' })}
    >
      <Plus aria-hidden="true" />
      <Trans>Create classified</Trans>
    </Link>
  )
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1 ref={heading} tabIndex={-1}>
          <Trans>Classifieds</Trans>
        </h1>
        {(!isEmpty || isSearch) && create}
      </div>
      {(!isEmpty || isSearch) && <ListingSearchFields search={search} sort={sort} />}
      <ReadFault reading={reading} />
      {reading.isLoading && (
        <Skeleton label={t`Loading the classifieds…`}>
          <PictureTilesLoading />
        </Skeleton>
      )}
      {isEmpty && !isSearch && (
        <EmptyState title={<Trans>Nothing is for sale yet</Trans>} action={create}>
          <Trans>Be the first to list a car, a part or a tool that another member may need.</Trans>
        </EmptyState>
      )}
      {isEmpty && isSearch && (
        <EmptyState
          title={<Trans>No listing found</Trans>}
          action={
            <Button
              onClick={() =>
                void navigate({
                  to: '/portal/member/classifieds',
                  search: sort === 'newest' ? {} : { sort },
                  replace: true,
                })
              }
            >
              <Trans>Show all listings</Trans>
            </Button>
          }
        >
          <Trans>No title and no description holds these words. Try fewer or other ones.</Trans>
        </EmptyState>
      )}
      {items !== undefined && items.length > 0 && (
        <PictureTiles>
          {items.map((listing) => (
            <ListingTile key={listing.id} listing={listing} />
          ))}
        </PictureTiles>
      )}
      <LoadMore reading={reading}>
        <Trans>Load More</Trans>
      </LoadMore>
    </div>
  )
}
