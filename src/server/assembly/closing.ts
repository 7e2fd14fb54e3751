// Closing an account: everything that ends with it, in the order in which it is locked.
import { hideListings } from '../areas/classifieds/db.ts'
import { deleteAdditionalEmailsOf } from '../areas/newsletter/db/additionalEmail.ts'
import { deleteRidesOf } from '../areas/rides/db.ts'
import { removePictures } from '../areas/social/db/own.ts'
import { endModeration } from '../community/db/moderation.ts'
import type { Closing } from '../member/closing.ts'
import { endRoles } from '../member/db/officer.ts'
import { closing as ofOrders } from '../order/closing.ts'
import { eraseTrailValues } from '../trail/db.ts'

export const closings: readonly Closing[] = [
  deleteAdditionalEmailsOf,
  deleteRidesOf,
  hideListings,
  removePictures,
  endModeration,
  endRoles,
  eraseTrailValues,
  ofOrders,
]
