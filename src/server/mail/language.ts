// The languages of our mails, and how they write amounts, days and times.

import { writeClockAt } from '../../domain/clock.ts'
import { findDay } from '../../domain/day.ts'

export type MailLanguage = 'en' | 'es'

const locales: Readonly<Record<MailLanguage, string>> = { en: 'en-US', es: 'es-US' }

/** The words for the reader. The Spanish must have all that the English has, and nothing else. */
export function pick<Words>(
  language: MailLanguage,
  words: { readonly en: Words; readonly es: NoInfer<Words> },
): Words {
  return words[language]
}

/** In both languages '$', two decimals, and commas for thousands. */
export function toAmount(cents: number): string {
  const dollars = Math.floor(Math.abs(cents) / 100).toLocaleString('en-US')
  const rest = String(Math.abs(cents) % 100).padStart(2, '0')
  return `${cents < 0 ? '−' : ''}$${dollars}.${rest}`
}

/** A calendar day, the same in every time zone. */
export function toLongDay(day: string, language: MailLanguage): string {
  return new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: 'UTC' }).format(
    Date.parse(`${day}T00:00:00Z`),
  )
}

/** "June 12, 2026, 2:30 PM EDT" of an ISO instant in the club's time zone. */
export function toMomentText(at: string, timeZone: string, language: MailLanguage): string {
  const instant = Date.parse(at)
  const zone = new Intl.DateTimeFormat(locales[language], { timeZone, timeZoneName: 'short' })
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName')?.value
  const clock = writeClockAt(instant, timeZone, language).replaceAll('\u00a0', ' ')
  return `${toLongDay(findDay(instant, timeZone), language)}, ${clock} ${zone ?? timeZone}`
}
