// The words of the club's messages, in both languages: the same on a locked phone, in a mail and in the app.
import { writeClock } from '../../domain/clock.ts'
import { minuteMs } from '../../domain/time.ts'
import { namesPerAlert } from '../limits/sizes.ts'
import type { MailLanguage } from '../mail/language.ts'
import { toOneLine } from '../mail/letter.ts'
import type { AddedKind, AlertContent, EventPart } from './db/alertContent.ts'

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

export function writeAlert(content: AlertContent, context: AlertContext): AlertWords {
  const { language, event, alertId, now } = context
  const words = wordsOf[language]
  const club = toOneLine(context.clubName)
  const viewer = `/portal/viewer/${event?.id ?? 0}`
  switch (content.topic) {
    case 'file':
    case 'product':
    case 'event':
    case 'activity':
      return {
        title: club,
        body: writeAdded(content, language),
        path: paths[content.topic],
        tag: `new-${content.topic}`,
      }
    case 'change':
      return {
        title: toOneLine(event?.name ?? ''),
        body: words.change(
          toList(
            content.parts.map((part) => words.parts[part]),
            words.and,
          ),
        ),
        path: content.parts.length === 1 ? `${viewer}${pathOfPart[content.parts[0] ?? 'times']}` : viewer,
        tag: `change-${event?.id ?? 0}`,
      }
    case 'notice': {
      const said = content.texts[language] ?? content.texts.en ?? content.texts.es
      return {
        title: said?.title ?? '',
        body: said?.text ?? '',
        path: `${viewer}/more`,
        tag: `notice-${alertId}`,
      }
    }
    case 'reminder': {
      const minutes = Math.max(1, Math.round((content.startsAt - now) / minuteMs))
      const time = writeClock(content.startTime, language).replaceAll('\u00a0', ' ')
      return {
        title: words.starts(toOneLine(content.label), minutes),
        body: content.place === '' ? time : `${time}, ${toOneLine(content.place)}`,
        path: `${viewer}/schedule`,
        // the tag of the reminder that an open app gives, so that there is one
        tag: `reminder-${content.entryId}`,
      }
    }
  }
}

function writeAdded(
  { topic, count, names }: Extract<AlertContent, { topic: AddedKind }>,
  language: MailLanguage,
): string {
  const words = wordsOf[language]
  const [only = ''] = names
  if (count === 1) return words.one[topic](toOneLine(only))
  const shown = names.slice(0, namesPerAlert).map(toOneLine)
  const rest = count - shown.length
  const listed = rest > 0 ? [...shown, words.more(rest)] : shown
  return words.several[topic](count, toList(listed, words.and))
}

const paths: Readonly<Record<AddedKind, string>> = {
  file: '/portal/member/files',
  product: '/portal/member/store',
  event: '/portal/member/events',
  activity: '/portal/member/activities',
}

const pathOfPart: Readonly<Record<EventPart, string>> = {
  times: '',
  schedule: '/schedule',
  maps: '/maps',
  vendors: '/vendors',
  notes: '/more',
}

/** "a, b and c". */
function toList(parts: readonly string[], and: string): string {
  const last = parts.at(-1) ?? ''
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} ${and} ${last}`
}

interface Words {
  readonly and: string
  readonly one: Readonly<Record<AddedKind, (name: string) => string>>
  readonly several: Readonly<Record<AddedKind, (count: number, names: string) => string>>
  more(count: number): string
  readonly parts: Readonly<Record<EventPart, string>>
  change(parts: string): string
  starts(label: string, minutes: number): string
}

const wordsOf: Readonly<Record<MailLanguage, Words>> = {
  en: {
    and: 'and',
    one: {
      file: (name) => `New file: ${name}`,
      product: (name) => `New in the store: ${name}`,
      event: (name) => `New event: ${name}`,
      activity: (name) => `New in the calendar: ${name}`,
    },
    several: {
      file: (count, names) => `${count} new files: ${names}`,
      product: (count, names) => `${count} new products in the store: ${names}`,
      event: (count, names) => `${count} new events: ${names}`,
      activity: (count, names) => `${count} new activities: ${names}`,
    },
    more: (count) => `${count} more`,
    parts: {
      times: 'name, date or place',
      schedule: 'schedule',
      maps: 'maps',
      vendors: 'vendors',
      notes: 'event notes',
    },
    change: (parts) => `Changed: ${parts}.`,
    starts: (label, minutes) => `${label} starts in ${minutes} min`,
  },
  es: {
    and: 'y',
    one: {
      file: (name) => `Archivo nuevo: ${name}`,
      product: (name) => `Nuevo en la tienda: ${name}`,
      event: (name) => `Evento nuevo: ${name}`,
      activity: (name) => `Actividad nueva: ${name}`,
    },
    several: {
      file: (count, names) => `${count} archivos nuevos: ${names}`,
      product: (count, names) => `${count} productos nuevos en la tienda: ${names}`,
      event: (count, names) => `${count} eventos nuevos: ${names}`,
      activity: (count, names) => `${count} actividades nuevas: ${names}`,
    },
    more: (count) => `${count} más`,
    parts: {
      times: 'nombre, fecha o lugar',
      schedule: 'programa',
      maps: 'planos',
      vendors: 'vendedores',
      notes: 'notas del evento',
    },
    change: (parts) => `Ha cambiado: ${parts}.`,
    starts: (label, minutes) => `${label} empieza en ${minutes} min`,
  },
}
