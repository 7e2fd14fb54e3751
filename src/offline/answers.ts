// The last answers of reads, saved per club and person. Screens show them when there is no network.
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { openTimeLimitMs, transactionTimeLimitMs, withTimeLimit } from './notSaved.ts'

export interface SavedAnswer {
  /** Epoch milliseconds by the server's clock. */
  savedAt: number
  answer: unknown
}

interface AnswersSchema extends DBSchema {
  answers: { key: string; value: SavedAnswer }
}

export interface Answers {
  find(key: string): Promise<SavedAnswer | undefined>
  save(key: string, answer: SavedAnswer): Promise<void>
  /** Deletes every answer whose key begins with `prefix`. */
  forget(prefix: string): Promise<void>
}

/** This database may be deleted at any time. If it cannot be opened or does not answer, nothing is saved. */
export function createAnswers(name = 'showfield-answers'): Answers {
  let opening: Promise<IDBPDatabase<AnswersSchema>> | undefined

  async function open(): Promise<IDBPDatabase<AnswersSchema>> {
    opening ??= openDB<AnswersSchema>(name, 1, {
      upgrade: (database) => void database.createObjectStore('answers'),
      terminated: () => {
        opening = undefined
      },
    })
    try {
      return await withTimeLimit(opening, openTimeLimitMs)
    } catch (error) {
      opening = undefined
      throw error
    }
  }

  return {
    async find(key) {
      return withTimeLimit((await open()).get('answers', key), transactionTimeLimitMs)
    },
    async save(key, answer) {
      await withTimeLimit((await open()).put('answers', answer, key), transactionTimeLimitMs)
    },
    async forget(prefix) {
      const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`)
      await withTimeLimit((await open()).delete('answers', range), transactionTimeLimitMs)
    },
  }
}
