// All SQL of the roster: who is listed, and what each of them shows.
import { sql } from 'kysely'
import { isActiveMember } from '../members/activeMember.ts'
import type { Tx } from '../open.ts'

export interface ListedMember {
  readonly id: number
  readonly name: string
  readonly partner: string
  readonly email: string
  readonly phone: string
  readonly locale: string
  readonly avatarHash: string | null
  readonly tags: readonly string[]
}

const byName = new Intl.Collator('en', { sensitivity: 'base' })

/** With its country if that is another, so that it can be called. */
const firstPhone = sql`concat(
  nullif(member.phone_numbers -> 0 ->> 'countryCode', '+1'), member.phone_numbers -> 0 ->> 'longCode'
)`

/**
 * Those whose membership lasts today, with only what they show: the rest does not leave the database. A member
 * without settings is not listed, nor is an additional login.
 */
export async function listRoster(tx: Tx, tenantId: number, today: string): Promise<ListedMember[]> {
  const rows = await tx
    .selectFrom('member')
    .innerJoin('member_settings as settings', (join) =>
      join.onRef('settings.tenant_id', '=', 'member.tenant_id').onRef('settings.member_id', '=', 'member.id'),
    )
    .where('member.tenant_id', '=', tenantId)
    .where('settings.roster', '=', true)
    .where('member.parent_id', 'is', null)
    .where('member.expires_on', '>', today)
    .where(isActiveMember())
    .select([
      'member.id',
      'member.fname',
      'member.lname',
      'member.avatar_hash as avatarHash',
      'member.tags',
      sql<string>`case when settings.roster_partner then member.partner else '' end`.as('partner'),
      sql<string>`case when settings.roster_email then member.email else '' end`.as('email'),
      sql<string>`case when settings.roster_phone then ${firstPhone} else '' end`.as('phone'),
      sql<string>`case when settings.roster_locale
        then concat_ws(', ', nullif(member.city, ''), nullif(member.state, '')) else '' end`.as('locale'),
    ])
    .execute()
  return rows
    .sort(
      (one, other) =>
        byName.compare(one.lname, other.lname) || byName.compare(one.fname, other.fname) || one.id - other.id,
    )
    .map(({ fname, lname, tags, ...shown }) => ({
      ...shown,
      name: `${fname} ${lname}`.trim(),
      tags: tags as string[],
    }))
}
