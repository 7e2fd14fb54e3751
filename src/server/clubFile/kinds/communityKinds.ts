// How what members share is stored: their cars, topics, posts, classifieds.

import { foldTopic } from '../../../domain/shapes/topicName.ts'
import { recordSchemas } from '../clubFile.ts'
import { cents, created, derivedText, instant, int, pictures, reference, text } from './columns.ts'
import { type Json, kind } from './recordKind.ts'

// a file that does not say it changes nothing of it: it never shows again what a moderator has hidden
const moderated = {
  edited_at: instant('edited', { isOptional: true }),
  hidden_at: instant('hiddenAt', { isOptional: true }),
  hidden_reason: { ...text('hiddenReason', { isOptional: true }), toFile: (value: Json) => value || null },
}

const reaction = kind('reaction', 'post_reaction', recordSchemas.reaction, {
  identity: ['post_id', 'member_id'],
  parentColumn: 'post_id',
  toRef: (value, parentRef) => `${parentRef} ${value.member}`,
  columns: { member_id: reference('member', 'member'), reaction: int('reaction') },
})

const comment = kind('comment', 'post', recordSchemas.comment, {
  parentColumn: 'parent_id',
  columns: {
    member_id: reference('member', 'member'),
    message: text('message'),
    created_at: created,
    ...moderated,
  },
  children: [{ field: 'reactions', kind: reaction }],
})

export const ride = kind('ride', 'ride', recordSchemas.ride, {
  columns: {
    member_id: reference('member', 'member'),
    year: text('year'),
    make: text('make'),
    model: text('model'),
    engine: text('engine'),
    trim: text('trim'),
    description: text('description'),
    pictures: pictures('images', 'member'),
    created_at: created,
  },
})

export const topic = kind('topic', 'topic', recordSchemas.topic, {
  unique: { columns: ['topic_folded'], field: 'topic', park: `'~' || id` },
  derive: (fields) => ({ topic_folded: foldTopic(String(fields.topic)) }),
  columns: { topic: text('topic'), topic_folded: derivedText },
})

export const post = kind('post', 'post', recordSchemas.post, {
  columns: {
    member_id: reference('member', 'member'),
    topic_id: reference('topic', 'topic'),
    message: text('message'),
    pictures: pictures('media', 'member'),
    created_at: created,
    ...moderated,
  },
  children: [
    { field: 'comments', kind: comment },
    { field: 'reactions', kind: reaction },
  ],
})

export const classified = kind('classified', 'classified', recordSchemas.classified, {
  columns: {
    member_id: reference('member', 'member'),
    label: text('label'),
    price_cents: cents('price'),
    description: text('description'),
    pictures: pictures('images', 'member'),
    created_at: created,
  },
})
