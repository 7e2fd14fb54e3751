// `club -- event ID`: registrations, vendors, tickets and volunteers, on the screen or for a spreadsheet.
import { basename, dirname, join } from 'node:path'
import { type EventCommandContext, UsageFault } from '../../../officers/command.ts'
import { toCsv } from '../../../officers/csv.ts'
import { refuseTakenFiles, writeOutput } from '../../../officers/outputFile.ts'
import { toTable, toVisibleLine } from '../../../officers/words.ts'
import { type EventList, eventLists, type ListName, listNames } from './eventRows.ts'

/** A cell on the screen has at most so many characters; the file has all of them. */
const widest = 32
const widestNote = 80
/** After so many rows the headings come again. */
const rowsPerHeading = 40

export async function showEvent(context: EventCommandContext): Promise<number> {
  const { services, tenant, event, flags, print } = context
  if (flags.csv !== undefined) return writeList(context, flags.csv)
  const lists = await services.database.inTenant(tenant.id, async (tx) => {
    const read: EventList[] = []
    for (const name of listNames) read.push(await eventLists[name](tx, event, services.now()))
    return read
  })
  print(`${toVisibleLine(event.name)}\n`)
  for (const list of lists) {
    const rows = flags.find === undefined ? list.rows : findRows(list, flags.find)
    const shown = flags.find === undefined ? list.title : `${list.title}; ${rows.length} found`
    print(`\n${shown}\n`)
    for (const note of list.notes ?? []) print(`  ${cutCell(note, widestNote)}\n`)
    printRows(list, rows, print)
  }
  print(
    `\nOrder 17:2 is line 2 of order 17: npm run club -- orders 17 --refund --lines 2 --reason TEXT gives it back. Times are the event's (${event.time_zone}).\n`,
  )
  return 0
}

function findRows({ rows }: EventList, text: string): readonly (readonly string[])[] {
  const wanted = fold(text)
  return rows.filter((row) => fold(row.join(' ')).includes(wanted))
}

/** As people look for somebody: small and capital letters, accents and the lines of a code do not count. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\p{M}-]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}

function printRows(
  { columns }: EventList,
  rows: readonly (readonly string[])[],
  print: (text: string) => void,
): void {
  const cut = rows.map((row) => row.map((cell) => cutCell(cell)))
  for (let from = 0; from < cut.length; from += rowsPerHeading) {
    const part = toTable(columns, cut.slice(from, from + rowsPerHeading))
    print(part.replace(/^(?=.)/gm, '  '))
  }
}

function cutCell(text: string, most = widest): string {
  const line = toVisibleLine(text)
  return line.length > most ? `${line.slice(0, most - 1)}…` : line
}

async function writeList({ services, tenant, event, flags, print }: EventCommandContext, path: string) {
  const name = basename(path).replace(/\.csv$/i, '')
  if (flags.find !== undefined)
    throw new UsageFault('--csv does not go with --find: a file has the whole list.')
  if (!isListName(name)) {
    throw new UsageFault(`--csv takes one of ${listNames.join(', ')}, and writes the file of that name.`)
  }
  const file = join(dirname(path), `${name}.csv`)
  await refuseTakenFiles(flags, [file])
  const { csv } = await services.database.inTenant(tenant.id, (tx) =>
    eventLists[name](tx, event, services.now()),
  )
  await writeOutput(flags, file, toCsv(csv))
  print(`${csv.length - 1} ${csv.length === 2 ? 'row' : 'rows'} in ${file}. Only you can read the file.\n`)
  return 0
}

function isListName(name: string): name is ListName {
  return (listNames as readonly string[]).includes(name)
}
