// How long what members share may be: posts, rides, classifieds and their pictures.

export const sharedLengths = {
  ride: { year: 4, make: 50, model: 50, engine: 128, trim: 50, story: 2048 },
  post: 1024,
  topic: 64,
  classified: { label: 64, description: 1024 },
  /** What is wrong with a post, in the words of who reports it. */
  reportNote: 512,
  /** Why a moderator has hidden a post, for its author. */
  hiddenReason: 280,
} as const

/** rules/security 5.40: pictures of one post, ride or classified. */
export const mostPictures = 6
