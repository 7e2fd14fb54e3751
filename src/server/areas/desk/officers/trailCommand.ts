// `club -- trail`: what officers have changed, by whom and why.
import type { Output } from '../../../../contract/index.ts'
import { getClub } from '../../../club/db/club.ts'
import { type ClubCall, type Command, clubWay } from '../../../officers/command.ts'
import { toCsv } from '../../../officers/csv.ts'
import { newFile } from '../../../officers/options.ts'
import { createTimeFormat } from '../../../officers/timeFormat.ts'
import { toCountText, toTableOf, toVisibleLine } from '../../../officers/words.ts'

type Entry = Output<'list_trail'>['entries'][number]

const toBy = ({ by }: Entry) => (by === null ? 'the command line' : `${by.name} (${by.id})`)
const toValue = (value: unknown) =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)
const toChanges = ({ changes }: Entry) =>
  changes
    .map(({ field, before, after }) =>
      before === undefined && after === undefined
        ? field
        : `${field}: ${toValue(before)} → ${toValue(after)}`,
    )
    .join('; ')

async function listAll(ask: ClubCall['ask']): Promise<Entry[]> {
  const all: Entry[] = []
  let before: number | null | undefined
  while (before !== null) {
    const page: Output<'list_trail'> = await ask('list_trail', before === undefined ? {} : { before })
    all.push(...page.entries)
    before = page.next
  }
  return all
}

const headings = ['At', 'By', 'Action', 'What', 'Number', 'Name', 'Changed', 'Reason']

export const trailCommand: Command = {
  takes: 'club',
  alone: clubWay({
    options: { csv: newFile, json: newFile },
    help: `trail [--csv FILE] [--json FILE]        what officers have changed at the desk, the newest first: by
                                          whom, when and why`,
    async run({ act, ask, print, save }, { csv, json }) {
      const entries = await listAll(ask)
      const count = toCountText(entries.length, 'change')
      const { timeZone } = await act(getClub)
      const toTime = createTimeFormat(timeZone)
      const toCells = (entry: Entry) => [
        entry.at,
        ...[toBy(entry), entry.action, entry.kind, entry.thing, entry.label, toChanges(entry), entry.reason],
      ]
      const isSaved = await save({ csv, json }, count, {
        json: () => entries,
        csv: () => toCsv([headings, ...entries.map(toCells)]),
        personal: true,
      })
      if (isSaved) return
      print(
        `${toTableOf(entries, [
          ['At', ({ at }) => toTime(new Date(at))],
          ['By', (entry) => toVisibleLine(toBy(entry))],
          ['What', ({ kind, thing, label }) => toVisibleLine(`${kind} ${thing} ${label}`)],
          ['Changed', (entry) => toVisibleLine(toChanges(entry))],
          ['Reason', ({ reason }) => toVisibleLine(reason)],
        ])}${count}.\n`,
      )
    },
  }),
}
