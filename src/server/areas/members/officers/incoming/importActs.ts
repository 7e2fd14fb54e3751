// Takes members from another program's table: all of them, or none.

import type { TableValue } from '../../../../../contract/officerFailures.ts'
import { foldEmail } from '../../../../../domain/member.ts'
import { foldText } from '../../../../../domain/search.ts'
import { getCountry } from '../../../../club/db/club.ts'
import { findRefusedRow } from '../../../../db/clubRows.ts'
import type { Tx } from '../../../../db/open.ts'
import { listBookedMembers } from '../../../../member/db/memberBook.ts'
import { endCodes } from '../../../../member/db/memberCode.ts'
import { isLostAddress, setMemberEmail } from '../../../../member/db/memberEmail.ts'
import { insertMembers, updateMembers } from '../../../../member/db/memberRows.ts'
import { listMemberTypes } from '../../../../member/db/memberType.ts'
import { openingCodes } from '../../../../member/memberCodes.ts'
import { chooseType } from '../../../../member/officers/memberChoice.ts'
import { type ActContext, fail } from '../../../../officers/act.ts'
import type { DateOrder } from '../../../../officers/dayWords.ts'
import type { TableFinding, TableSource } from '../../../../officers/table.ts'
import { listAsks, placeTags, type RosterWords } from './importAsks.ts'
import type { ColumnMap } from './memberColumns.ts'
import {
  type KnownMember,
  type MemberPlan,
  type NewMember,
  planMembers,
  type unsureWays,
} from './memberPlan.ts'
import { readMemberTable } from './memberTable.ts'

interface MemberTable extends RosterWords {
  /** As the other program has written it. */
  readonly table: TableSource
  readonly map: ColumnMap | undefined
  readonly dates: DateOrder | undefined
  /** The table wins over what is stored. */
  readonly update: boolean
  /** What becomes of rows that may be about a stored member. Without it nothing is taken while there are any. */
  readonly unsure: (typeof unsureWays)[number] | undefined
  /** For new members of whom the table does not say it. */
  readonly defaultType: string | undefined
  readonly until: string | undefined
  /** Only says what it would do. */
  readonly isDry: boolean
}

/** With a fault, or with a row of which nobody knows whom it is about, nothing is changed. */
export async function importMembers(
  tx: Tx,
  context: ActContext,
  { table, map = new Map(), dates, update, unsure, defaultType: typed, until, isDry, ...words }: MemberTable,
) {
  const country = await getCountry(tx)
  const types = await listMemberTypes(tx)
  const defaultType = typed === undefined ? undefined : await chooseType(tx, typed)
  const stored = await listBookedMembers(tx, { lock: !isDry })
  const tags = new Set(stored.flatMap((each) => [...each.tags, ...each.officerTags]).map(foldText))
  const read = readMemberTable(table, { map, dates, types, tags, country })
  const options = { update, unsure, defaultType: defaultType?.id, defaultExpiration: until, country, types }
  const incoming = placeTags(read.members, words)
  const planned = planMembers(incoming, stored, options)
  // what a fault has moved within a row is not missing as well
  const shifted = new Set(read.faults.map(({ line }) => line))
  const others = planned.faults.filter(({ line }) => !shifted.has(line))
  const faults = gatherNeeds(gatherDays([...read.faults, ...others]), read.columns)
  const asks = listAsks(read.members, planned.members, words)
  if (!isDry && faults.length === 0 && planned.unsure.length === 0) {
    if (asks.length > 0) fail('not-possible', { why: 'import-asks', asks })
    await writeMembers(tx, planned, words.roster)
    await writeAddresses(tx, context, planned)
  }
  const faulty = new Set([...read.faults, ...planned.faults].map(({ line }) => line))
  const members = planned.members.filter(({ line }) => !faulty.has(line))
  const notes = gatherDays([...read.notes, ...planned.notes])
  return { plan: { members, faults }, unsure: planned.unsure, asks, notes, types }
}

/** Days that could be two are told once for each column: one word of the officer decides them all. */
function gatherDays(findings: readonly TableFinding[]): TableFinding[] {
  const isEither = ({ finding }: TableFinding) => finding.what === 'either-day'
  const others = findings.filter((each) => !isEither(each))
  const columns = Map.groupBy(findings.filter(isEither), ({ column }) => column)
  const either = [...columns.values()].flatMap(([first, ...more]) => {
    if (first?.finding.what !== 'either-day') return []
    return [{ ...first, finding: { ...first.finding, more: more.length } }]
  })
  return [...others, ...either]
}

/** What no row can say, because the table has no column for it, is told once. */
function gatherNeeds(
  faults: readonly TableFinding[],
  { line, has }: ReturnType<typeof readMemberTable>['columns'],
): TableFinding[] {
  const toMissing = ({ finding }: TableFinding): TableValue | undefined =>
    finding.what === 'needs' && !has.has(finding.value) ? finding.value : undefined
  const groups = Map.groupBy(faults, toMissing)
  const columns = [...groups].flatMap(([value, { length: rows }]): TableFinding[] =>
    value === undefined || rows === 1
      ? []
      : [{ line, column: '', finding: { what: 'needs-column', value, rows } }],
  )
  return [
    ...columns,
    ...faults.filter((fault) => groups.get(toMissing(fault))?.length === 1 || toMissing(fault) === undefined),
  ]
}

/** Stores what was planned: all of it, or nothing. Answers the ids of the new members, in the plan's order. */
export async function writeMembers(
  tx: Tx,
  { members }: MemberPlan,
  isInRoster: boolean | undefined,
): Promise<number[]> {
  const country = await getCountry(tx)
  const added = members
    .filter((each): each is NewMember => each.kind === 'new')
    .map((each) => ({ ...each, values: { country, ...each.values }, isInRoster: isInRoster ?? true }))
  const changed = members.filter((each): each is KnownMember => each.kind === 'changed')
  await updateMembers(tx, changed)
  try {
    return await insertMembers(tx, added)
  } catch (error) {
    if (findRefusedRow(error)?.rule !== 'member_email') throw error
    fail('taken', { what: 'email-just-now' })
  }
}

/** The club answers for the new address. What was mailed to the one before opens nothing any more. */
async function writeAddresses(tx: Tx, context: ActContext, { members }: MemberPlan): Promise<void> {
  const now = new Date(context.now)
  for (const member of members) {
    if (member.kind !== 'changed' || member.newEmail === undefined) continue
    const { id, newEmail: email } = member
    await endCodes(tx, id, { now, kinds: openingCodes })
    const to = { email, emailFolded: foldEmail(email), now, endsSignIns: false }
    await setMemberEmail(tx, id, to).catch((error: unknown) => {
      if (!isLostAddress(error)) throw error
      fail('taken', { what: 'email-just-now' })
    })
  }
}
