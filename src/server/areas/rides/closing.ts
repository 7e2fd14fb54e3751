// Rides of a member whose account is closed are gone.
import type { Closing } from '../../member/closing.ts'
import { deleteRidesOf } from './db/ride.ts'

export const closing: Closing = deleteRidesOf
