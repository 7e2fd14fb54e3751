// Listings of a member whose account is closed are hidden, as when they are removed one by one.
import type { Closing } from '../../member/closing.ts'
import { hideListings } from './db/classified.ts'

export const closing: Closing = hideListings
