// The notification for a push message, for any payload.

export interface PushNotice {
  title: string
  body: string
  tag: string
  /** A path of our own origin. */
  path: string
  language: 'en' | 'es'
}

const general = {
  en: { title: 'News from the show', body: 'Open the app to see what is new.' },
  es: { title: 'Novedades del evento', body: 'Abra la aplicación para ver qué hay de nuevo.' },
} as const

const longestTitle = 120
const longestBody = 400

/**
 * Reads `{ title, body, path, tag, language }`. General words replace what is missing or wrong, so that every
 * message ends in a notification (rules/offline 3.6).
 */
export function parseNotice(payload: string, deviceLanguage: string): PushNotice {
  const fields = parseFields(payload)
  const language =
    fields.language === 'en' || fields.language === 'es' ? fields.language : toLanguage(deviceLanguage)
  return {
    title: readText(fields.title, longestTitle) ?? general[language].title,
    body: readText(fields.body, longestBody) ?? general[language].body,
    tag: readText(fields.tag, 64) ?? 'showfield',
    path: readPath(fields.path),
    language,
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

/**
 * Only a path of ours. A second slash or a backslash would name another host. Tabs and line breaks are
 * refused because browsers drop them from addresses.
 */
function readPath(value: unknown): string {
  return typeof value === 'string' && value.length <= 512 && /^\/(?!\/)[^\\\s]*$/.test(value)
    ? value
    : '/portal'
}
