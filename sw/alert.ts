// The notification for a push message, for any payload.

export interface PushedAlert {
  title: string
  body: string
  tag: string
  /** A path of our own origin. */
  path: string
  language: 'en' | 'es'
  /** The favourite that it reminds of. */
  reminder?: Reminder
}

export interface Reminder {
  eventId: number
  entryId: string
  /** Epoch milliseconds. */
  startsAt: number
}

const general = {
  en: { title: 'News from the show', body: 'Open the app to see what is new.' },
  es: { title: 'Novedades del evento', body: 'Abra la aplicación para ver qué hay de nuevo.' },
} as const

const longestTitle = 120
const longestBody = 400
/** A reminder's has the id of its entry. */
const longestTag = 100

/**
 * Reads `{ title, body, path, tag, language, reminder }`. General words replace what is missing or wrong, so that every
 * message ends in a notification (rules/offline 3.6).
 */
export function parseAlert(payload: string, deviceLanguage: string): PushedAlert {
  const fields = parseFields(payload)
  const language =
    fields.language === 'en' || fields.language === 'es' ? fields.language : toLanguage(deviceLanguage)
  const reminder = readReminder(fields.reminder)
  return {
    title: readText(fields.title, longestTitle) ?? general[language].title,
    body: readText(fields.body, longestBody) ?? general[language].body,
    tag: readText(fields.tag, longestTag) ?? 'showfield',
    path: readPath(fields.path),
    language,
    ...(reminder === undefined ? {} : { reminder }),
  }
}

function toLanguage(tag: string): 'en' | 'es' {
  return tag.toLowerCase().startsWith('es') ? 'es' : 'en'
}

function parseFields(payload: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(payload)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {} // not JSON: use general words
  }
}

function readText(value: unknown, longest: number): string | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined
  return value.slice(0, longest)
}

function readReminder(value: unknown): Reminder | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { eventId, entryId, startsAt } = value as Record<string, unknown>
  return typeof eventId === 'number' && typeof entryId === 'string' && typeof startsAt === 'number'
    ? { eventId, entryId, startsAt }
    : undefined
}

/**
 * Only a path of ours. A second slash or a backslash would name another host. Tabs and line breaks are
 * refused because browsers drop them from addresses.
 */
function readPath(value: unknown): string {
  return typeof value === 'string' && value.length <= 512 && /^\/(?!\/)[^\\\s]*$/.test(value)
    ? value
    : '/portal'
}
