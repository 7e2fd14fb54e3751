// What people say in a workbook by other means than text: lines that are crossed out, hidden, or have a comment. The
// reader of the cells does not see them.
import { strFromU8 } from 'fflate'
import { readEntities } from './cells.ts'

export const rowMarks = ['struck', 'comment', 'hidden'] as const
export type RowMark = (typeof rowMarks)[number]

/** A cell whose formula takes something from another line of its sheet. */
export interface BorrowedCell {
  readonly line: number
  /** From 0. */
  readonly column: number
  /** As the formula names it: "D196". */
  readonly from: string
}

/** The numbers of lines. */
export type MarksOfSheet = Readonly<Record<RowMark, readonly number[]>> & {
  readonly borrowed: readonly BorrowedCell[]
}

/** By a sheet's name. */
export type SheetMarks = ReadonlyMap<string, MarksOfSheet>

type Files = Readonly<Record<string, Uint8Array>>

export function findRowMarks(files: Files): SheetMarks {
  const read = (path: string) => (files[path] === undefined ? '' : strFromU8(files[path]))
  const styles = findStruckStyles(read('xl/styles.xml'))
  const texts = findStruckTexts(read('xl/sharedStrings.xml'))
  const parts = readRelations(read('xl/_rels/workbook.xml.rels'), 'xl/')
  const sheets = listElements(read('xl/workbook.xml'), 'sheet').map((sheet) => {
    const path = parts.get(findAttribute(sheet, 'r:id'))?.path ?? ''
    const xml = read(path)
    const relations = readRelations(
      read(path.replace(/([^/]+)$/, '_rels/$1.rels')),
      path.replace(/[^/]+$/, ''),
    )
    const comments = [...relations.values()].filter(({ type }) => /\/(?:threadedC|c)omments?$/.test(type))
    const marks = {
      comment: toLines(
        comments.flatMap((each) => findPlaces(read(each.path), /<(?:comment|threadedComment)\b[^>]*>/g)),
      ),
      hidden: toLines(
        listElements(xml, 'row')
          .filter((row) => findAttribute(row, 'hidden') === '1')
          .map((row) => findAttribute(row, 'r')),
      ),
      struck: toLines(styles.size + texts.size === 0 ? [] : findStruckCells(xml, styles, texts)),
      borrowed: findBorrowed(xml),
    }
    return [readEntities(findAttribute(sheet, 'name')), marks] as const
  })
  return new Map(sheets)
}

function listElements(xml: string, name: string): string[] {
  return xml.match(new RegExp(`<${name}\\b[^>]*>`, 'g')) ?? []
}

function findAttribute(element: string, name: string): string {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(element)?.[1] ?? ''
}

/** The parts of the file that another part names, by their ids. */
function readRelations(xml: string, folder: string) {
  return new Map(
    listElements(xml, 'Relationship').map((element) => {
      const target = findAttribute(element, 'Target')
      const path = new URL(target, `file:///${folder}`).pathname.slice(1)
      return [findAttribute(element, 'Id'), { path, type: findAttribute(element, 'Type') }] as const
    }),
  )
}

const struck = /<strike(?:\s*\/>|\s+val="(?:1|true)")/

/** The numbers of the styles whose text is crossed out. */
function findStruckStyles(xml: string): ReadonlySet<string> {
  const fonts =
    /<fonts\b[\s\S]*?<\/fonts>/.exec(xml)?.[0].match(/<font\b[^>]*?(?:\/>|>[\s\S]*?<\/font>)/g) ?? []
  const cells = /<cellXfs\b[\s\S]*?<\/cellXfs>/.exec(xml)?.[0] ?? ''
  const isStruck = (element: string) => struck.test(fonts[Number(findAttribute(element, 'fontId'))] ?? '')
  return new Set(listElements(cells, 'xf').flatMap((element, at) => (isStruck(element) ? [String(at)] : [])))
}

/** The numbers of the texts of which at least a part is crossed out. */
function findStruckTexts(xml: string): ReadonlySet<string> {
  if (!struck.test(xml)) return new Set()
  const texts = xml.match(/<si\b[^>]*?(?:\/>|>[\s\S]*?<\/si>)/g) ?? []
  return new Set(texts.flatMap((text, at) => (struck.test(text) ? [String(at)] : [])))
}

function findStruckCells(xml: string, styles: ReadonlySet<string>, texts: ReadonlySet<string>): string[] {
  const places: string[] = []
  for (const [, attributes = '', within = ''] of xml.matchAll(/<c\b([^>]*[^>/])>([\s\S]*?)<\/c>/g)) {
    const value = /<v>([^<]*)<\/v>/.exec(within)?.[1] ?? ''
    const isText = findAttribute(attributes, 't') === 's' && texts.has(value)
    if (isText || struck.test(within) || styles.has(findAttribute(attributes, 's'))) {
      places.push(findAttribute(attributes, 'r'))
    }
  }
  return places
}

const formula = /<c\b([^>]*[^>/])>\s*<f\b([^>]*?)(?:\/>|>([^<]*)<\/f>)/g
/** Of the same sheet, and no part of a range, which looks something up. */
const reference = /(?<![\w.!:$'])\$?([A-Z]{1,3})(\$?)(\d+)(?![\w.(:!])/g

function findBorrowed(xml: string): BorrowedCell[] {
  // what is filled down is written once, and the cells below name it by a number
  const shared = new Map<string, { readonly text: string; readonly line: number }>()
  return [...xml.matchAll(formula)].flatMap(([, attributes = '', of = '', written = '']) => {
    const place = findAttribute(attributes, 'r')
    const line = Number(place.replace(/\D/g, ''))
    const number = findAttribute(of, 'si')
    const own = { text: readEntities(written).replace(/"[^"]*"/g, '""'), line }
    if (written !== '' && number !== '') shared.set(number, own)
    const { text, line: at } = written === '' ? (shared.get(number) ?? own) : own
    const from = [...text.matchAll(reference)].flatMap(([, letters = '', fixed = '', digits = '']) => {
      const row = fixed === '' ? Number(digits) + line - at : Number(digits)
      return row === line ? [] : [`${letters}${row}`]
    })
    const column = toColumn(place.replace(/\d/g, ''))
    return from.length === 0 ? [] : [{ line, column, from: [...new Set(from)].join(', ') }]
  })
}

/** "A" is 0, and "AA" 26. */
function toColumn(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function findPlaces(xml: string, elements: RegExp): string[] {
  return (xml.match(elements) ?? []).map((element) => findAttribute(element, 'ref'))
}

/** "B53" is in line 53. */
function toLines(places: readonly string[]): number[] {
  return [...new Set(places.map((place) => Number(place.replace(/\D/g, ''))))].filter((line) => line > 0)
}
