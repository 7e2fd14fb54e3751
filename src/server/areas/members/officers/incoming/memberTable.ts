// Reads members from a table of another program: one row for each. What cannot be read and a member can be without
// is left out with a note.

import type { InTable } from '../../../../../contract/officerFailures.ts'
import { lifeExpiration, toExpiration } from '../../../../../domain/member.ts'
import { longestTag, phonesPerMember, tagsPerMember } from '../../../../limits/sizes.ts'
import type { MemberColumns } from '../../../../member/db/memberRows.ts'
import { findType, type NamedType } from '../../../../member/officers/memberChoice.ts'
import { findPhones } from '../../../../member/officers/phones.ts'
import { isDitto, isEmptyWord } from '../../../../officers/cells.ts'
import type { DateOrder } from '../../../../officers/dayWords.ts'
import {
  findAside,
  openTable,
  TableColumns,
  type TableFinding,
  type TableRow,
  type TableSource,
} from '../../../../officers/table.ts'
import { isForLifeText } from '../endText.ts'
import {
  type ColumnMap,
  type ColumnName,
  findHead,
  findMemberColumns,
  namesDayAfter,
} from './memberColumns.ts'
import { findDateOrder, readLastDay, readSince } from './memberDays.ts'
import {
  type IncomingMember,
  isTwoPeople,
  readCode,
  readCountry,
  readEmail,
  readEmails,
  readTableTags,
  readText,
  readTitle,
  readYesNo,
  splitTitle,
  textLimits,
  textNames,
} from './memberValues.ts'

export interface MemberTableOptions {
  readonly map: ColumnMap
  readonly dates: DateOrder | undefined
  readonly types: readonly NamedType[]
  /** The club's, folded. */
  readonly tags: ReadonlySet<string>
  /** Of the club: what is written without a country is of it. */
  readonly country: string
}

interface ReadMembers {
  /** The line of the headings, and which columns they name. */
  readonly columns: { readonly line: number; readonly has: ReadonlySet<ColumnName> }
  readonly members: readonly IncomingMember[]
  readonly faults: readonly TableFinding[]
  /** What was not taken, or read in a way that the officer should know. */
  readonly notes: readonly TableFinding[]
}

export function readMemberTable(source: TableSource, options: MemberTableOptions): ReadMembers {
  const opened = openTable(source, (rows) => findHead(rows, options.map))
  if ('fault' in opened) {
    return {
      members: [],
      columns: { line: opened.line, has: new Set() },
      faults: [{ line: opened.line, column: '', finding: { what: opened.fault } }],
      notes: [],
    }
  }
  const { head, rows, above } = opened
  // columns that are named by their place may have no headings
  const isBare = head.cells.some((cell) => 'value' in readEmail(cell))
  const bare = { ...head, cells: head.cells.map(() => '') }
  const reading = isBare
    ? new MemberReading(bare, [head, ...rows], options)
    : new MemberReading(head, rows, options)
  return reading.read(above)
}

/** These have no words that could mean nothing. */
const namesOfPeople: ReadonlySet<ColumnName> = new Set(['fname', 'lname'])
/** Nothing in these is invisible. */
const codes: ReadonlySet<string> = new Set(['zip', 'altMemberId'])

class MemberReading extends TableColumns<ColumnName> implements ReadMembers {
  readonly members: IncomingMember[] = []
  readonly columns: ReadMembers['columns']
  readonly faults: TableFinding[] = []
  readonly notes: TableFinding[] = []
  readonly #options: MemberTableOptions
  readonly #rows: readonly TableRow[]
  #dates: DateOrder | undefined

  constructor(head: TableRow, rows: readonly TableRow[], options: MemberTableOptions) {
    const { places, faults, unused } = findMemberColumns(head, rows, options.map)
    super(head, places)
    this.#options = options
    this.#rows = rows
    this.columns = { line: head.line, has: new Set(places.keys()) }
    this.faults.push(...faults)
    if (unused.length > 0) this.#note(head, undefined, { what: 'unused-columns', columns: unused })
  }

  read(above: readonly TableRow[]): ReadMembers {
    for (const row of above) this.#note(row, undefined, { what: 'above-headings', text: toRowText(row) })
    if (this.faults.length > 0) return this
    const rows = this.#rows.filter((row) => this.#isRecord(row)).map((row) => this.#empty(row))
    this.#findDates(rows)
    for (const row of rows) this.#readRow(row)
    return this
  }

  #note({ line }: TableRow, field: ColumnName | undefined, finding: InTable): void {
    this.notes.push({ line, column: field === undefined ? '' : this.heading(field), finding })
  }

  #isRecord(row: TableRow): boolean {
    const aside = findAside(this.head, row) ?? (this.#isAlone(row) ? 'no-record' : undefined)
    if (aside === 'headings-again') this.#note(row, undefined, { what: aside })
    if (aside === 'no-record') this.#note(row, undefined, { what: aside, text: toRowText(row) })
    return aside === undefined
  }

  /** One cell says of nobody who they are, unless it is an address or an id. */
  #isAlone(row: TableRow): boolean {
    const filled = row.cells.filter((cell) => cell !== '')
    const who = [this.cell(row, 'email_address'), this.cell(row, 'id')]
    return this.places.size > 2 && filled.length === 1 && who.every((cell) => cell === '')
  }

  /** Without the words of other programs for nothing. */
  #empty(row: TableRow): TableRow {
    const cells = [...row.cells]
    for (const [field, places] of this.places) {
      for (const at of places) {
        const typed = cells[at] ?? ''
        if (row.unstored?.includes(at) === true) this.#note(row, field, { what: 'unstored-formula' })
        const isCode = codes.has(field) || field === 'phone'
        const isNothing = isEmptyWord(typed, namesOfPeople.has(field))
        // Namibia has these two letters
        const isMeant = field === 'country' && typed === 'NA'
        if ((isNothing && !isMeant) || (field === 'zip' && /^0+$/.test(typed))) {
          this.#note(row, field, { what: 'empty-word', typed })
        } else if (isDitto(typed, namesOfPeople.has(field))) this.#note(row, field, { what: 'ditto', typed })
        else if (isCode && /^\d\.\d+E\+?\d+$/i.test(typed))
          this.#note(row, field, { what: 'shortened-number', typed })
        else continue
        cells[at] = ''
      }
    }
    return { ...row, cells }
  }

  #findDates(rows: readonly TableRow[]): void {
    const { dates } = this.#options
    const cells = rows.flatMap((row) => [this.cell(row, 'expiration'), this.cell(row, 'memberSince')])
    const found = findDateOrder(cells)
    this.#dates = dates ?? found?.order
    if (dates !== undefined || found === undefined) return
    const monthFirst = found.order === 'month-first'
    this.#note(this.head, undefined, { what: 'dates-read', monthFirst, proof: found.proof })
  }

  #readRow(row: TableRow): void {
    this.#refuseShifted(row)
    const unread: TableFinding[] = []
    const needed = (field: ColumnName, finding: InTable): undefined => {
      unread.push({ line: row.line, column: this.heading(field), finding })
      return undefined
    }
    const type = this.#readType(row, needed)
    const expiration = this.#readExpiration(row, needed)
    const values = {
      ...this.#readTexts(row),
      ...this.#readLists(row),
      ...omitMissing({ type, expiration, memberSince: this.#readSince(row) }),
      ...omitMissing({
        newsletter: this.#readYesNo(row, 'newsletter'),
        enewsletter: this.#readYesNo(row, 'enewsletter'),
      }),
    }
    const id = this.#readId(row)
    this.members.push({ line: row.line, id, email: this.#readEmail(row), values, unread })
  }

  /** A comma without quotes has moved the cells behind it. */
  #refuseShifted({ line, cells }: TableRow): void {
    const named = new Set([...this.places.values()].flat())
    cells.forEach((text, at) => {
      if (at < this.head.cells.length || text === '' || named.has(at)) return
      this.faults.push({ line, column: '', finding: { what: 'lost-cell', text } })
    })
  }

  #readId(row: TableRow): number | undefined {
    const typed = readCode(this.cell(row, 'id'))
    return /^[1-9]\d{0,8}$/.test(typed) ? Number(typed) : undefined
  }

  #readEmail(row: TableRow): string {
    const typed = this.cell(row, 'email_address')
    const [first = '', ...others] = readEmails(typed) ?? []
    if (first === '' && typed !== '') this.#note(row, 'email_address', { what: 'no-email', typed })
    if (others.length > 0) this.#note(row, 'email_address', { what: 'two-addresses' })
    return first
  }

  #readTexts(row: TableRow): MemberColumns {
    const values: { -readonly [N in keyof MemberColumns]: MemberColumns[N] } = {}
    for (const name of textNames) {
      const text = this.#readText(row, name)
      const most = textLimits[name]
      if (text === '') continue
      if (text.length > most && name !== 'title') {
        this.#note(row, name, { what: 'too-long', length: text.length, most })
      } else values[name] = text
    }
    const { fname: typed = '' } = values
    const titled = this.places.has('title') ? undefined : splitTitle(typed)
    if (titled !== undefined) {
      this.#note(row, 'fname', { what: 'title-in-name', typed, title: titled.title })
      Object.assign(values, titled)
    }
    if (isTwoPeople(typed)) this.#note(row, 'fname', { what: 'two-people', typed })
    return values
  }

  #readText(row: TableRow, name: (typeof textNames)[number]): string {
    const cell = this.cell(row, name)
    if (codes.has(name)) {
      const typed = readCode(cell)
      if (
        name !== 'zip' ||
        (readCountry(readText(this.cell(row, 'country'))) || this.#options.country) !== 'US'
      )
        return typed
      if (/^(?:\d{3,4}|\d{7,8}|\d{3,4}-\d{4})$/.test(typed))
        this.#note(row, 'zip', { what: 'short-zip', typed })
      return typed.replace(/^(\d{5})(\d{4})$/, '$1-$2')
    }
    const text = readText(cell)
    if (name === 'country') return readCountry(text)
    if (name === 'address')
      return [text, readText(this.cell(row, 'address2'))].filter((line) => line !== '').join(', ')
    if (name !== 'title' || text === '') return text
    const title = readTitle(text)
    if ('value' in title) return title.value
    this.#note(row, 'title', { what: 'no-title', typed: text })
    return ''
  }

  #readLists(row: TableRow): MemberColumns {
    const { phones, notes } = findPhones(this.cells(row, 'phone'), this.#options.country)
    for (const note of notes) this.#note(row, 'phone', note)
    if (phones.length > phonesPerMember)
      this.#note(row, 'phone', { what: 'too-many-phones', most: phonesPerMember })
    return omitMissing({
      phones: phones.length === 0 ? undefined : phones.slice(0, phonesPerMember),
      tags: this.#readTags(row, 'tags'),
      officerTags: this.#readTags(row, 'officerTags'),
    })
  }

  #readTags(row: TableRow, name: 'tags' | 'officerTags'): string[] | undefined {
    const typed = readTableTags(this.cell(row, name), this.#options.tags)
    const tags = typed.filter((tag) => tag.length <= longestTag).slice(0, tagsPerMember)
    if (tags.length < typed.length) {
      this.#note(row, name, { what: 'too-many-tags', most: tagsPerMember, longest: longestTag })
    }
    return tags.length === 0 ? undefined : tags
  }

  #readYesNo(row: TableRow, name: 'newsletter' | 'enewsletter'): boolean | undefined {
    const typed = readCode(this.cell(row, name))
    const wanted = readYesNo(typed)
    if (typed !== '' && wanted === undefined) this.#note(row, name, { what: 'no-yes-no', typed })
    return wanted
  }

  #readSince(row: TableRow): string | undefined {
    const typed = readCode(this.cell(row, 'memberSince'))
    if (typed === '') return undefined
    const day = readSince(typed, this.#dates)
    const note = 'finding' in day ? day.finding : day.note
    if (note !== undefined) this.#note(row, 'memberSince', note)
    return 'value' in day ? day.value : undefined
  }

  #readExpiration(
    row: TableRow,
    needed: (field: ColumnName, finding: InTable) => undefined,
  ): string | undefined {
    const typed = readCode(this.cell(row, 'expiration'))
    if (typed === '') return undefined
    if (isForLifeText(typed)) return lifeExpiration
    const isDayAfter = namesDayAfter(this.heading('expiration'))
    const day = readLastDay(typed, this.#dates, { isDayAfter })
    if ('finding' in day) return needed('expiration', day.finding)
    if (day.note !== undefined) this.#note(row, 'expiration', day.note)
    return isDayAfter ? day.value : toExpiration(day.value)
  }

  #readType(row: TableRow, needed: (field: ColumnName, finding: InTable) => undefined): number | undefined {
    const typed = readText(this.cell(row, 'type'))
    if (typed === '') return undefined
    const { types } = this.#options
    const type = findType(types, typed)
    if (type !== undefined) return type.id
    const known = types.map(({ id, label }) => ({ id, label }))
    return needed('type', { what: 'no-type', typed, known })
  }
}

/** The filled cells of a line, for the officer to find it. */
function toRowText({ cells }: TableRow): string {
  return cells.filter((cell) => cell !== '').join(', ')
}

function omitMissing<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never
}
