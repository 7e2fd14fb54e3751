// Handlers for signing in a member's phone with a code that a signed-in member shows, and for the membership card.

import type { phone as contract } from '../../../contract/phone.ts'
import { findDay } from '../../../domain/day.ts'
import { isExpired } from '../../../domain/member.ts'
import { toShownCode } from '../../../domain/receiptCode.ts'
import { markDevice } from '../../auth/knownDevice.ts'
import { type OpenSession, signToken, toSignInHours } from '../../auth/session.ts'
import type { Tx } from '../../db/open.ts'
import type { CallLimit, Context, Handlers } from '../../dispatch/handler.ts'
import { linkCodesPerMember, wrongLinkCodesPerAddress } from '../../limits/often.ts'
import { findMember } from '../../member/db/member.ts'
import { findCodeById, type StoredCode, spendCode } from '../../member/db/memberCode.ts'
import { findCardByCode, findCardOfMember, renewCardCode } from '../../member/db/membershipCard.ts'
import { isOpen, openMemberCodes } from '../../member/memberCodes.ts'
import { countTogether } from '../../throttle/throttle.ts'
import { openPhoneSession } from './db.ts'

type TypingContext = Context<'find_link_code' | 'redeem_link_code'>

function limitWrongCodes({ peer }: { readonly peer: string }): CallLimit[] {
  return [{ limit: wrongLinkCodesPerAddress, target: peer, isForFailures: true }]
}

export const phone = {
  /** The code dies with the sign-in that made it. */
  async create_link_code(context) {
    const { inTenant, tenant, member, now, services } = context
    await countTogether(context, [{ limit: linkCodesPerMember, target: `${tenant.id} ${member.id}` }])
    const codes = await openMemberCodes(services)
    const detail = { sessionId: member.sessionId }
    const wanted = { tenantId: tenant.id, memberId: member.id, kind: 'link', now, detail } as const
    const { id, code, expiresAt } = await inTenant((tx) => codes.issue(tx, wanted))
    return { id, code: toShownCode(code), expiresAt: expiresAt.toISOString() }
  },

  /** What the member who made it is told. */
  async get_link_code({ tx, member, now }, { id }) {
    const code = await findCodeById(tx, 'link', id)
    if (code === undefined || code.memberId !== member.id) return { state: 'ended' }
    if (code.usedAt !== null) return { state: 'used' }
    return { state: isOpen(code, now) ? 'open' : 'ended' }
  },

  find_link_code: {
    limits: limitWrongCodes,
    handle: (context, { code: typed }) =>
      withLinkCode(context, typed, async (tx, code) => {
        const owner = await findMember(tx, code.memberId)
        if (owner === undefined) return refuse(context, 'ended')
        return { name: `${owner.fname} ${owner.lname}`.trim(), isYou: owner.id === context.member?.id }
      }),
  },

  redeem_link_code: {
    limits: limitWrongCodes,
    async handle(context, { code: typed, ttl }) {
      const { tenant, services, device, sendToken, sendDevice } = context
      const hours = toSignInHours(ttl)
      const session = await withLinkCode(context, typed, (tx, code) => redeem(context, tx, code, hours))
      sendToken(await signToken(services, session))
      const { memberId } = session
      sendDevice(await markDevice(services, { tenantId: tenant.id, memberId }, device))
      return {}
    },
  },

  async get_membership_card({ tx, member, fail }) {
    return (await findCardOfMember(tx, member.id)) ?? fail('needs-signin', 'Please log in.')
  },

  async renew_membership_card({ tx, member }) {
    await renewCardCode(tx, member.id)
    return {}
  },

  async check_membership_card({ tx, now, fail }, { code }) {
    const card = await findCardByCode(tx, code)
    if (card === undefined) return fail('membership-card-not-found', 'The club has no such card.')
    return { ...card, isValid: !isExpired(card, findDay(now, card.timeZone)) }
  },
} satisfies Pick<Handlers, keyof typeof contract>

/** Nobody names the member, so a wrong code is a try of nobody's: limits count it for the address. */
async function withLinkCode<T>(
  context: TypingContext,
  typed: string,
  work: (tx: Tx, code: StoredCode<'link'>) => Promise<T>,
): Promise<T> {
  const { inTenant, tenant, now, services } = context
  const codes = await openMemberCodes(services)
  return inTenant(async (tx) => {
    const code = await codes.find(tx, tenant.id, 'link', typed)
    if (code === undefined) return refuse(context, 'wrong')
    if (!isOpen(code, now)) return refuse(context, code.usedAt === null ? 'ended' : 'used')
    return work(tx, code)
  })
}

async function redeem(
  context: TypingContext,
  tx: Tx,
  { id, memberId, detail }: StoredCode<'link'>,
  hours: number,
): Promise<OpenSession> {
  const { tenant, services } = context
  const now = new Date(context.now)
  const expiresAt = Math.floor(context.now / 1000) + hours * 3600
  const sessionId = services.newId()
  const from = { sessionId: detail.sessionId, memberId, now }
  const opened = await openPhoneSession(tx, from, { id: sessionId, expiresAt: new Date(expiresAt * 1000) })
  if (opened === undefined) return refuse(context, 'ended')
  if (!(await spendCode(tx, id, now))) return refuse(context, 'used')
  return {
    tenantUuid: tenant.uuid,
    memberId,
    sessionId,
    tokenVersion: opened.tokenVersion,
    createdAt: Math.floor(opened.createdAt.getTime() / 1000),
    expiresAt,
  }
}

/** Why a code signs nobody in: it never was, it was used, or it was replaced or is too old. */
const faults = {
  wrong: { code: 'link-code-wrong', sentence: 'There is no such code. Check it, or make a new one.' },
  used: { code: 'link-code-used', sentence: 'This code was used before. Make a new one.' },
  ended: { code: 'link-code-ended', sentence: 'This code has run out, or was replaced. Make a new one.' },
} as const

function refuse({ fail }: TypingContext, fault: keyof typeof faults): never {
  return fail(faults[fault].code, faults[fault].sentence)
}
