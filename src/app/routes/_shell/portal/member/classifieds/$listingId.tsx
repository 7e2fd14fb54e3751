import { createFileRoute } from '@tanstack/react-router'
import { ListingScreen } from '../../../../../features/classifieds/ListingScreen.tsx'
import { parseListingSearch } from '../../../../../features/classifieds/listingsSearch.ts'

export const Route = createFileRoute('/_shell/portal/member/classifieds/$listingId')({
  validateSearch: parseListingSearch,
  component: Listing,
})

function Listing() {
  const { listingId } = Route.useParams()
  return <ListingScreen key={listingId} listingId={listingId} />
}
