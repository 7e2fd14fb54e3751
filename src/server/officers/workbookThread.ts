// The thread that reads an Excel workbook: a large one does not stop the server, and cannot take all its memory.
import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import readWorkbook from 'read-excel-file/node'
import { dayMs, minuteMs } from '../../domain/time.ts'
import { findRowMarks, type SheetMarks } from './workbookMarks.ts'

/** Days and times of a cell belong to no zone. A time alone is a part of the first day that Excel knows. */
function toDayText(date: Date): string {
  const minute = new Date(Math.round(date.getTime() / minuteMs) * minuteMs)
  const day = minute.toISOString().slice(0, 10)
  const isMidnight = minute.getTime() % dayMs === 0
  if (day === '1899-12-30' || (day === '1904-01-01' && !isMidnight)) return toTimeText(minute)
  return isMidnight ? day : `${day} ${toTimeText(minute)}`
}

/** "9:30 AM", which is a time in one way only. */
function toTimeText(minute: Date): string {
  const hour = minute.getUTCHours()
  const minutes = String(minute.getUTCMinutes()).padStart(2, '0')
  return `${hour % 12 === 0 ? 12 : hour % 12}:${minutes} ${hour < 12 ? 'AM' : 'PM'}`
}

/** `text` as the file has it: a whole number loses none of its digits. */
function toNumberText(text: string): string {
  return /^\d+$/.test(text) ? text : String(Number(text))
}

function toText(value: unknown): string {
  if (value === null) return ''
  return value instanceof Date ? toDayText(value) : String(value)
}

/** No text of a file has this sign. */
const unstored = '\uE0F0'

/**
 * The workbook with a sign in each cell whose formula has no stored result, which the reader would take for empty: a
 * program has written it, and no spreadsheet has opened it since.
 */
function markUnstored(bytes: Buffer, files: Readonly<Record<string, Uint8Array>>): Buffer {
  const marked = Object.entries(files).flatMap(([name, file]) => {
    if (!/^xl\/worksheets\/[^/]+\.xml$/.test(name)) return []
    const text = strFromU8(file)
    const mended = text.replace(unstoredFormula, (all, attributes: string, value = '') => {
      // an empty text is a result too
      if (value !== '' && /\bt="str"/.test(attributes)) return all
      const place = /\br="[^"]*"/.exec(attributes)?.[0] ?? ''
      return `<c ${place} t="inlineStr"><is><t>${unstored}</t></is></c>`
    })
    return mended === text ? [] : [[name, strToU8(mended)] as const]
  })
  if (marked.length === 0) return bytes
  return Buffer.from(zipSync({ ...files, ...Object.fromEntries(marked) }, { level: 0 }))
}

const unstoredFormula = /<c\b([^>]*)>\s*<f\b(?:[^>]*\/>|[^>]*>[^<]*<\/f>)\s*(<v\s*\/>|<v>\s*<\/v>)?\s*<\/c>/g

async function open(path: string): Promise<{ readonly bytes: Buffer; readonly marks: SheetMarks }> {
  const bytes = await readFile(path)
  try {
    const files = unzipSync(bytes)
    return { bytes: markUnstored(bytes, files), marks: findRowMarks(files) }
  } catch {
    // what is wrong with the file is said by the reader
    return { bytes, marks: new Map() }
  }
}

const { bytes, marks } = await open(workerData as string)

function toSheet({ sheet, data }: { readonly sheet: string; readonly data: readonly unknown[][] }) {
  const cells = data.map((row) => row.map(toText))
  return {
    name: sheet,
    cells: cells.map((row) => row.map((cell) => (cell === unstored ? '' : cell))),
    unstored: cells.map((row) => row.flatMap((cell, at) => (cell === unstored ? [at] : []))),
    marks: marks.get(sheet),
  }
}

const read = await readWorkbook(bytes, { trim: false, parseNumber: toNumberText }).then(
  (sheets) => ({ sheets: sheets.map(toSheet) }),
  (error: Error & { code?: string }) => ({ fault: error.code ?? error.message }),
)
parentPort?.postMessage(read)
