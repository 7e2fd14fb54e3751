// A new membership; for somebody who is a member already, more time for the one that he has.
import { z } from 'zod'
import { Failure } from '../../../contract/failures.ts'
import { membershipPayload } from '../../../contract/purchases.ts'
import { findDay } from '../../../domain/day.ts'
import { foldEmail, isExpired } from '../../../domain/member.ts'
import { findNewExpiration, findRenewedExpiration, isYearsChoice } from '../../../domain/membership.ts'
import type { PricedLine } from '../../../domain/order.ts'
import {
  extendMembership,
  findMembershipByEmail,
  insertMember,
  type StoredMembership,
  setMemberType,
  takeBackMembership,
} from '../../db/membership.ts'
import { findMemberType, type StoredMemberType } from '../../db/memberType.ts'
import type { Asking, Goods } from '../goods.ts'
import { parsePayload } from '../payload.ts'

const lenient = z.object({
  type: membershipPayload.shape.type,
  years: membershipPayload.shape.years,
})
/** As it was asked for once: what is asked of others since does not keep it from being delivered. */
const orderedPerson = membershipPayload.extend({
  country: z.string(),
  phoneNumbers: z.array(membershipPayload.shape.phoneNumbers.element),
})
const item = z.object({ person: orderedPerson, typeId: z.number(), years: z.number() })
const given = z.object({ memberId: z.number(), from: z.string(), expiration: z.string() })

export const membership: Goods = {
  kind: 'membership',
  category: 1,
  describe: (clubName) => `${clubName} membership`,

  async quote(asking, payload) {
    const { type, years } = parsePayload(lenient, payload)
    return [toLine(await getOpenType(asking, type, years), years)]
  },

  async order(asking, payload) {
    const person = parsePayload(membershipPayload, payload)
    const type = await getOpenType(asking, person.type, person.years)
    if (!asking.isDiscreet) await requireNoOther(asking, person.email_address, type)
    return {
      lines: [{ ...toLine(type, person.years), item: { person, typeId: type.id, years: person.years } }],
      email: person.email_address,
      name: `${person.fname} ${person.lname}`,
      memberId: asking.member?.id ?? null,
    }
  },

  async deliver({ tx, tenantId, timeZone, now, item: stored }) {
    const { person, typeId, years } = item.parse(stored)
    const today = findDay(now, timeZone)
    const type = await findMemberType(tx, tenantId, typeId)
    if (type === undefined) return { undeliverable: 'the membership type is gone' }
    const fresh = findNewExpiration(type, today, years)
    const memberId = await insertMember(tx, tenantId, {
      person,
      emailFolded: foldEmail(person.email_address),
      typeId,
      expiresOn: fresh,
      joinedOn: today,
    })
    if (memberId !== undefined) return { given: { memberId, from: today, expiration: fresh } }
    const known = await findMembershipByEmail(tx, tenantId, foldEmail(person.email_address), 'lock')
    if (known === undefined || known.parentId > 0) return { undeliverable: 'it is a child membership' }
    if (isOfAnotherType(known, type, today)) return { undeliverable: 'it is a membership of another type' }
    const hasRunOut = isExpired({ expiration: known.expiresOn }, today)
    const expiration = hasRunOut ? fresh : findRenewedExpiration(known.expiresOn, years)
    await extendMembership(tx, tenantId, known.memberId, known.expiresOn, expiration)
    if (known.typeId !== typeId) await setMemberType(tx, tenantId, known.memberId, typeId)
    return { given: { memberId: known.memberId, from: known.expiresOn, expiration } }
  },

  takeBack: ({ tx, tenantId, given: stored }) => takeBackMembership(tx, tenantId, given.parse(stored)),
}

/** What delivery would refuse is said before anybody pays. */
async function requireNoOther(
  { tx, tenant, club, now }: Asking,
  email: string,
  type: StoredMemberType,
): Promise<void> {
  const known = await findMembershipByEmail(tx, tenant.id, foldEmail(email))
  if (known === undefined) return
  if (known.parentId > 0) {
    throw new Failure(
      'child-membership',
      'This is a child membership and cannot be used to renew a membership.',
    )
  }
  if (isOfAnotherType(known, type, findDay(now, club.timeZone))) {
    throw new Failure(
      'already-member',
      'This e-mail address has a membership of another type already. Please renew that one.',
    )
  }
}

/** What is paid is the price of this type: it buys no time of another one, which may cost more. */
function isOfAnotherType(known: StoredMembership, type: { id: number }, today: string): boolean {
  return known.typeId !== type.id && !isExpired({ expiration: known.expiresOn }, today)
}

async function getOpenType(
  { tx, tenant, club }: Asking,
  typeId: number,
  years: number,
): Promise<StoredMemberType> {
  const type = await findMemberType(tx, tenant.id, typeId)
  if (type === undefined || !type.open) {
    throw new Failure('type-not-found', 'This membership type is not offered.')
  }
  requireYears(club.settings, years)
  return type
}

export function requireYears(settings: { maxRenewYears: number }, years: number): void {
  if (!isYearsChoice(years, settings)) {
    throw new Failure('bad-years', 'This number of years cannot be chosen.')
  }
}

function toLine(type: StoredMemberType, years: number): PricedLine {
  return {
    kind: 'membership',
    label: type.label,
    quantity: years,
    amountCents: type.priceCents * years,
    sale: 'membership',
  }
}
