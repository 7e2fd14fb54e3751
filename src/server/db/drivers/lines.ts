// The connections of a pool and of single questions, which end in a known time also where nothing answers any more: a
// server that is frozen, or a way that swallows everything, never closes a connection.
import { setTimeout as pause } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import { longestGoodbyeMs } from '../../limits/machine.ts'

export interface Lines {
  /** For the pool: it makes all its connections of this. */
  readonly Client: new (
    config?: ClientConfig,
  ) => Client
  /** Also those that are still being made. Their calls get the error of a line that was lost. */
  cutAll(reason: string): void
  /** Resolves when those that are open now have ended. */
  waitForEnds(): Promise<void>
}

export function trackLines(): Lines {
  const open = new Set<Client>()
  class Line extends Client {
    constructor(config?: ClientConfig) {
      super(config)
      // without a listener, the event of one that breaks would end the process
      this.on('error', () => undefined)
      open.add(this)
      this.once('end', () => open.delete(this))
    }
  }
  return {
    Client: Line,
    cutAll(reason) {
      for (const line of open) cut(line, reason)
    },
    async waitForEnds() {
      await Promise.all([...open].map(waitForEnd))
    },
  }
}

/** Says goodbye, and hangs up on who does not. */
export async function endLine(client: Client): Promise<void> {
  await withinGoodbye(client.end().catch(() => undefined))
  cut(client, 'The database server did not close the connection.')
}

export async function withinGoodbye(work: Promise<unknown>): Promise<void> {
  await Promise.race([work, pause(longestGoodbyeMs, undefined, { ref: false })])
}

function waitForEnd(client: Client): Promise<void> {
  return new Promise((resolve) => client.once('end', () => resolve()))
}

function cut(client: Client, reason: string): void {
  const { stream } = (client as unknown as { connection: { stream: { destroy(error: Error): void } } })
    .connection
  stream.destroy(Object.assign(new Error(reason), { code: 'ECONNRESET' }))
}
