// When and where an event is, for those who go there: as lines of a mail, and as a file for their calendar.
import type { z } from 'zod'
import { toCalendarFile } from '../../../domain/calendar/calendarFile.ts'
import { toEventDays } from '../../../domain/calendar/eventDays.ts'
import { writeClock } from '../../../domain/clock.ts'
import type { carClassWire, orderEventWire } from '../../../domain/shapes/orderLine.ts'
import { type MailLanguage, pick, toLongDay } from '../../mail/language.ts'
import { type Attachment, type Block, toFacts, toOneLine, toTypedText } from '../../mail/letter.ts'
import type { LetterContext } from '../../mail/letterContext.ts'

export type MailedEvent = z.output<typeof orderEventWire>
export type MailedClass = z.output<typeof carClassWire>

/** With the name of the person for whom it was bought; '' when it is not known. */
export function toEventFacts(event: MailedEvent, name: string, language: MailLanguage): Block {
  const words = findWords(language)
  const { startDate, endDate, gateTime, place } = event
  const days = [...new Set([startDate, endDate])].filter((day) => day !== '')
  const rows = [
    [words.event, toOneLine(event.name)],
    [words.when, days.map((day) => toLongDay(day, language)).join(' – ')],
    [words.gates, toGateText(gateTime, language)],
    [words.place, toOneLine(place)],
    [words.name, toTypedText(name)],
  ] as const
  return toFacts(...rows.filter(([, value]) => value !== ''))
}

/** "7:00 AM", '' where the club does not say. */
export function toGateText(gateTime: string, language: MailLanguage): string {
  return writeClock(gateTime, language).replaceAll('\u00a0', ' ')
}

/** "class 12, Muscle cars". */
export function toClassText({ number, description }: MailedClass, language: MailLanguage): string {
  const name = toOneLine(description)
  return `${findWords(language).class} ${number}${name === '' ? '' : `, ${name}`}`
}

/** With the instant of what the mail is about, so that a repeat has the same file. */
export function toEventAttachment(
  event: MailedEvent,
  { language, host, at }: Pick<LetterContext, 'language' | 'host' | 'at'>,
): Attachment {
  const words = findWords(language)
  const gates = toGateText(event.gateTime, language)
  const description = gates === '' ? '' : `${words.gates}: ${gates}`
  return {
    name: words.file,
    contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
    content: Buffer.from(toCalendarFile([toEventDays(event, { host, description })], at)),
  }
}

/** Says that the file is there. */
export function writeCalendarLine(language: MailLanguage): string {
  return findWords(language).calendar
}

function findWords(language: MailLanguage) {
  return pick(language, {
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
  })
}

/** Of codes that are not for somebody else, as a ticket may be. */
export const showOwnCodes = {
  en: 'Show these codes at the gate, and do not pass them on.',
  es: 'Muestre estos códigos al llegar y no los comparta.',
}
