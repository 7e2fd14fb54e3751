// Handlers for a member's own settings.
import type { account as contract } from '../../../contract/account.ts'
import { isModerator } from '../../community/db/moderation.ts'
import type { Context, Handlers } from '../../dispatch/handler.ts'
import { readSettings, setChoices } from '../../member/db/memberSettings.ts'
import { type AutoRenewFault, chooseAutoRenewal, readAutoRenewal } from '../../order/cards/autoRenewal.ts'
import type { CardOwner } from '../../order/savedCards.ts'
import { findCardMode } from '../../providers/stripe.ts'

type SettingsContext = Context<'get_member_settings' | 'update_member_settings'>

export const account = {
  async get_member_settings(context) {
    return { settings: await toOwnSettings(toOwner(context), context.now) }
  },

  async update_member_settings(context, { autoRenew, ...choices }) {
    const owner = toOwner(context)
    const { tx, memberId } = owner
    const fault = autoRenew === undefined ? undefined : await chooseAutoRenewal(owner, autoRenew)
    if (fault !== undefined) return context.fail(fault, faultTexts[fault])
    await setChoices(tx, memberId, choices)
    return { settings: await toOwnSettings(owner, context.now) }
  },
} satisfies Pick<Handlers, keyof typeof contract>

const faultTexts: Readonly<Record<AutoRenewFault, string>> = {
  'no-saved-card': 'There is no saved card to charge. Add a card under Payments first.',
  'child-membership': 'This is a child membership and cannot be used to renew a membership.',
  'life-member': 'This is a membership for life. There is nothing to renew.',
}

function toOwner({ tx, member, services }: SettingsContext): CardOwner {
  return { tx, memberId: member.id, mode: findCardMode(services.config) }
}

async function toOwnSettings(owner: CardOwner, now: number) {
  const { tx, memberId } = owner
  return {
    ...(await readSettings(tx, memberId)),
    id: memberId,
    memberId,
    autoRenew: await readAutoRenewal(owner),
    moderator: await isModerator(tx, memberId, now),
  }
}
