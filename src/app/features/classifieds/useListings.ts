// Reading listings: the list, one of them, and both again after a change.
import { useQueryClient } from '@tanstack/react-query'
import type { Accepted } from '../../../contract/caller.ts'
import { useChangeKept } from '../../reading/useKeptRead.ts'
import { pagesName, usePagedRead } from '../../reading/usePagedRead.ts'
import { useRead } from '../../reading/useRead.ts'
import { useSessionState } from '../../session/SessionContext.tsx'
import { getLastList, type ListingsSearch } from './listingsSearch.ts'

export type Listing = Accepted<'get_classified'>['classified']

const lists = pagesName('get_classifieds')

export function useListings({ search = '', sort = 'newest' }: ListingsSearch, enabled = true) {
  return usePagedRead(
    'get_classifieds',
    { limit: 100, search: search.trim(), sort },
    ({ classifieds, nextCursor }) => ({ items: classifieds, nextCursor }),
    { enabled },
  )
}

/** Shown at once, and without a network, when the list had it. */
export function useListing(id: number | undefined) {
  const reading = useRead('get_classified', { id: id ?? 0 }, { enabled: id !== undefined })
  const list = useListings(getLastList(), false)
  const known = reading.data === undefined ? list.items?.find((one) => one.id === id) : undefined
  return {
    listing: reading.data?.classified ?? known,
    reading: known === undefined ? reading : { ...reading, data: known, savedAt: list.savedAt },
  }
}

/** Undefined for one that is gone. */
type ListingChange = (listing: Listing) => Listing | undefined

/** What was read of them is old now. The change is shown until it is read again. */
export function useListingsChanged(): (change?: ListingChange) => Promise<void> {
  const client = useQueryClient()
  const changeKept = useChangeKept()
  return async (change = (listing) => listing) => {
    changeKept<readonly Accepted<'get_classifieds'>[]>(lists, (answers) =>
      answers.map((answer) => ({
        ...answer,
        classifieds: answer.classifieds.flatMap((listing) => change(listing) ?? []),
      })),
    )
    changeKept<Accepted<'get_classified'>>('get_classified', (answer) => ({
      ...answer,
      classified: change(answer.classified) ?? answer.classified,
    }))
    for (const name of [lists, 'get_classified', 'get_member_media']) {
      await client.invalidateQueries({ queryKey: [name], refetchType: 'none' })
    }
  }
}

/** Whose listing it is, for the member who looks. */
export function useListingRights(listing: Listing | undefined): { isOwn: boolean; mayChange: boolean } {
  const { member, lapsedMember } = useSessionState()
  const person = member ?? lapsedMember
  const isOwn = listing !== undefined && listing.memberId === person?.id
  return { isOwn, mayChange: isOwn || (listing !== undefined && person?.moderator === true) }
}
