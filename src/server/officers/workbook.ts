// Reads the sheets of an Excel workbook (.xlsx).
import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { longestWorkbookMs } from '../limits/machine.ts'
import { largestWorkbookMegabytes, mostWorkbookMemoryMegabytes } from '../limits/sizes.ts'
import { CommandRefused } from './command.ts'
import type { MarksOfSheet } from './workbookMarks.ts'

export interface Sheet {
  readonly name: string
  /** From the first line on, empty ones too. */
  readonly cells: readonly (readonly string[])[]
  /** The columns of each line in which a formula has no stored result. Its cell is empty. */
  readonly unstored: readonly (readonly number[])[]
  /** The lines that are crossed out or hidden, or have a comment, and cells that take from another line. */
  readonly marks?: MarksOfSheet | undefined
}

type Read = { readonly sheets: readonly Sheet[] } | { readonly fault: string }

/** @param mostMs A file that was made to be read for ever is given up. */
export async function readWorkbook(path: string, mostMs = longestWorkbookMs): Promise<readonly Sheet[]> {
  if (sumUnpacked(await readFile(path)) > largestWorkbookMegabytes * 2 ** 20) refuseLarge()
  const read = await new Promise<Read>((resolve, reject) => {
    const thread = new Worker(new URL('./workbookThread.ts', import.meta.url), {
      workerData: path,
      resourceLimits: { maxOldGenerationSizeMb: mostWorkbookMemoryMegabytes },
    })
    thread.once('message', resolve).once('error', reject)
    let isGivenUp = false
    const timer = setTimeout(() => {
      isGivenUp = true
      void thread.terminate()
    }, mostMs)
    thread.once('exit', () => {
      clearTimeout(timer)
      if (isGivenUp) resolve({ fault: 'it takes too long' })
      else reject(new Error('The thread that reads a workbook has ended.'))
    })
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error
    return refuseLarge()
  })
  if ('sheets' in read) return read.sheets
  throw new CommandRefused(
    `The file cannot be read as an Excel workbook (${read.fault}). In the spreadsheet, save it as "Excel workbook (.xlsx)" or as "CSV UTF-8". Nothing was changed.`,
  )
}

function refuseLarge(): never {
  throw new CommandRefused(
    'The Excel file holds too much to be read. Delete the sheets, rows and columns that are not needed, or save it as "CSV UTF-8". Nothing was changed.',
  )
}

/** How many bytes its list of contents says that a zip file holds. */
function sumUnpacked(bytes: Buffer): number {
  const end = bytes.lastIndexOf('PK\u0005\u0006')
  const entry = 'PK\u0001\u0002'
  let sum = 0
  let at = end < 0 ? -1 : bytes.indexOf(entry, bytes.readUInt32LE(end + 16))
  while (at >= 0 && at < end) {
    sum += bytes.readUInt32LE(at + 24)
    at = bytes.indexOf(entry, at + 46)
  }
  return sum
}
