// `club -- members remove` and `removed`: whom officers have removed, and why.
import type { Closing } from '../../../member/closing.ts'
import { toMemberText } from '../../../member/officers/memberChoice.ts'
import { CommandRefused, clubActWay, clubWay } from '../../../officers/command.ts'
import { flag, reason, text } from '../../../officers/options.ts'
import { createTimeFormat } from '../../../officers/timeFormat.ts'
import { toCountText, toVisibleLine } from '../../../officers/words.ts'
import * as acts from './removalActs.ts'

/** `closings`: what every area does with what it has of the member. */
export const createRemoval = (closings: readonly Closing[]) => ({
  remove: clubWay({
    words: { member: text },
    options: {
      reason: reason(
        "'members remove MEMBER' needs --reason TEXT, which officers read in 'members removed'.",
      ),
      'dry-run': flag,
      yes: flag,
    },
    help: `members remove MEMBER --reason TEXT [--dry-run|--yes]
                                          as if they had closed their account, for example of who has died;
                                          mails nothing. 'members removed' lists the reasons`,
    async run({ act, print }, { yes, 'dry-run': isDry, ...wish }) {
      if (yes) {
        const { member } = await act(acts.removeMember, { ...wish, closings })
        return print(`${toMemberText(member)}, member ${member.id}, is removed. Nothing was mailed.\n`)
      }
      const { member, devices } = await act(acts.foreseeMemberRemoval, { member: wish.member })
      const ends = [
        ...(devices === 0 ? [] : [`They are signed out on ${toCountText(devices, 'device')}. `]),
        ...(member.autoRenew ? ['Their automatic renewal ends. '] : []),
      ]
      print(
        `This removes ${toMemberText(member)}, member ${member.id}, and nobody else, also if another member has the same name. ${ends.join('')}What the list of members has of them is deleted, and their saved cards. Orders, receipts, registrations, tickets and shifts stay, and so do posts, as those of a former member. A payment for the membership that comes later is refunded by itself. It cannot be taken back.\n`,
      )
      if (isDry) return print('Dry run, nothing was changed.\n')
      throw new CommandRefused('Nothing was changed. The same command with --yes does it.')
    },
  }),
  removed: clubActWay({
    help: 'members removed                         whom officers have removed, by their ids, when and why',
    act: acts.listRemoved,
    says({ removals, timeZone }) {
      const toTime = createTimeFormat(timeZone)
      const lines = removals.map(({ id, at, why }) => `member ${id}, ${toTime(at)}: ${toVisibleLine(why)}\n`)
      return `${lines.join('')}${toCountText(removals.length, 'member')} removed. Times are the club's (${timeZone}).`
    },
  }),
})
