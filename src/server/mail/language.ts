// The languages of our mails, and how they write amounts, days and times.

export type MailLanguage = 'en' | 'es'

const locales: Readonly<Record<MailLanguage, string>> = { en: 'en-US', es: 'es-US' }

/** In both languages '$', two decimals, and commas for thousands. */
export function toAmount(cents: number): string {
  const dollars = Math.floor(Math.abs(cents) / 100).toLocaleString('en-US')
  const rest = String(Math.abs(cents) % 100).padStart(2, '0')
  return `${cents < 0 ? '−' : ''}$${dollars}.${rest}`
}

/** A calendar day, the same in every time zone. */
export function toDayText(day: string, language: MailLanguage): string {
  return new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: 'UTC' }).format(
    Date.parse(`${day}T00:00:00Z`),
  )
}

/** An ISO instant in the club's time zone, with the zone's name. */
export function toMomentText(at: string, timeZone: string, language: MailLanguage): string {
  const text = new Intl.DateTimeFormat(locales[language], {
    timeZone,
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(Date.parse(at))
  // some mail programs show narrow spaces as boxes
  return text.replace(/[\u00a0\u202f]/g, ' ')
}
