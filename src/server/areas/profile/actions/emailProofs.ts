// A member's own address is proved by a code that was mailed to it (rules/security 3.11).

import { minuteMs } from '../../../../domain/time.ts'
import { toAskTargets } from '../../../auth/asking/asker.ts'
import type { Context } from '../../../dispatch/handler.ts'
import { codeMailsPerAccount } from '../../../limits/often.ts'
import { findAccount } from '../../../member/db/member.ts'
import { spendCode } from '../../../member/db/memberCode.ts'
import { findProvedEmail, proveEmail } from '../../../member/db/memberEmail.ts'
import { openMemberCodes } from '../../../member/memberCodes.ts'
import { addMail } from '../../../queue/queue.ts'
import { countTogether } from '../../../throttle/throttle.ts'
import { profileLetters } from '../letters.ts'

/** Nothing is mailed to an address that is proved already: it is as it should be. */
export async function sendEmailProof(context: Context<'send_email_proof'>): Promise<Record<string, never>> {
  const { tenant, member, peer, now, language, services, inTenant, fail } = context
  const memberId = member?.id ?? 0
  const account = await inTenant((tx) => findAccount(tx, { memberId }))
  if (account === undefined) return fail('needs-signin', 'Please log in.')
  if ((await inTenant((tx) => findProvedEmail(tx, memberId))) !== undefined) return {}
  // strangers may ask for codes of the same account, and are counted apart
  const asker = { own: 'signed in', place: peer }
  await countTogether(services, toAskTargets(codeMailsPerAccount, `${tenant.id} ${memberId}`, asker), now)
  const codes = await openMemberCodes(services)
  await inTenant(async (tx) => {
    const detail = { emailFolded: account.emailFolded }
    const wanted = { tenantId: tenant.id, memberId, kind: 'email-proof', now, detail, again: true } as const
    const { id } = await codes.issue(tx, wanted)
    await addMail(tx, profileLetters, {
      to: account.email,
      language: language ?? account.language,
      message: { kind: 'email-proof', codeId: id },
      // while one is on its way, nobody needs a second one
      uniqueKey: `email-proof ${id} ${Math.floor(now / minuteMs)}`,
    })
  })
  return {}
}

export async function proveOwnEmail(
  { tenant, member, now, services, inTenant, fail }: Context<'prove_email'>,
  typed: string,
): Promise<Record<string, never>> {
  const memberId = member?.id ?? 0
  const codes = await openMemberCodes(services)
  const isProved = await inTenant(async (tx) => {
    // the answer to the first call was lost
    if ((await findProvedEmail(tx, memberId)) !== undefined) return true
    const request = { tenantId: tenant.id, memberId, kinds: ['email-proof'] as const, typed, now }
    const found = await codes.check(tx, request)
    const account = await findAccount(tx, { memberId })
    // it may have been mailed to the address before
    if (found === undefined || account?.emailFolded !== found.detail.emailFolded) return false
    if (!(await spendCode(tx, found.id, new Date(now)))) return false
    await proveEmail(tx, memberId, new Date(now))
    return true
  })
  return isProved ? {} : fail('bad-code', 'This code is not right, or has run out. Please ask for a new one.')
}
