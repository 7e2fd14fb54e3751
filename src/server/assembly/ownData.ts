// The file with a member's own data: every part of it, from the area or room that has it.
import type { OwnDataPart } from '../../contract/closing.ts'
import { ownData as ofDevices } from '../alerts/db/ownData.ts'
import { ownData as ofListings } from '../areas/classifieds/db.ts'
import { ownData as ofEventOrders } from '../areas/eventOrders/db/ownData.ts'
import { ownData as ofRides } from '../areas/rides/db.ts'
import { ownData as ofPosts } from '../areas/social/db/own.ts'
import { ownData as ofStore } from '../areas/store/db/ownData.ts'
import { ownData as ofShifts } from '../areas/volunteers/db/ownData.ts'
import type { OwnDataSelect } from '../db/ownData.ts'
import { ownData as ofMember } from '../member/db/ownData.ts'
import { ownData as ofOrders } from '../order/db/ownData.ts'

export const ownData: Readonly<Record<OwnDataPart, OwnDataSelect>> = {
  ...ofMember,
  ...ofDevices,
  ...ofPosts,
  ...ofRides,
  ...ofListings,
  ...ofOrders,
  ...ofStore,
  ...ofEventOrders,
  ...ofShifts,
}
