// What the process gives to all handlers and jobs: its settings, database, clock and ids.
import type { Database } from '../db/open.ts'
import type { Config } from './config.ts'

/** Tests bring their own clock and ids. */
export interface Services {
  readonly config: Config
  readonly database: Database
  /** Epoch milliseconds. */
  now(): number
  /** A random UUID. */
  newId(): string
}
