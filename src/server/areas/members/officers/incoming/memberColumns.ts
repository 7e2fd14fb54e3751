// Which column of a table has which value of a member: by usual headings, in English and Spanish, or as the
// officer maps them.
import type { TableValue } from '../../../../../contract/officerFailures.ts'
import { removeInvisible } from '../../../../../domain/invisible.ts'
import { foldText } from '../../../../../domain/search.ts'
import { kindOf, UsageFault } from '../../../../officers/options.ts'
import { findColumns, type TableFinding, type TableRow, toHeadingLine } from '../../../../officers/table.ts'
import { toHeadings } from '../../../../officers/words.ts'

const headings = {
  id: ['id'],
  email_address:
    toHeadings(`e mail, email, email address, e mail address, e mail s, primary email, contact email, mail, correo,
      correo electronico, direccion de correo`),
  name: toHeadings('name, full name, member name, name of member, nombre completo'),
  fname: toHeadings(
    'first name, first, firstname, fname, given, given name, given names, forename, nombre, nombres',
  ),
  lname: toHeadings('last name, last, lastname, lname, surname, family name, apellido, apellidos'),
  title: toHeadings('title, prefix, salutation, titulo, tratamiento'),
  partner: toHeadings('partner, partner name, spouse, spouse name, spouse partner, pareja, conyuge'),
  address: toHeadings(`address, address 1, address1, address line 1, street, street address, home address,
      mailing address, direccion, domicilio, calle`),
  address2: toHeadings('address 2, address2, address line 2, street 2, apt, apartment, unit, suite, apt c o'),
  city: ['city', 'town', 'ciudad'],
  state: toHeadings('state, st, state province, province, region, estado, provincia'),
  zip: toHeadings('zip, zip 4, zip code, zipcode, zip postal code, postal code, postcode, codigo postal'),
  country: ['country', 'pais'],
  phone:
    toHeadings(`phone, phones, phone number, other phones, primary phone, telephone, tel, tel home, mobile,
      mobile phone, cell, cell phone, home phone, work phone, telefono, celular`),
  type: toHeadings(`membership type, kind, kind of membership, member type, type, membership level, member level,
      level, membership, plan, tipo, tipo de membresia, tipo de socio, membresia`),
  expiration: toHeadings(`expires, expires on, expiration, expiration date, expiry, expiry date, exp date,
      membership expires, membership expiration, until, valid until, valid through, valid thru, good until,
      good through, good thru, paid until, paid through, paid thru, dues paid until, dues paid through, valid to, valido hasta,
      valida hasta, pagado hasta, renewal date, renewal due, end date, vence, vencimiento, fecha de vencimiento`),
  memberSince:
    toHeadings(`member since, since, joined, joined on, join date, date joined, start date, socio desde,
      fecha de ingreso`),
  tags: toHeadings('tags, tag, groups, labels, etiquetas, grupos'),
  // as `members export` writes them
  officerTags: toHeadings('officers tags, officer tags, officertags, etiquetas de la directiva'),
  officerNote: toHeadings('officers note, officer note, nota de la directiva'),
  altMemberId: toHeadings(`alternate id, alt id, alternate member id, alt member id, member number, member no,
      membership number, member id, badge number, numero de socio`),
  // as `members export` writes them, too
  newsletter: toHeadings('newsletter, newsletter by post, boletin, boletin por correo postal'),
  enewsletter:
    toHeadings(`e newsletter, enewsletter, newsletter by e mail, newsletter by email, boletin electronico,
      boletin por correo electronico`),
} as const satisfies Record<TableValue, readonly string[]>

/** These name the day after the last valid one. */
const dayAfter: ReadonlySet<string> = new Set(['renewal date', 'renewal due'])

export function namesDayAfter(heading: string): boolean {
  return dayAfter.has(foldHeading(heading))
}

export type ColumnName = keyof typeof headings
const columnNames = Object.keys(headings) as ColumnName[]

/** By heading or place as it is typed, the value that the officer maps it to; null to leave the column out. */
export type ColumnMap = ReadonlyMap<string, ColumnName | null>

function foldHeading(heading: string): string {
  return foldText(removeInvisible(heading).replace(/[^\p{L}\p{N}]+/gu, ' '))
}

function findByHeading(heading: string): ColumnName | undefined {
  const folded = foldHeading(heading)
  return columnNames.find(
    (name) => (headings[name] as readonly string[]).includes(folded) || foldText(name) === folded,
  )
}

/** "E-mail (if any)" is known by what stands before the bracket, unless what stands in it is another value. */
function findColumn(heading: string): ColumnName | undefined {
  const found = findByHeading(heading)
  const [, before = '', within = ''] = /^([^([]+)[([](.*)$/s.exec(heading) ?? []
  if (found !== undefined || before === '') return found
  const [name, other] = [findByHeading(before), findByHeading(within)]
  return other === undefined || other === name ? name : undefined
}

/** "First Name=fname,3=phone,F=city,Notes=". */
export const columnMap = kindOf((typed): ColumnMap => {
  const map = new Map<string, ColumnName | null>()
  for (const pair of typed.split(/,(?=[^,=]*=)/)) {
    const [, heading = '', value = ''] = /^(.*)=([^=]*)$/s.exec(pair) ?? []
    const name = value.trim() === 'email' ? 'email_address' : value.trim()
    const found = columnNames.find((one) => one === name)
    if (heading.trim() === '' || (found === undefined && name !== '')) {
      throw new UsageFault(
        `--map takes 'Heading=value,…' and not '${pair}'. A column is named by its heading, its number or its letter. The values are ${columnNames.join(', ')}; nothing behind the = leaves a column out.`,
      )
    }
    map.set(heading.trim(), found ?? null)
  }
  return map
})

/** The columns of a line of headings: what the officer maps, and otherwise the usual headings. */
function readHeadings({ cells }: TableRow, map: ColumnMap) {
  const folded = cells.map(foldHeading)
  const mapped = new Map<number, ColumnName | null>()
  const missing: string[] = []
  for (const [typed, name] of map) {
    const heading = foldHeading(typed)
    const named = folded.flatMap((each, at) => (each === heading ? [at] : []))
    const place = toPlace(typed)
    const chosen = named.length === 0 && place < cells.length ? [place] : named
    if (chosen.length === 0) missing.push(typed)
    for (const at of chosen) mapped.set(at, name)
  }
  const isParted = [...mapped.values(), ...cells.map(findColumn)].some(
    (name) => name === 'fname' || name === 'lname',
  )
  const find = (at: number): ColumnName | null | undefined => {
    if (mapped.has(at)) return mapped.get(at)
    const name = findColumn(cells[at] ?? '')
    // where first and last names have columns of their own, another name is somebody else's
    return name === 'name' && isParted ? undefined : name
  }
  return { find, missing }
}

/** Where the column stands that a spreadsheet calls "C", or a person the third. */
function toPlace(typed: string): number {
  if (/^[1-9]\d?$/.test(typed)) return Number(typed) - 1
  if (!/^[a-z]{1,2}$/i.test(typed)) return Number.POSITIVE_INFINITY
  return [...typed.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** The row that names most columns: what other programs write above it is left out. */
export function findHead(rows: readonly TableRow[], map: ColumnMap): TableRow | undefined {
  const counted = rows.map((row) => {
    const { find } = readHeadings(row, map)
    const own = new Set(row.cells.map((cell) => findColumn(cell)).filter((name) => name !== undefined))
    return { row, own, names: new Set(row.cells.map((_, at) => find(at)).filter((name) => name != null)) }
  })
  // columns that are named by their place are in every row
  const best = counted.toSorted((a, b) => b.names.size - a.names.size || b.own.size - a.own.size)[0]
  if (best === undefined) return undefined
  // a list of addresses has one column, and a title may happen to be a heading
  return best.names.size > 1 || best.names.has('email_address') ? best.row : undefined
}

/** Only telephone numbers may have several columns. */
export function findMemberColumns(head: TableRow, rows: readonly TableRow[], map: ColumnMap) {
  const width = rows.reduce((most, row) => Math.max(most, row.cells.length), head.cells.length)
  const cells = Array.from({ length: width }, (_, at) => toHeadingLine(head.cells[at] ?? ''))
  const { find, missing } = readHeadings({ ...head, cells }, map)
  const { places, doubles } = findColumns<ColumnName>(
    { ...head, cells },
    (_, at) => find(at) ?? undefined,
    'phone',
  )
  const faults: TableFinding[] = doubles.map(({ heading, field, at }) => ({
    ...{ line: head.line, column: heading },
    finding: { what: 'second-column', of: field, place: at + 1 },
  }))
  const known = cells.filter((cell) => cell !== '')
  for (const typed of missing) {
    faults.push({ line: head.line, column: '', finding: { what: 'no-such-column', typed, known } })
  }
  const unused = cells.flatMap((heading, at) => {
    if (find(at) != null || (heading === '' && !rows.some((row) => (row.cells[at] ?? '') !== ''))) return []
    return [heading === '' ? `column ${at + 1}` : heading]
  })
  return { places, faults, unused }
}
