// What is wrong with a field of a listing, as a sentence.
import { useLingui } from '@lingui/react/macro'
import { sharedLengths } from '../../../domain/shapes/sharedLengths.ts'
import type { ListingFault, ListingField } from './listingValues.ts'

export function useListingFaultText(): (field: ListingField, fault: ListingFault) => string {
  const { t } = useLingui()
  return (field, fault) => {
    if (field === 'label') {
      if (fault === 'missing') return t`Enter a title.`
      return t`The title is too long: at most ${sharedLengths.classified.label} characters.`
    }
    if (field === 'description') {
      return t`The description is too long: at most ${sharedLengths.classified.description} characters.`
    }
    if (fault === 'missing') return t`Enter a price. It may be 0.`
    if (fault === 'too-large') return t`The price can be at most $9,999,999.99.`
    return t`Enter the price as digits, with a point before the cents.`
  }
}
