// All SQL about membership cards. Their code is stored as it is: the card shows it again and again, and what it
// opens is less than the member's own row holds beside it.
import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import { isActiveMember } from './activeMember.ts'
import { isLifeMember, membershipEnd } from './membershipEnd.ts'

export interface StoredCard {
  readonly code: string
  readonly name: string
  /** The label of the membership type, '' if there is none. */
  readonly type: string
  /** Calendar day, '' if the club did not say. */
  readonly memberSince: string
  /** Calendar day. */
  readonly expiration: string
  readonly life: boolean
  /** The club's, which decides when the membership's last day ends. */
  readonly timeZone: string
}

export function findCardOfMember(tx: Tx, memberId: number): Promise<StoredCard | undefined> {
  return findCard(selectCards(tx).where('member.id', '=', memberId))
}

export function findCardByCode(tx: Tx, code: string): Promise<StoredCard | undefined> {
  return findCard(selectCards(tx).where('member.card_code', '=', code))
}

/** The column makes the new code itself. */
export async function renewCardCode(tx: Tx, memberId: number): Promise<void> {
  await tx.updateTable('member').set({ card_code: sql<string>`default` }).where('id', '=', memberId).execute()
}

function selectCards(tx: Tx) {
  return tx
    .selectFrom('member')
    .innerJoin('club', 'club.tenant_id', 'member.tenant_id')
    .leftJoin('member_type as type', 'type.id', 'member.member_type_id')
    .where(isActiveMember())
    .select([
      'member.card_code',
      'member.fname',
      'member.lname',
      'member.joined_on',
      'type.label',
      'club.time_zone',
    ])
    .select([membershipEnd().as('membership_end'), isLifeMember().as('is_life_member')])
}

async function findCard(query: ReturnType<typeof selectCards>): Promise<StoredCard | undefined> {
  const row = await query.executeTakeFirst()
  return (
    row && {
      code: row.card_code,
      name: `${row.fname} ${row.lname}`.trim(),
      type: row.label ?? '',
      memberSince: row.joined_on ?? '',
      expiration: row.membership_end,
      life: row.is_life_member,
      timeZone: row.time_zone,
    }
  )
}
