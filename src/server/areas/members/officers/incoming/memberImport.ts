// `club -- members import FILE`: takes the members from another program's table, all of them or none.

import { largestMembersTableMegabytes, mostRowsUnanalyzed } from '../../../../limits/sizes.ts'
import { listBookedMembers } from '../../../../member/db/memberBook.ts'
import { listMemberTypes } from '../../../../member/db/memberType.ts'
import { findType, toTypesText } from '../../../../member/officers/memberChoice.ts'
import {
  type ClubCommandContext,
  CommandRefused,
  readChoice,
  UsageFault,
} from '../../../../officers/command.ts'
import { dateOrders } from '../../../../officers/dayWords.ts'
import { printLineFaults, printLines, readTextFile } from '../../../../officers/inputFile.ts'
import { writeOutput } from '../../../../officers/outputFile.ts'
import { toVisibleLine } from '../../../../officers/words.ts'
import { readLastDay } from '../endText.ts'
import { readColumnMap } from './memberColumns.ts'
import { type MemberPlan, planMembers } from './memberPlan.ts'
import { printPlan, toReportCsv, toSummary } from './memberReport.ts'
import { readMemberTable } from './memberTable.ts'
import { writeMembers } from './memberWrite.ts'

export async function importMembers({
  services,
  tenant,
  moreWords,
  flags,
  print,
}: ClubCommandContext): Promise<number> {
  if (flags.overwrite && flags.csv === undefined) throw new UsageFault('--overwrite needs --csv.')
  const map = readColumnMap(flags.map)
  const dates = readChoice(flags.dates, 'dates', dateOrders)
  const until = flags.until === undefined ? undefined : readLastDay(flags.until, 'until')
  const text = await readTextFile(moreWords[0] ?? '', largestMembersTableMegabytes)
  const isDry = flags['dry-run']
  const { plan, faults, notes, types } = await services.database.inTenant(tenant.id, async (tx) => {
    const known = await listMemberTypes(tx)
    const defaultType = toDefaultType(flags['default-type'], known)
    const read = readMemberTable(text, { map, dates, types: known })
    const stored = await listBookedMembers(tx, { lock: !isDry })
    const options = { update: flags.update, defaultType, defaultExpiration: until, types: known }
    const planned: MemberPlan = planMembers(read.members, stored, options)
    // what a fault has left out of a row is not missing as well
    const faulty = new Set(read.faults.map(({ line }) => line))
    const all = [...read.faults, ...planned.faults.filter(({ line }) => !faulty.has(line))]
    if (!isDry && all.length === 0) await writeMembers(tx, planned)
    const members = planned.members.filter(({ line }) => !faulty.has(line))
    return { plan: { ...planned, members }, faults: all, notes: read.notes, types: known }
  })
  const written = plan.members.filter(({ kind }) => kind !== 'unchanged').length
  if (!isDry && faults.length === 0 && written > mostRowsUnanalyzed) await services.database.analyze()
  if (flags.csv !== undefined) await writeOutput(flags, flags.csv, toReportCsv(plan, faults, types))
  if (faults.length > 0) printLineFaults(faults, print)
  if (notes.length > 0) {
    print('Please note:\n')
    printLines(notes, print)
  }
  if (flags.csv !== undefined) print(`The report is in ${flags.csv}. Only you can read the file.\n`)
  else printPlan(plan, types, print)
  const begin = isDry ? 'Dry run, nothing was changed' : faults.length > 0 ? 'Nothing was changed' : 'Done'
  print(`${begin}: ${toSummary(plan, faults)}\n`)
  return faults.length > 0 ? 1 : 0
}

function toDefaultType(
  typed: string | undefined,
  types: readonly { readonly id: number; readonly label: string }[],
): number | undefined {
  if (typed === undefined) return undefined
  const type = findType(types, typed)
  if (type !== undefined) return type.id
  throw new CommandRefused(
    `The club has no single membership type '${toVisibleLine(typed)}'. Its types, each with its id: ${toTypesText(types)}. Nothing was changed.`,
  )
}
