// What an import changes of a schedule, in one line: which entries come, go and move.
import { isDeepStrictEqual } from 'node:util'
import type { ScheduleDay } from '../../../domain/schedule.ts'
import { namedPerLine } from '../../limits/sizes.ts'

/** "2 entries come: "Parade", "Raffle"; 1 moves: "Awards"". */
export function tellScheduleChange(was: unknown, is: unknown): string {
  const [before, after] = [listEntries(was), listEntries(is)]
  const known = [...after].flatMap(([id, now]) => {
    const old = before.get(id)
    return old === undefined ? [] : [{ old, now }]
  })
  const moved = known.filter(({ old, now }) => old.time !== now.time)
  const changed = known.filter(({ old, now }) => old.time === now.time && !isDeepStrictEqual(old, now))
  const parts = [
    toPart(['comes', 'come'], labelsOf(after, before)),
    toPart(['goes', 'go'], labelsOf(before, after)),
    toPart(
      ['moves', 'move'],
      moved.map(({ now }) => now.label),
    ),
    toPart(
      ['has another text', 'have another text'],
      changed.map(({ now }) => now.label),
    ),
  ].filter((part) => part !== '')
  return parts.length === 0 ? 'the headings of its days' : parts.join('; ')
}

interface Listed {
  readonly label: string
  readonly time: string
  readonly texts: unknown
}

function listEntries(schedule: unknown): Map<string, Listed> {
  return new Map(
    ((schedule ?? []) as readonly ScheduleDay[]).flatMap(({ date, entries }) =>
      entries.map(({ id, label, startTime, endTime, startsNextDay = false, ...others }): [string, Listed] => {
        const { description = '', place = '', cancelled = false } = others
        const time = [date, startTime, endTime, startsNextDay].join(' ')
        return [id, { label, time, texts: [description, place, cancelled] }]
      }),
    ),
  )
}

function labelsOf(entries: ReadonlyMap<string, Listed>, others: ReadonlyMap<string, Listed>): string[] {
  return [...entries].flatMap(([id, { label }]) => (others.has(id) ? [] : [label]))
}

function toPart([one, many]: readonly [one: string, many: string], labels: readonly string[]): string {
  if (labels.length === 0) return ''
  const named = labels.slice(0, namedPerLine).map((label) => `"${label}"`)
  const more = labels.length > named.length ? ` and ${labels.length - named.length} more` : ''
  const what = labels.length === 1 ? `1 entry ${one}` : `${labels.length} entries ${many}`
  return `${what}: ${named.join(', ')}${more}`
}
