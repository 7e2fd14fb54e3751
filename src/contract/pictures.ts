// The pictures of posts, rides and classifieds, as calls send and answers show them.
import { z } from 'zod'
import { mostPictures } from '../domain/shapes/sharedLengths.ts'
import { bodyLimits } from './define.ts'

/** What can be wrong with a picture that is sent. */
export const pictureFailures = [
  'not-a-picture',
  'picture-too-large',
  'picture-broken',
  'pictures-busy',
] as const

/**
 * In the order in which they are shown. `imageData` is a data URL for a new picture. For one that the record
 * has already, it is the address that an answer gave.
 */
export const givenPictures = z
  .array(z.object({ imageData: z.string().max(bodyLimits.pictures) }))
  .max(mostPictures)

/** `imageData` is an address of ours, which never changes its content. `id` is the name in it. */
export const shownPictures = z.array(z.object({ id: z.string(), imageData: z.string() }))
