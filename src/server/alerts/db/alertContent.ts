// What a message of the club is about, before it has its words.
import type { Language } from '../../../domain/shapes/language.ts'

/** What is told to members, each by their own choice. */
export const addedKinds = ['file', 'product', 'event', 'activity'] as const
export type AddedKind = (typeof addedKinds)[number]

/** What of an event is worth a message when it changes, in the order in which a message names it. */
export const eventParts = ['times', 'schedule', 'maps', 'vendors', 'notes'] as const
export type EventPart = (typeof eventParts)[number]

export interface NoticeText {
  readonly title: string
  readonly text: string
}

/** What a message is about from the moment at which it is sent. */
export type AlertContent =
  | {
      readonly topic: AddedKind
      /** How many were added; at least 1. */
      readonly count: number
      /** The first of them. */
      readonly names: readonly string[]
      /** The first days of these, where they have one. */
      readonly days?: readonly string[]
      /** All of them. Missing in messages that an earlier build has begun to send. */
      readonly ids?: readonly number[]
    }
  | { readonly topic: 'change'; readonly parts: readonly EventPart[] }
  /** In an officer's words; in one language at least. */
  | { readonly topic: 'notice'; readonly texts: Readonly<Partial<Record<Language, NoticeText>>> }
  | {
      readonly topic: 'reminder'
      readonly entryId: string
      readonly label: string
      readonly place: string
      /** 'HH:MM' in the event's zone. */
      readonly startTime: string
      /** Epoch milliseconds. */
      readonly startsAt: number
    }

export type AlertTopic = AlertContent['topic']

export function isAddedKind(topic: AlertTopic): topic is AddedKind {
  return addedKinds.some((kind) => kind === topic)
}
