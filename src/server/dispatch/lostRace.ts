// Two calls with the same key at once: one of them is run again and finds the other's answer.
import { mostOvertakenRuns } from '../limits/machine.ts'

/** Another call has answered the same key in the meantime. Everything is rolled back and run again. */
export class LostRace extends Error {}

export async function runAgainWhenLost<T>(run: () => Promise<T>): Promise<T> {
  for (let runs = 1; ; runs += 1) {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof LostRace) || runs >= mostOvertakenRuns) throw error
    }
  }
}
