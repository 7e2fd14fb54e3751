// Handlers for signing in a member's phone with a code, and for the membership card.

import type { phone as contract } from '../../../../contract/phone.ts'
import { findDay } from '../../../../domain/day.ts'
import { isExpired } from '../../../../domain/member.ts'
import { toShownCode } from '../../../../domain/receiptCode.ts'
import { markDevice } from '../../../auth/knownDevice.ts'
import { signToken, toSignInHours } from '../../../auth/session.ts'
import type { Handlers } from '../../../dispatch/handler.ts'
import { linkCodesPerMember } from '../../../limits/often.ts'
import { findMember } from '../../../member/db/member.ts'
import { findCardByCode, findCardOfMember, renewCardCode } from '../../../member/db/membershipCard.ts'
import { openMemberCodes } from '../../../member/memberCodes.ts'
import { countTogether } from '../../../throttle/throttle.ts'
import {
  findLinkCode,
  findLinkCodeState,
  issueLinkCode,
  type LinkCodeFault,
  redeemLinkCode,
} from './linkCodes.ts'

const faults = {
  wrong: { code: 'link-code-wrong', sentence: 'There is no such code. Check it, or make a new one.' },
  used: { code: 'link-code-used', sentence: 'This code was used before. Make a new one.' },
  ended: { code: 'link-code-ended', sentence: 'This code has run out, or was replaced. Make a new one.' },
} as const satisfies Record<LinkCodeFault, object>

export const phone = {
  async create_link_code({ inTenant, tenant, member, now, services, fail }) {
    if (member === null) return fail('needs-signin', 'Please log in.')
    await countTogether(services, [{ limit: linkCodesPerMember, target: `${tenant.id} ${member.id}` }], now)
    const codes = await openMemberCodes(services)
    const { id, code, expiresAt } = await inTenant((tx) => issueLinkCode(codes, tx, tenant.id, member, now))
    return { id, code: toShownCode(code), expiresAt: expiresAt.toISOString() }
  },

  async get_link_code({ tx, member, now, fail }, { id }) {
    if (member === null) return fail('needs-signin', 'Please log in.')
    return { state: await findLinkCodeState(tx, member.id, id, now) }
  },

  async find_link_code({ inTenant, tenant, member, now, services, fail }, { code: typed }) {
    const codes = await openMemberCodes(services)
    return inTenant(async (tx) => {
      const found = await findLinkCode(codes, tx, tenant.id, typed, now)
      if ('fault' in found) return fail(faults[found.fault].code, faults[found.fault].sentence)
      const owner = await findMember(tx, found.code.memberId)
      if (owner === undefined) return fail(faults.ended.code, faults.ended.sentence)
      return { name: `${owner.fname} ${owner.lname}`.trim(), isYou: owner.id === member?.id }
    })
  },

  async redeem_link_code(context, { code: typed, ttl }) {
    const { inTenant, tenant, now, services, device, sendToken, sendDevice, fail } = context
    const codes = await openMemberCodes(services)
    const session = await inTenant(async (tx) => {
      const found = await findLinkCode(codes, tx, tenant.id, typed, now)
      if ('fault' in found) return fail(faults[found.fault].code, faults[found.fault].sentence)
      const opened = await redeemLinkCode(tx, services, tenant, found.code, {
        now,
        hours: toSignInHours(ttl),
      })
      return typeof opened === 'string' ? fail(faults[opened].code, faults[opened].sentence) : opened
    })
    sendToken(await signToken(services, session))
    const { memberId } = session
    sendDevice(await markDevice(services, { tenantId: tenant.id, memberId }, device))
    return {}
  },

  async get_membership_card({ tx, member, fail }) {
    const card = member && (await findCardOfMember(tx, member.id))
    return card ?? fail('needs-signin', 'Please log in.')
  },

  async renew_membership_card({ tx, member }) {
    if (member !== null) await renewCardCode(tx, member.id)
    return {}
  },

  async check_membership_card({ tx, now, fail }, { code }) {
    const card = await findCardByCode(tx, code)
    if (card === undefined) return fail('membership-card-not-found', 'The club has no such card.')
    return { ...card, isValid: !isExpired(card, findDay(now, card.timeZone)) }
  },
} satisfies Pick<Handlers, keyof typeof contract>
