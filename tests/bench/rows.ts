// The result of each measurement, whether it meets its goal, and how it stands beside that of another checkout.

export type Goal = ({ readonly atMost: number } | { readonly atLeast: number }) & {
  /** The median must meet it. Otherwise one round is enough. */
  readonly ofMedian?: true
}

/** What one round says of a row. Only the figures differ from one round to the next. */
export interface Reading {
  /** The row's own name within its bench. */
  readonly id: string
  readonly what: string
  readonly beside?: string
  readonly figure: number
  readonly unit: string
  /** Without one the row is printed beside the others, and nothing is promised. */
  readonly goal?: Goal
  /** Further figures that no goal is about, each with its unit. */
  readonly more?: Readonly<Record<string, readonly [figure: number, unit: string]>>
  readonly notes?: readonly string[]
  /** Misses the goal, whatever the figures are. */
  readonly fault?: string | undefined
}

export interface Figures {
  readonly unit: string
  /** One of each round. */
  readonly figures: number[]
}

export interface BenchRow extends Figures {
  readonly id: string
  readonly what: string
  readonly beside: string
  readonly goal: Goal | undefined
  readonly more: Readonly<Record<string, Figures>>
  readonly notes: readonly string[]
  readonly faults: readonly string[]
}

/** What several rounds say, row by row. */
export function toRows(rounds: readonly (readonly Reading[])[], fault?: string): BenchRow[] {
  const byId = Map.groupBy(rounds.flat(), ({ id }) => id)
  return [...byId.values()].map((readings) => {
    const [{ id, what, beside = '', unit, goal }] = readings as [Reading]
    const more: Record<string, Figures> = {}
    for (const [name, [figure, ofUnit]] of readings.flatMap((one) => Object.entries(one.more ?? {}))) {
      more[name] ??= { unit: ofUnit, figures: [] }
      more[name].figures.push(figure)
    }
    return {
      ...{ id, what, beside, unit, goal, more },
      figures: readings.map(({ figure }) => figure),
      notes: [...new Set(readings.flatMap(({ notes = [] }) => notes))],
      faults: [...new Set([...readings.map((one) => one.fault), fault])].filter((one) => one !== undefined),
    }
  })
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** A goal within the spread of the rounds is met, unless it is one of the median. */
export function isMet({ figures, goal, faults }: Pick<BenchRow, 'figures' | 'goal' | 'faults'>): boolean {
  if (faults.length > 0) return false
  if (goal === undefined) return true
  const judged = goal.ofMedian ? [median(figures)] : figures
  return 'atMost' in goal ? Math.min(...judged) <= goal.atMost : Math.max(...judged) >= goal.atLeast
}

export interface Comparison {
  /** Of the medians: ours divided by theirs. */
  readonly ratio: number
  /** Where the spread of our rounds lies beside that of theirs. */
  readonly lies: 'better' | 'among theirs' | 'worse' | 'unknown'
}

/** Less is better, unless the goal wants much. */
export function compare(
  { figures: ours, goal }: Pick<BenchRow, 'figures' | 'goal'>,
  theirs: readonly number[],
): Comparison {
  const isKnown = Math.min(ours.length, theirs.length) > 1
  const isBelow = Math.max(...ours) < Math.min(...theirs)
  const isAbove = Math.min(...ours) > Math.max(...theirs)
  const wantsMuch = goal !== undefined && 'atLeast' in goal
  const isBetter = wantsMuch ? isAbove : isBelow
  return {
    ratio: median(ours) / median(theirs),
    lies: !isKnown ? 'unknown' : isBetter ? 'better' : isAbove || isBelow ? 'worse' : 'among theirs',
  }
}
