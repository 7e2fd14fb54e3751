// The shapes of topics, posts, comments and reactions in club files.
import { z } from 'zod'
import { instant, lengths, optional, pictures, ref, refTo, required, text } from './fileValues.ts'

const member = refTo('a member')
const times = {
  created: instant.optional(),
  edited: instant.optional().describe('When it was last changed'),
  hiddenReason: text(lengths.hiddenReason).optional().describe('Why it is hidden; its author reads it'),
  hiddenAt: instant.optional().describe('Since then only its author and moderators see it'),
}

export const topicFile = z.object({ ref, topic: required(lengths.topic) })

export const postFile = z.object({
  ref,
  member,
  topic: refTo('a topic').optional(),
  message: optional(lengths.post).describe('May be left out beside a picture'),
  media: pictures,
  ...times,
})

export const commentFile = z.object({ ref, member, message: required(lengths.post), ...times })

export const reactionFile = z.object({
  member,
  reaction: z.int().min(0).max(7).describe('0 up, 1 down, 2 love, 3 care, 4 haha, 5 wow, 6 sad, 7 angry'),
})
