// The text of the mail to a volunteer about their shifts, in both languages, with a file for their calendar.
import { toCalendarFile } from '../../domain/calendar/calendarFile.ts'
import { platform } from '../../domain/platform.ts'
import { findShiftTimes } from '../../domain/shift.ts'
import { toGateText } from './eventFacts.ts'
import { type MailLanguage, toDayText, toMomentText } from './language.ts'
import { type Attachment, type Block, type Letter, toOneLine, toTypedText } from './letter.ts'
import type { MailedShift, ShiftsMessage } from './messages.ts'
import { orderWords } from './orderWords.ts'
import { writeShiftHours, writeShiftTime } from './shiftTime.ts'
import { drawCodes, toCodeCid } from './ticketPictures.ts'

export interface ShiftLetterContext {
  readonly language: MailLanguage
  /** The club's name as people typed it. */
  readonly clubName: string
  /** The host of the club's pages, which makes the names of calendar entries unique. */
  readonly host: string
  /** Where the volunteer gives shifts back; '' for a mail that an earlier build has queued. */
  readonly shiftsAddress: string
}

export async function writeShiftLetter(message: ShiftsMessage, context: ShiftLetterContext): Promise<Letter> {
  const { language } = context
  const club = toOneLine(context.clubName)
  const event = toOneLine(message.event)
  const words = wordsOf[language]
  const until = findFirstEnd(message.shifts)
  if (until !== undefined) return writeAskedLetter(message, until, context)
  const passes = listShiftPasses(message.shifts, message.timeZone, language)
  const { gateTime = '', name = '' } = message
  return {
    language,
    club,
    subject: `${club}: ${words.title(event)}`,
    heading: words.heading,
    blocks: [
      toParagraph(words.thanks(event)),
      ...toFacts([
        { label: words.place, value: toOneLine(message.place) },
        { label: words.gates, value: toGateText(gateTime, language) },
        { label: words.name, value: toTypedText(name) },
      ]),
      ...listShiftBlocks(message.shifts, message.timeZone, context),
      ...passes.map(
        ({ label, code }, place): Block => ({ kind: 'code', label, value: code, cid: toCodeCid(place) }),
      ),
      ...(passes.length === 0 ? [] : [toParagraph(orderWords[language].showOwnCodes)]),
      ...(message.gift === '' ? [] : [toParagraph(words.gift(toOneLine(message.gift)))]),
      toParagraph(words.calendar),
    ],
    footer: [words.cannot(club), words.automatic],
    attachments: [
      toCalendarAttachment(message, context),
      ...(await drawCodes(passes.map(({ code }) => code))),
    ],
  }
}

/** When the first of them, that are only asked for, has to be confirmed; undefined when none is. */
function findFirstEnd(shifts: readonly MailedShift[]): string | undefined {
  return shifts.flatMap(({ askedUntil = [] }) => askedUntil).toSorted()[0]
}

/** Without codes and calendar: nothing is theirs before they have answered. */
function writeAskedLetter(message: ShiftsMessage, until: string, context: ShiftLetterContext): Letter {
  const { language, shiftsAddress } = context
  const club = toOneLine(context.clubName)
  const event = toOneLine(message.event)
  const words = wordsOf[language]
  return {
    language,
    club,
    subject: `${club}: ${words.askedTitle(event)}`,
    heading: words.askedHeading,
    blocks: [
      toParagraph(words.asked(event)),
      toParagraph(words.askedUntil(toMomentText(until, message.timeZone, language))),
      ...(shiftsAddress === '' ? [] : [{ kind: 'link' as const, label: words.confirm, href: shiftsAddress }]),
      ...toFacts([
        { label: words.place, value: toOneLine(message.place) },
        { label: words.name, value: toTypedText(message.name ?? '') },
      ]),
      ...listShiftBlocks(message.shifts, message.timeZone, { language, shiftsAddress: '' }),
    ],
    footer: [words.notAsked, words.automatic],
    attachments: [],
  }
}

/** By schedule, and the link that gives them back. */
export function listShiftBlocks(
  shifts: readonly MailedShift[],
  timeZone: string,
  { language, shiftsAddress }: Pick<ShiftLetterContext, 'language' | 'shiftsAddress'>,
): Block[] {
  if (shifts.length === 0) return []
  const bySchedule = Map.groupBy(shifts, ({ schedule }) => schedule)
  const { giveBack, openShifts } = wordsOf[language]
  return [
    ...[...bySchedule.values()].flatMap((own) =>
      // where all are asked for, the letter says so itself
      listBlocks(own, timeZone, language, shiftsAddress !== ''),
    ),
    ...(shiftsAddress === ''
      ? []
      : [toParagraph(giveBack), { kind: 'link' as const, label: openShifts, href: shiftsAddress }]),
  ]
}

function toFacts(all: readonly { label: string; value: string }[]): Block[] {
  const rows = all.filter(({ value }) => value !== '')
  return rows.length === 0 ? [] : [{ kind: 'facts', rows }]
}

/** The times of one schedule, and what its officers want volunteers to know. */
function listBlocks(
  shifts: readonly MailedShift[],
  timeZone: string,
  language: MailLanguage,
  marksAsked: boolean,
): Block[] {
  const [first] = shifts
  if (first === undefined) return []
  return [
    { kind: 'facts', rows: [{ label: wordsOf[language].shift, value: toOneLine(first.schedule) }] },
    {
      kind: 'amounts',
      rows: shifts.map((one) => ({
        label: toDayText(one.shiftDate, language),
        amount: writeShiftHours(one, timeZone, language),
      })),
    },
    ...shifts.flatMap((one) =>
      one.askedUntil === undefined || !marksAsked
        ? []
        : toParagraph(
            `${writeShiftTime(one, timeZone, language)}: ${wordsOf[language].stillAsked(toMomentText(one.askedUntil, timeZone, language))}.`,
          ),
    ),
    ...first.instructions
      .split(/\r\n|\r|\n/)
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .map(toParagraph),
  ]
}

/** What the gate reads, shift by shift: "Parking, Saturday, June 13, 7:00 AM to 9:00 AM". */
export function listShiftPasses(
  shifts: readonly MailedShift[],
  timeZone: string,
  language: MailLanguage,
): { label: string; code: string }[] {
  return shifts.flatMap(({ code, ...shift }) =>
    code === undefined
      ? []
      : [{ label: `${toOneLine(shift.schedule)}, ${writeShiftTime(shift, timeZone, language)}`, code }],
  )
}

function toCalendarAttachment(message: ShiftsMessage, context: ShiftLetterContext): Attachment {
  const { event, place, shifts, timeZone, at } = message
  const entries = shifts.map((shift) => ({
    uid: `shift-${shift.id}@${context.host}`,
    title: `${shift.schedule}, ${event}`,
    description: shift.instructions,
    place,
    ...findShiftTimes(shift, timeZone),
  }))
  return {
    name: wordsOf[context.language].file,
    contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
    content: Buffer.from(toCalendarFile(entries, Date.parse(at))),
  }
}

function toParagraph(text: string): Block {
  return { kind: 'paragraph', text }
}

interface ShiftWords {
  title(event: string): string
  heading: string
  thanks(event: string): string
  shift: string
  gift(gift: string): string
  calendar: string
  file: string
  cannot(club: string): string
  place: string
  gates: string
  name: string
  giveBack: string
  openShifts: string
  askedTitle(event: string): string
  askedHeading: string
  asked(event: string): string
  askedUntil(moment: string): string
  confirm: string
  notAsked: string
  stillAsked(moment: string): string
  automatic: string
}

const wordsOf: Readonly<Record<MailLanguage, ShiftWords>> = {
  en: {
    title: (event) => `your volunteer shifts at ${event}`,
    heading: 'Your volunteer shifts',
    thanks: (event) => `Thank you for helping at ${event}. These are the shifts that you have taken.`,
    shift: 'Shift',
    gift: (gift) => `Your thank-you gift, while supplies last: ${gift}.`,
    calendar: 'The attached file puts the shifts into your calendar.',
    file: 'shifts.ics',
    cannot: (club) => `Did you not sign up yourself? Tell ${club}, so that somebody else can take the shift.`,
    place: 'Where',
    gates: 'Gates open',
    name: 'Name',
    giveBack:
      'Can you not come after all? Give the shift back, so that somebody else can take it. On the same page you can say that you come. The link is yours alone: do not pass it on.',
    openShifts: 'See your shifts, or give one back',
    askedTitle: (event) => `please confirm your volunteer shifts at ${event}`,
    askedHeading: 'Please confirm your shifts',
    asked: (event) =>
      `Somebody has asked for these volunteer shifts at ${event} with your e-mail address. They are not yours yet: confirm them on the page below.`,
    askedUntil: (moment) =>
      `You can confirm them until ${moment}. Until you do, somebody else may take the last place. Afterwards another mail brings the codes that you show at the gate.`,
    confirm: 'Confirm the shifts',
    notAsked: 'Did you not ask for them? Then do nothing: they are nobody’s until they are confirmed.',
    stillAsked: (moment) => `only asked for: confirm it until ${moment}`,
    automatic: `${platform.name} wrote this message for the club.`,
  },
  es: {
    title: (event) => `sus turnos de voluntario en ${event}`,
    heading: 'Sus turnos de voluntario',
    thanks: (event) => `Gracias por ayudar en ${event}. Estos son los turnos que ha tomado.`,
    shift: 'Turno',
    gift: (gift) => `Su regalo de agradecimiento, hasta agotar existencias: ${gift}.`,
    calendar: 'El archivo adjunto agrega los turnos a su calendario.',
    file: 'turnos.ics',
    cannot: (club) => `¿No se inscribió usted? Avise a ${club} para que otra persona pueda tomar el turno.`,
    place: 'Dónde',
    gates: 'Las puertas abren',
    name: 'Nombre',
    giveBack:
      '¿Al final no puede venir? Devuelva el turno para que otra persona pueda tomarlo. En la misma página puede confirmar que viene. El enlace es solo suyo: no lo comparta.',
    openShifts: 'Ver sus turnos o devolver uno',
    askedTitle: (event) => `confirme sus turnos de voluntario en ${event}`,
    askedHeading: 'Confirme sus turnos',
    asked: (event) =>
      `Alguien ha pedido estos turnos de voluntario en ${event} con su correo electrónico. Todavía no son suyos: confírmelos en la página de abajo.`,
    askedUntil: (moment) =>
      `Puede confirmarlos hasta el ${moment}. Mientras no lo haga, otra persona puede tomar el último lugar. Después, otro mensaje le trae los códigos que se muestran en la puerta.`,
    confirm: 'Confirmar los turnos',
    notAsked: '¿No los pidió usted? Entonces no haga nada: no son de nadie mientras no se confirmen.',
    stillAsked: (moment) => `solo pedido: confírmelo hasta el ${moment}`,
    automatic: `${platform.name} ha escrito este mensaje en nombre del club.`,
  },
}
