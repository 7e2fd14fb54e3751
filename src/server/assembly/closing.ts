// Closing an account: everything that ends with it, in the order in which it is locked.
import { closing as ofListings } from '../areas/classifieds/closing.ts'
import { closing as ofNewsletter } from '../areas/newsletter/closing.ts'
import { closing as ofRides } from '../areas/rides/closing.ts'
import { closing as ofPosts } from '../areas/social/closing.ts'
import { closing as ofCommunity } from '../community/closing.ts'
import type { Closing } from '../member/closing.ts'
import { closing as ofOrders } from '../order/closing.ts'

export const closings: readonly Closing[] = [
  ofNewsletter,
  ofRides,
  ofListings,
  ofPosts,
  ofCommunity,
  ofOrders,
]
