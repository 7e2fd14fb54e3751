// How a club file has topics, and posts with their comments and reactions.
import { z } from 'zod'
import {
  instant,
  lengths,
  optional,
  pictures,
  refTo,
  required,
  text,
} from '../../../domain/shapes/fileValues.ts'
import { column, optionalInFile } from '../../../domain/shapes/recordShape.ts'
import { foldTopic } from '../../../domain/shapes/topicName.ts'
import { derivedText, plainColumn } from '../../clubFile/columns.ts'
import { kind, kindWithoutRef, list } from '../../clubFile/kind.ts'
import type { Column } from '../../clubFile/recordKind.ts'

const member = column.ref('member_id', 'member', refTo('a member'))

const edited = instant.describe('When it was last changed')
const hiddenReason = text(lengths.hiddenReason).describe('Why it is hidden; its author reads it')
const hiddenAt = instant.describe('Since then only its author and moderators see it')

// a file that does not say it changes nothing of it: it never shows again what a moderator has hidden
const times = {
  created: optionalInFile(column.instant('created_at', instant.optional())),
  edited: optionalInFile(column.instant('edited_at', edited.optional())),
  hiddenReason: optionalInFile(column.text('hidden_reason', hiddenReason.optional())),
  hiddenAt: optionalInFile(column.instant('hidden_at', hiddenAt.optional())),
}

const reasonColumn: Column = {
  ...plainColumn('text', 'hiddenReason'),
  isOptional: true,
  toFile: (value) => value || null,
}

const reaction = kindWithoutRef('reaction', 'post_reaction', {
  fields: {
    member,
    reaction: column.int(
      'reaction',
      z.int().min(0).max(7).describe('0 up, 1 down, 2 love, 3 care, 4 haha, 5 wow, 6 sad, 7 angry'),
    ),
  },
  identity: ['post_id', 'member_id'],
  parent: { column: 'post_id', table: 'post' },
  toRef: (value, parentRef) => `${parentRef} ${value.member}`,
  check(record, { reportDouble }) {
    const value = String(record.value.member)
    reportDouble(record, 'parent', 'member', value, `the reaction of '${value}'`)
  },
})

const comment = kind('comment', 'post', {
  fields: { member, message: column.text('message', required(lengths.post)), ...times },
  parent: { column: 'parent_id', table: 'post' },
  isHidden: true,
  columns: { hidden_reason: reasonColumn },
  children: { reactions: list(reaction) },
})

const topic = kind('topic', 'topic', {
  fields: { topic: column.text('topic', required(lengths.topic)) },
  unique: { columns: ['topic_folded'], field: 'topic', park: `'~' || id` },
  check(record, { reportDouble }) {
    const { topic } = record.value
    reportDouble(record, 'club', 'topic', foldTopic(String(topic)), `the topic ${topic}`)
  },
  derive: (fields) => ({ topic_folded: foldTopic(String(fields.topic)) }),
  columns: { topic_folded: derivedText },
})

const post = kind('post', 'post', {
  fields: {
    member,
    topic: column.ref('topic_id', 'topic', refTo('a topic').optional()),
    message: column.text('message', optional(lengths.post).describe('May be left out beside a picture')),
    media: column.memberPhotos('pictures', pictures),
    ...times,
  },
  isHidden: true,
  check(record, { report }) {
    const { message, media } = record.value
    const isEmpty = String(message).trim() === '' && (media as readonly unknown[]).length === 0
    if (isEmpty) report(record, 'message', 'must not be empty without a picture')
  },
  columns: { hidden_reason: reasonColumn },
  children: { comments: list(comment), reactions: list(reaction) },
})

export const clubFile = { topics: list(topic), posts: list(post) }
