// Closing one's own account: everything ends in one transaction.
import { foldEmail } from '../../../../domain/member.ts'
import { isRecentSignIn } from '../../../auth/session.ts'
import type { Context } from '../../../dispatch/handler.ts'
import type { Closing } from '../../../member/closing.ts'
import { eraseMember, lockClosing } from '../../../member/db/closing.ts'
import { addMail } from '../../../queue/queue.ts'
import { closingLetters } from '../letters.ts'

export async function closeMember(
  { tx, member, now, language, fail }: Context<'close_member'>,
  username: string,
  closings: readonly Closing[],
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
  await addMail(tx, closingLetters, {
    to: closing.email,
    language: closing.language ?? language,
    message: { kind: 'account-closed', fname: closing.fname },
  })
  await eraseMember(tx, memberId, at)
  for (const close of closings) await close(tx, memberId, at)
  return {}
}
