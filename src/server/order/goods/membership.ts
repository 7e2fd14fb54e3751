// A new membership. Somebody who is a member already gets more time for the membership that they have.
import { z } from 'zod'
import { Failure } from '../../../contract/failures.ts'
import { membershipPayload } from '../../../contract/purchases.ts'
import { findDay } from '../../../domain/day.ts'
import { foldEmail, isExpired } from '../../../domain/member.ts'
import {
  findJoiningFault,
  findNewExpiration,
  findRenewedExpiration,
  type JoiningFault,
  personalInfoLimits,
} from '../../../domain/membership.ts'
import type { PricedLine } from '../../../domain/order.ts'
import { listOwnPhones } from '../../../domain/shapes/personLengths.ts'
import { getClub, type StoredClub } from '../../club/db/club.ts'
import type { Tx } from '../../db/open.ts'
import { toPhoneOrigin } from '../../member/callingCode.ts'
import { endUnanswered } from '../../member/db/additionalLogin.ts'
import { isAddressReserved, isAddressTaken } from '../../member/db/memberEmail.ts'
import {
  extendMembership,
  findMembership,
  insertMember,
  setMemberType,
  takeBackMembership,
} from '../../member/db/membership.ts'
import { findMemberType, type StoredMemberType } from '../../member/db/memberType.ts'
import { type GivenOf, getGiven } from '../db/given.ts'
import type { DeliveryResult, Goods, Purchase, QuoteContext } from '../goods.ts'
import { parsePayload } from '../payload.ts'
import { renewalTexts, requireYears, toMembershipPayment, toPeriodLine } from './period.ts'
import {
  findLongFault,
  listTyped,
  requireTypedLengths,
  type TypedValue,
  toTypedState,
} from './typedLengths.ts'

const lenient = z.object({
  type: membershipPayload.shape.type,
  years: membershipPayload.shape.years,
})
/** With the fields that were required when it was ordered, so that newer rules do not stop its delivery. */
const orderedPerson = membershipPayload.extend({
  country: z.string(),
  phoneNumbers: z.array(membershipPayload.shape.phoneNumbers.element.required()),
})
const item = z.object({ person: orderedPerson, typeId: z.number(), years: z.number() })
/** Of somebody whom an officer has added already. */
const handedItem = z.object({ memberId: z.number(), typeId: z.number(), years: z.number() })

export const membershipGoods: Goods = {
  kind: 'membership',

  async quote(context, payload) {
    const { type, years } = parsePayload(lenient, payload)
    return { lines: [toJoiningLine(context, await getOpenType(context, type, years), years)] }
  },

  async order(context, payload) {
    if (context.isByOfficer === true) return orderHanded(context, payload)
    const person = toWholePerson(parsePayload(membershipPayload, payload), context.club)
    await requireTypedLengths(context, [...listPerson(person), toTypedState('', person, context.club)])
    const type = await getOpenType(context, person.type, person.years)
    const line = toJoiningLine(context, type, person.years)
    if (!context.isDiscreet) await requireJoinable(context, person.email_address, type, line)
    return {
      ...toMembershipPayment(context),
      lines: [{ ...line, item: { person, typeId: type.id, years: person.years } }],
      email: person.email_address,
      name: `${person.fname} ${person.lname}`,
      memberId: context.member?.id ?? null,
    }
  },

  async deliver({ tx, timeZone, now, order, item: stored }) {
    const today = findDay(now, timeZone)
    const handed = handedItem.safeParse(stored)
    if (handed.success) return deliverHanded(tx, handed.data, today)
    const { person, typeId, years } = item.parse(stored)
    const type = await findMemberType(tx, typeId)
    if (type === undefined) return refuse('the membership type is gone')
    const fresh = findNewExpiration(type, today, years)
    if (await isReserved(tx, person.email_address, now)) return refuse(faultTexts['already-member'])
    await endUnanswered(tx, foldEmail(person.email_address), new Date(now))
    const memberId = await insertMember(tx, {
      person,
      emailFolded: foldEmail(person.email_address),
      typeId,
      expiresOn: fresh,
      joinedOn: today,
    })
    if (memberId !== undefined) return give({ memberId, from: today, expiration: fresh })
    const known = await findMembership(tx, { emailFolded: foldEmail(person.email_address) }, 'lock')
    if (known === undefined) return refuse('the member is gone')
    const fault = findJoiningFault(
      known,
      { type: typeId, isFree: order.quote.grandTotalCents === 0, isOwn: order.memberId === known.memberId },
      (await getClub(tx)).settings,
      today,
    )
    if (fault !== undefined) return refuse(faultTexts[fault])
    const hasRunOut = isExpired(known, today)
    const expiration = hasRunOut ? fresh : findRenewedExpiration(type, known.expiration, years, today)
    await extendMembership(tx, known.memberId, known.expiration, expiration)
    if (known.type !== typeId) await setMemberType(tx, known.memberId, known.type, typeId)
    return give({ memberId: known.memberId, from: known.expiration, expiration, typeBefore: known.type })
  },

  async takeBack({ tx, item: stored, given }) {
    const { typeBefore, ...membership } = getGiven('membership', given)
    const isBack = await takeBackMembership(tx, membership)
    if (isBack && typeBefore !== undefined) {
      await setMemberType(tx, membership.memberId, item.parse(stored).typeId, typeBefore)
    }
    return isBack
  },
}

async function orderHanded(context: QuoteContext, payload: unknown): Promise<Purchase> {
  const { tx, member } = context
  const { years } = parsePayload(lenient.pick({ years: true }), payload)
  const stored = member === null ? undefined : await findMembership(tx, { memberId: member.id })
  const type = stored === undefined ? undefined : await findMemberType(tx, stored.type)
  if (stored === undefined || type === undefined) throw noSuchType()
  return {
    ...toMembershipPayment(context),
    lines: [
      {
        ...toJoiningLine(context, type, years),
        item: { memberId: stored.memberId, typeId: type.id, years } satisfies z.output<typeof handedItem>,
      },
    ],
    email: null,
    ownEmail: stored.email,
    name: `${stored.fname} ${stored.lname}`,
    memberId: stored.memberId,
  }
}

async function deliverHanded(
  tx: Tx,
  { memberId, typeId, years }: z.output<typeof handedItem>,
  today: string,
): Promise<DeliveryResult> {
  const type = await findMemberType(tx, typeId)
  const known = await findMembership(tx, { memberId }, 'lock')
  if (type === undefined || known === undefined) return refuse('the member or the membership type is gone')
  const expiration = findNewExpiration(type, today, years)
  if (!(await extendMembership(tx, memberId, known.expiration, expiration))) {
    return refuse('the membership is not what it was')
  }
  return give({ memberId, from: known.expiration, expiration })
}

/** The same for every address, so that nobody learns from it whose membership still runs. */
function toJoiningLine({ club, now }: QuoteContext, type: StoredMemberType, years: number) {
  const expiration = findNewExpiration(type, findDay(now, club.timeZone), years)
  return { ...toPeriodLine('membership', type, years), expiration }
}

const limits = personalInfoLimits
const lengths = {
  fname: limits.fname.most,
  lname: limits.lname.most,
  partner: limits.partner.most,
  // the form's two lines are one here
  address: limits.address1.most + 1 + limits.address2.most,
  city: limits.city.most,
  zip: limits.zip.most,
  country: limits.country.most,
}

type Person = z.output<typeof orderedPerson>

/** What the call leaves out is the club's own. */
function toWholePerson(person: z.output<typeof membershipPayload>, { country }: StoredClub): Person {
  const origin = toPhoneOrigin(country)
  const phoneNumbers = person.phoneNumbers.map((phone) => ({
    ...phone,
    isoCode: phone.isoCode ?? origin.isoCode,
    countryCode: phone.countryCode ?? origin.countryCode,
  }))
  return { ...person, country: person.country ?? country, phoneNumbers }
}

function listPerson({ phoneNumbers, ...person }: Person): TypedValue[] {
  return [
    ...listTyped('', person, lengths),
    ...phoneNumbers.map(({ longCode }, at) => ({
      field: `phoneNumbers.${at}.longCode`,
      value: longCode,
      fault: findLongFault(longCode, limits.phone.most),
      own: listOwnPhones,
    })),
    ...listTyped('', person, { email_address: limits.email.most }),
  ]
}

/** Nobody's now, but a member who has changed it may still take that back. */
async function isReserved(tx: Tx, email: string, now: number): Promise<boolean> {
  const emailFolded = foldEmail(email)
  if (await isAddressTaken(tx, emailFolded)) return false
  return isAddressReserved(tx, emailFolded, new Date(now))
}

function give(given: GivenOf<'membership'>): DeliveryResult {
  return { given }
}

function refuse(undeliverable: string): DeliveryResult {
  return { undeliverable, reason: 'not-available' }
}

/** Refuses before payment what delivery would refuse. */
async function requireJoinable(
  { tx, club, member, now }: QuoteContext,
  email: string,
  type: StoredMemberType,
  line: PricedLine,
): Promise<void> {
  const known = await findMembership(tx, { emailFolded: foldEmail(email) })
  if (known?.isUnanswered) return
  if (known === undefined) {
    const isAnothers = await isReserved(tx, email, now)
    if (isAnothers) throw new Failure('already-member', faultTexts['already-member'])
    return
  }
  const fault = findJoiningFault(
    known,
    { type: type.id, isFree: line.amountCents === 0, isOwn: member?.id === known.memberId },
    club.settings,
    findDay(now, club.timeZone),
  )
  if (fault !== undefined) throw new Failure(fault, faultTexts[fault])
}

const faultTexts: Readonly<Record<JoiningFault, string>> = {
  ...renewalTexts,
  'already-member': 'This e-mail address has a membership of another type already. Please renew that one.',
}

function noSuchType(): Failure {
  return new Failure('type-not-found', 'This membership type is not offered.')
}

async function getOpenType(
  { tx, club }: QuoteContext,
  typeId: number,
  years: number,
): Promise<StoredMemberType> {
  const type = await findMemberType(tx, typeId)
  if (type === undefined || !type.open) {
    throw noSuchType()
  }
  requireYears(club.settings, years)
  return type
}
