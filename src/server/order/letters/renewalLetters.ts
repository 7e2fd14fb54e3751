// The letters about renewals: the link to one, and with a saved card, that one is due soon or could not be charged.
import { type MailLanguage, pick, toAmount, toLongDay } from '../../mail/language.ts'
import { type Block, toFacts, toLink, toNotice, toOneLine } from '../../mail/letter.ts'
import { type Letters, writeAutomatic } from '../../mail/letterContext.ts'
import { type MailedCard, toCardName } from './cardName.ts'

interface RenewalNotice {
  /** The calendar day on which it renews, which is its expiration. */
  readonly day: string
  readonly typeLabel: string
  /** With fee and taxes. */
  readonly amountCents: number
  readonly card: MailedCard
}

interface RenewalFailure {
  readonly reason: 'funds' | 'expired' | 'gone' | 'holder' | 'declined'
  /** The expiration that was to be extended. */
  readonly period: string
  readonly amountCents: number
  readonly card: MailedCard
  /** Opens the order's page, where the holder confirms. Only the mail's link contains it. */
  readonly orderKey: string
  /** The day of the next try; null when nothing more happens by itself. */
  readonly nextTry: string | null
  /** The last day on which the payment can be confirmed. */
  readonly until: string
}

export const renewalLetters = {
  /** For an hour, anybody who has it may renew this membership. */
  'renewal-link': ({ lookup }: { readonly lookup: string }, { language, club, findAddress }) => {
    const words = pick(language, {
      en: {
        title: 'your link to renew',
        heading: 'Your link to renew',
        intro: `Somebody asked at ${club} for a link with which your membership can be renewed. Here it is.`,
        open: 'Renew your membership',
        hour: 'The link works for one hour. After that, ask for a new one.',
        footer: ['Was it not you? Then do nothing: without the link nobody sees or changes anything.'],
        automatic: `${writeAutomatic('en')} Do not pass the link on.`,
      },
      es: {
        title: 'su enlace para renovar',
        heading: 'Su enlace para renovar',
        intro: `Alguien ha pedido a ${club} un enlace para renovar su membresía. Aquí lo tiene.`,
        open: 'Renovar su membresía',
        hour: 'El enlace funciona durante una hora. Después, pida uno nuevo.',
        footer: ['¿No ha sido usted? Entonces no haga nada: sin el enlace nadie ve ni cambia nada.'],
        automatic: `${writeAutomatic('es')} No comparta el enlace.`,
      },
    })
    const page = findAddress('/portal/renew', { lookup })
    return { ...words, blocks: [words.intro, toLink(words.open, page), words.hour] }
  },

  /** A membership renews itself soon. */
  'renewal-notice': (message: RenewalNotice, { language, club, isTest, findAddress }) => {
    const day = toLongDay(message.day, language)
    const words = pick(language, {
      en: {
        title: `your membership renews on ${day}`,
        heading: 'Your membership renews soon',
        notice: `Your membership of ${club} is renewed automatically for one year on ${day}. You do not have to do anything.`,
        type: 'Membership',
        day: 'Day of the renewal',
        amount: 'Amount, with all fees and taxes of today',
        card: 'Card',
        turnOff: `If you do not want this, turn automatic renewal off before ${day}: sign in to the portal and open Membership. There you also see which card is charged.`,
      },
      es: {
        title: `su membresía se renueva el ${day}`,
        heading: 'Su membresía se renueva pronto',
        notice: `Su membresía de ${club} se renueva automáticamente por un año el ${day}. No tiene que hacer nada.`,
        type: 'Membresía',
        day: 'Día de la renovación',
        amount: 'Importe, con los cargos e impuestos de hoy',
        card: 'Tarjeta',
        turnOff: `Si no lo desea, desactive la renovación automática antes del ${day}: inicie sesión en el portal y abra Membresía. Allí ve también a qué tarjeta se cobra.`,
      },
    })
    return {
      ...words,
      blocks: [
        isTest && toNothingCharged(language),
        words.notice,
        toFacts(
          [words.type, toOneLine(message.typeLabel)],
          [words.day, day],
          [words.amount, toAmount(message.amountCents)],
          [words.card, toCardName(message.card, language)],
        ),
        words.turnOff,
        toMembership(language, findAddress),
      ],
      footer: [],
    }
  },

  /** The saved card could not be charged for a renewal. */
  'renewal-failed': (message: RenewalFailure, { language, club, isTest, findAddress }) => {
    const isHolders = message.reason === 'holder'
    const nextTry = message.nextTry === null ? null : toLongDay(message.nextTry, language)
    const until = toLongDay(message.until, language)
    const amount = toAmount(message.amountCents)
    const card = toCardName(message.card, language)
    const words = pick(language, {
      en: {
        title: isHolders
          ? 'please confirm the renewal of your membership'
          : 'your membership could not be renewed',
        heading: isHolders
          ? 'Your bank wants you to confirm the payment'
          : 'Your membership could not be renewed',
        failed: `We tried to renew your membership of ${club} for one year. The card that you saved (${card}) could not be charged ${amount}. No money was taken.`,
        reasons: {
          funds: 'The bank says that there is not enough money in the account.',
          expired: 'The card has expired.',
          gone: 'The card is not saved with the card provider any more.',
          holder: 'Your bank wants to know from you that this payment is right.',
          declined: 'The bank declined the payment. It does not tell us why; it tells you if you ask it.',
        },
        confirm: `Open this page and confirm the payment with your bank. You can do it until ${until}.`,
        confirmLink: 'Confirm the payment',
        again: `We try again on ${nextTry}. If you do not want to wait, sign in, open Membership and renew with another card.`,
        nothingMore:
          'We do not try again. To renew, sign in and open Membership: choose another card, or renew there now.',
      },
      es: {
        title: isHolders ? 'confirme la renovación de su membresía' : 'su membresía no se pudo renovar',
        heading: isHolders ? 'Su banco quiere que usted confirme el pago' : 'Su membresía no se pudo renovar',
        failed: `Hemos intentado renovar su membresía de ${club} por un año. No se pudieron cobrar ${amount} a la tarjeta que guardó (${card}). No se ha cobrado nada.`,
        reasons: {
          funds: 'El banco dice que no hay suficiente dinero en la cuenta.',
          expired: 'La tarjeta ha vencido.',
          gone: 'El proveedor de tarjetas ya no tiene guardada la tarjeta.',
          holder: 'Su banco quiere que usted le diga que este pago es correcto.',
          declined:
            'El banco rechazó el pago. A nosotros no nos dice por qué; a usted se lo dirá si le pregunta.',
        },
        confirm: `Abra esta página y confirme el pago con su banco. Puede hacerlo hasta el ${until}.`,
        confirmLink: 'Confirmar el pago',
        again: `Lo intentaremos de nuevo el ${nextTry}. Si no quiere esperar, inicie sesión, abra Membresía y renueve con otra tarjeta.`,
        nothingMore:
          'No lo intentaremos más. Para renovar, inicie sesión y abra Membresía: elija otra tarjeta o renueve allí ahora.',
      },
    })
    return {
      ...words,
      blocks: [
        isTest && toNothingCharged(language),
        words.failed,
        words.reasons[message.reason],
        ...(isHolders
          ? [
              words.confirm,
              toLink(words.confirmLink, findAddress('/portal/order', { key: message.orderKey })),
            ]
          : [nextTry === null ? words.nothingMore : words.again]),
        toMembership(language, findAddress),
      ],
      footer: [],
    }
  },
} satisfies Letters

/** Of a card that is charged by itself, later. */
function toNothingCharged(language: MailLanguage): Block {
  return toNotice(
    pick(language, {
      en: 'This is a test: no card is charged, and no money is moved.',
      es: 'Esto es una prueba: no se cobra nada a ninguna tarjeta ni se mueve dinero.',
    }),
  )
}

function toMembership(language: MailLanguage, findAddress: (path: string) => string): Block {
  const label = pick(language, { en: 'Open your membership', es: 'Abrir su membresía' })
  return toLink(label, findAddress('/portal/member/membership'))
}
