// The last answers of reads, kept per club and person, so that screens show something without a network.
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

export interface KeptAnswer {
  /** Epoch milliseconds by the server's clock. */
  savedAt: number
  answer: unknown
}

interface AnswersSchema extends DBSchema {
  answers: { key: string; value: KeptAnswer }
}

export interface Answers {
  find(key: string): Promise<KeptAnswer | undefined>
  keep(key: string, kept: KeptAnswer): Promise<void>
  /** Everything whose key begins so. */
  forget(prefix: string): Promise<void>
}

/** This database may be thrown away at any time; where it cannot be opened nothing is kept. */
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
      return await opening
    } catch (error) {
      opening = undefined
      throw error
    }
  }

  return {
    async find(key) {
      return (await open()).get('answers', key)
    },
    async keep(key, kept) {
      await (await open()).put('answers', kept, key)
    },
    async forget(prefix) {
      await (await open()).delete('answers', IDBKeyRange.bound(prefix, `${prefix}\uffff`))
    },
  }
}
