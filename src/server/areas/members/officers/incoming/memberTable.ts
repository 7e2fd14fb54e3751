// Reads members from a table of another program: one row for each. What cannot be read and a member can be without
// is left out with a note.

import type { InTable } from '../../../../../contract/officerFailures.ts'
import { lifeExpiration, toExpiration } from '../../../../../domain/member.ts'
import { longestTag, mostWordsPerTag, phonesPerMember, tagsPerMember } from '../../../../limits/sizes.ts'
import type { MemberColumns } from '../../../../member/db/memberRows.ts'
import { findType, type NamedType } from '../../../../member/officers/memberChoice.ts'
import { findPhones, toPhoneKey } from '../../../../member/officers/phones.ts'
import type { DateOrder } from '../../../../officers/dayWords.ts'
import { openTable, type TableFinding, type TableRow, type TableSource } from '../../../../officers/table.ts'
import { isForLifeText, toEnd } from '../endText.ts'
import { readCountry } from './countryNames.ts'
import { readPlace } from './memberAddress.ts'
import {
  type ColumnMap,
  type ColumnName,
  findHead,
  findMemberColumns,
  namesDayAfter,
} from './memberColumns.ts'
import { type DayReading, findDateOrder, readLastDay, readSince } from './memberDays.ts'
import { readName } from './memberNames.ts'
import { codes, MemberRecords, toRowText } from './memberRecords.ts'
import {
  type IncomingMember,
  isOneCase,
  isTwoPeople,
  joinLines,
  mendEmail,
  readCode,
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
import { findMeaning, skipped, type TypeMeaning, type WordMap } from './memberWords.ts'

export interface MemberTableOptions {
  readonly map: ColumnMap
  readonly dates: DateOrder | undefined
  readonly types: readonly NamedType[]
  /** The club's, folded. */
  readonly tags: ReadonlySet<string>
  /** What words in the columns of types and of last days mean. */
  readonly typeWords: WordMap<TypeMeaning | typeof skipped>
  readonly endWords: WordMap<string>
  /** In the club. */
  readonly today: string
  /** Of telephone numbers that are written without one. */
  readonly areaCode: string | undefined
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

class MemberReading extends MemberRecords implements ReadMembers {
  readonly members: IncomingMember[] = []
  readonly columns: ReadMembers['columns']
  readonly faults: TableFinding[] = []
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
    if (unused.length > 0) this.note(head, undefined, { what: 'unused-columns', columns: unused })
  }

  read(above: readonly TableRow[]): ReadMembers {
    for (const row of above) this.note(row, undefined, { what: 'above-headings', text: toRowText(row) })
    if (this.faults.length > 0) return this
    const rows = this.#rows.filter((row) => this.isRecord(row)).map((row) => this.empty(row))
    this.#findDates(rows)
    for (const row of rows) this.#readRow(row)
    return this
  }

  #findDates(rows: readonly TableRow[]): void {
    const { dates } = this.#options
    const cells = rows.flatMap((row) => [this.cell(row, 'expiration'), this.cell(row, 'memberSince')])
    const found = findDateOrder(cells)
    this.#dates = dates ?? found?.order
    if (dates !== undefined || found === undefined) return
    const monthFirst = found.order === 'month-first'
    this.note(this.head, undefined, { what: 'dates-read', monthFirst, proof: found.proof })
  }

  #readRow(row: TableRow): void {
    this.#refuseShifted(row)
    const skipping = this.#findSkipping(row)
    if (skipping !== undefined) {
      this.#noteSkipped(row, skipping)
      return
    }
    for (const mark of row.marks ?? []) this.note(row, undefined, { what: `row-${mark}` })
    const unread: TableFinding[] = []
    const needed = (field: ColumnName, finding: InTable): undefined => {
      unread.push({ line: row.line, column: this.heading(field), finding })
      return undefined
    }
    const { type, isForLife } = this.#readType(row, needed)
    const expiration = this.#readExpiration(row, isForLife, needed)
    const texts = this.#readTexts(row, needed)
    const values = {
      ...texts,
      ...this.#readLists(row, texts.country),
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
    const read = readEmails(typed)
    const mended = read === undefined ? mendEmail(typed) : undefined
    if (mended !== undefined) this.note(row, 'email_address', { what: 'mended-email', typed, text: mended })
    const [first = mended ?? '', ...others] = read ?? []
    if (first === '' && typed !== '') this.note(row, 'email_address', { what: 'no-email', typed })
    if (others.length > 0) this.note(row, 'email_address', { what: 'two-addresses', left: others })
    return first
  }

  #readTexts(
    row: TableRow,
    needed: (field: ColumnName, finding: InTable) => undefined,
  ): { -readonly [N in (typeof textNames)[number]]?: string } {
    const values: { -readonly [N in (typeof textNames)[number]]?: string } = {}
    const typed: typeof values = { ...this.#readName(row, needed), ...this.#readPlace(row) }
    for (const name of textNames) {
      const text = this.#readText(row, name) || typed[name] || ''
      const most = textLimits[name]
      if (text === '') continue
      if (text.length > most && name !== 'title') {
        this.note(row, name, { what: 'too-long', length: text.length, most })
      } else values[name] = text
    }
    const isWhole = this.places.has('name')
    if (!isWhole) this.#lookAtFirstName(row, values)
    if (isOneCase(`${values.fname ?? ''}${values.lname ?? ''}`)) {
      this.note(row, isWhole ? 'name' : 'lname', { what: 'one-case' })
    }
    return values
  }

  #lookAtFirstName(row: TableRow, values: { fname?: string; title?: string }): void {
    const { fname: typed = '' } = values
    const titled = this.places.has('title') ? undefined : splitTitle(typed)
    if (titled !== undefined) {
      this.note(row, 'fname', { what: 'title-in-name', typed, title: titled.title })
      Object.assign(values, titled)
    }
    if (isTwoPeople(typed)) this.note(row, 'fname', { what: 'two-people', typed })
  }

  /** What a column with whole names says. */
  #readName(row: TableRow, needed: (field: ColumnName, finding: InTable) => undefined) {
    const typed = this.cell(row, 'name')
    if (typed === '') return {}
    const name = readName(typed)
    if (name === undefined) {
      needed('name', { what: 'no-name', typed })
      return {}
    }
    const { isPlain, ...read } = name
    if (!isPlain && name.fname !== '' && name.lname !== '')
      this.note(row, 'name', { what: 'name-read', typed, ...read })
    const { fname, lname, title, partner } = read
    return { fname, lname, title, partner }
  }

  #readPlace(row: TableRow) {
    const place = {
      city: readText(this.cell(row, 'city')),
      state: readText(this.cell(row, 'state')),
      zip: readCode(this.cell(row, 'zip')),
      country: readCountry(readText(this.cell(row, 'country'))),
    }
    const { told, ...read } = readPlace(place, this.#options.country)
    for (const { field, finding } of told) this.note(row, field, finding)
    return read
  }

  #readText(row: TableRow, name: (typeof textNames)[number]): string {
    // these are read together
    if (name === 'city' || name === 'state' || name === 'zip' || name === 'country') return ''
    const cell = this.cell(row, name)
    if (codes.has(name)) return readCode(cell)
    const text = readText(cell)
    if (name === 'address') {
      return joinLines(...cell.split('\n').map(readText), readText(this.cell(row, 'address2')))
    }
    if (name !== 'title' || text === '') return text
    const title = readTitle(text)
    if ('value' in title) return title.value
    this.note(row, 'title', { what: 'no-title', typed: text })
    return ''
  }

  #readLists(row: TableRow, country = ''): MemberColumns {
    const { areaCode, country: home } = this.#options
    const read = (this.places.get('phone') ?? []).flatMap((at) => {
      const { phones, notes } = findPhones([row.cells[at] ?? ''], country === 'CA' ? country : home, areaCode)
      for (const note of notes) this.note(row, 'phone', note, at)
      return phones
    })
    const phones = [...new Map(read.map((phone) => [toPhoneKey(phone), phone])).values()]
    if (phones.length > phonesPerMember)
      this.note(row, 'phone', { what: 'too-many-phones', most: phonesPerMember })
    return omitMissing({
      phones: phones.length === 0 ? undefined : phones.slice(0, phonesPerMember),
      tags: this.#readTags(row, 'tags'),
      officerTags: this.#readTags(row, 'officerTags'),
    })
  }

  #readTags(row: TableRow, name: 'tags' | 'officerTags'): string[] | undefined {
    const typed = readTableTags(this.cell(row, name), this.#options.tags)
    this.#noteCut(row, name, typed)
    const tags = typed.filter((tag) => tag.length <= longestTag).slice(0, tagsPerMember)
    if (tags.length < typed.length) {
      this.note(row, name, { what: 'too-many-tags', most: tagsPerMember, longest: longestTag })
    }
    return tags.length === 0 ? undefined : tags
  }

  /** A cell with a sentence is a remark, which commas and strokes cut. */
  #noteCut(row: TableRow, name: 'tags' | 'officerTags', tags: readonly string[]): void {
    const typed = this.cell(row, name)
    const isSentence = tags.some((tag) => tag.split(' ').length > mostWordsPerTag)
    if (tags.length > 1 && isSentence) this.note(row, name, { what: 'cut-tags', typed, tags })
  }

  #readYesNo(row: TableRow, name: 'newsletter' | 'enewsletter'): boolean | undefined {
    const typed = readCode(this.cell(row, name))
    const wanted = readYesNo(typed)
    if (typed !== '' && wanted === undefined) this.note(row, name, { what: 'no-yes-no', typed })
    return wanted
  }

  #readSince(row: TableRow): string | undefined {
    const typed = readCode(this.cell(row, 'memberSince'))
    if (typed === '') return undefined
    const day = readSince(typed, { order: this.#dates, today: this.#options.today, isPast: true })
    const note = 'finding' in day ? day.finding : day.note
    if (note !== undefined) this.note(row, 'memberSince', note)
    return 'value' in day ? day.value : undefined
  }

  #readExpiration(
    row: TableRow,
    isForLife: boolean,
    needed: (field: ColumnName, finding: InTable) => undefined,
  ): string | undefined {
    const typed = readCode(this.cell(row, 'expiration'))
    if (typed === '') return isForLife ? lifeExpiration : undefined
    if (isForLifeText(typed)) return lifeExpiration
    const day = this.#readEnd(typed)
    if ('finding' in day) return needed('expiration', day.finding)
    // nobody but the officer knows which of the two is right
    if (isForLife && day.note?.what === 'far-end') {
      this.note(row, 'expiration', { what: 'life-and-far', typed })
      return lifeExpiration
    }
    if (isForLife && !toEnd(day.value).life) return needed('expiration', { what: 'life-and-day', typed })
    if (day.note !== undefined) this.note(row, 'expiration', day.note)
    return day.value
  }

  /** An expiration. */
  #readEnd(typed: string): DayReading {
    const meant = findMeaning(this.#options.endWords, typed)
    if (meant !== undefined) return { value: meant, note: { what: 'end-word', typed, expiration: meant } }
    const isDayAfter = namesDayAfter(this.heading('expiration'))
    const { today } = this.#options
    const day = readLastDay(typed, { order: this.#dates, today, isPast: false }, { isDayAfter })
    return 'finding' in day || isDayAfter ? day : { ...day, value: toExpiration(day.value) }
  }

  #readType(
    row: TableRow,
    needed: (field: ColumnName, finding: InTable) => undefined,
  ): { readonly type: number | undefined; readonly isForLife: boolean } {
    const typed = readText(this.cell(row, 'type'))
    if (typed === '') return { type: undefined, isForLife: false }
    const { types, typeWords } = this.#options
    const meant = findMeaning(typeWords, typed)
    if (meant !== undefined && meant !== skipped) return meant
    const type = findType(types, typed)
    const known = types.map(({ id, label }) => ({ id, label }))
    if (type === undefined) needed('type', { what: 'no-type', typed, known })
    return { type: type?.id, isForLife: false }
  }

  #noteSkipped(row: TableRow, field: ColumnName): void {
    const name = (['name', 'fname', 'lname'] as const).map((part) => readText(this.cell(row, part)))
    const typed = readText(this.cell(row, field))
    this.note(row, field, { what: 'skip-word', typed, name: name.filter((part) => part !== '').join(' ') })
  }

  /** The column with a word by which the officer leaves the row out. */
  #findSkipping(row: TableRow): ColumnName | undefined {
    const { typeWords, endWords } = this.#options
    const read = (field: ColumnName) => readText(this.cell(row, field))
    if (findMeaning(typeWords, read('type')) === skipped) return 'type'
    return findMeaning(endWords, read('expiration')) === skipped ? 'expiration' : undefined
  }
}

function omitMissing<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never
}
