// The text of the mail that tells a member what has changed about their automatic renewal, in both languages.
import { platform } from '../../domain/platform.ts'
import { toCardName } from './cardName.ts'
import type { MailLanguage } from './language.ts'
import { type Block, type Letter, toOneLine } from './letter.ts'
import type { AutoRenewMessage } from './messages.ts'

export interface AutoRenewLetterContext {
  readonly language: MailLanguage
  /** The club's name as people typed it. */
  readonly clubName: string
  readonly isTest: boolean
  /** The address of a page of the club's portal. */
  findAddress(path: string): string
}

export function writeAutoRenewLetter(message: AutoRenewMessage, context: AutoRenewLetterContext): Letter {
  const { language, clubName, isTest } = context
  const { number, isUndone, turned, card, isNewDefault } = message
  const club = toOneLine(clubName)
  const words = wordsOf[language]
  const name = card === null ? '' : toCardName(card, language)
  const sentences = [
    turned === null ? '' : words[turned],
    card === null ? '' : isUndone ? words.removed(name) : words.saved(name, isNewDefault),
    isUndone ? words.becauseUndone(number) : words.because(number),
  ]
  const said = sentences.filter((text) => text !== '').map((text): Block => ({ kind: 'paragraph', text }))
  const href = context.findAddress('/portal/member/membership')
  const blocks: Block[] = [...said, { kind: 'link', label: words.membership, href }]
  return {
    language,
    club,
    subject: `${club}: ${words.title}`,
    heading: words.heading,
    blocks: isTest ? [{ kind: 'notice', text: words.test }, ...blocks] : blocks,
    footer: [words.notYou(club, number), words.automatic],
  }
}

interface AutoRenewWords {
  title: string
  heading: string
  test: string
  on: string
  off: string
  saved(card: string, isNewDefault: boolean): string
  removed(card: string): string
  because(number: number): string
  becauseUndone(number: number): string
  notYou(club: string, number: number): string
  membership: string
  automatic: string
}

const wordsOf: Readonly<Record<MailLanguage, AutoRenewWords>> = {
  en: {
    title: 'your automatic renewal has changed',
    heading: 'Your automatic renewal has changed',
    test: 'This is a test: no card was charged, and no money was moved.',
    on: 'Your membership now renews automatically each time it expires, for one year. You can turn this off at any time in the member portal, under Membership.',
    off: 'Your membership does not renew automatically any more.',
    saved: (card, isNewDefault) =>
      isNewDefault
        ? `This card is saved for it, as the one to charge: ${card}.`
        : `This card is saved for it: ${card}.`,
    removed: (card) => `This card was removed: ${card}.`,
    because: (number) => `This came with a renewal of your membership, order ${number}.`,
    becauseUndone: (number) => `The reason: order ${number} was undone.`,
    notYou: (club, number) =>
      `Was it neither you nor somebody whom you know? Tell ${club} and name order ${number}: the club can undo it.`,
    membership: 'Your membership',
    automatic: `${platform.name} wrote this message for the club.`,
  },
  es: {
    title: 'su renovación automática ha cambiado',
    heading: 'Su renovación automática ha cambiado',
    test: 'Esto es una prueba: no se ha cobrado nada a ninguna tarjeta ni se ha movido dinero.',
    on: 'Su membresía se renueva ahora automáticamente cada vez que vence, por un año. Puede desactivarlo en cualquier momento en el portal de socios, en Membresía.',
    off: 'Su membresía ya no se renueva automáticamente.',
    saved: (card, isNewDefault) =>
      isNewDefault
        ? `Esta tarjeta queda guardada para ello, como la que se cobrará: ${card}.`
        : `Esta tarjeta queda guardada para ello: ${card}.`,
    removed: (card) => `Se ha eliminado esta tarjeta: ${card}.`,
    because: (number) => `Se debe a una renovación de su membresía, el pedido ${number}.`,
    becauseUndone: (number) => `El motivo: se anuló el pedido ${number}.`,
    notYou: (club, number) =>
      `¿No ha sido usted ni alguien a quien conoce? Diríjase a ${club} e indique el pedido ${number}: el club puede anularlo.`,
    membership: 'Su membresía',
    automatic: `${platform.name} ha escrito este mensaje en nombre del club.`,
  },
}
