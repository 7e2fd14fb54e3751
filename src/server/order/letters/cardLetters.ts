// The letters that tell a member what has changed about their saved cards and automatic renewal.
import { pick } from '../../mail/language.ts'
import { toLink } from '../../mail/letter.ts'
import { type Letters, toTestNotice } from '../../mail/letterContext.ts'
import { type MailedCard, toCardName } from './cardName.ts'

interface AutoRenew {
  /** The order's number. */
  readonly number: number
  readonly isUndone: boolean
  readonly turned: 'on' | 'off' | null
  /** The card that was saved, or removed if the order was undone. */
  readonly card: MailedCard | null
  /** The card takes the place of another one as the default, or is the first. */
  readonly isNewDefault: boolean
}

interface OwnCards {
  readonly turned: 'on' | 'off' | null
  readonly saved: MailedCard | null
  readonly removed: MailedCard | null
  /** The card that renewals charge from now on. */
  readonly charged: MailedCard | null
  /** Whether the membership renews automatically. Missing in mails that an earlier build has queued. */
  readonly renews?: boolean
}

export const cardLetters = {
  /** An order has changed a member's cards or automatic renewal, or was undone. */
  'auto-renew': (
    { number, isUndone, turned, card, isNewDefault }: AutoRenew,
    { language, club, isTest, findAddress },
  ) => {
    const name = card === null ? '' : toCardName(card, language)
    const words = pick(language, {
      en: {
        title: 'your automatic renewal has changed',
        heading: 'Your automatic renewal has changed',
        on: 'Your membership now renews automatically each time it expires, for one year. You can turn this off at any time in the member portal, under Membership.',
        off: 'Your membership does not renew automatically any more.',
        saved: isNewDefault
          ? `This card is saved for it, as the one to charge: ${name}.`
          : `This card is saved for it: ${name}.`,
        removed: `This card was removed: ${name}.`,
        because: isUndone
          ? `The reason: order ${number} was undone.`
          : `This came with a renewal of your membership, order ${number}.`,
        membership: 'Your membership',
        footer: [
          `Was it neither you nor somebody whom you know? Tell ${club} and name order ${number}: the club can undo it.`,
        ],
      },
      es: {
        title: 'su renovación automática ha cambiado',
        heading: 'Su renovación automática ha cambiado',
        on: 'Su membresía se renueva ahora automáticamente cada vez que vence, por un año. Puede desactivarlo en cualquier momento en el portal de socios, en Membresía.',
        off: 'Su membresía ya no se renueva automáticamente.',
        saved: isNewDefault
          ? `Esta tarjeta queda guardada para ello, como la que se cobrará: ${name}.`
          : `Esta tarjeta queda guardada para ello: ${name}.`,
        removed: `Se ha eliminado esta tarjeta: ${name}.`,
        because: isUndone
          ? `El motivo: se anuló el pedido ${number}.`
          : `Se debe a una renovación de su membresía, el pedido ${number}.`,
        membership: 'Su membresía',
        footer: [
          `¿No ha sido usted ni alguien a quien conoce? Diríjase a ${club} e indique el pedido ${number}: el club puede anularlo.`,
        ],
      },
    })
    return {
      ...words,
      blocks: [
        isTest && toTestNotice(language),
        turned !== null && words[turned],
        card !== null && (isUndone ? words.removed : words.saved),
        words.because,
        toLink(words.membership, findAddress('/portal/member/membership')),
      ],
    }
  },

  /** Somebody signed in as the member has changed their saved cards or automatic renewal. */
  'own-cards': (
    { turned, saved, removed, charged, renews }: OwnCards,
    { language, club, isTest, findAddress },
  ) => {
    const name = (card: MailedCard | null) => (card === null ? '' : toCardName(card, language))
    const words = pick(language, {
      en: {
        title: turned === null ? 'your saved cards have changed' : 'your automatic renewal has changed',
        heading: turned === null ? 'Your saved cards have changed' : 'Your automatic renewal has changed',
        saved: `This card was saved to your account: ${name(saved)}.`,
        removed: `This card was removed from your account: ${name(removed)}.`,
        on: `Automatic renewal has been turned on. When your membership expires, this card is charged for one more year: ${name(charged)}.`,
        off: 'Automatic renewal has been turned off. Renew the membership yourself before it expires.',
        charged: `Automatic renewals are charged to this card: ${name(charged)}.`,
        unrenewed: `Automatic renewal is off: this card is charged only when you renew with it yourself: ${name(charged)}.`,
        noneCharged: 'There is no card for renewals now.',
        cards: 'Your saved cards',
        membership: 'Your membership',
        footer: [`Was it not you? Change your password at once, and tell ${club}.`],
      },
      es: {
        title:
          turned === null ? 'sus tarjetas guardadas han cambiado' : 'su renovación automática ha cambiado',
        heading:
          turned === null ? 'Sus tarjetas guardadas han cambiado' : 'Su renovación automática ha cambiado',
        saved: `Se ha guardado esta tarjeta en su cuenta: ${name(saved)}.`,
        removed: `Se ha eliminado esta tarjeta de su cuenta: ${name(removed)}.`,
        on: `La renovación automática está activada. Cuando venza su membresía, se cobrará un año más a esta tarjeta: ${name(charged)}.`,
        off: 'La renovación automática está desactivada. Renueve usted la membresía antes de que venza.',
        charged: `Las renovaciones automáticas se cobran a esta tarjeta: ${name(charged)}.`,
        unrenewed: `La renovación automática está desactivada: a esta tarjeta solo se cobra cuando usted renueva con ella: ${name(charged)}.`,
        noneCharged: 'Ahora no hay ninguna tarjeta para las renovaciones.',
        cards: 'Sus tarjetas guardadas',
        membership: 'Su membresía',
        footer: [`¿No ha sido usted? Cambie su contraseña de inmediato y avise a ${club}.`],
      },
    })
    const ownCharge =
      charged === null ? words.noneCharged : renews === false ? words.unrenewed : words.charged
    return {
      ...words,
      blocks: [
        isTest && toTestNotice(language),
        saved !== null && words.saved,
        removed !== null && words.removed,
        turned === 'on' && charged !== null && words.on,
        turned === 'off' && words.off,
        turned === null && ownCharge,
        turned === null
          ? toLink(words.cards, findAddress('/portal/member/payments'))
          : toLink(words.membership, findAddress('/portal/member/membership')),
      ],
    }
  },
} satisfies Letters
