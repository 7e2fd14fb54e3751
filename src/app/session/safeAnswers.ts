// Saved answers that a page can do without. If the browser saves nothing, reading finds nothing.
import type { Answers } from '../../offline/answers.ts'

export interface SafeAnswers {
  /** False if nothing can be saved. */
  save(name: string, answer: unknown): Promise<boolean>
  find(name: string): Promise<unknown>
  forget(name: string): Promise<void>
}

/** `now` is the server's time. */
export function createSafeAnswers(answers: Answers, now: () => number): SafeAnswers {
  return {
    async save(name, answer) {
      try {
        await answers.save(name, { savedAt: now(), answer })
        return true
      } catch {
        return false
      }
    },
    async find(name) {
      try {
        return (await answers.find(name))?.answer
      } catch {
        return undefined // nothing can be saved
      }
    },
    async forget(name) {
      try {
        await answers.forget(name)
      } catch {
        return // nothing can have been saved
      }
    },
  }
}
