// Kept answers for what a page can do without: where nothing can be kept, it lives as long as the page.
import type { Answers } from '../../offline/answers.ts'

export interface SafeAnswers {
  /** False where nothing can be kept. */
  keep(name: string, answer: unknown): Promise<boolean>
  find(name: string): Promise<unknown>
  forget(name: string): Promise<void>
}

/** `now` is the server's time. */
export function createSafeAnswers(answers: Answers, now: () => number): SafeAnswers {
  return {
    async keep(name, answer) {
      try {
        await answers.keep(name, { savedAt: now(), answer })
        return true
      } catch {
        return false
      }
    },
    async find(name) {
      try {
        return (await answers.find(name))?.answer
      } catch {
        return undefined // nothing can be kept
      }
    },
    async forget(name) {
      try {
        await answers.forget(name)
      } catch {
        return // nothing can have been kept
      }
    },
  }
}
