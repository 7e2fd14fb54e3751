// How the club's messages are said: the same on a locked phone, in a mail and in the app. Each area says its own.
import type { Tx } from '../db/open.ts'
import { namesPerAlert } from '../limits/sizes.ts'
import { type MailLanguage, toLongDay } from '../mail/language.ts'
import { toOneLine } from '../mail/letter.ts'
import type { MemberChoices } from '../member/db/memberSettings.ts'
import type { ShownTable } from './db/alert.ts'
import type { AddedKind, AlertContent, AlertTopic, EventPart } from './db/alertContent.ts'
import type { MailedTo } from './db/recipients.ts'

export interface AlertWords {
  readonly title: string
  readonly body: string
  /** A path of the app, without the club's name. */
  readonly path: string
  /** A later notification with the same tag takes the place of this one. */
  readonly tag: string
}

export interface AlertContext {
  readonly alertId: number
  readonly language: MailLanguage
  /** As people typed it. */
  readonly clubName: string
  /** Of a change, a notice or a reminder. */
  readonly event: { readonly id: number; readonly name: string } | null
  /** Epoch milliseconds. */
  readonly now: number
}

interface Told<T extends AlertTopic> {
  write(content: Extract<AlertContent, { topic: T }>, context: AlertContext): AlertWords
}

interface ToldMembers extends Told<AddedKind>, ShownTable {
  /** Who has switched it off is not told. */
  readonly choice: keyof MemberChoices
  /** Whom a mail of another kind has told of all of these: they get none in addition. */
  listMailed?(ids: readonly number[]): MailedTo
}

interface ToldFollowers extends Told<'change'> {
  /** The event as its followers see it, to compare. Undefined for one that they do not see, or that is over. */
  readFace(tx: Tx, eventId: number, today: string): Promise<Readonly<Record<EventPart, string>> | undefined>
}

/** All that a club tells, by topic. */
export type Alerts = Readonly<Record<AddedKind, ToldMembers>> & {
  readonly change: ToldFollowers
  readonly notice: Told<'notice'>
  readonly reminder: Told<'reminder'>
}

export function writeAlert(alerts: Alerts, content: AlertContent, context: AlertContext): AlertWords {
  const told: { write(content: never, context: AlertContext): AlertWords } = alerts[content.topic]
  // only the map knows which content belongs to which topic
  return told.write(content as never, context)
}

interface Added extends Omit<ToldMembers, 'write'> {
  readonly path: string
  /** "New file: rules", "3 new files: rules, map and menu". */
  readonly words: Readonly<Record<MailLanguage, { readonly one: string; readonly several: string }>>
}

/** What members are told when something was added. */
export function added({ path, words, ...others }: Added): ToldMembers {
  return {
    ...others,
    write({ topic, count, names, days }, { language, clubName }) {
      const [only = ''] = names
      const shown = names.slice(0, namesPerAlert).map((name) => toOneLine(name))
      const when = days?.[0] === undefined ? '' : `, ${toLongDay(days[0], language)}`
      const rest = count - shown.length
      const listed = rest > 0 ? [...shown, listWords[language].more(rest)] : shown
      const { one, several } = words[language]
      return {
        title: toOneLine(clubName),
        body:
          count === 1
            ? `${one}: ${toOneLine(only)}${when}`
            : `${count} ${several}: ${listInWords(listed, language)}`,
        path,
        tag: `new-${topic}`,
      }
    },
  }
}

const listWords = {
  en: { and: 'and', more: (count: number) => `${count} more` },
  es: { and: 'y', more: (count: number) => `${count} más` },
} satisfies Record<MailLanguage, unknown>

/** "a, b and c". */
export function listInWords(parts: readonly string[], language: MailLanguage): string {
  const last = parts.at(-1) ?? ''
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} ${listWords[language].and} ${last}`
}

/** Where the app shows an event. */
export function toViewer(event: AlertContext['event']): string {
  return `/portal/viewer/${event?.id ?? 0}`
}
