// `club -- members import`: takes another program's table, and says row by row what it does or would do.
import { largestMembersTableMegabytes } from '../../../../limits/sizes.ts'
import type { NamedType } from '../../../../member/officers/memberChoice.ts'
import { clubWay } from '../../../../officers/command.ts'
import { toCsv } from '../../../../officers/csv.ts'
import { dateOrders } from '../../../../officers/dayWords.ts'
import { type LineFault, printLineFaults, printLines, readTextFile } from '../../../../officers/inputFile.ts'
import { choice, file, flag, newFile, text } from '../../../../officers/options.ts'
import { toCountText } from '../../../../officers/words.ts'
import { lastDay, toEnd, toValidText } from '../endText.ts'
import { importMembers as takeMembers } from './importActs.ts'
import { columnMap } from './memberColumns.ts'
import type { Difference, MemberPlan, Planned } from './memberPlan.ts'

export const importMembersWay = clubWay({
  words: { file },
  options: {
    map: columnMap,
    'dry-run': flag,
    update: flag,
    'default-type': text,
    until: lastDay,
    dates: choice(dateOrders),
    csv: newFile,
  },
  help: `members import FILE [--dry-run] [--update] [--map 'First Name=fname,Notes='] [--default-type TYPE]
          [--until DAY] [--dates month-first|day-first] [--csv FILE]
      a CSV table of another program: all of it, or nothing; finds members by e-mail address
        --dry-run       says what would happen to each row; --csv FILE writes that for a spreadsheet
        --update        the file wins; without it only what is empty is filled in
        --map           which value a column has; nothing behind the = leaves it out
        --default-type, --until   for new members of whom the file does not say it`,
  async run({ services, act, write, print }, { file: path, 'dry-run': isDry, csv, ...given }) {
    const input = {
      ...given,
      isDry,
      defaultType: given['default-type'],
      table: await readTextFile(path, largestMembersTableMegabytes),
    }
    const { plan, faults, notes, types } = await act(takeMembers, input)
    const written = plan.members.filter(({ kind }) => kind !== 'unchanged').length
    if (!isDry && faults.length === 0 && written > 100) await services.database.analyze()
    if (csv !== undefined) await write(csv, toReportCsv(plan, faults, types))
    if (faults.length > 0) printLineFaults(faults, print)
    if (notes.length > 0) {
      print('Please note:\n')
      printLines(notes, print)
    }
    if (csv !== undefined) print(`The report is in ${csv}. Only you can read the file.\n`)
    else printPlan(plan, types, print)
    const begin = isDry ? 'Dry run, nothing was changed' : faults.length > 0 ? 'Nothing was changed' : 'Done'
    print(`${begin}: ${toSummary(plan, faults)}\n`)
    return faults.length > 0 ? 1 : 0
  },
})

/** As people say them. */
const valueWords: Readonly<Record<Difference['name'], string>> = {
  fname: 'first name',
  lname: 'last name',
  title: 'title',
  partner: 'partner',
  address: 'address',
  city: 'city',
  state: 'state',
  zip: 'zip',
  country: 'country',
  altMemberId: 'alternate id',
  phones: 'phone',
  type: 'type',
  expiration: 'valid until',
  life: 'for life',
  memberSince: 'member since',
  tags: 'tags',
}

function toWhat(member: Planned, types: readonly NamedType[]): string {
  if (member.kind === 'new') {
    const label = types.find(({ id }) => id === member.values.type)?.label ?? 'no type'
    return `${label}, ${toValidText(toEnd(member.values.expiration))}`
  }
  return member.changes
    .map(({ name, from, to }) => `${valueWords[name]} ${from === '' ? '(empty)' : from} → ${to}`)
    .join('; ')
}

function toLeft(member: Planned): string {
  if (member.kind === 'new') return ''
  return member.left
    .map(({ name, from, to }) => `${valueWords[name]} ${from === '' ? '(empty)' : from} (file: ${to})`)
    .join('; ')
}

/** One line for each member, and one below it for what stays. */
function printPlan({ members }: MemberPlan, types: readonly NamedType[], print: (text: string) => void) {
  const lines = members.map((member) => {
    const what = toWhat(member, types)
    const left = toLeft(member)
    const first = `line ${member.line}, ${member.kind}: ${member.name} (${member.email})`
    return [what === '' ? first : `${first}: ${what}`, ...(left === '' ? [] : [`    stays: ${left}`])].join(
      '\n',
    )
  })
  printLines(lines, print)
}

/** "2 rows: 1 new, 1 changed, 0 unchanged, 0 with a fault." */
function toSummary({ members }: MemberPlan, faults: readonly LineFault[]): string {
  const countOf = (kind: Planned['kind']) => members.filter((member) => member.kind === kind).length
  const faulty = new Set(faults.map(({ line }) => line)).size
  const counts = [
    `${countOf('new')} new`,
    `${countOf('changed')} changed`,
    `${countOf('unchanged')} unchanged`,
    ...(faulty === 0 ? [] : [`${faulty} with a fault`]),
  ]
  const left = members.filter((member) => member.kind !== 'new' && member.left.length > 0).length
  const stays =
    left === 0
      ? ''
      : ` For ${toCountText(left, 'member')} the file says something else than what is stored, which stays; --update takes the file's.`
  return `${counts.join(', ')}.${stays}`
}

function toReportCsv({ members }: MemberPlan, faults: readonly LineFault[], types: readonly NamedType[]) {
  const rows = [
    ...members.map((member) => ({
      line: member.line,
      cells: [member.kind, member.email, member.name, toWhat(member, types), toLeft(member)],
    })),
    ...faults.map(({ line, column, message }) => ({
      line,
      cells: ['fault', '', '', column === '' ? message : `${column}: ${message}`, ''],
    })),
  ].toSorted((a, b) => a.line - b.line)
  return toCsv([
    ['line', 'what', 'e-mail', 'name', 'details', 'stays'],
    ...rows.map(({ line, cells }) => [line, ...cells]),
  ])
}
