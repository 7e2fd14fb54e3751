// Writes many members at once: those that officers add, and what they change.
import { sql } from 'kysely'
import type { PhoneNumber } from '../../../domain/member.ts'
import { foldEmail, isForLife, lifeExpiration } from '../../../domain/member.ts'
import { type ClubRow, findNextIds, insertRows, type RowColumn, updateRows } from '../../db/clubRows.ts'
import type { Tx } from '../../db/open.ts'
import { proveBrought } from './memberEmail.ts'
import { setChoicesOfMany, untouchedSettings } from './memberSettings.ts'
import { endColumns } from './membershipEnd.ts'

/** The columns that officers write. What is not there is not written. */
export interface MemberColumns {
  readonly fname?: string
  readonly lname?: string
  readonly title?: string
  readonly partner?: string
  readonly address?: string
  readonly city?: string
  readonly state?: string
  readonly zip?: string
  readonly country?: string
  readonly altMemberId?: string
  readonly phones?: readonly PhoneNumber[]
  /** A membership type's id. */
  readonly type?: number
  readonly expiration?: string
  readonly life?: boolean
  /** '' for not known. */
  readonly memberSince?: string
  readonly tags?: readonly string[]
  readonly officerTags?: readonly string[]
  readonly officerNote?: string
  /** Whether they want it by post, which is a choice of their own as the next is. */
  readonly newsletter?: boolean
  readonly enewsletter?: boolean
}

type ChosenName = 'newsletter' | 'enewsletter'
type WrittenName = Exclude<keyof MemberColumns, ChosenName>

const columns: Readonly<Record<WrittenName, RowColumn>> = {
  fname: { column: 'fname', type: 'text' },
  lname: { column: 'lname', type: 'text' },
  title: { column: 'title', type: 'text' },
  partner: { column: 'partner', type: 'text' },
  address: { column: 'address', type: 'text' },
  city: { column: 'city', type: 'text' },
  state: { column: 'state', type: 'text' },
  zip: { column: 'zip', type: 'text' },
  country: { column: 'country', type: 'text' },
  altMemberId: { column: 'alt_member_id', type: 'text' },
  phones: { column: 'phone_numbers', type: 'jsonb' },
  type: { column: 'member_type_id', type: 'int' },
  ...endColumns,
  memberSince: { column: 'joined_on', type: 'date' },
  tags: { column: 'tags', type: 'jsonb' },
  officerTags: { column: 'officer_tags', type: 'jsonb' },
  officerNote: { column: 'officer_note', type: 'text' },
}
const names = Object.keys(columns) as WrittenName[]

/** A day of the last year there is means a member for life. */
function withLife<T extends { readonly values: MemberColumns }>(each: T): T {
  const { expiration } = each.values
  if (expiration === undefined || !isForLife(expiration)) return each
  return { ...each, values: { ...each.values, expiration: lifeExpiration, life: true } }
}

/** The same columns are one statement, whatever the number of members. */
function groupByColumns<T extends { readonly values: MemberColumns }>(all: readonly T[]) {
  const toNames = ({ values }: T) => names.filter((name) => values[name] !== undefined)
  return [...Map.groupBy(all.map(withLife), (each) => toNames(each).join(' ')).values()].map((group) => ({
    group,
    written: group[0] === undefined ? [] : toNames(group[0]),
  }))
}

function toRow(values: MemberColumns, written: readonly WrittenName[]): ClubRow {
  const toValue = (name: WrittenName) => (name === 'memberSince' && values[name] === '' ? null : values[name])
  return Object.fromEntries(written.map((name) => [columns[name].column, toValue(name)]))
}

/** With settings of their own, as if they had joined online; without a password. */
export async function insertMembers(
  tx: Tx,
  members: readonly {
    readonly email: string
    readonly values: MemberColumns
    readonly isInRoster?: boolean
  }[],
): Promise<number[]> {
  // the checks of foreign keys have plans from when the tables were small, and would read all rows for each
  await sql`set local plan_cache_mode = force_custom_plan`.execute(tx)
  const ids = await findNextIds(tx, 'member', members.length)
  const numbered = members.map((member, at) => ({ ...member, id: ids[at] ?? 0 }))
  for (const { group, written } of groupByColumns(numbered)) {
    const own: RowColumn[] = [
      { column: 'id', type: 'int' },
      { column: 'email', type: 'text' },
      { column: 'email_folded', type: 'text' },
    ]
    const rows = group.map(({ id, email, values }) => ({
      id,
      email,
      // no address is looked up by nothing, so that nobody is found by it
      email_folded: email === '' ? null : foldEmail(email),
      ...toRow(values, written),
    }))
    await insertRows(tx, 'member', [...own, ...written.map((name) => columns[name])], rows)
  }
  await proveBrought(tx, ids)
  const ownSettings: RowColumn[] = [
    { column: 'member_id', type: 'int' },
    { column: 'roster', type: 'boolean' },
    { column: 'newsletter', type: 'boolean' },
    { column: 'enewsletter', type: 'boolean' },
  ]
  const settings = numbered.map(({ id, email, values, isInRoster = untouchedSettings.roster }) => ({
    member_id: id,
    roster: isInRoster,
    newsletter: values.newsletter ?? untouchedSettings.newsletter,
    // nothing can be mailed to who has no address
    enewsletter: values.enewsletter ?? (email !== '' && untouchedSettings.enewsletter),
  }))
  await insertRows(tx, 'member_settings', ownSettings, settings)
  return ids
}

export async function updateMembers(
  tx: Tx,
  members: readonly { readonly id: number; readonly values: MemberColumns }[],
): Promise<void> {
  for (const { group, written } of groupByColumns(members)) {
    if (written.length === 0) continue
    const rows = group.map(({ id, values }) => ({ id, ...toRow(values, written) }))
    const changed = written.map((name) => columns[name])
    await updateRows(tx, 'member', [{ column: 'id', type: 'int' }], changed, rows)
  }
  const toChoices = ({ values: { newsletter, enewsletter } }: (typeof members)[number]) =>
    JSON.stringify({ newsletter, enewsletter })
  for (const [choices, group] of Map.groupBy(members, toChoices)) {
    const ids = group.map(({ id }) => id)
    await setChoicesOfMany(tx, ids, JSON.parse(choices))
  }
}
