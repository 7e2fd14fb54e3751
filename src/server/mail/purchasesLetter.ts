// The text of the mail with what somebody has bought at an event, in both languages.
import { platform } from '../../domain/platform.ts'
import type { MailLanguage } from './language.ts'
import { type Block, type Letter, toOneLine } from './letter.ts'
import type { PurchasesMessage } from './messages.ts'
import { nameTicket } from './orderLetters.ts'
import { drawCodes, toCodeCid } from './ticketPictures.ts'

export interface PurchasesLetterContext {
  readonly language: MailLanguage
  /** The club's name as people typed it. */
  readonly clubName: string
}

export async function writePurchasesLetter(
  { event: name, cars, spaces, tickets }: PurchasesMessage,
  { language, clubName }: PurchasesLetterContext,
): Promise<Letter> {
  const club = toOneLine(clubName)
  const event = toOneLine(name)
  const words = wordsOf[language]
  // a code that was used admits nobody, so it has no picture
  const open = tickets.filter(({ isUsed }) => !isUsed)
  return {
    language,
    club,
    subject: `${club}: ${words.title(event)}`,
    heading: words.heading,
    blocks: [
      { kind: 'paragraph', text: words.intro(event) },
      ...toFacts([
        ...cars.map(({ number, vehicle }) => ({
          label: words.car,
          value: [number, toOneLine(vehicle)].filter((part) => part !== '').join(' · '),
        })),
        ...(spaces.length === 0 ? [] : [{ label: words.spaces, value: spaces.map(toOneLine).join(', ') }]),
        ...tickets
          .filter(({ isUsed }) => isUsed)
          .map(({ description, answers }) => ({
            label: toOneLine(nameTicket(description, answers)),
            value: words.used,
          })),
      ]),
      ...open.map(
        ({ description, answers, code }, place): Block => ({
          kind: 'code',
          label: toOneLine(nameTicket(description, answers)),
          value: code,
          cid: toCodeCid(place),
        }),
      ),
      ...(open.length === 0 ? [] : [{ kind: 'paragraph' as const, text: words.showCodes }]),
    ],
    footer: [words.notYou, words.automatic],
    attachments: await drawCodes(open.map(({ code }) => code)),
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
  used: string
  showCodes: string
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
    used: 'already used',
    showCodes: 'Show these codes at the gate. Each admits once, so do not pass them on.',
    notYou: 'Did you not ask for this? Then do nothing: nobody else has seen it.',
    automatic: `${platform.name} wrote this message for the club.`,
  },
  es: {
    title: (event) => `sus compras para ${event}`,
    heading: 'Sus compras',
    intro: (event) => `Esto es todo lo que se compró para ${event} con este correo electrónico.`,
    car: 'Inscripción',
    spaces: 'Espacios',
    used: 'ya utilizada',
    showCodes: 'Muestre estos códigos al llegar. Cada uno vale una sola vez, así que no los comparta.',
    notYou: '¿No lo ha pedido usted? Entonces no haga nada: nadie más lo ha visto.',
    automatic: `${platform.name} ha escrito este mensaje en nombre del club.`,
  },
}
