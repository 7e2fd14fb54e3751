// The main thread's side of the engine in a worker thread.
import { Worker } from 'node:worker_threads'
import { createPackChanges } from '../event/packChanges.ts'
import type { Config } from '../process/config.ts'
import type { Engine } from '../process/engine.ts'
import {
  deserializeError,
  type EngineMessage,
  type EngineRequest,
  type EngineWorkerData,
} from './engineMessages.ts'

interface PendingRequest {
  resolve(value: unknown): void
  reject(error: Error): void
  print: ((text: string) => void) | undefined
}

interface RequestOptions {
  /** Gets the text that is printed meanwhile. */
  readonly print?: (text: string) => void
  /** Memory that is handed over to the other thread. */
  readonly transfer?: ArrayBuffer[]
}

/**
 * Resolves when the database is open and migrated; rejects with the worker's own error otherwise. Calls
 * `onCrash` when the thread ends without having been closed: then the process cannot continue.
 */
export function startWorkerEngine(config: Config, onCrash: (error: Error) => void): Promise<Engine> {
  const packChanges = createPackChanges()
  const workerData: EngineWorkerData = { config, packChanges }
  const worker = new Worker(new URL('./engineWorker.ts', import.meta.url), { workerData })
  const pendingRequests = new Map<number, PendingRequest>()
  let lastId = 0
  let isReady = false
  let closing: Promise<void> | undefined

  // The method decides the types of arguments and answer. `Engine` declares them, a message cannot.
  function request<T>(
    method: EngineRequest['method'],
    args: readonly unknown[],
    { print, transfer = [] }: RequestOptions = {},
  ): Promise<T> {
    lastId += 1
    const id = lastId
    return new Promise<T>((resolve, reject) => {
      pendingRequests.set(id, { resolve: resolve as (value: unknown) => void, reject, print })
      worker.postMessage({ id, method, args }, transfer)
    })
  }

  const engine: Engine = {
    dispatch(call) {
      // A copy can be handed over to another thread. Bytes from a socket may share their memory with others.
      const json = new Uint8Array(call.json)
      return request('dispatch', [{ ...call, json }], { transfer: [json.buffer] })
    },
    findCaller: (proof) => request('findCaller', [proof]),
    findClub: (slug) => request('findClub', [slug]),
    findPack: (...asked) => request('findPack', asked),
    countPackChanges: () => Atomics.load(packChanges, 0),
    findEventSummary: (slug, eventId) => request('findEventSummary', [slug, eventId]),
    findStored: (keys) => request('findStored', [keys]),
    listSandboxMessages: (kind) => request('listSandboxMessages', [kind]),
    runClubCommand: (args, print) => request('runClubCommand', [args], { print }),
    answerMounted: (mounted) => request('answerMounted', [mounted]),
    receiveCardEvent: (body, signature) => request('receiveCardEvent', [body, signature]),
    async prepare(print) {
      await request('prepare', [], { print })
      isReady = true
    },
    findTrouble: () => request('findTrouble', []),
    readFigures: () => request('readFigures', []),
    isReady: () => isReady && closing === undefined,
    close() {
      closing ??= request<void>('close', [])
      return closing
    },
  }

  return new Promise((resolve, reject) => {
    let isOpen = false
    worker.on('message', (message: EngineMessage) => {
      switch (message.kind) {
        case 'open':
          isOpen = true
          return resolve(engine)
        case 'open-failed':
          return reject(deserializeError(message.error))
        case 'printed':
          return pendingRequests.get(message.id)?.print?.(message.text)
        case 'result':
          pendingRequests.get(message.id)?.resolve(message.value)
          return pendingRequests.delete(message.id)
        case 'error':
          pendingRequests.get(message.id)?.reject(deserializeError(message.error))
          return pendingRequests.delete(message.id)
      }
    })
    let crash: Error | undefined
    worker.on('error', (error) => {
      crash = error instanceof Error ? error : new Error(String(error))
    })
    worker.on('exit', () => {
      const fault = crash ?? new Error('the thread of the database has stopped')
      for (const { reject: rejectOne } of pendingRequests.values()) rejectOne(fault)
      pendingRequests.clear()
      reject(fault)
      if (isOpen && closing === undefined) onCrash(fault)
    })
  })
}
