// Actions for rides: the cars that members show each other.
import { z } from 'zod'
import { isNamedRide, rideLengths } from '../domain/shapes/ride.ts'
import { define } from './define.ts'
import { givenPictures, pictureFailures, shownPictures } from './pictures.ts'
import { id, line, lines, pageCursor, pageOffset } from './shapes.ts'

const { description, ...lengths } = rideLengths
const texts = {
  year: line(lengths.year),
  make: line(lengths.make),
  model: line(lengths.model),
  engine: line(lengths.engine),
  trim: line(lengths.trim),
  description: lines(description),
}
const { shape: changedTexts } = z.object(texts).partial()
const { year, make, model, engine, trim } = texts

const ride = z.object({
  id,
  memberId: id,
  year: z.string(),
  make: z.string(),
  model: z.string(),
  engine: z.string(),
  trim: z.string(),
  /** The story. */
  description: z.string(),
  images: shownPictures,
  /** The member's name. */
  owner: z.string(),
  /** An ISO instant. */
  created: z.string(),
  /** Where the member has registered this car, the newest first. */
  shows: z.array(
    z.object({
      eventId: id,
      name: z.string(),
      /** Calendar day. */
      startDate: z.string(),
      carNumber: z.string(),
    }),
  ),
})

export const rides = {
  /** The caller's own, the newest first. */
  get_member_rides: define({
    access: 'member',
    effect: 'read',
    input: z.object({}),
    output: z.object({ rides: z.array(ride) }),
    failures: [],
  }),
  create_member_ride: define({
    access: 'member',
    effect: 'write',
    body: 'pictures',
    input: z
      .object({
        year: year.default(''),
        make: make.default(''),
        model: model.default(''),
        engine: engine.default(''),
        trim: trim.default(''),
        description: texts.description.default(''),
        images: givenPictures.default([]),
      })
      .refine(isNamedRide, { path: ['make'], message: 'is missing: a ride has a make or a model' }),
    output: z.object({ id }),
    failures: ['member-muted', 'too-many-rides', ...pictureFailures],
  }),
  /** What is not sent stays as it is. */
  update_member_ride: define({
    access: 'member',
    effect: 'write',
    body: 'pictures',
    input: z.object({ id, ...changedTexts, images: givenPictures.optional() }),
    output: z.object({ updated: z.literal(true) }),
    failures: ['member-muted', 'ride-not-found', ...pictureFailures],
  }),
  delete_member_ride: define({
    access: 'member',
    effect: 'write',
    input: z.object({ id }),
    output: z.object({ deleted: z.literal(true) }),
    failures: ['ride-not-found'],
  }),
  /** Of all members, the newest first. With a cursor the offset counts nothing. */
  get_all_member_rides: define({
    access: 'member',
    effect: 'read',
    input: z.object({
      limit: z.int().min(1).max(50).default(10),
      offset: pageOffset,
      cursor: pageCursor.optional(),
    }),
    output: z.object({ rides: z.array(ride), nextCursor: z.string().nullable() }),
    failures: [],
  }),
}
