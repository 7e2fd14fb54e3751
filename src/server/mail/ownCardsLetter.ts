// The text of the mail that tells a member what was changed about their saved cards, in both languages.
import { platform } from '../../domain/platform.ts'
import type { AutoRenewLetterContext } from './autoRenewLetter.ts'
import { toCardName } from './cardName.ts'
import type { MailLanguage } from './language.ts'
import { type Block, type Letter, toOneLine } from './letter.ts'
import type { MailedCard, OwnCardsMessage } from './messages.ts'

export function writeOwnCardsLetter(message: OwnCardsMessage, context: AutoRenewLetterContext): Letter {
  const { language, clubName, isTest } = context
  const { turned, saved, removed, charged } = message
  const club = toOneLine(clubName)
  const words = wordsOf[language]
  const name = (card: MailedCard) => toCardName(card, language)
  const sentences = [
    isTest ? words.test : '',
    saved === null ? '' : words.saved(name(saved)),
    removed === null ? '' : words.removed(name(removed)),
    turned === 'on' && charged !== null ? words.on(name(charged)) : '',
    turned === 'off' ? words.off : '',
    turned === null && charged !== null
      ? words[message.renews === false ? 'unrenewed' : 'charged'](name(charged))
      : '',
    turned === null && charged === null ? words.noneCharged : '',
  ].filter((text) => text !== '')
  const page =
    turned === null
      ? { label: words.cards, href: context.findAddress('/portal/member/payments') }
      : { label: words.membership, href: context.findAddress('/portal/member/membership') }
  return {
    language,
    club,
    subject: `${club}: ${turned === null ? words.cardsTitle : words.renewalTitle}`,
    heading: turned === null ? words.cardsHeading : words.renewalHeading,
    blocks: [
      ...sentences.map((text, at): Block => ({ kind: isTest && at === 0 ? 'notice' : 'paragraph', text })),
      { kind: 'link', ...page },
    ],
    footer: [words.notYou(club), words.automatic],
  }
}

interface OwnCardsWords {
  cardsTitle: string
  cardsHeading: string
  renewalTitle: string
  renewalHeading: string
  test: string
  saved(card: string): string
  removed(card: string): string
  on(card: string): string
  off: string
  charged(card: string): string
  unrenewed(card: string): string
  noneCharged: string
  notYou(club: string): string
  cards: string
  membership: string
  automatic: string
}

const wordsOf: Readonly<Record<MailLanguage, OwnCardsWords>> = {
  en: {
    cardsTitle: 'your saved cards have changed',
    cardsHeading: 'Your saved cards have changed',
    renewalTitle: 'your automatic renewal has changed',
    renewalHeading: 'Your automatic renewal has changed',
    test: 'This is a test: no card was charged, and no money was moved.',
    saved: (card) => `This card was saved to your account: ${card}.`,
    removed: (card) => `This card was removed from your account: ${card}.`,
    on: (card) =>
      `Automatic renewal has been turned on. When your membership expires, this card is charged for one more year: ${card}.`,
    off: 'Automatic renewal has been turned off. Renew the membership yourself before it expires.',
    charged: (card) => `Automatic renewals are charged to this card: ${card}.`,
    unrenewed: (card) =>
      `Automatic renewal is off: this card is charged only when you renew with it yourself: ${card}.`,
    noneCharged: 'There is no card for renewals now.',
    notYou: (club) => `Was it not you? Change your password at once, and tell ${club}.`,
    cards: 'Your saved cards',
    membership: 'Your membership',
    automatic: `${platform.name} wrote this message for the club.`,
  },
  es: {
    cardsTitle: 'sus tarjetas guardadas han cambiado',
    cardsHeading: 'Sus tarjetas guardadas han cambiado',
    renewalTitle: 'su renovación automática ha cambiado',
    renewalHeading: 'Su renovación automática ha cambiado',
    test: 'Esto es una prueba: no se ha cobrado nada a ninguna tarjeta ni se ha movido dinero.',
    saved: (card) => `Se ha guardado esta tarjeta en su cuenta: ${card}.`,
    removed: (card) => `Se ha eliminado esta tarjeta de su cuenta: ${card}.`,
    on: (card) =>
      `La renovación automática está activada. Cuando venza su membresía, se cobrará un año más a esta tarjeta: ${card}.`,
    off: 'La renovación automática está desactivada. Renueve usted la membresía antes de que venza.',
    charged: (card) => `Las renovaciones automáticas se cobran a esta tarjeta: ${card}.`,
    unrenewed: (card) =>
      `La renovación automática está desactivada: a esta tarjeta solo se cobra cuando usted renueva con ella: ${card}.`,
    noneCharged: 'Ahora no hay ninguna tarjeta para las renovaciones.',
    notYou: (club) => `¿No ha sido usted? Cambie su contraseña de inmediato y avise a ${club}.`,
    cards: 'Sus tarjetas guardadas',
    membership: 'Su membresía',
    automatic: `${platform.name} ha escrito este mensaje en nombre del club.`,
  },
}
