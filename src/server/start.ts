// From a configuration to a server that listens, and back: open, listen, build, import the demo, stop.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { buildAppIfDue } from './buildApp.ts'
import type { Config } from './config.ts'
import type { Engine } from './engine/engine.ts'
import { startWorkerEngine } from './engine/workerEngine.ts'
import { createEdge } from './http/edge.ts'
import type { Log } from './log.ts'
import { type ClubSocket, serveClubCommands } from './officers/clubSocket.ts'

/** Requests that are still running after this long are cut off when the server stops. */
export const longestStopMs = 5000
/** What then still runs in the database, an import perhaps, is left: it has not been committed, so it is not there. */
export const longestCloseMs = 3000

export interface RunningServer {
  /** What is in use: where the configuration asked for any free port, the one that was free. */
  readonly config: Config
  /** When the app is built and the demo club imported. */
  readonly ready: Promise<void>
  /** Finishes what runs, then closes the database. */
  stop(): Promise<void>
}

export interface StartOptions {
  readonly config: Config
  /** The project's folder. */
  readonly root: string
  readonly log: Log
  print(text: string): void
  onCrash(error: Error): void
}

export async function startServer({
  config: asked,
  root,
  log,
  print,
  onCrash,
}: StartOptions): Promise<RunningServer> {
  const config = asked.port === 0 ? await withFreePort(asked) : asked
  const engine = await (config.databaseUrl === null
    ? startWorkerEngine(config, onCrash)
    : openHere(config, log))
  let socket: ClubSocket | undefined
  let app: FastifyInstance | undefined
  let isBuilt = config.appDir !== null
  try {
    if (config.databaseUrl === null) socket = await serveClubCommands(engine, config.dataDir)
    app = createEdge({
      config,
      engine,
      log,
      distDir: config.appDir ?? join(root, 'dist'),
      isReady: () => isBuilt && engine.isReady(),
      now: Date.now,
      elapsed: () => performance.now(),
      newId: randomUUID,
    })
    await app.listen({ host: config.host, port: config.port })
  } catch (error) {
    await stop(engine, socket, app)
    throw error
  }
  const edge = app
  const build = async (): Promise<void> => {
    if (!isBuilt) await buildAppIfDue(root, print)
    isBuilt = true
  }
  let stopping: Promise<void> | undefined
  return {
    config,
    ready: Promise.all([build(), engine.prepare(print)]).then(() => undefined),
    stop() {
      stopping ??= stop(engine, socket, edge)
      return stopping
    },
  }
}

/** With a database server there is nothing to keep from this thread; its modules are loaded only then. */
async function openHere(config: Config, log: Log): Promise<Engine> {
  const { openEngine } = await import('./engine/openEngine.ts')
  return openEngine(config, log)
}

/** Links are made before the server listens, so a free port has to be known earlier. */
async function withFreePort(config: Config): Promise<Config> {
  const server = createServer().listen(0, config.host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return { ...config, port, origin: config.origin.replace(/:0$/, `:${port}`) }
}

async function stop(
  engine: Engine,
  socket: ClubSocket | undefined,
  app: FastifyInstance | undefined,
): Promise<void> {
  const deadline = setTimeout(() => app?.server.closeAllConnections(), longestStopMs).unref()
  await app?.close()
  clearTimeout(deadline)
  await socket?.close()
  await Promise.race([engine.close(), pause(longestCloseMs, undefined, { ref: false })])
}
