// When and where an event is, for those who go there: as lines of a mail, and as a file for their calendar.
import { toCalendarFile } from '../../domain/calendar/calendarFile.ts'
import { toEventDays } from '../../domain/calendar/eventDays.ts'
import { writeClock } from '../../domain/clock.ts'
import { type MailLanguage, toDayText } from './language.ts'
import { type Attachment, type Block, toOneLine, toTypedText } from './letter.ts'
import type { MailedClass, MailedEvent } from './messages.ts'

/** With the name of the person for whom it was bought; '' when it is not known. */
export function toEventFacts(event: MailedEvent, name: string, language: MailLanguage): Block {
  const words = wordsOf[language]
  const { startDate, endDate, gateTime, place } = event
  const days = [...new Set([startDate, endDate])].filter((day) => day !== '')
  const rows = [
    { label: words.event, value: toOneLine(event.name) },
    { label: words.when, value: days.map((day) => toDayText(day, language)).join(' – ') },
    { label: words.gates, value: toGateText(gateTime, language) },
    { label: words.place, value: toOneLine(place) },
    { label: words.name, value: toTypedText(name) },
  ]
  return { kind: 'facts', rows: rows.filter(({ value }) => value !== '') }
}

/** "7:00 AM", '' where the club does not say. */
export function toGateText(gateTime: string, language: MailLanguage): string {
  return writeClock(gateTime, language).replaceAll('\u00a0', ' ')
}

/** "class 12, Muscle cars". */
export function toClassText({ number, description }: MailedClass, language: MailLanguage): string {
  const name = toOneLine(description)
  return `${wordsOf[language].class} ${number}${name === '' ? '' : `, ${name}`}`
}

/** `at`: epoch milliseconds, of what the mail is about, so that a repeat has the same file. */
export function toEventAttachment(
  event: MailedEvent,
  { language, host, at }: { language: MailLanguage; host: string; at: number },
): Attachment {
  const words = wordsOf[language]
  const gates = toGateText(event.gateTime, language)
  const description = gates === '' ? '' : `${words.gates}: ${gates}`
  return {
    name: words.file,
    contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
    content: Buffer.from(toCalendarFile([toEventDays(event, { host, description })], at)),
  }
}

/** Says that the file is there. */
export function toCalendarLine(language: MailLanguage): Block {
  return { kind: 'paragraph', text: wordsOf[language].calendar }
}

interface EventWords {
  event: string
  when: string
  gates: string
  place: string
  name: string
  class: string
  calendar: string
  file: string
}

const wordsOf: Readonly<Record<MailLanguage, EventWords>> = {
  en: {
    event: 'Event',
    when: 'When',
    gates: 'Gates open',
    place: 'Where',
    name: 'Name',
    class: 'class',
    calendar: 'The attached file puts the event into your calendar.',
    file: 'event.ics',
  },
  es: {
    event: 'Evento',
    when: 'Cuándo',
    gates: 'Las puertas abren',
    place: 'Dónde',
    name: 'Nombre',
    class: 'clase',
    calendar: 'El archivo adjunto agrega el evento a su calendario.',
    file: 'evento.ics',
  },
}
