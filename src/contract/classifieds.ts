// Actions for classifieds: what members offer each other for sale.
import { z } from 'zod'
import { isPlainDollars } from '../domain/money.ts'
import { sharedLengths } from '../domain/shapes/sharedLengths.ts'
import { define } from './define.ts'
import { givenPictures, pictureFailures, shownPictures } from './pictures.ts'
import { id, line, lines, neededLine, pageCursor, pageOffset } from './shapes.ts'

const { label, description } = sharedLengths.classified

/** Nothing of the seller but their id: who wants to reach them reads `get_member`. */
const classified = z.object({
  id,
  memberId: id,
  label: z.string(),
  /** In dollars. */
  price: z.number(),
  description: z.string(),
  images: shownPictures,
  /** An ISO instant. */
  created: z.string(),
})

/** Dollars and whole cents, as digits could write them. */
const price = z.number().refine((dollars) => isPlainDollars(String(dollars)), 'is no price')

const written = {
  label: neededLine(label),
  price,
  description: lines(description),
  /** Left out: none for a new one, and no change of what is there. */
  images: givenPictures.optional(),
}

export const classifieds = {
  /** Of members whose membership has not ended. With a cursor the offset counts nothing. */
  get_classifieds: define({
    access: 'member',
    effect: 'read',
    input: z.object({
      limit: z.int().min(1).max(100).default(100),
      offset: pageOffset,
      cursor: pageCursor.optional(),
      /** Every word must be in the title or the description, whatever its accents and case. */
      search: line(64).default(''),
      sort: z.enum(['newest', 'cheapest', 'dearest']).default('newest'),
    }),
    output: z.object({ classifieds: z.array(classified), nextCursor: z.string().nullable() }),
    failures: [],
  }),
  /** For the address of one, from a link or a bookmark. */
  get_classified: define({
    access: 'member',
    effect: 'read',
    input: z.object({ id }),
    output: z.object({ classified }),
    failures: ['listing-not-found'],
  }),
  create_classified: define({
    access: 'member',
    effect: 'write',
    body: 'pictures',
    input: z.object({ ...written, description: written.description.default('') }),
    output: z.object({ id }),
    failures: ['member-muted', ...pictureFailures],
  }),
  update_classified: define({
    access: 'member',
    effect: 'write',
    namesAuthor: true,
    body: 'pictures',
    input: z.object({ id, memberId: id.optional(), ...written }),
    output: z.object({}),
    failures: ['listing-not-found', 'member-muted', 'not-allowed', ...pictureFailures],
  }),
  delete_classified: define({
    access: 'member',
    effect: 'write',
    input: z.object({ id }),
    output: z.object({}),
    failures: ['listing-not-found', 'not-allowed'],
  }),
}
