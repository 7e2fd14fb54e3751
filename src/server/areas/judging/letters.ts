// The text message with a judge's code.

import { longestEventNameInText } from '../../limits/sizes.ts'
import type { MailLanguage } from '../../mail/language.ts'

/** Short enough for a single text message. */
export function toCodeText(language: MailLanguage, code: string, eventName: string): string {
  const event =
    eventName.length > longestEventNameInText
      ? `${eventName.slice(0, longestEventNameInText - 1)}…`
      : eventName
  return language === 'es'
    ? `${code} es su código para evaluar en ${event}. Vale durante diez minutos.`
    : `${code} is your code for judging at ${event}. It is good for ten minutes.`
}
