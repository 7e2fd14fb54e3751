// The thread that reads an Excel workbook: a large one does not stop the server, and cannot take all its memory.
import { parentPort, workerData } from 'node:worker_threads'
import readWorkbook from 'read-excel-file/node'
import { dayMs, minuteMs } from '../../domain/time.ts'

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

const read = await readWorkbook(workerData as string, { trim: false, parseNumber: toNumberText }).then(
  (sheets) => ({
    sheets: sheets.map(({ sheet, data }) => ({ name: sheet, cells: data.map((row) => row.map(toText)) })),
  }),
  (error: Error & { code?: string }) => ({ fault: error.code ?? error.message }),
)
parentPort?.postMessage(read)
