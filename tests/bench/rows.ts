// The result of each measurement, whether it meets its goal, and how the table is printed.

/** How often every row is measured. In each round, ours and what stands beside it take turns. */
export const rounds = 5

export interface BenchRow {
  what: string
  beside: string
  /** The figure of each round. */
  figures: readonly number[]
  unit: string
  /** Without one the row is printed beside the others, and nothing is promised. */
  goal?: { atMost: number } | { atLeast: number }
  /** Further figures that no goal is about. */
  notes?: readonly string[]
  /** Misses the goal, whatever the figures are. */
  fault?: string | undefined
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** A goal within the spread of the rounds is met. */
export function isMet({ figures, goal, fault }: BenchRow): boolean {
  if (fault !== undefined) return false
  if (goal === undefined) return true
  return 'atMost' in goal ? Math.min(...figures) <= goal.atMost : Math.max(...figures) >= goal.atLeast
}

/** The median of the rounds, and the lowest and the highest of them. */
export function toSpread(figures: readonly number[], unit: string): string {
  const [middle, least, most] = [median(figures), Math.min(...figures), Math.max(...figures)].map(toFigure)
  return `${middle} (${least} to ${most}) ${unit}`
}

export function toFigure(figure: number): string {
  return figure.toFixed(figure < 10 ? 2 : figure < 100 ? 1 : 0)
}

function toCells(row: BenchRow): string[] {
  const { what, beside, figures, unit, goal, notes = [], fault } = row
  const figure = [toSpread(figures, unit), ...notes, ...(fault === undefined ? [] : [fault])].join(', ')
  if (goal === undefined) return [what, beside, figure, 'none', isMet(row) ? '' : 'missed']
  const wanted = 'atMost' in goal ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`
  const verdict = isMet(row) ? 'met' : `missed: ${toFigure(median(figures))}`
  return [what, beside, figure, `${wanted} ${unit}`, verdict]
}

export function printRows(rows: readonly BenchRow[]): void {
  const lines = [['what', 'beside', 'figure', 'goal', ''], ...rows.map(toCells)]
  const widths = (lines[0] ?? []).map((_, at) => Math.max(...lines.map((cells) => cells[at]?.length ?? 0)))
  console.log()
  for (const cells of lines) {
    console.log(
      cells
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
  }
}
