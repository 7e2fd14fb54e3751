// What we write to people, in both languages.

export type Language = 'en' | 'es'

/** To a judge; short enough for one text message. */
export function toCodeText(language: Language, code: string, eventName: string): string {
  const event = eventName.length > 60 ? `${eventName.slice(0, 59)}…` : eventName
  return language === 'es'
    ? `${code} es su código para juzgar en ${event}. Vale durante diez minutos.`
    : `${code} is your code for judging at ${event}. It is good for ten minutes.`
}
