// A table that an officer brings, as a text file or as a sheet of an Excel workbook.
import { open } from 'node:fs/promises'
import { foldText } from '../../domain/search.ts'
import { largestTableMegabytes } from '../limits/sizes.ts'
import { toPlainCell } from './cells.ts'
import { CommandRefused } from './command.ts'
import { readTextFile, requireInputFile } from './inputFile.ts'
import { UsageFault } from './options.ts'
import type { TableSource } from './table.ts'
import { toVisibleLine } from './words.ts'
import { readWorkbook, type Sheet } from './workbook.ts'
import { rowMarks } from './workbookMarks.ts'

export async function readTableFile(
  path: string,
  {
    sheet,
    mostMegabytes = largestTableMegabytes,
  }: { readonly sheet: string | undefined; readonly mostMegabytes?: number },
): Promise<TableSource> {
  await requireInputFile(path, mostMegabytes)
  const begin = await readBegin(path)
  if (begin === 'd0cf11e0') {
    throw new CommandRefused(
      'The file is of an old Excel. Save it as "Excel workbook (.xlsx)" or as "CSV UTF-8". Nothing was changed.',
    )
  }
  if (begin !== '504b0304') {
    if (sheet !== undefined) throw new UsageFault('--sheet is for an Excel workbook, and the file is none.')
    return { text: await readTextFile(path, mostMegabytes) }
  }
  const { cells, unstored, marks } = chooseSheet(await readWorkbook(path), sheet)
  const marked = rowMarks.map((mark) => ({ mark, lines: new Set(marks?.[mark]) }))
  const toMarks = (line: number) => marked.flatMap(({ mark, lines }) => (lines.has(line) ? [mark] : []))
  const borrowed = Map.groupBy(marks?.borrowed ?? [], ({ line }) => line)
  const rows = cells.map((row, at) => ({
    line: at + 1,
    cells: row.map(toPlainCell),
    unstored: unstored[at] ?? [],
    marks: toMarks(at + 1),
    borrowed: borrowed.get(at + 1) ?? [],
  }))
  return { rows: rows.filter((row) => row.cells.some((cell) => cell !== '')) }
}

async function readBegin(path: string): Promise<string> {
  const file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0).finally(() => file.close())
  return buffer.toString('hex', 0, bytesRead)
}

function chooseSheet(sheets: readonly Sheet[], wanted: string | undefined): Sheet {
  const filled = sheets.filter(({ cells }) => cells.length > 0)
  const names = sheets.map(({ name }) => `'${toVisibleLine(name)}'`).join(', ')
  if (wanted !== undefined) {
    const named = sheets.find(({ name }) => foldText(name) === foldText(wanted))
    if (named !== undefined) return named
    throw new CommandRefused(`The workbook has no sheet '${wanted}'. It has ${names}. Nothing was changed.`)
  }
  const [only = { name: '', cells: [], unstored: [] }, ...others] = filled
  if (others.length === 0) return only
  throw new CommandRefused(
    `The workbook has several sheets: ${names}. Say which one with --sheet NAME. Nothing was changed.`,
  )
}
