// What an import answers: counts, and a line for each record that it changed.

export interface MergeOptions {
  /** Removes imported records that are no longer in the file. */
  readonly prune: boolean
  /** When a field was changed both in the file and online, the file wins. */
  readonly overwrite: boolean
  /** Only this record of the club, with what is below it. */
  readonly only?: { readonly table: string; readonly ref: string } | undefined
}

export interface MergeResult {
  created: number
  changed: number
  unchanged: number
  removed: number
  /** What is new, one line for each kind; only of a club that was there. */
  made: string[]
  /** Records that were imported before and are no longer in the file, one line each. */
  gone: string[]
  /** How many are removed of each kind: "51 members, 4 events". */
  removedKinds: string
  /** What is in the club and not in the file, and why no import removes it, one line for each kind. */
  stays: string[]
  /** Lists that the file does not have, and of which nothing is removed. */
  absent: string[]
  /** Changes in the file that were not made because of changes online, one line each. */
  left: string[]
  /** Records that existed and were changed, with the fields that were changed, one line each. */
  changes: string[]
  /** What is done only with `isSure`, one line each. */
  asks: string[]
  /** What is hardly meant, one line each. */
  warnings: string[]
}

export function startResult(): MergeResult {
  return {
    ...{ created: 0, changed: 0, unchanged: 0, removed: 0, removedKinds: '' },
    ...{ made: [], gone: [], stays: [], absent: [], left: [], changes: [], asks: [], warnings: [] },
  }
}
