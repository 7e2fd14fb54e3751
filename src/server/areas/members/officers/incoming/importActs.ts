// Takes members from another program's table: all of them, or none.

import type { Tx } from '../../../../db/open.ts'
import { listBookedMembers } from '../../../../member/db/memberBook.ts'
import { listMemberTypes } from '../../../../member/db/memberType.ts'
import { findType, type NamedType } from '../../../../member/officers/memberChoice.ts'
import type { ActContext } from '../../../../officers/act.ts'
import type { DateOrder } from '../../../../officers/dayWords.ts'
import type { LineFault } from '../../../../officers/inputFile.ts'
import type { ColumnMap } from './memberColumns.ts'
import { type MemberPlan, planMembers } from './memberPlan.ts'
import { readMemberTable } from './memberTable.ts'
import { writeMembers } from './memberWrite.ts'

export interface MemberTable {
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

export interface TakenMembers {
  readonly plan: MemberPlan
  /** With one of them nothing is changed. */
  readonly faults: readonly LineFault[]
  readonly notes: readonly string[]
  readonly types: readonly NamedType[]
}

export async function importMembers(
  tx: Tx,
  context: ActContext,
  { table, map = new Map(), dates, update, defaultType: typed, until, isDry }: MemberTable,
): Promise<TakenMembers> {
  const types = await listMemberTypes(tx)
  const defaultType = typed === undefined ? undefined : findType(types, typed)
  if (typed !== undefined && defaultType === undefined) {
    const known = types.map(({ id, label }) => ({ id, label }))
    context.fail('not-found', { thing: 'member-type', typed, known })
  }
  const read = readMemberTable(table, { map, dates, types })
  const stored = await listBookedMembers(tx, { lock: !isDry })
  const options = { update, defaultType: defaultType?.id, defaultExpiration: until, types }
  const planned = planMembers(read.members, stored, options)
  // what a fault has left out of a row is not missing as well
  const faulty = new Set(read.faults.map(({ line }) => line))
  const faults = [...read.faults, ...planned.faults.filter(({ line }) => !faulty.has(line))]
  if (!isDry && faults.length === 0) await writeMembers(tx, context, planned)
  const members = planned.members.filter(({ line }) => !faulty.has(line))
  return { plan: { ...planned, members }, faults, notes: read.notes, types }
}
