// Handlers for leaving the club: a member's data as one file, to whoever has their link, and closing the account.
import type { closing as contract, OwnDataPart } from '../../../contract/closing.ts'
import { foldEmail } from '../../../domain/member.ts'
import { isRecentSignIn } from '../../auth/session.ts'
import { toOwnDataAddress } from '../../club/addresses.ts'
import { type OwnDataSelect, readOwnData } from '../../db/ownData.ts'
import type { Handlers } from '../../dispatch/handler.ts'
import { dataLinksPerMember } from '../../limits/often.ts'
import type { Closing } from '../../member/closing.ts'
import { eraseMember, lockClosing } from '../../member/db/erasure.ts'
import { type Account, findAccount } from '../../member/db/member.ts'
import { isLastOwner } from '../../member/db/officer.ts'
import { addMail } from '../../queue/queue.ts'
import { openTimedLinks } from '../../sealed/timedLinks.ts'
import { countTogether } from '../../throttle/throttle.ts'
import { closingLetters } from './letters.ts'

/** What every area has of a member, and what each does at the end. */
export interface ClosingParts {
  readonly ownData: Readonly<Record<OwnDataPart, OwnDataSelect>>
  readonly closings: readonly Closing[]
}

export function createClosing({ ownData, closings }: ClosingParts) {
  return {
    async get_own_data_link(context) {
      const { tenant, member, now, services, inTenant, fail } = context
      const memberId = member.id
      await countTogether(context, [{ limit: dataLinksPerMember, target: `${tenant.id} ${memberId}` }])
      const links = await openTimedLinks(services, 'own data links')
      const account = await inTenant((tx) => findAccount(tx, { memberId }))
      if (account === undefined) return fail('needs-signin', 'Please log in.')
      const link = links.make(toThing(tenant, account), now)
      return { url: toOwnDataAddress(services.config, tenant, memberId, link) }
    },

    async read_own_data({ tx, tenant, now, services, fail }, input) {
      const { member: memberId, until, proof, part, after = 0 } = input
      const links = await openTimedLinks(services, 'own data links')
      const account = await findAccount(tx, { memberId })
      const isOpen = account !== undefined && links.isOpen(toThing(tenant, account), { until, proof }, now)
      if (!isOpen) return fail('own-data-not-found', 'This link has run out. Make a new one.')
      const { records, pictures, next } = await readOwnData(tx, ownData[part], { memberId, after })
      return { records: [...records], pictures: [...pictures], next }
    },

    /** Everything ends in one transaction. */
    async close_member({ tx, member, now, language, fail }, { username }) {
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
      const at = new Date(now)
      if (await isLastOwner(tx, member.id, at)) {
        return fail('last-owner', 'The club needs an owner. Make somebody else an owner first.')
      }
      await addMail(tx, closingLetters, {
        to: closing.email,
        language: closing.language ?? language,
        message: { kind: 'account-closed', fname: closing.fname },
      })
      await eraseMember(tx, member.id, at)
      for (const close of closings) await close(tx, member.id, at)
      return {}
    },
  } satisfies Pick<Handlers, keyof typeof contract>
}

/** The link ends with all sign-ins of the member. */
function toThing({ uuid }: { readonly uuid: string }, { memberId, tokenVersion }: Account) {
  return [uuid, memberId, tokenVersion]
}
