// The mails about renewals with a saved card, in both languages: one is due soon, or it could not be charged.
import { platform } from '../../domain/platform.ts'
import { toCardName } from './cardName.ts'
import { type MailLanguage, toAmount, toDayText } from './language.ts'
import { type Block, type Letter, toOneLine } from './letter.ts'
import type { RenewalFailedMessage, RenewalNoticeMessage } from './messages.ts'

export interface CardRenewalLetterContext {
  readonly language: MailLanguage
  /** The club's name as people typed it. */
  readonly clubName: string
  readonly isTest: boolean
  /** A whole address in the club's portal. */
  toAddress(path: string): string
}

export function writeCardRenewalLetter(
  message: RenewalNoticeMessage | RenewalFailedMessage,
  { language, clubName, isTest, toAddress }: CardRenewalLetterContext,
): Letter {
  const club = toOneLine(clubName)
  const words = wordsOf[language]
  const card = toCardName(message.card, language)
  const amount = toAmount(message.amountCents)
  const membership: Block = {
    kind: 'link',
    label: words.open,
    href: toAddress('/portal/member/membership'),
  }
  const test: Block[] = isTest ? [{ kind: 'notice', text: words.test }] : []
  const footer = [words.automatic]
  if (message.kind === 'renewal-notice') {
    const day = toDayText(message.day, language)
    return {
      language,
      club,
      subject: `${club}: ${words.noticeTitle(day)}`,
      heading: words.noticeHeading,
      blocks: [
        ...test,
        { kind: 'paragraph', text: words.notice(club, day) },
        {
          kind: 'facts',
          rows: [
            { label: words.type, value: toOneLine(message.typeLabel) },
            { label: words.day, value: day },
            { label: words.amount, value: amount },
            { label: words.cardLabel, value: card },
          ],
        },
        { kind: 'paragraph', text: words.turnOff(day) },
        membership,
      ],
      footer,
    }
  }
  const { reason, nextTry } = message
  const isHolders = reason === 'holder'
  const confirm: Block[] = isHolders
    ? [
        { kind: 'paragraph', text: words.confirm(toDayText(message.until, language)) },
        {
          kind: 'link',
          label: words.confirmLink,
          href: `${toAddress('/portal/order')}#key=${encodeURIComponent(message.orderKey)}`,
        },
      ]
    : []
  return {
    language,
    club,
    subject: `${club}: ${isHolders ? words.confirmTitle : words.failedTitle}`,
    heading: isHolders ? words.confirmHeading : words.failedHeading,
    blocks: [
      ...test,
      { kind: 'paragraph', text: words.failed(club, amount, card) },
      { kind: 'paragraph', text: words.reasons[reason] },
      ...confirm,
      ...(isHolders
        ? []
        : [
            {
              kind: 'paragraph',
              text: nextTry === null ? words.nothingMore : words.again(toDayText(nextTry, language)),
            } as const,
          ]),
      membership,
    ],
    footer,
  }
}

interface CardRenewalWords {
  test: string
  noticeTitle(day: string): string
  noticeHeading: string
  notice(club: string, day: string): string
  type: string
  day: string
  amount: string
  cardLabel: string
  turnOff(day: string): string
  open: string
  failedTitle: string
  failedHeading: string
  confirmTitle: string
  confirmHeading: string
  failed(club: string, amount: string, card: string): string
  reasons: Readonly<Record<RenewalFailedMessage['reason'], string>>
  confirm(until: string): string
  confirmLink: string
  again(day: string): string
  nothingMore: string
  automatic: string
}

const wordsOf: Readonly<Record<MailLanguage, CardRenewalWords>> = {
  en: {
    test: 'This is a test: no card is charged, and no money is moved.',
    noticeTitle: (day) => `your membership renews on ${day}`,
    noticeHeading: 'Your membership renews soon',
    notice: (club, day) =>
      `Your membership of ${club} is renewed automatically for one year on ${day}. You do not have to do anything.`,
    type: 'Membership',
    day: 'Day of the renewal',
    amount: 'Amount, with all fees and taxes of today',
    cardLabel: 'Card',
    turnOff: (day) =>
      `If you do not want this, turn automatic renewal off before ${day}: sign in to the portal and open Membership. There you also see which card is charged.`,
    open: 'Open your membership',
    failedTitle: 'your membership could not be renewed',
    failedHeading: 'Your membership could not be renewed',
    confirmTitle: 'please confirm the renewal of your membership',
    confirmHeading: 'Your bank wants you to confirm the payment',
    failed: (club, amount, card) =>
      `We tried to renew your membership of ${club} for one year. The card that you saved (${card}) could not be charged ${amount}. No money was taken.`,
    reasons: {
      funds: 'The bank says that there is not enough money in the account.',
      expired: 'The card has expired.',
      gone: 'The card is not saved with the card provider any more.',
      holder: 'Your bank wants to know from you that this payment is right.',
      declined: 'The bank declined the payment. It does not tell us why; it tells you if you ask it.',
    },
    confirm: (until) =>
      `Open this page and confirm the payment with your bank. You can do it until ${until}.`,
    confirmLink: 'Confirm the payment',
    again: (day) =>
      `We try again on ${day}. If you do not want to wait, sign in, open Membership and renew with another card.`,
    nothingMore:
      'We do not try again. To renew, sign in and open Membership: choose another card, or renew there now.',
    automatic: `${platform.name} wrote this message for the club.`,
  },
  es: {
    test: 'Esto es una prueba: no se cobra nada a ninguna tarjeta ni se mueve dinero.',
    noticeTitle: (day) => `su membresía se renueva el ${day}`,
    noticeHeading: 'Su membresía se renueva pronto',
    notice: (club, day) =>
      `Su membresía de ${club} se renueva automáticamente por un año el ${day}. No tiene que hacer nada.`,
    type: 'Membresía',
    day: 'Día de la renovación',
    amount: 'Importe, con los cargos e impuestos de hoy',
    cardLabel: 'Tarjeta',
    turnOff: (day) =>
      `Si no lo desea, desactive la renovación automática antes del ${day}: inicie sesión en el portal y abra Membresía. Allí ve también a qué tarjeta se cobra.`,
    open: 'Abrir su membresía',
    failedTitle: 'su membresía no se pudo renovar',
    failedHeading: 'Su membresía no se pudo renovar',
    confirmTitle: 'confirme la renovación de su membresía',
    confirmHeading: 'Su banco quiere que usted confirme el pago',
    failed: (club, amount, card) =>
      `Hemos intentado renovar su membresía de ${club} por un año. No se pudieron cobrar ${amount} a la tarjeta que guardó (${card}). No se ha cobrado nada.`,
    reasons: {
      funds: 'El banco dice que no hay suficiente dinero en la cuenta.',
      expired: 'La tarjeta ha vencido.',
      gone: 'El proveedor de tarjetas ya no tiene guardada la tarjeta.',
      holder: 'Su banco quiere que usted le diga que este pago es correcto.',
      declined:
        'El banco rechazó el pago. A nosotros no nos dice por qué; a usted se lo dirá si le pregunta.',
    },
    confirm: (until) => `Abra esta página y confirme el pago con su banco. Puede hacerlo hasta el ${until}.`,
    confirmLink: 'Confirmar el pago',
    again: (day) =>
      `Lo intentaremos de nuevo el ${day}. Si no quiere esperar, inicie sesión, abra Membresía y renueve con otra tarjeta.`,
    nothingMore:
      'No lo intentaremos más. Para renovar, inicie sesión y abra Membresía: elija otra tarjeta o renueve allí ahora.',
    automatic: `${platform.name} ha escrito este mensaje en nombre del club.`,
  },
}
