// The languages that we write in, and how they write amounts, days and moments.

export type Language = 'en' | 'es'

const locales: Readonly<Record<Language, string>> = { en: 'en-US', es: 'es-US' }

/** '$', two decimals, comma thousands, in both languages. */
export function toAmount(cents: number): string {
  const dollars = Math.floor(Math.abs(cents) / 100).toLocaleString('en-US')
  const rest = String(Math.abs(cents) % 100).padStart(2, '0')
  return `${cents < 0 ? '−' : ''}$${dollars}.${rest}`
}

/** A calendar day, as it is wherever it is read. */
export function toDayText(day: string, language: Language): string {
  return new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: 'UTC' }).format(
    Date.parse(`${day}T00:00:00Z`),
  )
}

/** An ISO instant in the club's zone, which it names. */
export function toMomentText(at: string, timeZone: string, language: Language): string {
  const text = new Intl.DateTimeFormat(locales[language], {
    timeZone,
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(Date.parse(at))
  // narrow spaces are boxes in some mail programs
  return text.replace(/[\u00a0\u202f]/g, ' ')
}
