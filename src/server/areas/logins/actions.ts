// Handlers for additional logins. `create_member` makes them.
import type { logins as contract } from '../../../contract/logins.ts'
import { mostLogins } from '../../../domain/shapes/profile.ts'
import type { Handlers } from '../../dispatch/handler.ts'
import { inviteAgain, isInvited } from '../../member/additionalLogins.ts'
import {
  deleteAdditionalLogin,
  findAllowance,
  listAdditionalLogins,
} from '../../member/db/additionalLogin.ts'
import { endCodes } from '../../member/db/memberCode.ts'

const nobody = 'There is no such additional login.'

export const logins = {
  async get_member_children({ tx, member }) {
    const found = await listAdditionalLogins(tx, member.id)
    const allowance = await findAllowance(tx, member.id)
    return {
      members: found.map((login) => ({
        id: login.id,
        fname: login.fname,
        lname: login.lname,
        email_address: login.email,
        isInvited: isInvited(login),
      })),
      canAdd: !member.isExpired && allowance?.allowsLogins === true && found.length < mostLogins,
    }
  },

  async delete_member({ tx, member, now, fail }, { id }) {
    const at = new Date(now)
    const isDeleted = await deleteAdditionalLogin(tx, member.id, id, at)
    if (!isDeleted) return fail('member-not-found', nobody)
    await endCodes(tx, id, { now: at })
    return {}
  },

  async resend_invitation(context, { id }) {
    return (await inviteAgain(context, id)) ? {} : context.fail('member-not-found', nobody)
  },
} satisfies Pick<Handlers, keyof typeof contract>
