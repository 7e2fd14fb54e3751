// What an import of members would do or has done, row by row, for the terminal and for a spreadsheet.

import type { NamedType } from '../../../../member/officers/memberChoice.ts'
import { toCsv } from '../../../../officers/csv.ts'
import { type LineFault, printLines } from '../../../../officers/inputFile.ts'
import { toCountText } from '../../../../officers/words.ts'
import { toEnd, toValidText } from '../endText.ts'
import type { Difference, MemberPlan, Planned } from './memberPlan.ts'

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
export function printPlan(
  { members }: MemberPlan,
  types: readonly NamedType[],
  print: (text: string) => void,
): void {
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
export function toSummary({ members }: MemberPlan, faults: readonly LineFault[]): string {
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

export function toReportCsv(
  { members }: MemberPlan,
  faults: readonly LineFault[],
  types: readonly NamedType[],
) {
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
