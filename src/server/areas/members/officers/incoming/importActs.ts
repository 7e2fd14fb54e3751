// Takes members from another program's table: all of them, or none.

import type { InTable, TableValue } from '../../../../../contract/officerFailures.ts'
import { findDay } from '../../../../../domain/day.ts'
import { foldEmail } from '../../../../../domain/member.ts'
import { foldText } from '../../../../../domain/search.ts'
import { getCountry, getTimeZone } from '../../../../club/db/club.ts'
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
import { chooseTypeWords, toShortKey, toWordKey, type WordMap } from './memberWords.ts'

interface MemberTable extends RosterWords {
  /** As the other program has written it. */
  readonly table: TableSource
  readonly map: ColumnMap | undefined
  /** What words in the columns of types and of last days mean. */
  readonly types: WordMap<string> | undefined
  readonly ends: WordMap<string> | undefined
  readonly dates: DateOrder | undefined
  /** Of telephone numbers that are written without one. */
  readonly areaCode: string | undefined
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
  { table, map = new Map(), dates, update, unsure, defaultType: typed, until, isDry, ...given }: MemberTable,
) {
  const country = await getCountry(tx)
  const today = findDay(context.now, await getTimeZone(tx))
  const { ends: endWords = new Map(), types: translated, areaCode, ...words } = given
  const types = await listMemberTypes(tx)
  const typeWords = await chooseTypeWords(translated, (type) => chooseType(tx, type))
  const defaultType = typed === undefined ? undefined : await chooseType(tx, typed)
  const stored = await listBookedMembers(tx, { lock: !isDry })
  const tags = new Set(stored.flatMap((each) => [...each.tags, ...each.officerTags]).map(foldText))
  const how = { map, dates, types, typeWords, endWords, tags, country, areaCode, today }
  const read = readMemberTable(table, how)
  const options = { update, unsure, defaultType: defaultType?.id, defaultExpiration: until, country, types }
  const incoming = placeTags(read.members, words)
  const planned = planMembers(incoming, stored, options)
  // what a fault has moved within a row is not missing as well
  const shifted = new Set(read.faults.map(({ line }) => line))
  const others = planned.faults.filter(({ line }) => !shifted.has(line))
  const each = [...read.faults, ...others]
  const faults = gatherNeeds(gatherWords(gatherDays(each)), read.columns)
  const ids = new Map<number, number>()
  const asks = listAsks(read.members, planned.members, words)
  if (!isDry && faults.length === 0 && planned.unsure.length === 0) {
    if (asks.length > 0) fail('not-possible', { why: 'import-asks', asks })
    const added = await writeMembers(tx, planned, words.roster)
    const news = planned.members.filter(({ kind }) => kind === 'new')
    news.forEach(({ line }, at) => {
      ids.set(line, added[at] ?? 0)
    })
    await writeAddresses(tx, context, planned)
  }
  const faulty = new Set([...read.faults, ...planned.faults].map(({ line }) => line))
  const members = planned.members.filter(({ line }) => !faulty.has(line))
  const notes = gatherDays([...read.notes, ...planned.notes])
  return { plan: { members, faults }, rowFaults: each, unsure: planned.unsure, asks, notes, types, ids }
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

/** What a table calls its types, or writes several times in place of days, is told once: options translate it. */
function gatherWords(faults: readonly TableFinding[]): TableFinding[] {
  const toTyped = ({ finding }: TableFinding) =>
    finding.what === 'no-type' || finding.what === 'no-day' ? finding.typed : ''
  const toKey = (fault: TableFinding) => toWordKey(toTyped(fault))
  const toWords = (of: readonly TableFinding[]) =>
    [...Map.groupBy(of, toKey).values()].map((same) => ({
      typed: same.slice(0, 1).map(toTyped).join(''),
      lines: same.map(({ line }) => line),
    }))
  const ofWhat = (wanted: InTable['what']) => faults.filter(({ finding }) => finding.what === wanted)
  const types = ofWhat('no-type')
  const toShort = (fault: TableFinding) => toShortKey(toTyped(fault))
  const ends = [...Map.groupBy(ofWhat('no-day'), toShort)].flatMap(([word, of]) =>
    /\p{L}/u.test(word) && of.length > 1 ? of : [],
  )
  const gathered: TableFinding[] = []
  const [type, ...others] = types
  if (type?.finding.what === 'no-type' && others.length > 0) {
    gathered.push({
      ...type,
      finding: { what: 'no-types', words: toWords(types), known: type.finding.known },
    })
  } else types.length = 0
  const [end] = ends
  if (end !== undefined) gathered.push({ ...end, finding: { what: 'no-ends', words: toWords(ends) } })
  const told = new Set([...types, ...ends])
  return [...gathered, ...faults.filter((fault) => !told.has(fault))]
}

/** What no row can say, because the table has no column for it, is told once. */
function gatherNeeds(
  faults: readonly TableFinding[],
  { line, has }: ReturnType<typeof readMemberTable>['columns'],
): TableFinding[] {
  const isName = (value: TableValue) => value === 'fname' || value === 'lname'
  const isThere = (value: TableValue) => has.has(value) || (isName(value) && has.has('name'))
  const toMissing = ({ finding }: TableFinding): TableValue | undefined =>
    finding.what === 'needs' && !isThere(finding.value) ? finding.value : undefined
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
