// Which tests run: `npm test` leaves out those with `@proof` in their title, or in that of a suite around
// them, and `npm run proof` runs those. The configurations of both runners ask here, and no test does.

/** Ends the title of a test that belongs to the proof. */
export const proofTag = '@proof'

type Selection = 'short' | 'long' | 'all'

const selections: Readonly<Record<string, Selection>> = { long: 'long', all: 'all' }

/** `PROOF=long` or `PROOF=all`, for one run. */
export const selection: Selection = selections[process.env.PROOF ?? ''] ?? 'short'

/** Whether journeys that take turns all run: also with `PROOF=turns`, which runs what `npm test` runs besides. */
export const runsEveryTurn = selection === 'all' || process.env.PROOF === 'turns'

/** Matches the whole titles of the tests that run. */
export const selectedTitles: RegExp = {
  short: new RegExp(`^(?!.*${proofTag})`, 's'),
  long: new RegExp(proofTag),
  all: /^/,
}[selection]

/** The same tests in two sizes: short in `npm test`, long in the proof. The tag ends their title. */
export function inTwoSizes<T>(short: T, long: T): readonly { size: T; isLong: boolean; tag: string }[] {
  return [
    { size: short, isLong: false, tag: '' },
    { size: long, isLong: true, tag: ` ${proofTag}` },
  ]
}
