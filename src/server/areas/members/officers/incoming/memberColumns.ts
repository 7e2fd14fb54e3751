// Which column of a table has which value of a member: by usual headings, in English and Spanish, or as the
// officer maps them.
import { foldText } from '../../../../../domain/search.ts'
import { mostLinesAboveHeadings } from '../../../../limits/sizes.ts'
import type { LineFault } from '../../../../officers/inputFile.ts'
import { kindOf, UsageFault } from '../../../../officers/options.ts'
import { findColumns, type TableRow } from '../../../../officers/table.ts'
import { toHeadings, toList } from '../../../../officers/words.ts'

const headings = {
  email_address:
    toHeadings(`e mail, email, email address, e mail address, primary email, contact email, mail, correo,
      correo electronico, direccion de correo`),
  fname: toHeadings('first name, first, firstname, fname, given name, forename, nombre, nombres'),
  lname: toHeadings('last name, last, lastname, lname, surname, family name, apellido, apellidos'),
  title: toHeadings('title, prefix, salutation, titulo, tratamiento'),
  partner: toHeadings('partner, partner name, spouse, spouse name, spouse partner, pareja, conyuge'),
  address: toHeadings(`address, address 1, address1, address line 1, street, street address, home address,
      mailing address, direccion, domicilio, calle`),
  address2: toHeadings('address 2, address2, address line 2, street 2, apt, apartment, unit, suite'),
  city: ['city', 'town', 'ciudad'],
  state: toHeadings('state, state province, province, region, estado, provincia'),
  zip: toHeadings('zip, zip code, zipcode, zip postal code, postal code, postcode, codigo postal'),
  country: ['country', 'pais'],
  phone: toHeadings(`phone, phones, phone number, other phones, primary phone, telephone, tel, mobile,
      mobile phone, cell, cell phone, home phone, work phone, telefono, celular`),
  type: toHeadings(`membership type, member type, type, membership level, member level, level, membership, plan,
      tipo, tipo de membresia, tipo de socio, membresia`),
  expiration: toHeadings(`expires, expires on, expiration, expiration date, expiry, expiry date, exp date,
      membership expires, membership expiration, valid until, valid through, paid until,
      paid through, renewal date, renewal due, end date, vence, vencimiento, fecha de vencimiento`),
  memberSince:
    toHeadings(`member since, since, joined, joined on, join date, date joined, start date, socio desde,
      fecha de ingreso`),
  tags: toHeadings('tags, tag, groups, labels, etiquetas, grupos'),
  altMemberId: toHeadings(`alternate id, alt id, alternate member id, alt member id, member number, member no,
      membership number, member id, badge number, numero de socio`),
} as const

/** These name the day after the last valid one. */
const dayAfter: ReadonlySet<string> = new Set(['renewal date', 'renewal due'])

export function namesDayAfter(heading: string): boolean {
  return dayAfter.has(foldHeading(heading))
}

export type ColumnName = keyof typeof headings
const columnNames = Object.keys(headings) as ColumnName[]

/** In words, for faults. */
const columnWords: Readonly<Record<ColumnName, string>> = {
  email_address: 'e-mail address',
  fname: 'first name',
  lname: 'last name',
  title: 'title',
  partner: 'partner',
  address: 'address',
  address2: "address's second line",
  city: 'city',
  state: 'state',
  zip: 'zip code',
  country: 'country',
  phone: 'telephone number',
  type: 'membership type',
  expiration: 'last valid day',
  memberSince: 'day since when they are a member',
  tags: 'tags',
  altMemberId: 'alternate id',
}

/** By folded heading, the value that the officer maps it to; null to leave the column out. */
export type ColumnMap = ReadonlyMap<string, ColumnName | null>

function foldHeading(heading: string): string {
  return foldText(heading.replace(/[^\p{L}\p{N}]+/gu, ' '))
}

/** "First Name=fname,Notes=". */
export const columnMap = kindOf((typed): ColumnMap => {
  const map = new Map<string, ColumnName | null>()
  for (const pair of typed.split(/,(?=[^,=]*=)/)) {
    const [, heading = '', value = ''] = /^(.*)=([^=]*)$/s.exec(pair) ?? []
    const name = value.trim() === 'email' ? 'email_address' : value.trim()
    const found = columnNames.find((one) => one === name)
    if (heading.trim() === '' || (found === undefined && name !== '')) {
      throw new UsageFault(
        `--map takes 'Heading=value,…' and not '${pair}'. The values are ${columnNames.join(', ')}; nothing behind the = leaves a column out.`,
      )
    }
    map.set(foldHeading(heading), found ?? null)
  }
  return map
})

/** The row with the headings: what other programs write above it is left out. */
export function findHead(rows: readonly TableRow[], map: ColumnMap): TableRow | undefined {
  return rows
    .slice(0, mostLinesAboveHeadings)
    .find(({ cells }) => cells.some((heading) => findColumn(heading, map) === 'email_address'))
}

function findColumn(heading: string, map: ColumnMap): ColumnName | null | undefined {
  const folded = foldHeading(heading)
  if (folded === '') return undefined
  if (map.has(folded)) return map.get(folded)
  return columnNames.find((name) => (headings[name] as readonly string[]).includes(folded))
}

/** Only telephone numbers may have several columns. */
export function findMemberColumns(head: TableRow, map: ColumnMap) {
  const find = (heading: string) => findColumn(heading, map) ?? undefined
  const { places, unused, doubles } = findColumns<ColumnName>(head, find, 'phone')
  const faults: LineFault[] = doubles.map(({ heading, field }) => {
    const message = `is a second column for the ${columnWords[field]}. Leave one out: --map '${heading}='`
    return { line: head.line, column: heading, message }
  })
  const present = new Set(head.cells.map(foldHeading))
  for (const heading of map.keys()) {
    if (present.has(heading)) continue
    const message = `--map names a column '${heading}', which the file does not have. It has ${toList(head.cells.filter((cell) => cell !== ''))}.`
    faults.push({ line: head.line, column: '', message })
  }
  return { places, faults, unused }
}

export const noHead =
  "no line names a column with e-mail addresses. Name the columns in the first line, or say --map 'HEADING=email_address'."
