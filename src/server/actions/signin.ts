// Handlers for signing in and out, and for finding out who is signed in.
import type { signin as contract } from '../../contract/signin.ts'
import { foldEmail } from '../../domain/member.ts'
import { isPassword } from '../auth/passwords.ts'
import { signIn, signOut, signToken, toSignInHours } from '../auth/session.ts'
import { findAccount, findMember, rememberLanguage } from '../db/members/member.ts'
import { findPendingEmail } from '../db/members/memberEmail.ts'
import type { Handlers } from '../dispatch/handler.ts'
import { toMemberPictureAddress } from '../portal/addresses.ts'

// rules/security 3.8: the same sentence for every reason
const wrongPassword = 'The e-mail address or the password is not right.'

export const signin = {
  async member_login({ inTenant, tenant, now, language, services, sendToken, fail }, input) {
    const account = await inTenant((tx) => findAccount(tx, tenant.id, foldEmail(input.username)))
    const isRight = await isPassword(account?.passwordHash, input.password)
    if (account === undefined || !isRight) return fail('wrong-password', wrongPassword)
    const session = await inTenant(async (tx) => {
      if (language !== null) await rememberLanguage(tx, tenant.id, account.memberId, language)
      return signIn(tx, services, tenant, account, { now, hours: toSignInHours(input.ttl) })
    })
    if (session === undefined) return fail('wrong-password', wrongPassword)
    sendToken(await signToken(services, session))
    return {}
  },

  async member_authorize({ tx, tenant, member, now, services, fail }) {
    const found = member && (await findMember(tx, tenant.id, member.id))
    if (!found) return fail('needs-signin', 'Please log in.')
    const pendingEmail = await findPendingEmail(tx, tenant.id, found.id, new Date(now))
    return {
      member: {
        ...found,
        ...(pendingEmail === '' ? {} : { pendingEmail }),
        avatar: toMemberPictureAddress(services.config, tenant, found.avatar),
      },
    }
  },

  async member_logout({ tx, tenant, member, now }) {
    if (member !== null) await signOut(tx, tenant.id, member, now)
    return {}
  },
} satisfies Pick<Handlers, keyof typeof contract>
