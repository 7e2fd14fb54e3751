// What signing up as a vendor asks and sends: who the vendor is, and the form's shape.
import type { EventPayload } from '../../../../contract/eventOrders.ts'
import type { ClubEvent } from '../../../../domain/event.ts'
import { onlineMark, payerLengths, toPhoneDigits } from '../../../../domain/shapes/personLengths.ts'
import { toPlainLine, toPlainText } from '../../../../domain/shapes/plainText.ts'
import type { SessionMember } from '../../../session/sessionState.ts'
import type { Payer, WizardValues } from '../../../wizard/flow.ts'
import type { RefusedField } from '../buying/refusedFields.ts'
import { countTickets, type TicketChoice, toPricedLines, toTicketLines } from '../buying/ticketChoices.ts'
import { type ChosenSpace, listKeptSpaces, toReservations } from './chosenSpaces.ts'

export interface VendorInfo {
  name: string
  /** The number of a type as a text; '' before one is chosen. */
  vendorType: string
  address: string
  city: string
  state: string
  zip: string
  phone: string
  email: string
  allowEmailMarketing: boolean
  taxId: string
  description: string
  /** What visitors read. */
  goods: string
}

export type VendorField = Exclude<keyof VendorInfo, 'allowEmailMarketing'>

export interface VendorValues extends WizardValues {
  vendor: VendorInfo
  /** The id of the map that is shown; 0 for the first. */
  map: number
  spaces: ChosenSpace[]
  /** The ids of chosen spaces that somebody else has meanwhile. */
  lost: number[]
  tickets: TicketChoice[]
  refused: RefusedField[]
}

export const emptyVendor: VendorValues = {
  vendor: {
    name: '',
    vendorType: '',
    address: '',
    city: '',
    state: '',
    zip: '',
    phone: '',
    email: '',
    allowEmailMarketing: true,
    taxId: '',
    description: '',
    goods: '',
  },
  map: 0,
  spaces: [],
  lost: [],
  tickets: [],
  refused: [],
  agreed: false,
}

/** The questions that only some clubs ask. */
export interface VendorQuestions {
  type: boolean
  taxId: boolean
  description: boolean
}

/** One map that does not ask is enough: the form is about all of them. */
export function findQuestions({ maps }: Pick<ClubEvent, 'maps'>): VendorQuestions {
  return {
    type: maps.every(({ askVendorType }) => askVendorType),
    taxId: maps.every(({ askVendorTaxid }) => askVendorTaxid),
    description: maps.every(({ askVendorDescription }) => askVendorDescription),
  }
}

/** What the member's record has of a vendor's fields, whole. */
export function toOwnVendor(member: SessionMember): Partial<Record<VendorField, string>> {
  const { fname, lname, address, city, state, zip, phone, email_address } = member
  const own = {
    name: `${fname} ${lname}`,
    address,
    city,
    state: state.trim().length === 2 ? state.toUpperCase() : state,
    zip,
    phone: toPhoneDigits(phone),
    email: email_address,
  }
  return Object.fromEntries(Object.entries(own).map(([field, text]) => [field, text.trim()]))
}

/** Fills what is still empty from the member's record. */
export function prefillVendor(vendor: VendorInfo, member: SessionMember): VendorInfo {
  const filled = { ...vendor }
  for (const [field, text] of Object.entries(toOwnVendor(member)) as [VendorField, string][]) {
    if (filled[field] === '') filled[field] = text
  }
  return filled
}

/** Who the vendor is, as it is sent. What is not asked is not sent, though it may have been typed before. */
export function toVendorPayload(
  vendor: VendorInfo,
  questions: VendorQuestions,
): NonNullable<EventPayload['vendor']> {
  const { allowEmailMarketing, vendorType, description, goods, taxId, ...typed } = vendor
  const { name, address, city, state, zip, phone, email } = typed
  const text = toPlainText(description)
  const forVisitors = toPlainText(goods)
  return {
    name: toPlainLine(name),
    address: toPlainLine(address),
    city: toPlainLine(city),
    state: toPlainLine(state),
    zip: toPlainLine(zip),
    phone: toPlainLine(phone),
    email: toPlainLine(email),
    allowEmailMarketing,
    ...(questions.type ? { vendorType: Number(vendorType) } : {}),
    ...(questions.taxId ? { taxId: toPlainLine(taxId) } : {}),
    ...(forVisitors === '' ? {} : { goods: forVisitors }),
    ...(questions.description && text !== '' ? { description: `${onlineMark}${text}` } : {}),
  }
}

/** The payment asks for two names. The last word of the vendor's is the second one. */
export function toVendorPayer(vendor: VendorInfo, memberId: number | undefined, country: string): Payer {
  const { name, address, city, state, zip, phone, email } = vendor
  const words = toPlainLine(name).split(' ')
  const last = words.length > 1 ? (words.pop() ?? '') : ''
  const receiptEmail = toPlainLine(email)
  if (memberId !== undefined) return { receiptEmail, memberId }
  return {
    receiptEmail,
    nonMember: {
      fname: words.join(' ').slice(0, payerLengths.fname),
      lname: last.slice(0, payerLengths.lname),
      address1: toPlainLine(address),
      address2: '',
      city: toPlainLine(city),
      state: toPlainLine(state),
      zip: toPlainLine(zip),
      country,
      phone: toShortPhone(phone),
      email: receiptEmail,
    },
  }
}

/** What decides the price; undefined while no space is chosen. */
export function toPricedVendor(
  { id, tickets, maps }: ClubEvent,
  values: VendorValues,
): Record<string, unknown> | undefined {
  const reservations = toReservations(listKeptSpaces(maps, values))
  if (reservations.length === 0) return undefined
  const lines = toPricedLines(tickets, values.tickets)
  return { eventId: id, reservations, ...(lines.length === 0 ? {} : { tickets: { tickets: lines } }) }
}

/** The whole order: who the vendor is, the spaces that are left, and the tickets, which are theirs too. */
export function toVendorOrder(event: ClubEvent, values: VendorValues): EventPayload {
  const vendor = toVendorPayload(values.vendor, findQuestions(event))
  const { name, address, city, state, zip, phone, email, allowEmailMarketing } = vendor
  const buyer = { name, address, city, state, zip, email, allowEmailMarketing }
  return {
    eventId: event.id,
    vendor,
    reservations: toReservations(listKeptSpaces(event.maps, values)),
    ...(countTickets(values.tickets) === 0
      ? {}
      : {
          tickets: {
            tickets: toTicketLines(event.tickets, values.tickets),
            ...buyer,
            phone: toShortPhone(phone),
          },
        }),
  }
}

/** Payments and tickets take fewer digits than a vendor's number may have: a country's code goes first. */
function toShortPhone(phone: string): string {
  return toPlainLine(phone).slice(-payerLengths.phone)
}
