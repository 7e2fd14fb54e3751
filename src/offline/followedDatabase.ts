// A database whose readers are told of each change, whether this page, another or the worker made it.
import type { DBSchema } from 'idb'
import { createDatabase, type Database, type DatabaseOptions, type StoreName, type Tx } from './database.ts'
import { findStorageFault, openTimeLimitMs } from './notSaved.ts'

export interface Following {
  unsubscribe(): void
}

export interface FollowedDatabase<Stores extends DBSchema> extends Pick<Database<Stores>, 'read' | 'close'> {
  write<T>(stores: StoreName<Stores>[], body: (tx: Tx<Stores, 'readwrite'>) => Promise<T>): Promise<T>
  /** Asks now and after each change of these stores. A storage that does not answer is asked again. */
  follow<T>(
    stores: readonly StoreName<Stores>[],
    question: () => Promise<T>,
    answered: (answer: T) => void,
    failed: (error: unknown) => void,
  ): Following
}

interface Follower {
  readonly stores: ReadonlySet<string>
  ask(): void
}

/** For what can be fetched again or whose loss is small: a write is not awaited down to the disk. */
export function createFollowedDatabase<Stores extends DBSchema>(
  options: DatabaseOptions<Stores>,
): FollowedDatabase<Stores> {
  const { name } = options
  const database = createDatabase(options)
  const followers = new Set<Follower>()
  /** Has the database's name and carries the names of changed stores. */
  let channel: BroadcastChannel | undefined

  function openChannel(): BroadcastChannel | undefined {
    if (channel !== undefined || typeof BroadcastChannel === 'undefined') return channel
    channel = new BroadcastChannel(name)
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (Array.isArray(data)) tell(data)
    })
    return channel
  }

  function tell(stores: readonly string[]): void {
    for (const follower of followers) if (stores.some((store) => follower.stores.has(store))) follower.ask()
  }

  /** A page that was in the browser's cache heard of nothing. */
  function noteShown(event: Event): void {
    if ('persisted' in event && event.persisted === true) for (const follower of followers) follower.ask()
  }

  return {
    read: database.read,
    async write(stores, body) {
      const result = await database.write(stores, 'relaxed', body)
      openChannel()?.postMessage(stores)
      tell(stores)
      return result
    },
    follow(stores, question, answered, failed) {
      const asking = keepAsking(question, answered, failed)
      const follower = { stores: new Set(stores), ask: asking.ask }
      if (followers.size === 0) globalThis.addEventListener?.('pageshow', noteShown)
      followers.add(follower)
      openChannel()
      asking.ask()
      return {
        unsubscribe() {
          followers.delete(follower)
          if (followers.size === 0) globalThis.removeEventListener?.('pageshow', noteShown)
          asking.end()
        },
      }
    },
    async close() {
      channel?.close()
      channel = undefined
      await database.close()
    },
  }
}

/** One question at a time. A change that comes meanwhile asks once more. */
function keepAsking<T>(
  question: () => Promise<T>,
  answered: (answer: T) => void,
  failed: (error: unknown) => void,
): { ask(): void; end(): void } {
  let isAsking = false
  let isStale = false
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function askOnce(): Promise<void> {
    try {
      const answer = await question()
      if (!isOver && !isStale) answered(answer)
    } catch (error) {
      if (isOver) return
      if (findStorageFault(error) === 'no-answer') timer = setTimeout(ask, openTimeLimitMs)
      else failed(error)
    }
  }

  async function askUntilFresh(): Promise<void> {
    isAsking = true
    while (isStale && !isOver) {
      isStale = false
      clearTimeout(timer)
      await askOnce()
    }
    isAsking = false
  }

  function ask(): void {
    isStale = true
    if (!isAsking) void askUntilFresh()
  }

  return {
    ask,
    end() {
      isOver = true
      clearTimeout(timer)
    },
  }
}
