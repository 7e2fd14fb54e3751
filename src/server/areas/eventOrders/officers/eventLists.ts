// `club -- event ID`: registrations, vendors, tickets and volunteers, on the screen or for a spreadsheet.
import { basename, dirname, join } from 'node:path'
import { type EventCall, eventWay } from '../../../officers/command.ts'
import { toCsv } from '../../../officers/csv.ts'
import { type Kind, text, UsageFault } from '../../../officers/options.ts'
import { createTimeFormat, toDayText } from '../../../officers/timeFormat.ts'
import { cutLine, toTable, toVisibleLine } from '../../../officers/words.ts'
import { readSales } from './eventActs.ts'
import { type EventList, type ListName, listNames, toEventLists } from './eventRows.ts'

/** A cell on the screen has at most so many characters; the file has all of them. */
const widest = 32
const widestNote = 80
/** After so many rows the headings come again. */
const rowsPerHeading = 40

/** A file with the name of a list. */
const listFile: Kind<string> = {
  takes: 'new-file',
  read(typed, name) {
    const list = basename(typed).replace(/\.csv$/i, '')
    if (isListName(list)) return join(dirname(typed), `${list}.csv`)
    throw new UsageFault(`${name} takes one of ${listNames.join(', ')}, and writes the file of that name.`)
  },
}

export const showEvent = eventWay({
  options: { find: text, csv: listFile },
  help: `event EVENT [--find TEXT]               cars, vendors with their spaces, tickets and volunteers; finds TEXT
                                          in a name, an e-mail address, a number or a code
      --csv registrations|vendors|tickets|volunteers
                                          writes that list for a spreadsheet, as a file of this name`,
  check({ find, csv }) {
    if (csv !== undefined && find !== undefined) {
      throw new UsageFault('--csv does not go with --find: a file has the whole list.')
    }
  },
  async run(call, { find, csv }) {
    const { act, event, print } = call
    const lists = toEventLists(await act(readSales), event)
    if (csv !== undefined) return saveList(call, lists, csv)
    const days = [...new Set([event.start_on, event.end_on])].map(toDayText).join(' to ')
    print(`${toVisibleLine(event.name)}, ${days}${event.published ? '' : ' (not published)'}\n`)
    for (const line of listWindows(event)) print(`${line}\n`)
    for (const list of Object.values(lists)) {
      const rows = find === undefined ? list.rows : findRows(list, find)
      const shown = find === undefined ? list.title : `${list.title}; ${rows.length} found`
      print(`\n${shown}\n`)
      for (const note of list.notes ?? []) print(`  ${cutLine(note, widestNote)}\n`)
      for (let from = 0; from < rows.length; from += rowsPerHeading) {
        const part = rows.slice(from, from + rowsPerHeading)
        const cells = part.map((row) => row.map((cell) => cutLine(cell, widest)))
        print(toTable(list.columns, cells).replace(/^(?=.)/gm, '  '))
      }
    }
    print(
      `\nOrder 17:2 is line 2 of order 17: npm run club -- orders 17 --refund --lines 2 --reason TEXT --yes gives it back. Times are the event's (${event.time_zone}).\n`,
    )
  },
})

/** When cars are registered, volunteers sign up and people vote. */
function listWindows(event: EventCall['event']): string[] {
  const toTime = createTimeFormat(event.time_zone)
  const windows = [
    ['Cars are registered', event.registration, event.reg_starts_at, event.reg_ends_at],
    ['Volunteers sign up', event.worker_signup, event.worker_starts_at, event.worker_ends_at],
    ['People vote', true, event.voting_starts_at, event.voting_ends_at],
  ] as const
  return windows.flatMap(([what, isOn, from, until]) =>
    isOn && from !== null && until !== null ? [`${what} from ${toTime(from)} to ${toTime(until)}.`] : [],
  )
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

async function saveList({ save }: EventCall, lists: Readonly<Record<ListName, EventList>>, path: string) {
  const name = basename(path, '.csv')
  const rows = isListName(name) ? lists[name].csv : []
  const count = `${rows.length - 1} ${rows.length === 2 ? 'row' : 'rows'}`
  await save({ csv: path }, count, { csv: () => toCsv(rows), personal: true })
}

function isListName(name: string): name is ListName {
  return (listNames as readonly string[]).includes(name)
}
