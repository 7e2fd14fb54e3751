// How rows are printed, and how they stand in the file of `--json`.
import { type BenchRow, compare, type Figures, isMet, median } from './rows.ts'

export const mostColumns = 120
const indent = ' '.repeat(10)

/** What was measured together: the rows of one bench, of this checkout and of the other. */
export interface Measured {
  readonly bench: string
  readonly seconds: number
  readonly ours: readonly BenchRow[]
  /** None without `--against`. */
  readonly theirs?: readonly BenchRow[] | undefined
}

export function toFigure(figure: number): string {
  if (Number.isInteger(figure)) return String(figure)
  return figure.toFixed(figure < 10 ? 2 : figure < 100 ? 1 : 0)
}

/** The median of the rounds, and the lowest and the highest of them where they differ. */
export function toSpread({ figures, unit }: Figures): string {
  const [middle, least, most] = [median(figures), Math.min(...figures), Math.max(...figures)].map(toFigure)
  const spread = least === most ? middle : `${middle} (${least} to ${most})`
  return `${spread} ${unit}`.trimEnd()
}

/** No line is longer than a terminal is wide. */
export function formatMeasured({ bench, seconds, ours, theirs }: Measured): string[] {
  return [
    `${bench}, ${Math.round(seconds)} s`,
    ...ours.flatMap((row) =>
      formatRow(
        row,
        theirs?.find(({ id }) => id === row.id),
      ),
    ),
  ]
}

function formatRow(row: BenchRow, other: BenchRow | undefined): string[] {
  const { what, beside, goal, more, notes, faults } = row
  const verdict = isMet(row) ? (goal === undefined ? '' : 'met') : 'missed'
  return [
    ...wrap(what, `  ${verdict}`.padEnd(indent.length)),
    ...wrap([toSpread(row), toGoal(row), beside && `beside: ${beside}`].filter(Boolean).join('; ')),
    ...wrap([...toMore(more), ...notes].join('; ')),
    ...faults.flatMap((fault) => wrap(`fault: ${fault}`)),
    ...(other === undefined ? [] : formatOther(row, other)),
  ]
}

function toGoal({ goal }: BenchRow): string {
  if (goal === undefined) return 'no goal'
  return 'atMost' in goal ? `at most ${goal.atMost}` : `at least ${goal.atLeast}`
}

function toMore(more: BenchRow['more']): string[] {
  return Object.entries(more).map(([name, figures]) => `${name} ${toSpread(figures)}`)
}

const verdicts = {
  better: 'ours is wholly better',
  'among theirs': 'the spreads meet',
  worse: 'OURS IS WHOLLY WORSE',
  unknown: 'one round has no spread',
} as const

function formatOther(row: BenchRow, other: BenchRow): string[] {
  const { ratio, lies } = compare(row, other.figures)
  return [
    ...wrap(`theirs ${toSpread(other)}; ours is ${toFigure(ratio)} times theirs; ${verdicts[lies]}`),
    ...wrap([...toMore(other.more), ...other.notes].join('; ').replace(/^(?=.)/, 'theirs: ')),
    ...other.faults.flatMap((fault) => wrap(`fault of theirs: ${fault}`)),
  ]
}

/** Lines of words, the first after `first`. A word that is too long for a line is cut. */
function wrap(text: string, first: string = indent): string[] {
  const lines: string[] = []
  let line = first
  const most = mostColumns - indent.length
  const words = text.split(' ').flatMap((word) => word.match(new RegExp(`.{1,${most}}`, 'gu')) ?? [])
  let isEmpty = true
  for (const word of words) {
    const longer = isEmpty ? line + word : `${line} ${word}`
    if (longer.length > mostColumns) {
      lines.push(line)
      line = indent + word
    } else line = longer
    isEmpty = false
  }
  return isEmpty ? [] : [...lines, line]
}

/** A row as a program reads it. */
export function toRecord({ bench, seconds, theirs }: Measured, row: BenchRow, commits: Commits): object {
  const { id, what, beside, unit, goal, figures, more, notes, faults } = row
  const other = theirs?.find((one) => one.id === id)
  return {
    ...{ id: `${bench}/${id}`, name: what, beside, unit, goal, figures, median: median(figures) },
    ...{ met: isMet(row), faults, more, notes, seconds, commit: commits.ours },
    ...(other === undefined
      ? {}
      : {
          against: {
            ...{ commit: commits.theirs, figures: other.figures, median: median(other.figures) },
            ...{ more: other.more, notes: other.notes, faults: other.faults },
            ...compare(row, other.figures),
          },
        }),
  }
}

export interface Commits {
  readonly ours: string
  readonly theirs?: string | undefined
}
