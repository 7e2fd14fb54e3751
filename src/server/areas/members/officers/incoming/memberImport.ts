// `club -- members import`: takes another program's table, and says row by row what it does or would do.

import type { InTable } from '../../../../../contract/officerFailures.ts'
import { toPhoneText } from '../../../../../domain/member.ts'
import { largestMembersTableMegabytes } from '../../../../limits/sizes.ts'
import { type NamedType, toMemberText } from '../../../../member/officers/memberChoice.ts'
import { type ClubCall, clubWay } from '../../../../officers/command.ts'
import { toCsv, toYes } from '../../../../officers/csv.ts'
import { dateOrders } from '../../../../officers/dayWords.ts'
import {
  type LineFault,
  printLineFaults,
  printLineNotes,
  printLines,
} from '../../../../officers/inputFile.ts'
import { choice, file, flag, newFile, text } from '../../../../officers/options.ts'
import type { TableFinding } from '../../../../officers/table.ts'
import { readTableFile } from '../../../../officers/tableFile.ts'
import { toCountText } from '../../../../officers/words.ts'
import { lastDay, toEnd, toEndCell, toValidText } from '../endText.ts'
import { areaCode, showHide } from '../memberOptions.ts'
import { importMembers as takeMembers } from './importActs.ts'
import { tagsWays } from './importAsks.ts'
import { columnMap } from './memberColumns.ts'
import type { Doubt } from './memberMatch.ts'
import { type Difference, type MemberPlan, type Planned, type UnsureRow, unsureWays } from './memberPlan.ts'
import { valueWords } from './memberValues.ts'
import { endWords, typeWords } from './memberWords.ts'

export const importMembersWay = clubWay({
  words: { file },
  options: {
    map: columnMap,
    sheet: text,
    'dry-run': flag,
    update: flag,
    unsure: choice(unsureWays),
    types: typeWords,
    ends: endWords,
    'default-type': text,
    until: lastDay,
    dates: choice(dateOrders),
    'area-code': areaCode,
    tags: choice(tagsWays),
    roster: showHide,
    csv: newFile,
  },
  help: `members import FILE [--dry-run] [--update] [--map 'First Name=fname,3=phone,Notes='] [--sheet NAME]
          [--types 'S|Sgl=TYPE,L=TYPE for life'] [--ends 'lapsed=DAY,comp=life,deceased=skip']
          [--default-type TYPE] [--until DAY] [--dates month-first|day-first] [--area-code 413]
          [--unsure skip|new]
          [--tags roster|officers] [--roster show|hide] [--csv FILE]
      a CSV or Excel table of another program: all of it, or nothing; finds members by id, by e-mail
      address, or by name with zip code
        --dry-run       says what would happen to each row; --csv FILE writes that for a spreadsheet
        --update        the file wins; without it only what is empty is filled in
        --map           which value a column has, by its heading, number or letter; nothing behind the =
                        leaves it out
        --area-code     for telephone numbers with seven digits
        --unsure        rows that may be about a member, or not: skip leaves them out, new adds them
        --types, --ends what the file's words for types and last days mean; skip leaves such rows out
        --default-type, --until   for new members of whom the file does not say it
        --tags          needed where the file has tags: the roster shows them, or only officers see them
        --roster        needed where members are new: whether the roster lists them`,
  async run(
    { services, act, explain, write, print },
    { file: path, sheet, 'dry-run': isDry, csv, ...given },
  ) {
    const input = {
      ...given,
      isDry,
      defaultType: given['default-type'],
      areaCode: given['area-code'],
      table: await readTableFile(path, { sheet, mostMegabytes: largestMembersTableMegabytes }),
    }
    const { plan, rowFaults, unsure, asks, ...done } = await act(takeMembers, input)
    const toLines = (findings: readonly TableFinding[], isNote = false): LineFault[] =>
      findings.map(({ line, column, finding }) => ({
        line,
        column,
        message: `${toFindingText(explain, finding)}${isNote && isUnread(finding) ? ' It is left out.' : ''}`,
        // a member for life is lost among rows that an option fills
        isWhole: finding.what === 'filled',
      }))
    const isColumn = ({ finding }: TableFinding) => finding.what === 'unused-columns'
    const unused = toLines(done.notes.filter(isColumn))
    const [faults, notes] = [
      toLines(plan.faults),
      toLines(
        done.notes.filter((each) => !isColumn(each)),
        true,
      ),
    ]
    const isTaken = !isDry && faults.length === 0 && unsure.length === 0
    const written = plan.members.filter(({ kind }) => kind !== 'unchanged').length
    if (isTaken && written > 100) await services.database.analyze()
    if (csv !== undefined) {
      const all = [...unused, ...notes]
      await write(
        csv,
        toReportCsv({
          plan,
          unsure,
          faults: toLines(rowFaults),
          notes: all,
          types: done.types,
          ids: done.ids,
        }),
      )
    }
    // a column that is not used may be why something is missing
    for (const { line, message } of unused) print(`line ${line}: ${message}\n`)
    if (faults.length > 0) printLineFaults(faults, print)
    printLineNotes(notes, print)
    if (unsure.length > 0) printUnsure(unsure, print)
    if (isDry && asks.length > 0) {
      print(
        `The import will ask. ${explain({ code: 'not-possible', details: { why: 'import-asks', asks } })}\n`,
      )
    }
    if (csv !== undefined) print(`The report is in ${csv}. Only you can read the file.\n`)
    else printPlan(plan, done.types, print)
    const begin = isDry ? 'Dry run, nothing was changed' : isTaken ? 'Done' : 'Nothing was changed'
    print(`${begin}: ${toSummary(plan, unsure, rowFaults)}\n`)
    return faults.length + unsure.length > 0 ? 1 : 0
  },
})

function toFindingText(explain: ClubCall['explain'], finding: InTable): string {
  return explain({ code: 'in-table', details: finding })
}

/** What is a fault of somebody new, and of a member whom the club has only a value that is not taken. */
function isUnread({ what }: InTable): boolean {
  return [
    'no-day',
    'short-year',
    'other-weekday',
    'either-day',
    'early-day',
    'no-type',
    'no-name',
    'life-and-day',
  ].includes(what)
}

const doubtTexts: Readonly<Record<Doubt, string>> = {
  'id-and-address': 'the id is of one member and the address of another',
  'other-name': 'the id or the address is of a member with another name',
  'name-alone': 'only the name is the same as that of',
  several: 'several members fit',
  'same-line': 'is like another line',
}

function printUnsure(rows: readonly UnsureRow[], print: (text: string) => void): void {
  const [repeated, others] = [
    rows.filter(({ sameAs }) => sameAs !== undefined),
    rows.filter(({ sameAs }) => sameAs === undefined),
  ]
  const ways = 'or say --unsure skip or --unsure new'
  if (others.length > 0) {
    const many = others.length === 1 ? 'One row is' : `${others.length} rows are`
    const way = others.every(({ id }) => id !== undefined)
      ? 'Correct the id, or what else is of another member'
      : "Write the member's id in a column 'id'"
    print(`${many} about a member whom the club has, or about somebody new. ${way}, ${ways}:\n`)
    printLines(others.map(toUnsureText), print)
  }
  if (repeated.length > 0) {
    const many = repeated.length === 1 ? 'One row seems' : `${repeated.length} rows seem`
    print(`${many} to be about the same member as another line. Make one row of both, ${ways}:\n`)
    printLines(repeated.map(toUnsureText), print)
  }
}

function toUnsureText(row: UnsureRow): string {
  const { line, name, email, doubt, known, sameAs } = row
  return [
    `line ${line}, ${email === '' ? name : `${name} (${email})`}: ${doubtTexts[doubt]}${sameAs === undefined ? '' : `, line ${sameAs}`}`,
    ...known.map((member) => `    ${toChoice(member)}`),
    ...toDiffering(row).map((each) => `    ${each}`),
  ].join('\n')
}

/** "valid until 2027-12-31 (line 6: 2026-12-31)". */
function toDiffering({ differs, sameAs }: UnsureRow): string[] {
  return differs.map(
    ({ name, from, to }) => `${valueWords[name]} ${to} (line ${sameAs}: ${from === '' ? 'empty' : from})`,
  )
}

/** "12 Ada Quill (ada.quill@harbor.example), 01970 Salem". */
function toChoice({ id, zip, city, ...name }: UnsureRow['known'][number]): string {
  const place = [zip, city].filter((part) => part !== '').join(' ')
  return `${id} ${toMemberText(name)}${place === '' ? '' : `, ${place}`}`
}

type StoredName = Exclude<Difference['name'], 'email' | 'life'>
const storedNames = Object.keys(valueWords).filter(
  (name) => name !== 'email' && name !== 'life',
) as StoredName[]

/** What would be stored of each value; '' for what stays as it is. */
function toStored({ values }: Planned, types: readonly NamedType[]): Record<StoredName, string> {
  const { phones = [], tags = [], officerTags = [], type, expiration, ...others } = values
  const { newsletter, enewsletter, ...texts } = others
  const toChosen = (wanted: boolean | undefined) => (wanted === undefined ? '' : toYes(wanted))
  return {
    ...Object.fromEntries(storedNames.map((name) => [name, ''])),
    ...texts,
    phones: phones.map(toPhoneText).join(', '),
    tags: tags.join(', '),
    officerTags: officerTags.join(', '),
    type: toTypeText(type, types),
    expiration: expiration === undefined ? '' : toEndCell(toEnd(expiration)),
    newsletter: toChosen(newsletter),
    enewsletter: toChosen(enewsletter),
  } as Record<StoredName, string>
}

function toTypeText(type: number | undefined, types: readonly NamedType[]): string {
  return types.find(({ id }) => id === type)?.label ?? ''
}

function toWhat(member: Planned, types: readonly NamedType[]): string {
  if (member.kind === 'new') {
    const { type, expiration } = member.values
    return `${toTypeText(type, types) || 'no type'}, ${toValidText(toEnd(expiration))}`
  }
  return member.changes
    .map(({ name, from, to }) => `${valueWords[name]} ${from === '' ? '(empty)' : from} → ${to}`)
    .join('; ')
}

/** All of a new member that the first line does not say. */
function toMore(member: Planned, types: readonly NamedType[]): string {
  if (member.kind !== 'new') return ''
  const stored = toStored(member, types)
  return storedNames
    .filter((name) => !['fname', 'lname', 'type', 'expiration'].includes(name) && stored[name] !== '')
    .map((name) => `${valueWords[name]} ${stored[name]}`)
    .join('; ')
}

function toLeft(member: Planned): string {
  if (member.kind === 'new') return ''
  return member.left
    .map(({ name, from, to }) => `${valueWords[name]} ${from === '' ? '(empty)' : from} (file: ${to})`)
    .join('; ')
}

/** One line for each member, and those below it for what else is stored, and for what stays. */
function printPlan({ members }: MemberPlan, types: readonly NamedType[], print: (text: string) => void) {
  const lines = members.map((member) => {
    const what = toWhat(member, types)
    const [more, left] = [toMore(member, types), toLeft(member)]
    const who = member.email === '' ? member.name : `${member.name} (${member.email})`
    const first = `line ${member.line}, ${member.kind}: ${who}`
    return [
      what === '' ? first : `${first}: ${what}`,
      ...(more === '' ? [] : [`    ${more}`]),
      ...(left === '' ? [] : [`    stays: ${left}`]),
    ].join('\n')
  })
  printLines(lines, print)
}

/** "2 rows: 1 new, 1 changed, 0 unchanged, 0 with a fault." */
function toSummary(
  { members }: MemberPlan,
  unsure: readonly UnsureRow[],
  faults: readonly TableFinding[],
): string {
  const countOf = (kind: Planned['kind']) => members.filter((member) => member.kind === kind).length
  const faulty = new Set(faults.map(({ line }) => line)).size
  const counts = [
    `${countOf('new')} new`,
    `${countOf('changed')} changed`,
    `${countOf('unchanged')} unchanged`,
    ...(unsure.length === 0 ? [] : [`${unsure.length} unsure`]),
    ...(faulty === 0 ? [] : [`${faulty} with a fault`]),
  ]
  const left = members.filter((member) => member.kind !== 'new' && member.left.length > 0).length
  const stays =
    left === 0
      ? ''
      : ` For ${toCountText(left, 'member')} the file says something else than what is stored, which stays; --update takes the file's.`
  return `${counts.join(', ')}.${stays}`
}

interface Report {
  readonly plan: MemberPlan
  readonly unsure: readonly UnsureRow[]
  readonly faults: readonly LineFault[]
  readonly notes: readonly LineFault[]
  readonly types: readonly NamedType[]
  /** Of the members who were added, by their lines. */
  readonly ids: ReadonlyMap<number, number>
}

/** A row for each of the table's that is taken, unsure or faulty, with its notes, and for each other note. */
function toReportCsv({ plan, unsure, faults, notes, types, ids }: Report): string {
  const none = storedNames.map(() => '')
  const toText = ({ column, message }: LineFault) => (column === '' ? message : `${column}: ${message}`)
  const notesOf = Map.groupBy(notes, ({ line }) => line)
  const toNotes = (line: number) => (notesOf.get(line) ?? []).map(toText).join('; ')
  const rows = [
    ...plan.members.map((member) => {
      const stored = toStored(member, types)
      const { line, kind, email, name } = member
      const details = [toWhat(member, types), toLeft(member), toNotes(line)]
      const id = member.kind === 'new' ? (ids.get(line) ?? '') : member.id
      return {
        line,
        cells: [kind, String(id), email, name, ...details, ...storedNames.map((each) => stored[each])],
      }
    }),
    ...unsure.map((row) => {
      const { line, email, name, doubt, known, sameAs } = row
      const like = sameAs === undefined ? '' : `, line ${sameAs}`
      const details = `${doubtTexts[doubt]}${like}: ${[...known.map(toChoice), ...toDiffering(row)].join('; ')}`
      return { line, cells: ['unsure', '', email, name, details, '', toNotes(line), ...none] }
    }),
    ...faults.map((fault) => ({
      line: fault.line,
      cells: ['fault', '', '', '', toText(fault), '', toNotes(fault.line), ...none],
    })),
  ]
  const told = new Set(rows.map(({ line }) => line))
  const others = [...notesOf.keys()].filter((line) => !told.has(line))
  const all = [
    ...rows,
    ...others.map((line) => ({ line, cells: ['note', '', '', '', '', '', toNotes(line), ...none] })),
  ].toSorted((a, b) => a.line - b.line)
  return toCsv([
    [
      'line',
      'what',
      'id',
      'e-mail',
      'name',
      'details',
      'stays',
      'notes',
      ...storedNames.map((name) => valueWords[name]),
    ],
    ...all.map(({ line, cells }) => [line, ...cells]),
  ])
}
