// What the process gives to everything that answers: its settings, its database, its clock and its ids.
import type { Config } from './config.ts'
import type { Database } from './db/open.ts'

/** What the process provides to handlers and jobs; tests bring their own clock and ids. */
export interface Services {
  readonly config: Config
  readonly database: Database
  /** Epoch milliseconds. */
  now(): number
  /** A random UUID. */
  newId(): string
}
