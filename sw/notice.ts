// What a push message says, whatever its payload is.

export interface Notice {
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
 * Reads `{ title, body, path, tag, language }`; what is missing or wrong is replaced by general words, so
 * that a message never ends without its notification (rules/offline 3.6).
 */
export function parseNotice(payload: string, deviceLanguage: string): Notice {
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
    return {} // no JSON: general words
  }
}

function readText(value: unknown, longest: number): string | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined
  return value.slice(0, longest)
}

/**
 * Only a path of ours: one slash, then no second slash or backslash, which would name another host, nor a tab or
 * a line break, which addresses drop.
 */
function readPath(value: unknown): string {
  return typeof value === 'string' && value.length <= 512 && /^\/(?!\/)[^\\\s]*$/.test(value)
    ? value
    : '/portal'
}
