// The letter to a volunteer about their shifts, with a file for their calendar.
import { toCalendarFile } from '../../../domain/calendar/calendarFile.ts'
import { writeClockAt } from '../../../domain/clock.ts'
import { findShiftTimes, type ShiftTime } from '../../../domain/shift.ts'
import { type MailLanguage, pick, toLongDay, toMomentText } from '../../mail/language.ts'
import { type Attachment, type Block, toFacts, toLink, toOneLine, toTypedText } from '../../mail/letter.ts'
import type { LetterContext, LetterParts, Letters } from '../../mail/letterContext.ts'
import { drawCodes, type Pass, toCodes } from '../../mail/ticketPictures.ts'
import { showOwnCodes, toGateText } from './eventFacts.ts'

export interface MailedShift extends ShiftTime {
  /** Names the entry in a calendar. */
  readonly id: number
  /** The name of its schedule. */
  readonly schedule: string
  readonly instructions: string
  /** A secret, for the gate. Missing in mails that were queued before shifts had codes. */
  readonly code?: string
  /** ISO instant until which it is only asked for; it has no code then. */
  readonly askedUntil?: string
}

interface Shifts {
  readonly event: string
  readonly place: string
  /** The event's. */
  readonly timeZone: string
  readonly shifts: readonly MailedShift[]
  /** One of the places that were taken: the mail's link names it. */
  readonly workerId?: number
  readonly name?: string
  readonly gateTime?: string
  /** '' for none. */
  readonly gift: string
  /** ISO instant of the sign-up. */
  readonly at: string
}

export const shiftLetters = {
  /** Somebody has signed up for shifts. Those that are all asked for are to be confirmed. */
  shifts: async (message: Shifts, context) => {
    const { language, club } = context
    const { shifts, timeZone, gateTime = '', name = '' } = message
    const event = toOneLine(message.event)
    const shiftsAddress = await findShiftsAddress(message.workerId, context)
    const [until] = shifts.flatMap(({ askedUntil = [] }) => askedUntil).toSorted()
    if (until !== undefined) return writeAsked(message, until, shiftsAddress, language)
    const gift = toOneLine(message.gift)
    const words = pick(language, {
      en: {
        title: `your volunteer shifts at ${event}`,
        heading: 'Your volunteer shifts',
        thanks: `Thank you for helping at ${event}. These are the shifts that you have taken.`,
        place: 'Where',
        gates: 'Gates open',
        name: 'Name',
        gift: `Your thank-you gift, while supplies last: ${gift}.`,
        calendar: 'The attached file puts the shifts into your calendar.',
        file: 'shifts.ics',
        footer: [`Did you not sign up yourself? Tell ${club}, so that somebody else can take the shift.`],
      },
      es: {
        title: `sus turnos de voluntario en ${event}`,
        heading: 'Sus turnos de voluntario',
        thanks: `Gracias por ayudar en ${event}. Estos son los turnos que ha tomado.`,
        place: 'Dónde',
        gates: 'Las puertas abren',
        name: 'Nombre',
        gift: `Su regalo de agradecimiento, hasta agotar existencias: ${gift}.`,
        calendar: 'El archivo adjunto agrega los turnos a su calendario.',
        file: 'turnos.ics',
        footer: [`¿No se inscribió usted? Avise a ${club} para que otra persona pueda tomar el turno.`],
      },
    })
    const passes = listShiftPasses(shifts, timeZone, language)
    return {
      ...words,
      blocks: [
        words.thanks,
        toKnownFacts(
          [words.place, toOneLine(message.place)],
          [words.gates, toGateText(gateTime, language)],
          [words.name, toTypedText(name)],
        ),
        ...listShiftBlocks(shifts, timeZone, language, shiftsAddress),
        ...toCodes(passes),
        passes.length > 0 && showOwnCodes[language],
        message.gift !== '' && words.gift,
        words.calendar,
      ],
      attachments: [toCalendar(message, words.file, context), ...(await drawCodes(passes))],
    }
  },
} satisfies Letters

/** Where a volunteer gives shifts back; '' for a mail that an earlier build has queued, and when nobody's are meant. */
export async function findShiftsAddress(
  workerId: number | undefined,
  { findAddress, makeShiftCode }: LetterContext,
): Promise<string> {
  return workerId === undefined ? '' : findAddress('/portal/shifts', { code: await makeShiftCode(workerId) })
}

/** Without codes and calendar: nothing is theirs before they have answered. `until`: of the first of them. */
function writeAsked(
  { shifts, timeZone, place, name = '', ...message }: Shifts,
  until: string,
  shiftsAddress: string,
  language: MailLanguage,
): LetterParts {
  const event = toOneLine(message.event)
  const moment = toMomentText(until, timeZone, language)
  const words = pick(language, {
    en: {
      title: `please confirm your volunteer shifts at ${event}`,
      heading: 'Please confirm your shifts',
      asked: `Somebody has asked for these volunteer shifts at ${event} with your e-mail address. They are not yours yet: confirm them on the page below.`,
      until: `You can confirm them until ${moment}. Until you do, somebody else may take the last place. Afterwards another mail brings the codes that you show at the gate.`,
      confirm: 'Confirm the shifts',
      place: 'Where',
      name: 'Name',
      footer: ['Did you not ask for them? Then do nothing: they are nobody’s until they are confirmed.'],
    },
    es: {
      title: `confirme sus turnos de voluntario en ${event}`,
      heading: 'Confirme sus turnos',
      asked: `Alguien ha pedido estos turnos de voluntario en ${event} con su correo electrónico. Todavía no son suyos: confírmelos en la página de abajo.`,
      until: `Puede confirmarlos hasta el ${moment}. Mientras no lo haga, otra persona puede tomar el último lugar. Después, otro mensaje le trae los códigos que se muestran en la puerta.`,
      confirm: 'Confirmar los turnos',
      place: 'Dónde',
      name: 'Nombre',
      footer: ['¿No los pidió usted? Entonces no haga nada: no son de nadie mientras no se confirmen.'],
    },
  })
  return {
    ...words,
    blocks: [
      words.asked,
      words.until,
      shiftsAddress !== '' && toLink(words.confirm, shiftsAddress),
      toKnownFacts([words.place, toOneLine(place)], [words.name, toTypedText(name)]),
      ...listShiftBlocks(shifts, timeZone, language, ''),
    ],
  }
}

/** By schedule, and the link that gives them back. */
export function listShiftBlocks(
  shifts: readonly MailedShift[],
  timeZone: string,
  language: MailLanguage,
  shiftsAddress: string,
): LetterParts['blocks'] {
  if (shifts.length === 0) return []
  const words = pick(language, {
    en: {
      giveBack:
        'Can you not come after all? Give the shift back, so that somebody else can take it. On the same page you can say that you come. The link is yours alone: do not pass it on.',
      open: 'See your shifts, or give one back',
    },
    es: {
      giveBack:
        '¿Al final no puede venir? Devuelva el turno para que otra persona pueda tomarlo. En la misma página puede confirmar que viene. El enlace es solo suyo: no lo comparta.',
      open: 'Ver sus turnos o devolver uno',
    },
  })
  const bySchedule = Map.groupBy(shifts, ({ schedule }) => schedule)
  return [
    // where all are asked for, the letter says so itself
    ...[...bySchedule.values()].flatMap((own) =>
      listOfSchedule(own, timeZone, language, shiftsAddress !== ''),
    ),
    ...(shiftsAddress === '' ? [] : [words.giveBack, toLink(words.open, shiftsAddress)]),
  ]
}

/** The times of one schedule, and what its officers want volunteers to know. */
function listOfSchedule(
  shifts: readonly MailedShift[],
  timeZone: string,
  language: MailLanguage,
  marksAsked: boolean,
): (Block | string)[] {
  const [first] = shifts
  if (first === undefined) return []
  return [
    toFacts([pick(language, { en: 'Shift', es: 'Turno' }), toOneLine(first.schedule)]),
    {
      kind: 'amounts',
      rows: shifts.map((one) => ({
        label: toLongDay(one.shiftDate, language),
        amount: writeShiftHours(one, timeZone, language),
      })),
    },
    ...shifts.flatMap((one) => {
      if (one.askedUntil === undefined || !marksAsked) return []
      const until = toMomentText(one.askedUntil, timeZone, language)
      const stillAsked = pick(language, {
        en: `only asked for: confirm it until ${until}`,
        es: `solo pedido: confírmelo hasta el ${until}`,
      })
      return `${writeShiftTime(one, timeZone, language)}: ${stillAsked}.`
    }),
    ...first.instructions
      .split(/\r\n|\r|\n/)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ]
}

/** What the gate reads, shift by shift: "Parking, Saturday, June 13, 7:00 AM to 9:00 AM". */
export function listShiftPasses(
  shifts: readonly MailedShift[],
  timeZone: string,
  language: MailLanguage,
): Pass[] {
  return shifts.flatMap(({ code, ...shift }) =>
    code === undefined
      ? []
      : [{ label: `${toOneLine(shift.schedule)}, ${writeShiftTime(shift, timeZone, language)}`, code }],
  )
}

function toKnownFacts(...rows: readonly (readonly [label: string, value: string])[]): Block | false {
  const known = rows.filter(([, value]) => value !== '')
  return known.length > 0 && toFacts(...known)
}

function toCalendar(
  { event, place, shifts, timeZone, at }: Shifts,
  name: string,
  { host }: LetterContext,
): Attachment {
  const entries = shifts.map((shift) => ({
    uid: `shift-${shift.id}@${host}`,
    title: `${shift.schedule}, ${event}`,
    description: shift.instructions,
    place,
    ...findShiftTimes(shift, timeZone),
  }))
  return {
    name,
    contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
    content: Buffer.from(toCalendarFile(entries, Date.parse(at))),
  }
}

/** "7:30 AM – 10:00 AM", where the event takes place. No line breaks within a time. */
function writeShiftHours(shift: ShiftTime, timeZone: string, language: MailLanguage): string {
  const { startsAt, endsAt } = findShiftTimes(shift, timeZone)
  const [from, to] = [startsAt, endsAt].map((instant) => writeClockAt(instant, timeZone, language))
  return `${from} – ${to}`
}

/** "June 13, 2026, 7:30 AM – 10:00 AM", also for refusals. */
export function writeShiftTime(shift: ShiftTime, timeZone: string, language: MailLanguage): string {
  const hours = writeShiftHours(shift, timeZone, language).replaceAll('\u00a0', ' ')
  return `${toLongDay(shift.shiftDate, language)}, ${hours}`
}
