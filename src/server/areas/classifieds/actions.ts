// Handlers for classifieds: what members offer each other for sale.

import type { classifieds as contract } from '../../../contract/classifieds.ts'
import { findDay } from '../../../domain/day.ts'
import { toCents, toDollars } from '../../../domain/money.ts'
import { toShownPictures } from '../../club/addresses.ts'
import { getClub } from '../../club/db/club.ts'
import { requireAuthor } from '../../community/author.ts'
import { addToTrail, type TrailEntry } from '../../community/db/moderation.ts'
import { requireRoom, requireWriter } from '../../community/writing.ts'
import type { Context, Handlers } from '../../dispatch/handler.ts'
import { listingsPerMember } from '../../limits/often.ts'
import { takeGivenPictures } from '../../storage/givenPictures.ts'
import {
  type Classified,
  changeClassified,
  deleteClassified,
  findClassified,
  insertClassified,
  listClassifieds,
} from './db.ts'

const noListing = 'This listing is not there any more.'

export const classifieds = {
  async get_classifieds(context, { search, sort, ...page }) {
    const words = search.split(/\s+/).filter((word) => word !== '')
    const wish = { ...page, order: sort, words }
    const { rows, nextCursor } = await listClassifieds(context.tx, await findToday(context), wish)
    return { classifieds: rows.map((listing) => toShown(context, listing)), nextCursor }
  },

  async get_classified(context, { id }) {
    const { tx, fail } = context
    const found = await findClassified(tx, await findToday(context), id)
    return found === undefined
      ? fail('listing-not-found', noListing)
      : { classified: toShown(context, found) }
  },

  async create_classified(context, { label, price, description }) {
    const { tx, member, now } = context
    await requireWriter(context)
    await requireRoom(context, listingsPerMember)
    const pictures = await takeGivenPictures(tx, context.pictures, [])
    const written = { label, priceCents: toCents(price), description, pictures }
    return { id: await insertClassified(tx, member.id, written, new Date(now)) }
  },

  async update_classified(context, { id, memberId, label, price, description, images }) {
    const { tx, pictures } = context
    await requireWriter(context)
    const before = await beginChange(context, id, 'edit', memberId)
    await changeClassified(tx, id, {
      label,
      priceCents: toCents(price),
      description,
      pictures:
        images === undefined ? before.pictures : await takeGivenPictures(tx, pictures, before.pictures),
    })
    return {}
  },

  async delete_classified(context, { id }) {
    const { tx, now } = context
    await beginChange(context, id, 'delete')
    await deleteClassified(tx, id, new Date(now))
    return {}
  },
} satisfies Pick<Handlers, keyof typeof contract>

async function findToday({ tx, now }: Pick<Context<'get_classified'>, 'tx' | 'tenant' | 'now'>) {
  const { timeZone } = await getClub(tx)
  return findDay(now, timeZone)
}

function toShown(
  { services, tenant }: Pick<Context<'get_classified'>, 'services' | 'tenant'>,
  { priceCents, pictures, createdAt, ...listing }: Classified,
) {
  const { id, memberId, label, description } = listing
  return {
    id,
    memberId,
    label,
    price: toDollars(priceCents),
    description,
    images: toShownPictures(services.config, tenant, pictures),
    created: createdAt.toISOString(),
  }
}

type ChangeContext = Context<'delete_classified'> | Context<'update_classified'>

/** Only its owner may change it, or a moderator, of whom the trail then tells. */
async function beginChange(
  context: ChangeContext,
  id: number,
  change: TrailEntry['change'],
  claimed?: number,
): Promise<Classified> {
  const { tx, member, now } = context
  const listing = await findClassified(tx, await findToday(context), id, 'lock')
  if (listing === undefined) return context.fail('listing-not-found', noListing)
  if (await requireAuthor(context, listing, claimed)) return listing
  const { label, priceCents, description, pictures } = listing
  await addToTrail(tx, {
    actorId: member.id,
    at: new Date(now),
    change,
    classifiedId: id,
    before: { label, priceCents, description, pictures },
  })
  return listing
}
