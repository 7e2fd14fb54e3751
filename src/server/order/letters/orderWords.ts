// What the mails about orders say, in both languages.

import { noticeDays } from '../../../domain/membership.ts'
import { platform } from '../../../domain/platform.ts'
import { deliveryDays } from '../../../domain/sales/descriptions.ts'
import type { HandReturn } from '../../../domain/sales/movements.ts'
import { standingWords } from '../../../domain/sales/standing.ts'
import { writeAutomatic } from '../../mail/letterContext.ts'

interface MailedCar {
  readonly vehicle: string
  readonly carNumber: string
  /** '' when it is not known. */
  readonly carClass: string
}

/** Tickets of one kind. */
interface MailedTickets {
  readonly ticket: string
  readonly count: number
}

function listCars(cars: readonly MailedCar[]): string {
  return cars
    .map(({ vehicle, carNumber, carClass }) => {
      const more = [vehicle, carClass].filter((text) => text !== '').join(', ')
      return more === '' ? carNumber : `${carNumber} (${more})`
    })
    .join(', ')
}

function listTickets(tickets: readonly MailedTickets[]): string {
  return tickets.map(({ ticket, count }) => (count === 1 ? ticket : `${ticket} × ${count}`)).join(', ')
}

function isOneTicket(tickets: readonly MailedTickets[]): boolean {
  return tickets.reduce((sum, { count }) => sum + count, 0) === 1
}

const [firstNotice, lastNotice] = noticeDays

const english = {
  open: 'See your order',
  help: (club: string, number: number) =>
    `Is something not right, or do you have a question? Ask ${club} and name order ${number}: somebody at the club will look into it.`,
  automatic: `${writeAutomatic('en')} Keep it: the link in it opens your order, so do not pass it on.`,
  /** Used after the club's name in the subject, and as the heading. */
  receipt: (number: number) => `receipt for order ${number}`,
  refund: (number: number) => `refund for order ${number}`,
  correction: (number: number) => `correction of order ${number}`,
  late: (number: number) => `your payment for order ${number} was returned`,
  review: (number: number) => `we are looking at your payment for order ${number}`,
  /** `day` is '' where there is no end to name. */
  joined: (club: string, type: string, day: string) =>
    `Welcome to ${club}. ${day === '' ? `This receipt is for your membership, ${type}.` : `Your membership, ${type}, is good until ${day}.`}`,
  renewed: (club: string, type: string, day: string) =>
    `Thank you for staying with ${club}. ${day === '' ? `This receipt is for your membership, ${type}.` : `Your membership, ${type}, is now good until ${day}.`}`,
  donated: (club: string) => `Thank you for your donation. 100% of it goes to ${club}.`,
  sold: (club: string, things: readonly string[]) =>
    `Thank you for your order from ${club}: ${things.join(', ')}.`,
  delivery: `It is delivered in ${deliveryDays.from} to ${deliveryDays.to} business days.`,
  registered: (event: string, cars: readonly MailedCar[]) =>
    `Thank you for registering for ${event}. ${cars.length === 1 ? 'Your car number is' : 'Your car numbers:'} ${listCars(cars)}.`,
  reserved: (event: string, spaces: readonly string[]) =>
    `Thank you for signing up for ${event}. ${spaces.length === 1 ? 'Your space' : 'Your spaces'}: ${spaces.join(', ')}.`,
  ticketed: (event: string, tickets: readonly MailedTickets[]) =>
    `Thank you for your purchase for ${event}. ${isOneTicket(tickets) ? 'Your ticket' : 'Your tickets'}: ${listTickets(tickets)}.`,
  showCodes: 'Show these codes at the gate. Each counts once: give each person their own.',
  code: (number: number, ticket: string) => `Ticket ${number}: ${ticket}`,
  car: (number: string, vehicle: string) => `Car ${number}: ${vehicle}`,
  space: (space: string) => `Space: ${space}`,
  firstSignIn:
    'Sign in to the member portal with the e-mail address to which this came. If you have no password yet, you choose one there, with a code that we mail to you.',
  signIn: 'Sign in to the member portal',
  autoRenews: `It renews automatically each time it expires, for one year, with your saved card. We write to you ${firstNotice} and ${lastNotice} days before. You can turn this off at any time in the member portal, under Membership.`,
  automaticRenewal: 'This was the automatic renewal of your membership.',
  automaticCharge: (card: string) =>
    `This was the automatic renewal of your membership, charged to your saved card: ${card}.`,
  autoRenewEnded: 'The membership does not renew automatically any more.',
  membershipEnds: (day: string) =>
    `The membership that was paid with it goes back too: it is now valid until ${day}.`,
  membershipOver: 'The membership that was paid with it goes back too: it is over now.',
  paid: 'Your payment has arrived. This is your receipt.',
  paidCash: 'You have paid in cash. This is your receipt.',
  paidCheque: 'You have paid by cheque. This is your receipt.',
  free: 'Nothing was charged. This is your receipt.',
  statement: `The payment appears on your card's statement under the name ${platform.company}.`,
  refunded: (amount: string, isWhole: boolean) =>
    isWhole
      ? `We have returned ${amount} to the card that paid for this order. That is all of it.`
      : `We have returned ${amount} to the card that paid for this order.`,
  refundedByHand: {
    cash: (amount: string, isWhole: boolean) =>
      isWhole
        ? `The club gives back ${amount} for this order in cash. That is all of it.`
        : `The club gives back ${amount} for this order in cash.`,
    cheque: (amount: string, isWhole: boolean) =>
      `${isWhole ? 'This order, which was paid by cheque, is undone' : 'A part of this order, which was paid by cheque, is undone'}: ${amount}. If the bank has paid the cheque, the club gives that back.`,
    bounced: (amount: string, isWhole: boolean) =>
      `The bank did not pay the cheque for this order, so ${isWhole ? 'the order' : 'a part of the order'} is undone: ${amount}.`,
    mistake: (amount: string, isWhole: boolean) =>
      isWhole
        ? `The club had typed this order wrongly and has undone it. The ${amount} of it were never paid, so no money goes back.`
        : `The club had typed this order wrongly and has corrected it. ${amount} of it was never paid, so no money goes back.`,
  } satisfies Record<HandReturn, unknown>,
  reason: (text: string) => `The reason: ${text}`,
  renewedAlready: 'this membership had been renewed for the same time already.',
  notAvailable: `what you paid for ${standingWords.en.part.failed}.`,
  unclaimed: 'nothing was ordered with this payment within a day.',
  byClub: 'the club decided to give it back.',
  bankDays: 'Banks take 5 to 10 business days to show it.',
  tooLate: (amount: string) =>
    `Your payment came after the time for it had ended, and what was kept for you is gone. We have returned all of it, ${amount}, to your card, and nothing of the order was carried out. You are welcome to order again.`,
  reviewed: (amount: string, club: string) =>
    `We have received ${amount}, and it does not fit your order. Somebody at ${club} looks at it now and will get in touch with you.`,
  doNotPayAgain: 'Please do not pay again.',
  line(kind: string, label: string, quantity: number) {
    const years = `${quantity} ${quantity === 1 ? 'year' : 'years'}`
    if (kind === 'membership') return `Membership (${years})`
    if (kind === 'renewal') return `Renewal of membership (${years})`
    if (kind === 'donation') return 'Donation'
    if (kind === 'registration') return label === '' ? 'Registration' : `Registration: ${label}`
    if (kind === 'space') return `Space: ${label}`
    if (kind === 'shipping') return 'Shipping'
    return quantity === 1 ? label : `${label} × ${quantity}`
  },
  subTotal: 'Sub-total',
  discount: 'Member Discount',
  storeDiscount: 'Discounts',
  testMode: 'Test mode: nothing is charged',
  serviceFee: 'Service fee',
  taxes: 'Taxes',
  total: 'Total',
  number: 'Order number',
  date: 'Date',
}

export type OrderWords = typeof english

const spanish: OrderWords = {
  open: 'Ver su pedido',
  help: (club, number) =>
    `¿Hay algo que no está bien, o tiene alguna pregunta? Diríjase a ${club} e indique el pedido ${number}: alguien del club lo revisará.`,
  automatic: `${writeAutomatic('es')} Consérvelo: su enlace abre el pedido, así que no lo comparta.`,
  receipt: (number) => `recibo del pedido ${number}`,
  refund: (number) => `reembolso del pedido ${number}`,
  correction: (number) => `corrección del pedido ${number}`,
  late: (number) => `hemos devuelto su pago del pedido ${number}`,
  review: (number) => `estamos revisando su pago del pedido ${number}`,
  joined: (club, type, day) =>
    `Le damos la bienvenida a ${club}. ${day === '' ? `Este recibo es de su membresía, ${type}.` : `Su membresía, ${type}, es válida hasta el ${day}.`}`,
  renewed: (club, type, day) =>
    `Gracias por seguir en ${club}. ${day === '' ? `Este recibo es de su membresía, ${type}.` : `Su membresía, ${type}, es válida ahora hasta el ${day}.`}`,
  donated: (club) => `Gracias por su donación. El 100 % es para ${club}.`,
  sold: (club, things) => `Gracias por su pedido a ${club}: ${things.join(', ')}.`,
  delivery: `Se entrega en un plazo de ${deliveryDays.from} a ${deliveryDays.to} días hábiles.`,
  registered: (event, cars) =>
    `Gracias por inscribirse en ${event}. ${cars.length === 1 ? 'Su número de auto es' : 'Sus números de auto:'} ${listCars(cars)}.`,
  reserved: (event, spaces) =>
    `Gracias por inscribirse en ${event}. ${spaces.length === 1 ? 'Su espacio' : 'Sus espacios'}: ${spaces.join(', ')}.`,
  ticketed: (event, tickets) =>
    `Gracias por su compra para ${event}. ${isOneTicket(tickets) ? 'Su entrada' : 'Sus entradas'}: ${listTickets(tickets)}.`,
  showCodes: 'Muestre estos códigos al llegar. Cada uno vale una sola vez: dé a cada persona el suyo.',
  code: (number, ticket) => `Entrada ${number}: ${ticket}`,
  car: (number, vehicle) => `Auto ${number}: ${vehicle}`,
  space: (space) => `Espacio: ${space}`,
  firstSignIn:
    'Inicie sesión en el portal de socios con la dirección de correo a la que llegó este mensaje. Si todavía no tiene contraseña, la elige allí con un código que le enviamos por correo.',
  signIn: 'Iniciar sesión en el portal de socios',
  autoRenews: `Se renueva automáticamente cada vez que vence, por un año, con su tarjeta guardada. Le escribimos ${firstNotice} y ${lastNotice} días antes. Puede desactivarlo en cualquier momento en el portal de socios, en Membresía.`,
  automaticRenewal: 'Esta fue la renovación automática de su membresía.',
  automaticCharge: (card) =>
    `Esta fue la renovación automática de su membresía, cobrada a su tarjeta guardada: ${card}.`,
  autoRenewEnded: 'La membresía ya no se renueva automáticamente.',
  membershipEnds: (day) =>
    `También se retira la membresía que se pagó con él: ahora es válida hasta el ${day}.`,
  membershipOver: 'También se retira la membresía que se pagó con él: ya ha terminado.',
  paid: 'Hemos recibido su pago. Este es su recibo.',
  paidCash: 'Usted ha pagado en efectivo. Este es su recibo.',
  paidCheque: 'Usted ha pagado con cheque. Este es su recibo.',
  free: 'No se ha cobrado nada. Este es su recibo.',
  statement: `En el estado de cuenta de su tarjeta, el pago aparece con el nombre ${platform.company}.`,
  refunded: (amount, isWhole) =>
    isWhole
      ? `Hemos devuelto ${amount} a la tarjeta con la que se pagó este pedido. Es el monto completo.`
      : `Hemos devuelto ${amount} a la tarjeta con la que se pagó este pedido.`,
  refundedByHand: {
    cash: (amount, isWhole) =>
      isWhole
        ? `El club le devuelve ${amount} de este pedido en efectivo. Es el monto completo.`
        : `El club le devuelve ${amount} de este pedido en efectivo.`,
    cheque: (amount, isWhole) =>
      `${isWhole ? 'Se ha anulado este pedido, que se pagó con cheque' : 'Se ha anulado una parte de este pedido, que se pagó con cheque'}: ${amount}. Si el banco pagó el cheque, el club se lo devuelve.`,
    bounced: (amount, isWhole) =>
      `El banco no pagó el cheque de este pedido, así que se ha anulado ${isWhole ? 'el pedido' : 'una parte del pedido'}: ${amount}.`,
    mistake: (amount, isWhole) =>
      isWhole
        ? `El club había anotado mal este pedido y lo ha anulado. Nunca se pagaron los ${amount}, así que no se devuelve dinero.`
        : `El club había anotado mal este pedido y lo ha corregido. Nunca se pagaron ${amount} de él, así que no se devuelve dinero.`,
  },
  reason: (text) => `El motivo: ${text}`,
  renewedAlready: 'esta membresía ya se había renovado para el mismo período.',
  notAvailable: `lo que usted pagó ${standingWords.es.part.failed}.`,
  unclaimed: 'en un día no se pidió nada con este pago.',
  byClub: 'el club decidió devolverlo.',
  bankDays: 'Los bancos tardan de 5 a 10 días hábiles en mostrarlo.',
  tooLate: (amount) =>
    `Su pago llegó cuando ya había terminado el plazo, y lo que le habíamos reservado ya no está disponible. Hemos devuelto el monto completo, ${amount}, a su tarjeta, y no se ha tramitado nada del pedido. Puede volver a pedirlo cuando quiera.`,
  reviewed: (amount) =>
    `Hemos recibido ${amount}, y no coincide con su pedido. Alguien del club lo está revisando y se pondrá en contacto con usted.`,
  doNotPayAgain: 'Por favor, no vuelva a pagar.',
  line(kind, label, quantity) {
    const years = `${quantity} ${quantity === 1 ? 'año' : 'años'}`
    if (kind === 'membership') return `Membresía (${years})`
    if (kind === 'renewal') return `Renovación de la membresía (${years})`
    if (kind === 'donation') return 'Donación'
    if (kind === 'registration') return label === '' ? 'Inscripción' : `Inscripción: ${label}`
    if (kind === 'space') return `Espacio: ${label}`
    if (kind === 'shipping') return 'Envío'
    return quantity === 1 ? label : `${label} × ${quantity}`
  },
  subTotal: 'Subtotal',
  discount: 'Descuento para socios',
  storeDiscount: 'Descuentos',
  testMode: 'Modo de prueba: no se cobra nada',
  serviceFee: 'Cargo por servicio',
  taxes: 'Impuestos',
  total: 'Total',
  number: 'Número de pedido',
  date: 'Fecha',
}

export const orderWords = { en: english, es: spanish }
