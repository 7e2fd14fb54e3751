// The records of a table of members: which rows are some, and their cells without what means nothing.
import type { InTable } from '../../../../../contract/officerFailures.ts'
import { isDitto, isEmptyWord, mendLetters } from '../../../../officers/cells.ts'
import { findAside, TableColumns, type TableFinding, type TableRow } from '../../../../officers/table.ts'
import type { ColumnName } from './memberColumns.ts'

/** These have no words that could mean nothing. */
const namesOfPeople: ReadonlySet<ColumnName> = new Set(['name', 'fname', 'lname'])
/** Nothing in these is invisible. */
export const codes: ReadonlySet<string> = new Set(['zip', 'altMemberId'])

export abstract class MemberRecords extends TableColumns<ColumnName> {
  /** What was not taken, or read in a way that the officer should know. */
  readonly notes: TableFinding[] = []

  protected note({ line }: TableRow, field: ColumnName | undefined, finding: InTable, at?: number): void {
    this.notes.push({ line, column: field === undefined ? '' : this.heading(field, at), finding })
  }

  protected isRecord(row: TableRow): boolean {
    const aside = findAside(this.head, row) ?? this.#findNobody(row)
    if (aside === 'headings-again') this.note(row, undefined, { what: aside })
    else if (aside !== undefined) this.note(row, undefined, { what: aside, text: toRowText(row) })
    return aside === undefined
  }

  /** One cell or two say of nobody who they are, unless something of a name, an address or an id is among them. */
  #findNobody(row: TableRow): 'no-record' | undefined {
    const named = [...this.places.values()].flat()
    if (named.every((at) => (row.cells[at] ?? '') === '')) return 'no-record'
    const { length: filled } = row.cells.filter((cell) => cell !== '')
    const isThere = (field: ColumnName) => this.cells(row, field).some((cell) => cell !== '')
    if (this.places.size < 3 || filled > 2 || isThere('email_address') || isThere('id')) return undefined
    const isNamed = (['name', 'fname', 'lname'] as const).some(isThere)
    return isNamed && filled === 2 ? undefined : 'no-record'
  }

  /** Without the words of other programs for nothing. */
  protected empty(row: TableRow): TableRow {
    const cells = [...row.cells]
    for (const [field, places] of this.places) {
      for (const at of places) {
        const typed = cells[at] ?? ''
        if (row.unstored?.includes(at) === true) this.note(row, field, { what: 'unstored-formula' }, at)
        const borrowed = row.borrowed?.find(({ column }) => column === at)
        if (borrowed !== undefined) this.note(row, field, { what: 'borrowed-cell', from: borrowed.from }, at)
        const mended = mendLetters(typed)
        if (mended !== undefined) {
          this.note(row, field, { what: 'mended-letters', typed, text: mended }, at)
          cells[at] = mended
          continue
        }
        const isCode = codes.has(field) || field === 'phone'
        const isNothing = isEmptyWord(typed, namesOfPeople.has(field))
        // Namibia has these two letters
        const isMeant = field === 'country' && typed === 'NA'
        if ((isNothing && !isMeant) || (field === 'zip' && /^0+$/.test(typed))) {
          this.note(row, field, { what: 'empty-word', typed }, at)
        } else if (isDitto(typed, namesOfPeople.has(field)))
          this.note(row, field, { what: 'ditto', typed }, at)
        else if (isCode && /^\d\.\d+E\+?\d+$/i.test(typed))
          this.note(row, field, { what: 'shortened-number', typed }, at)
        else continue
        cells[at] = ''
      }
    }
    return { ...row, cells }
  }
}

/** The filled cells of a line, for the officer to find it. */
export function toRowText({ cells }: TableRow): string {
  return cells.filter((cell) => cell !== '').join(', ')
}
