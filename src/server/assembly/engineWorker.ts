// The thread that owns the embedded database. Whole calls run here, so that the main thread stays free.

import { readlinkSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import type { Engine } from '../process/engine.ts'
import {
  type EngineMessage,
  type EngineRequest,
  type EngineWorkerData,
  serializeError,
} from './engineMessages.ts'

// each thread has its own cache; it works only for modules that are loaded after this
enableCompileCache(join(import.meta.dirname, '..', '..', '..', '.cache', 'compile'))

if (parentPort === null) throw new Error('the engine worker runs only as a worker thread')
const port = parentPort

function send(message: EngineMessage): void {
  port.postMessage(message)
}

yieldToPages()

try {
  const [{ createLog }, { openEngine }] = await Promise.all([
    import('../process/log.ts'),
    import('./openEngine.ts'),
  ])
  const { config, packChanges } = workerData as EngineWorkerData
  const engine = await openEngine(config, createLog(), packChanges)
  port.on('message', (request: EngineRequest) => {
    answer(engine, request).then(
      (value) => {
        send({ kind: 'result', id: request.id, value })
        if (request.method === 'close') port.close()
      },
      (error: unknown) => send({ kind: 'error', id: request.id, error: serializeError(error) }),
    )
  })
  send({ kind: 'open' })
} catch (error) {
  send({ kind: 'open-failed', error: serializeError(error) })
  port.close()
}

function answer(engine: Engine, request: EngineRequest): Promise<unknown> {
  const print = (text: string): void => send({ kind: 'printed', id: request.id, text })
  switch (request.method) {
    case 'dispatch':
      return engine.dispatch(...request.args)
    case 'findCaller':
      return engine.findCaller(...request.args)
    case 'findClub':
      return engine.findClub(...request.args)
    case 'findPack':
      return engine.findPack(...request.args)
    case 'findEventSummary':
      return engine.findEventSummary(...request.args)
    case 'findStored':
      return engine.findStored(...request.args)
    case 'listSandboxMessages':
      return engine.listSandboxMessages(...request.args)
    case 'answerMounted':
      return engine.answerMounted(...request.args)
    case 'receiveCardEvent':
      return engine.receiveCardEvent(...request.args)
    case 'runClubCommand':
      return engine.runClubCommand(...request.args, print)
    case 'findTrouble':
      return engine.findTrouble()
    case 'readFigures':
      return engine.readFigures()
    case 'prepare':
      return engine.prepare(print)
    case 'close':
      return engine.close()
  }
}

/**
 * Lets the main thread go first, if the system allows it: pages and packs need only a moment, while a full
 * queue takes all the time there is.
 */
function yieldToPages(): void {
  if (process.platform !== 'linux') return
  try {
    const threadId = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    setPriority(threadId, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch (error) {
    if (!isRefusedBySystem(error)) throw error
  }
}

function isRefusedBySystem(error: unknown): boolean {
  return error instanceof Error && 'code' in error
}
