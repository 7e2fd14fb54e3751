// What the rows and their processes both know.

/** How many pictures are stored in a round. */
export const pictures = 200
/** How many files go up, or down, at once. */
export const together = 4

/** How much more the process takes than at rest, in MB. */
export interface MemoryFigures {
  readonly up: number
  readonly down: number
  readonly upTogether: number
  readonly downTogether: number
  /** What it takes at rest. */
  readonly rest: number
}
