// Handlers for signing in and out, and for finding out who is signed in.

import type { signin as contract } from '../../../../contract/signin.ts'
import { foldEmail, temporarySignInHours } from '../../../../domain/member.ts'
import { markDevice } from '../../../auth/knownDevice.ts'
import { isPassword } from '../../../auth/passwords.ts'
import { signIn, signOut, signToken, toSignInHours } from '../../../auth/session.ts'
import { toMemberPictureAddress } from '../../../club/addresses.ts'
import type { Handlers } from '../../../dispatch/handler.ts'
import { findAccount, findMember, rememberLanguage } from '../../../member/db/member.ts'
import { spendCode } from '../../../member/db/memberCode.ts'
import { findPendingEmail, proveEmail } from '../../../member/db/memberEmail.ts'
import { findMemberType } from '../../../member/db/memberType.ts'
import { openMemberCodes } from '../../../member/memberCodes.ts'
import {
  changePassword,
  mailTemporaryPassword,
  setFirstPassword,
  undoPasswordChange,
} from './accountPasswords.ts'
import { limitSignIns } from './signInLimits.ts'

// rules/security 3.8: the same sentence for every reason
const wrongPassword = 'The e-mail address or the password is not right.'

export const signin = {
  member_login: {
    limits: limitSignIns,
    async handle(context, input) {
      const { inTenant, tenant, now, language, services, device, sendToken, sendDevice, fail } = context
      const emailFolded = foldEmail(input.username)
      const codes = await openMemberCodes(services)
      const { account, temporary } = await inTenant(async (tx) => {
        const account = await findAccount(tx, { emailFolded })
        const memberId = account?.memberId ?? 0
        const typed = { tenantId: tenant.id, memberId, typed: input.password, now }
        return { account, temporary: await codes.check(tx, { ...typed, kinds: ['temporary'] }) }
      })
      const member = { tenantId: tenant.id, memberId: account?.memberId ?? 0 }
      // what was mailed is no password, so nothing is hashed for it
      const isRight = temporary === undefined && (await isPassword(account?.passwordHash, input.password))
      if (account === undefined || (!isRight && temporary === undefined))
        return fail('wrong-password', wrongPassword)
      const session = await inTenant(async (tx) => {
        if (temporary !== undefined) {
          if (!(await spendCode(tx, temporary.id, new Date(now)))) return undefined
          await proveEmail(tx, account.memberId, new Date(now))
        }
        if (language !== null) await rememberLanguage(tx, account.memberId, language)
        const lifetime = isRight
          ? { hours: toSignInHours(input.ttl) }
          : { hours: temporarySignInHours, onlyNewPassword: true }
        return signIn(tx, services, tenant, account, { now, ...lifetime })
      })
      if (session === undefined) return fail('wrong-password', wrongPassword)
      sendToken(await signToken(services, session))
      sendDevice(await markDevice(services, member, device))
      return isRight ? {} : { mustChangePassword: true as const }
    },
  },

  member_set_password: (context, input) =>
    context.member === null
      ? setFirstPassword(context, input)
      : changePassword(context, context.member, input),

  member_forgot_password: (context, { username }) => mailTemporaryPassword(context, username),

  undo_password_change: (context, { code }) => undoPasswordChange(context, code),

  async member_authorize({ tx, tenant, member, now, services, fail }) {
    const found = await findMember(tx, member.id)
    if (found === undefined) return fail('needs-signin', 'Please log in.')
    const pendingEmail = await findPendingEmail(tx, found.id, new Date(now))
    const type = await findMemberType(tx, found.type)
    return {
      member: {
        ...found,
        ...(pendingEmail === '' ? {} : { pendingEmail }),
        avatar: toMemberPictureAddress(services.config, tenant, found.avatar),
        typeLabel: type?.label ?? '',
        allowChildren: type?.allowChildren ?? false,
      },
      ...(member.onlyNewPassword ? { mustChangePassword: true as const } : {}),
    }
  },

  async member_logout({ tx, member, now }) {
    await signOut(tx, member, now)
    return {}
  },
} satisfies Pick<Handlers, keyof typeof contract>
