// Closing one's own account: everything ends in one transaction, and jobs do what the card provider must be told.
import { foldEmail } from '../../../../domain/member.ts'
import { isRecentSignIn } from '../../../auth/session.ts'
import type { Context } from '../../../dispatch/handler.ts'
import { memberLetters } from '../../../member/letters/memberLetters.ts'
import { forgetCard } from '../../../order/savedCards.ts'
import { addJob, addMail } from '../../../queue/queue.ts'
import {
  deleteCards,
  endRenewals,
  eraseMember,
  hideListings,
  lockClosing,
  removePictures,
} from '../db/closing.ts'

/**
 * A charge that is under way is not waited for. What it brings later meets no membership: settlement gives the money
 * back, and an order that is still open is cancelled by the job. Whatever else is being paid is delivered to its buyer
 * and stays theirs, with its receipt.
 */
export async function closeMember(
  { tx, member, now, language, fail }: Context<'close_member'>,
  username: string,
): Promise<Record<string, never>> {
  if (member === null) return fail('needs-signin', 'Please log in.')
  const closing = await lockClosing(tx, member.id)
  if (closing === undefined) return fail('needs-signin', 'Please log in.')
  if (foldEmail(username) !== foldEmail(closing.email)) {
    return fail('account-not-found', 'That is not the address of the signed-in member.')
  }
  if (!isRecentSignIn(member, now)) {
    return fail('signin-too-old-to-close', 'Please log in again to close your account.')
  }
  if (closing.hasLogins) {
    return fail('has-additional-logins', 'Remove the additional logins of your membership first.')
  }
  const memberId = member.id
  const at = new Date(now)
  await addMail(tx, memberLetters, {
    to: closing.email,
    language: closing.language ?? language,
    message: { kind: 'account-closed', fname: closing.fname },
  })
  await eraseMember(tx, memberId, at)
  await hideListings(tx, memberId, at)
  await removePictures(tx, memberId, at)
  for (const { period, hasOrder } of await endRenewals(tx, memberId, at)) {
    if (hasOrder) await addJob(tx, { kind: 'renew', payload: { memberId, period } })
  }
  for (const { methodId, mode } of await deleteCards(tx, memberId)) {
    await forgetCard(tx, mode, methodId)
  }
  return {}
}
