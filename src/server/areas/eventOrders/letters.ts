// The letter with what somebody has bought at an event, to the address with which they bought it.
import { standingWords } from '../../../domain/sales/standing.ts'
import {
  type MailedClass,
  type MailedEvent,
  showOwnCodes,
  toClassText,
  toEventAttachment,
  toEventFacts,
  writeCalendarLine,
} from '../../event/letters/eventFacts.ts'
import {
  findShiftsAddress,
  listShiftBlocks,
  listShiftPasses,
  type MailedShift,
} from '../../event/letters/shiftLetters.ts'
import { pick } from '../../mail/language.ts'
import { toFacts, toOneLine, toTypedText } from '../../mail/letter.ts'
import type { Letters } from '../../mail/letterContext.ts'
import { drawCodes, toCodes } from '../../mail/ticketPictures.ts'
import { nameWithAnswers } from '../../order/letters/orderLetters.ts'
import { orderWords } from '../../order/letters/orderWords.ts'

interface Purchases {
  readonly event: string
  readonly details?: MailedEvent | undefined
  readonly buyer?: string
  readonly cars: readonly {
    readonly number: string
    readonly vehicle: string
    readonly carClass?: MailedClass
    /** As of a ticket. Missing in mails that were queued earlier. */
    readonly answers?: string
    readonly code?: string
  }[]
  readonly spaces: readonly string[]
  /** In the order of the spaces. Missing, as a car's, in mails that were queued before there were such codes. */
  readonly spaceCodes?: readonly string[]
  readonly tickets: readonly {
    readonly description: string
    /** What was chosen for it; '' for nothing. */
    readonly answers: string
    readonly code: string
    readonly isUsed: boolean
  }[]
  /** Of a volunteer. */
  readonly shifts?: readonly MailedShift[]
  /** One of their places: the mail's link names it. */
  readonly workerId?: number | undefined
}

export const purchasesLetters = {
  purchases: async (message: Purchases, context) => {
    const { details, buyer = '', cars, spaces, spaceCodes = [], tickets, shifts = [] } = message
    const { language } = context
    const event = toOneLine(message.event)
    const words = pick(language, {
      en: {
        title: `your purchases for ${event}`,
        heading: 'Your purchases',
        intro: `Here is everything that was bought for ${event} with this e-mail address.`,
        car: 'Registration',
        spaces: 'Spaces',
        footer: ['Did you not ask for this? Then do nothing: nobody else has seen it.'],
      },
      es: {
        title: `sus compras para ${event}`,
        heading: 'Sus compras',
        intro: `Esto es todo lo que se compró para ${event} con este correo electrónico.`,
        car: 'Inscripción',
        spaces: 'Espacios',
        footer: ['¿No lo ha pedido usted? Entonces no haga nada: nadie más lo ha visto.'],
      },
    })
    const { car, space, showCodes } = orderWords[language]
    // a code that was used admits nobody, so it has no picture
    const open = tickets.filter(({ isUsed }) => !isUsed)
    const used = tickets.filter(({ isUsed }) => isUsed)
    const passes = [
      ...open.map(({ description, answers, code }) => ({
        label: nameWithAnswers(description, answers),
        code,
      })),
      ...cars.flatMap(({ number, vehicle, answers, code }) => {
        const label = car(number, nameWithAnswers(toTypedText(vehicle), answers))
        return code === undefined ? [] : [{ label, code }]
      }),
      ...spaceCodes.map((code, at) => ({ label: space(toOneLine(spaces[at] ?? '')), code })),
      ...(details === undefined ? [] : listShiftPasses(shifts, details.timeZone, language)),
    ]
    const rows = [
      ...cars.map(({ number, vehicle, carClass }) => {
        const parts = [
          number,
          toTypedText(vehicle),
          carClass === undefined ? '' : toClassText(carClass, language),
        ]
        return [words.car, parts.filter((part) => part !== '').join(' · ')] as const
      }),
      ...(spaces.length === 0
        ? []
        : [[words.spaces, spaces.map((name) => toOneLine(name)).join(', ')] as const]),
      ...used.map(
        ({ description, answers }) =>
          [nameWithAnswers(description, answers), standingWords[language].used] as const,
      ),
    ]
    const shiftsAddress = await findShiftsAddress(message.workerId, context)
    return {
      ...words,
      blocks: [
        words.intro,
        details !== undefined && toEventFacts(details, buyer, language),
        rows.length > 0 && toFacts(...rows),
        ...toCodes(passes),
        passes.length > 0 && (open.length > 0 ? showCodes : showOwnCodes[language]),
        ...(details === undefined ? [] : listShiftBlocks(shifts, details.timeZone, language, shiftsAddress)),
        details !== undefined && writeCalendarLine(language),
      ],
      attachments: [
        ...(await drawCodes(passes)),
        ...(details === undefined ? [] : [toEventAttachment(details, context)]),
      ],
    }
  },
} satisfies Letters
