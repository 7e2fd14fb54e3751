// Handlers for rides: the cars that members show each other.
import type { rides as contract } from '../../../contract/rides.ts'
import { isNamedRide, mostRideShows, mostRides } from '../../../domain/shapes/ride.ts'
import { toShownPictures } from '../../club/addresses.ts'
import { requireWriter } from '../../community/writing.ts'
import type { Context, Handlers } from '../../dispatch/handler.ts'
import { takeGivenPictures } from '../../storage/givenPictures.ts'
import {
  deleteOwnRide,
  insertRide,
  listOwnRides,
  listRideShows,
  listRides,
  lockOwnRide,
  lockRideCount,
  type StoredRide,
  updateRide,
} from './db.ts'

const noRide = 'There is no such ride of yours.'

export const rides = {
  async get_member_rides(context) {
    return { rides: await show(context, await listOwnRides(context.tx, context.member.id)) }
  },

  async create_member_ride(context, { images: _, ...texts }) {
    const { tx, member, pictures, now, fail } = context
    await requireWriter(context)
    if ((await lockRideCount(tx, member.id)) >= mostRides) {
      return fail('too-many-rides', `You have ${mostRides} rides already. Delete one first.`)
    }
    const hashes = await takeGivenPictures(tx, pictures, [])
    const ride = { ...texts, memberId: member.id, pictures: hashes, createdAt: new Date(now) }
    return { id: await insertRide(tx, ride) }
  },

  async update_member_ride(context, { id, images, ...texts }) {
    const { tx, member, pictures, fail } = context
    await requireWriter(context)
    const stored = await lockOwnRide(tx, member.id, id)
    if (stored === undefined) return fail('ride-not-found', noRide)
    const hashes =
      images === undefined ? stored.pictures : await takeGivenPictures(tx, pictures, stored.pictures)
    const given = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined))
    const ride = { ...stored, ...given, pictures: hashes }
    if (!isNamedRide(ride)) {
      const faults = [{ path: 'make', message: 'is missing: a ride has a make or a model' }]
      return fail('invalid-input', 'A ride has a make or a model.', { faults })
    }
    await updateRide(tx, id, ride)
    return { updated: true as const }
  },

  async delete_member_ride({ tx, member, fail }, { id }) {
    const isDeleted = await deleteOwnRide(tx, member.id, id)
    return isDeleted ? { deleted: true as const } : fail('ride-not-found', noRide)
  },

  async get_all_member_rides(context, page) {
    const { rows, nextCursor } = await listRides(context.tx, page)
    return { rides: await show(context, rows), nextCursor }
  },
} satisfies Pick<Handlers, keyof typeof contract>

async function show(
  { tx, tenant, services }: Context<'get_member_rides' | 'get_all_member_rides'>,
  stored: readonly StoredRide[],
) {
  const shows = await listRideShows(
    tx,
    stored.map(({ id }) => id),
    mostRideShows,
  )
  return stored.map(({ pictures, createdAt, createdUs: _, ...ride }) => ({
    ...ride,
    images: toShownPictures(services.config, tenant, pictures),
    created: createdAt.toISOString(),
    shows: shows.filter(({ rideId }) => rideId === ride.id).map(({ rideId: _, ...shown }) => shown),
  }))
}
