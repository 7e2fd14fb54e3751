// Starts and stops the server: opens the database, listens, builds, imports the demo, stops.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { createEdge } from './assembly/edge.ts'
import { startWorkerEngine } from './assembly/workerEngine.ts'
import { buildAppIfDue } from './buildApp.ts'
import { StartFault, toListenSentence } from './checks/startFaults.ts'
import { longestCloseMs, longestStopMs } from './limits/machine.ts'
import { type ClubSocket, serveClubCommands } from './officers/clubSocket.ts'
import type { Config } from './process/config.ts'
import type { Engine } from './process/engine.ts'
import type { Log } from './process/log.ts'

export interface RunningServer {
  /** The configuration in use, with the real port if any free one was wanted. */
  readonly config: Config
  /** Resolves when the app is built and the demo club imported. */
  readonly ready: Promise<void>
  /** A command of the officers, as through the socket. */
  runClubCommand: Engine['runClubCommand']
  /** Waits for what is running, then closes the database. */
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
  config: givenConfig,
  root,
  log,
  print,
  onCrash,
}: StartOptions): Promise<RunningServer> {
  const config = givenConfig.port === 0 ? await withFreePort(givenConfig) : givenConfig
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
    await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
      const sentence = toListenSentence(error, config)
      throw sentence === undefined ? error : new StartFault(sentence)
    })
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
    runClubCommand: (args, printLine) => engine.runClubCommand(args, printLine),
    ready: Promise.all([build(), engine.prepare(print)]).then(() => undefined),
    stop() {
      stopping ??= stop(engine, socket, edge)
      return stopping
    },
  }
}

/** With a database server, this thread has no heavy work. The modules are loaded only in this case. */
async function openHere(config: Config, log: Log): Promise<Engine> {
  const { openEngine } = await import('./assembly/openEngine.ts')
  return openEngine(config, log)
}

/** Links are made before the server listens, so the free port must be known earlier. */
async function withFreePort(config: Config): Promise<Config> {
  const server = createServer().listen(0, config.host)
  await once(server, 'listening').catch((error: unknown) => {
    throw new StartFault(toListenSentence(error, config) ?? String(error))
  })
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
