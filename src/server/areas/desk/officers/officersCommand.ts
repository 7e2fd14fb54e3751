// `club -- owner` and `club -- officers`: who has which role at the desk, given and taken as at the desk itself.
import { roles } from '../../../../domain/rights.ts'
import { getClub } from '../../../club/db/club.ts'
import type { Tx } from '../../../db/open.ts'
import { chooseMember, toMemberText } from '../../../member/officers/memberChoice.ts'
import type { ActContext } from '../../../officers/act.ts'
import { type ClubCall, type Command, clubWay } from '../../../officers/command.ts'
import { choice, day, number, reason, text } from '../../../officers/options.ts'
import { createTimeFormat, toMidnight } from '../../../officers/timeFormat.ts'
import { toCountText, toTableOf, toVisibleLine } from '../../../officers/words.ts'

const role = { ...choice(roles), shown: 'ROLE' }

interface OfMember {
  readonly member: string
}

/** Who is meant, and the club's time zone. */
async function findMeant(tx: Tx, _context: ActContext, { member }: OfMember) {
  const { timeZone } = await getClub(tx)
  return { timeZone, member: await chooseMember(tx, member) }
}

const toRoleText = (given: string, event: number | undefined) =>
  event === undefined ? given : `${given} of event ${event}`

async function give(
  { act, ask, print }: ClubCall,
  wish: OfMember & {
    readonly role: (typeof roles)[number]
    readonly event?: number | undefined
    readonly until?: string | undefined
    readonly reason: string
  },
): Promise<void> {
  const { timeZone, member } = await act(findMeant, wish)
  const end = wish.until === undefined ? undefined : toMidnight(wish.until, timeZone, 1).toISOString()
  await ask('give_role', {
    ...{ memberId: member.id, role: wish.role, reason: wish.reason },
    ...(wish.event === undefined ? {} : { eventId: wish.event }),
    ...(end === undefined ? {} : { until: end }),
  })
  const until = wish.until === undefined ? '' : ` until ${wish.until}`
  print(`${toMemberText(member)} is ${toRoleText(wish.role, wish.event)} now${until}.\n`)
}

export const ownerCommand: Command = {
  takes: 'club',
  alone: clubWay({
    words: { member: text },
    help: "owner MEMBER                            gives a member all rights at the officers' desk",
    run: (call, { member }) => give(call, { member, role: 'owner', reason: 'Named at the command line' }),
  }),
}

const noReason = 'A role is given and taken with --reason TEXT.'

export const officersCommand: Command = {
  takes: 'club',
  things: 'officers',
  alone: clubWay({
    help: "officers                                who has which role at the officers' desk",
    async run({ act, ask, print }) {
      const { timeZone } = await act(getClub)
      const { officers } = await ask('list_officers', {})
      const toTime = createTimeFormat(timeZone)
      print(
        `${toTableOf(officers, [
          ['Member', ({ memberId }) => String(memberId)],
          ['Name', ({ name }) => toVisibleLine(name)],
          ['Role', ({ role: held, eventId }) => toRoleText(held, eventId ?? undefined)],
          ['Since', ({ from }) => toTime(new Date(from))],
          ['Until', ({ until }) => (until === null ? '' : toTime(new Date(until)))],
          ['Given by', ({ givenBy }) => (givenBy === null ? 'the command line' : toVisibleLine(givenBy))],
        ])}${toCountText(officers.length, 'role')}.\n`,
      )
    },
  }),
  byWord: {
    give: clubWay({
      words: { member: text, role },
      options: { event: number(), until: day, reason: reason(noReason) },
      help: `officers give MEMBER ROLE --reason TEXT [--event EVENT] [--until DAY]
                                          gives a role, for the club or for one event; take MEMBER ROLE
                                          --reason TEXT [--event EVENT] takes it. The roles are
                                          ${roles.slice(0, 4).join(', ')},
                                          ${roles.slice(4).join(', ')}`,
      run: (call, given) => give(call, given),
    }),
    take: clubWay({
      words: { member: text, role },
      options: { event: number(), reason: reason(noReason) },
      async run({ act, ask, print }, { event, ...given }) {
        const { member } = await act(findMeant, given)
        await ask('take_role', {
          ...{ memberId: member.id, role: given.role, reason: given.reason },
          ...(event === undefined ? {} : { eventId: event }),
        })
        print(`${toMemberText(member)} is no ${toRoleText(given.role, event)} any more.\n`)
      },
    }),
  },
}
