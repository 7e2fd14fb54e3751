// Takes members from another program's table: all of them, or none.

import { findRefusedRow } from '../../../../db/clubRows.ts'
import type { Tx } from '../../../../db/open.ts'
import { listBookedMembers } from '../../../../member/db/memberBook.ts'
import { insertMembers, updateMembers } from '../../../../member/db/memberRows.ts'
import { listMemberTypes } from '../../../../member/db/memberType.ts'
import { chooseType } from '../../../../member/officers/memberChoice.ts'
import { type ActContext, fail } from '../../../../officers/act.ts'
import type { DateOrder } from '../../../../officers/dayWords.ts'
import type { ColumnMap } from './memberColumns.ts'
import { type KnownMember, type MemberPlan, type NewMember, planMembers } from './memberPlan.ts'
import { readMemberTable } from './memberTable.ts'

interface MemberTable {
  /** As the other program has written it. */
  readonly table: string
  readonly map: ColumnMap | undefined
  readonly dates: DateOrder | undefined
  /** The table wins over what is stored. */
  readonly update: boolean
  /** For new members of whom the table does not say it. */
  readonly defaultType: string | undefined
  readonly until: string | undefined
  /** Only says what it would do. */
  readonly isDry: boolean
}

/** With a fault nothing is changed. */
export async function importMembers(
  tx: Tx,
  _context: ActContext,
  { table, map = new Map(), dates, update, defaultType: typed, until, isDry }: MemberTable,
) {
  const types = await listMemberTypes(tx)
  const defaultType = typed === undefined ? undefined : await chooseType(tx, typed)
  const read = readMemberTable(table, { map, dates, types })
  const stored = await listBookedMembers(tx, { lock: !isDry })
  const options = { update, defaultType: defaultType?.id, defaultExpiration: until, types }
  const planned = planMembers(read.members, stored, options)
  // what a fault has left out of a row is not missing as well
  const faulty = new Set(read.faults.map(({ line }) => line))
  const faults = [...read.faults, ...planned.faults.filter(({ line }) => !faulty.has(line))]
  if (!isDry && faults.length === 0) await writeMembers(tx, planned)
  const members = planned.members.filter(({ line }) => !faulty.has(line))
  return { plan: { ...planned, members }, faults, notes: read.notes, types }
}

/** Stores what was planned: all of it, or nothing. Answers the ids of the new members, in the plan's order. */
export async function writeMembers(tx: Tx, { members }: MemberPlan): Promise<number[]> {
  const added = members.filter((each): each is NewMember => each.kind === 'new')
  const changed = members.filter((each): each is KnownMember => each.kind === 'changed')
  await updateMembers(tx, changed)
  try {
    return await insertMembers(tx, added)
  } catch (error) {
    if (findRefusedRow(error)?.rule !== 'member_email') throw error
    fail('taken', { what: 'email-just-now' })
  }
}
