// How much processor time calls take, of the application and of PostgreSQL with all its processes. The time of whoever
// calls is not in it, because that is another process.
import { setTimeout as pause } from 'node:timers/promises'
import { readProcessorMs } from '../../support/processes/children.ts'
import { openWeighed, type WeighedCall } from './calls.ts'
import type { CalledClub, ScaleDatabase } from './world.ts'

/** Processes of the application, and the first one of PostgreSQL. */
export interface Processes {
  readonly app: readonly number[]
  readonly postgres: number
}

export interface Weight {
  calls: number
  bytes: number
  appMs: number
  postgresMs: number
}

export const nothing = (): Weight => ({ calls: 0, bytes: 0, appMs: 0, postgresMs: 0 })

export interface Side {
  readonly database: ScaleDatabase
  readonly processes: Processes
  /** One for each connection. */
  readonly ports: readonly number[]
  pickClub(): CalledClub
}

const readApp = ({ app }: Processes): number => app.reduce((sum, pid) => sum + readProcessorMs(pid), 0)

/**
 * Calls again and again for so long, and adds what it took. A whole order counts once. `everyMs`: each connection begins
 * a call so often at most, so that the processors rest in between and the time of a call is its own.
 */
export async function weigh(
  { database, processes, ports, pickClub }: Side,
  makeCall: WeighedCall,
  { forMs, into, everyMs = 0 }: { forMs: number; into: Weight; everyMs?: number },
): Promise<void> {
  // a server closes what has said nothing for a minute, so that none is kept
  const clients = ports.map((port) => openWeighed(database, port))
  const before = { app: readApp(processes), postgres: readProcessorMs(processes.postgres) }
  const endAt = performance.now() + forMs
  await Promise.all(
    clients.map(async (client, at) => {
      await pause((everyMs * at) / clients.length)
      do {
        const nextAt = performance.now() + everyMs
        await makeCall(client, pickClub())
        into.calls += 1
        await pause(Math.max(0, nextAt - performance.now()))
      } while (performance.now() < endAt)
    }),
  )
  for (const { client } of clients) client.close()
  into.bytes += clients.reduce((sum, { bytes }) => sum + bytes, 0)
  into.appMs += readApp(processes) - before.app
  into.postgresMs += readProcessorMs(processes.postgres) - before.postgres
}

/** Of one call, in milliseconds. */
export const toTotalMs = ({ appMs, postgresMs, calls }: Weight): number => (appMs + postgresMs) / calls
