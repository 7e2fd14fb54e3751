// Reads members from a table of another program: one row for each.
import { foldEmail, lifeExpiration, toExpiration } from '../../../../../domain/member.ts'
import { longestTag, tagsPerMember } from '../../../../limits/sizes.ts'
import type { MemberColumns } from '../../../../member/db/memberRows.ts'
import { findType, type NamedType, toTypesText } from '../../../../member/officers/memberChoice.ts'
import type { DateOrder } from '../../../../officers/dayWords.ts'
import type { LineFault } from '../../../../officers/inputFile.ts'
import {
  readTable,
  separators,
  TableReading,
  type TableRow,
  unendedQuote,
} from '../../../../officers/table.ts'
import { isForLifeText } from '../endText.ts'
import {
  type ColumnMap,
  type ColumnName,
  findHead,
  findMemberColumns,
  namesDayAfter,
  noHead,
} from './memberColumns.ts'
import { findDateOrder, readMemberDay } from './memberDays.ts'
import {
  type IncomingMember,
  readCountry,
  readEmail,
  readPhones,
  readTags,
  readText,
  readTitle,
  textLimits,
  textNames,
} from './memberValues.ts'

export interface MemberTableOptions {
  readonly map: ColumnMap
  readonly dates: DateOrder | undefined
  readonly types: readonly NamedType[]
}

interface ReadMembers {
  readonly members: readonly IncomingMember[]
  readonly faults: readonly LineFault[]
  /** What was not taken, or read in a way that the officer should know. */
  readonly notes: readonly string[]
}

export function readMemberTable(text: string, options: MemberTableOptions): ReadMembers {
  const rows = readTable(text)
  if ('faultLine' in rows) {
    return { members: [], faults: [{ line: rows.faultLine, column: '', message: unendedQuote }], notes: [] }
  }
  // what stands above the headings may hide what separates the columns
  for (const separator of [undefined, ...separators]) {
    const read = separator === undefined ? rows : readTable(text, separator)
    const head = 'faultLine' in read ? undefined : findHead(read, options.map)
    if ('faultLine' in read || head === undefined) continue
    return new MemberReading(head, options).read(read.slice(read.indexOf(head) + 1))
  }
  const fault = { line: rows[0]?.line ?? 1, column: '', message: noHead }
  return { members: [], faults: [fault], notes: [] }
}

class MemberReading extends TableReading<ColumnName> implements ReadMembers {
  readonly members: IncomingMember[] = []
  readonly notes: string[] = []
  readonly #options: MemberTableOptions
  #dates: DateOrder | undefined
  /** The first day that could be two, and how many more there are. */
  #ambiguous: { fault: LineFault; more: number } | undefined

  constructor(head: TableRow, options: MemberTableOptions) {
    const { places, faults, unused } = findMemberColumns(head, options.map)
    super(head, places)
    this.#options = options
    this.faults.push(...faults)
    if (unused.length > 0) this.notes.push(`Not used: ${unused.map((heading) => `'${heading}'`).join(', ')}`)
  }

  read(rows: readonly TableRow[]): ReadMembers {
    if (this.faults.length > 0) return this
    this.#findDates(rows)
    const lines = new Map<string, number>()
    for (const row of rows) {
      this.refuseLostCells(row)
      const email = this.take(row, 'email_address', readEmail(this.cell(row, 'email_address')))
      if (email !== undefined && !this.#isDouble(row, email, lines)) {
        this.members.push({ line: row.line, email, values: this.#readValues(row) })
      }
    }
    if (this.#ambiguous !== undefined) {
      const { fault, more } = this.#ambiguous
      const others = more === 0 ? '' : ` The same is true of ${more} more.`
      this.faults.push({ ...fault, message: `${fault.message}${others}` })
    }
    return this
  }

  #findDates(rows: readonly TableRow[]): void {
    const { dates } = this.#options
    const cells = rows.flatMap((row) => [this.cell(row, 'expiration'), this.cell(row, 'memberSince')])
    const found = findDateOrder(cells)
    this.#dates = dates ?? found?.order
    if (dates !== undefined || found === undefined) return
    const words = found.order === 'month-first' ? 'month first' : 'day first'
    this.notes.push(`Days are read ${words}, because '${found.proof}' is a day in no other way`)
  }

  /** Of two rows with one address nobody knows which one is meant. */
  #isDouble(row: TableRow, email: string, lines: Map<string, number>): boolean {
    const folded = foldEmail(email)
    const line = lines.get(folded)
    if (line !== undefined) {
      const message = `'${email}' is the address of line ${line} too. Give each member their own, or remove one row.`
      this.fault(row, 'email_address', message)
      return true
    }
    lines.set(folded, row.line)
    return false
  }

  #readValues(row: TableRow): MemberColumns {
    const values: { -readonly [N in keyof MemberColumns]: MemberColumns[N] } = {}
    for (const name of textNames) {
      const text = name === 'address' ? this.#readAddress(row) : readText(this.cell(row, name))
      if (text === '') continue
      const most = textLimits[name]
      if (name === 'title') {
        const title = readTitle(text)
        if ('value' in title) values.title = title.value
        else this.notes.push(`line ${row.line}, ${this.heading('title')}: ${title.message}`)
      } else if (text.length > most) {
        this.fault(row, name, `has ${text.length} characters. Shorten it to ${most}.`)
      } else values[name] = name === 'country' ? readCountry(text) : text
    }
    const phones = this.take(row, 'phone', readPhones(this.cells(row, 'phone'))) ?? []
    if (phones.length > 0) values.phones = phones
    const tags = readTags(this.cell(row, 'tags'))
    if (tags.length > tagsPerMember || tags.some((tag) => tag.length > longestTag)) {
      this.fault(row, 'tags', `A member has at most ${tagsPerMember} tags of ${longestTag} characters.`)
    } else if (tags.length > 0) values.tags = tags
    for (const name of ['expiration', 'memberSince'] as const) {
      const day = this.#readDay(row, name)
      if (day !== undefined) values[name] = day
    }
    const type = this.#readType(row)
    if (type !== undefined) values.type = type
    return values
  }

  #readAddress(row: TableRow): string {
    return [this.cell(row, 'address'), this.cell(row, 'address2')]
      .map(readText)
      .filter((line) => line !== '')
      .join(', ')
  }

  #readDay(row: TableRow, name: 'expiration' | 'memberSince'): string | undefined {
    const cell = this.cell(row, name)
    if (cell === '') return undefined
    if (name === 'expiration' && isForLifeText(cell)) return lifeExpiration
    const day = readMemberDay(cell, this.#dates)
    if ('value' in day) {
      const isAsStored = name === 'memberSince' || namesDayAfter(this.heading(name))
      return isAsStored ? day.value : toExpiration(day.value)
    }
    if ('isAmbiguous' in day && this.#ambiguous !== undefined) this.#ambiguous.more += 1
    else if ('isAmbiguous' in day) {
      const fault = { line: row.line, column: this.heading(name), message: day.message }
      this.#ambiguous = { fault, more: 0 }
    } else this.fault(row, name, day.message)
    return undefined
  }

  #readType(row: TableRow): number | undefined {
    const label = readText(this.cell(row, 'type'))
    if (label === '') return undefined
    const { types } = this.#options
    const type = findType(types, label)
    if (type !== undefined) return type.id
    const message = `the club has no single membership type '${label}'. Its types, each with its id: ${toTypesText(types)}.`
    return this.fault(row, 'type', message)
  }
}
