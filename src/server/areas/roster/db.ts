// All SQL of the roster: who is listed, and what each of them shows.
import { sql } from 'kysely'
import { inNameOrder } from '../../db/inNameOrder.ts'
import type { Tx } from '../../db/open.ts'
import { isActiveMember } from '../../member/db/activeMember.ts'
import { choiceColumns, untouchedSettings } from '../../member/db/memberSettings.ts'
import { endOfOwnMembership } from '../../member/db/membershipEnd.ts'

/**
 * With its country if that is not the club's, so that it can be called. Outside North America a number of the club's own
 * country needs it too, unless it has the 0 that is dialled instead.
 */
const toFirstPhone = (ownCode: string) => sql`(select concat(
  case when code = ${ownCode} and (code = '+1' or digits like '0%') then '' else code end, digits
) from (select member.phone_numbers -> 0 ->> 'countryCode' as code, member.phone_numbers -> 0 ->> 'longCode' as digits) as first)`

/** Whether this is chosen, by the member or by default. */
function chosen(name: 'roster' | 'rosterPartner' | 'rosterEmail' | 'rosterPhone' | 'rosterLocale') {
  return sql<boolean>`coalesce(${sql.ref(`settings.${choiceColumns[name]}`)}, ${sql.lit(untouchedSettings[name])})`
}

/**
 * Those whose membership lasts today, with only what they show: the rest does not leave the database. For a member
 * who has chosen nothing the defaults count, which their own screen shows. An additional login is not listed.
 */
export async function listRoster(tx: Tx, { today, ownCode }: { today: string; ownCode: string }) {
  const rows = await tx
    .selectFrom('member')
    .leftJoin('member_settings as settings', 'settings.member_id', 'member.id')
    .where(chosen('roster'))
    .where('member.parent_id', 'is', null)
    .where(endOfOwnMembership(), '>', today)
    .where(isActiveMember())
    .orderBy(inNameOrder('member.lname'))
    .orderBy(inNameOrder('member.fname'))
    .orderBy('member.id')
    .select([
      'member.id',
      'member.fname',
      'member.lname',
      'member.avatar_hash as avatarHash',
      'member.tags',
      sql<string>`case when ${chosen('rosterPartner')} then member.partner else '' end`.as('partner'),
      sql<string>`case when ${chosen('rosterEmail')} then member.email else '' end`.as('email'),
      sql<string>`case when ${chosen('rosterPhone')} then ${toFirstPhone(ownCode)} else '' end`.as('phone'),
      sql<string>`case when ${chosen('rosterLocale')}
        then concat_ws(', ', nullif(member.city, ''), nullif(member.state, '')) else '' end`.as('locale'),
    ])
    .execute()
  return rows.map(({ fname, lname, tags, ...shown }) => ({
    ...shown,
    name: `${fname} ${lname}`.trim(),
    tags: tags as string[],
  }))
}
