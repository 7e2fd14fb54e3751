// Handlers for classifieds: what members offer each other for sale.

import type { classifieds as contract } from '../../../contract/classifieds.ts'
import { findDay } from '../../../domain/day.ts'
import { toCents, toDollars } from '../../../domain/money.ts'
import { toShownPictures } from '../../club/addresses.ts'
import { getClub } from '../../club/db/club.ts'
import { requireAuthor } from '../../community/author.ts'
import { addToTrail, type TrailEntry } from '../../community/db/moderation.ts'
import { readCursor, toCursor } from '../../community/db/pageOrder.ts'
import { requireVoice } from '../../community/voice.ts'
import type { Context, Handlers } from '../../dispatch/handler.ts'
import { listingsPerMember } from '../../limits/often.ts'
import { takeGivenPictures } from '../../storage/givenPictures.ts'
import { refuse } from '../../throttle/throttle.ts'
import {
  type Classified,
  changeClassified,
  deleteClassified,
  findClassified,
  insertClassified,
  listClassifieds,
  listMadeSince,
  lockClassified,
} from './db/classified.ts'

const noListing = 'This listing is not there any more.'

export const classifieds = {
  async get_classifieds(context, { limit, offset, cursor, search, sort }) {
    const { tx } = context
    const found = await listClassifieds(tx, await findToday(context), {
      order: sort,
      words: search.split(/\s+/).filter((word) => word !== ''),
      after: cursor === undefined ? undefined : readCursor(cursor),
      offset,
      // one more tells whether there is a next page
      limit: limit + 1,
    })
    const page = found.slice(0, limit)
    const last = page.at(-1)
    return {
      classifieds: page.map((listing) => toShown(context, listing)),
      nextCursor: found.length > limit && last !== undefined ? toCursor(last.place) : null,
    }
  },

  async get_classified(context, { id }) {
    const { tx, fail } = context
    const found = await findClassified(tx, await findToday(context), id)
    return found === undefined
      ? fail('listing-not-found', noListing)
      : { classified: toShown(context, found) }
  },

  async create_classified(context, { label, price, description }) {
    const { tx, member, now, pictures } = context
    await requireVoice(context)
    const memberId = member?.id ?? 0
    const made = await listMadeSince(tx, memberId, new Date(now - listingsPerMember.windowMs))
    if (made.length >= listingsPerMember.most) refuse(findWaitMs(made, now))
    const id = await insertClassified(
      tx,
      memberId,
      {
        label,
        priceCents: toCents(price),
        description,
        pictures: await takeGivenPictures(tx, pictures, []),
      },
      new Date(now),
    )
    return { id }
  },

  async update_classified(context, { id, memberId, label, price, description, images }) {
    const { tx, pictures } = context
    await requireVoice(context)
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

/** Until the oldest of those that count does not count any more. */
function findWaitMs(made: readonly Date[], now: number): number {
  const counts = made.at(-listingsPerMember.most)
  return counts === undefined ? 0 : counts.getTime() + listingsPerMember.windowMs - now
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
  const listing = await lockClassified(tx, await findToday(context), id)
  if (listing === undefined) return context.fail('listing-not-found', noListing)
  if (await requireAuthor(context, listing, claimed)) return listing
  const { label, priceCents, description, pictures } = listing
  await addToTrail(tx, {
    actorId: member?.id ?? 0,
    at: new Date(now),
    change,
    classifiedId: id,
    before: { label, priceCents, description, pictures },
  })
  return listing
}
