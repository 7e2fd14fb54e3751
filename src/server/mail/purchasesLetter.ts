// The text of the mail with what somebody has bought at an event, in both languages.
import { platform } from '../../domain/platform.ts'
import { standingWords } from '../../domain/sales/standing.ts'
import { toCalendarLine, toClassText, toEventAttachment, toEventFacts } from './eventFacts.ts'
import type { MailLanguage } from './language.ts'
import { type Block, type Letter, toOneLine, toTypedText } from './letter.ts'
import type { PurchasesMessage } from './messages.ts'
import { nameWithAnswers } from './orderLetters.ts'
import { orderWords } from './orderWords.ts'
import { listShiftBlocks, listShiftPasses } from './shiftLetter.ts'
import { drawCodes, toCodeCid } from './ticketPictures.ts'

export interface PurchasesLetterContext {
  readonly language: MailLanguage
  /** The club's name as people typed it. */
  readonly clubName: string
  /** The host of the club's pages, which makes the names of calendar entries unique. */
  readonly host: string
  /** Where a volunteer gives shifts back. */
  readonly shiftsAddress: string
  /** Epoch milliseconds. */
  readonly at: number
}

export async function writePurchasesLetter(
  message: PurchasesMessage,
  context: PurchasesLetterContext,
): Promise<Letter> {
  const { event: name, details, buyer = '', cars, spaces, spaceCodes = [], tickets, shifts = [] } = message
  const { language, clubName } = context
  const club = toOneLine(clubName)
  const event = toOneLine(name)
  const words = wordsOf[language]
  // a code that was used admits nobody, so it has no picture
  const open = tickets.filter(({ isUsed }) => !isUsed)
  const passes = [
    ...open.map(({ description, answers, code }) => ({
      label: nameWithAnswers(description, answers),
      code,
    })),
    ...cars.flatMap(({ number, vehicle, answers, code }) => {
      const label = orderWords[language].car(number, nameWithAnswers(toTypedText(vehicle), answers))
      return code === undefined ? [] : [{ label, code }]
    }),
    ...spaceCodes.map((code, at) => ({
      label: orderWords[language].space(toOneLine(spaces[at] ?? '')),
      code,
    })),
    ...(details === undefined ? [] : listShiftPasses(shifts, details.timeZone, language)),
  ]
  return {
    language,
    club,
    subject: `${club}: ${words.title(event)}`,
    heading: words.heading,
    blocks: [
      { kind: 'paragraph', text: words.intro(event) },
      ...(details === undefined ? [] : [toEventFacts(details, buyer, language)]),
      ...toFacts([
        ...cars.map(({ number, vehicle, carClass }) => ({
          label: words.car,
          value: [number, toTypedText(vehicle), carClass === undefined ? '' : toClassText(carClass, language)]
            .filter((part) => part !== '')
            .join(' · '),
        })),
        ...(spaces.length === 0 ? [] : [{ label: words.spaces, value: spaces.map(toOneLine).join(', ') }]),
        ...tickets
          .filter(({ isUsed }) => isUsed)
          .map(({ description, answers }) => ({
            label: nameWithAnswers(description, answers),
            value: standingWords[language].used,
          })),
      ]),
      ...passes.map(
        ({ label, code }, place): Block => ({ kind: 'code', label, value: code, cid: toCodeCid(place) }),
      ),
      ...(passes.length === 0
        ? []
        : [
            {
              kind: 'paragraph' as const,
              text: orderWords[language][open.length > 0 ? 'showCodes' : 'showOwnCodes'],
            },
          ]),
      ...(details === undefined ? [] : [...listShiftBlocks(shifts, details.timeZone, context)]),
      ...(details === undefined ? [] : [toCalendarLine(language)]),
    ],
    footer: [words.notYou, words.automatic],
    attachments: [
      ...(await drawCodes(passes.map(({ code }) => code))),
      ...(details === undefined ? [] : [toEventAttachment(details, context)]),
    ],
  }
}

function toFacts(rows: readonly { label: string; value: string }[]): Block[] {
  return rows.length === 0 ? [] : [{ kind: 'facts', rows }]
}

interface PurchasesWords {
  title(event: string): string
  heading: string
  intro(event: string): string
  car: string
  spaces: string
  notYou: string
  automatic: string
}

const wordsOf: Readonly<Record<MailLanguage, PurchasesWords>> = {
  en: {
    title: (event) => `your purchases for ${event}`,
    heading: 'Your purchases',
    intro: (event) => `Here is everything that was bought for ${event} with this e-mail address.`,
    car: 'Registration',
    spaces: 'Spaces',
    notYou: 'Did you not ask for this? Then do nothing: nobody else has seen it.',
    automatic: `${platform.name} wrote this message for the club.`,
  },
  es: {
    title: (event) => `sus compras para ${event}`,
    heading: 'Sus compras',
    intro: (event) => `Esto es todo lo que se compró para ${event} con este correo electrónico.`,
    car: 'Inscripción',
    spaces: 'Espacios',
    notYou: '¿No lo ha pedido usted? Entonces no haga nada: nadie más lo ha visto.',
    automatic: `${platform.name} ha escrito este mensaje en nombre del club.`,
  },
}
