// Formats of dates and times. Each is made once, because making one is far slower than using it.

const formats = new Map<string, Intl.DateTimeFormat>()

export function getDateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options)
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formats.set(key, known)
  return known
}
