// The engine in a thread of its own, as the main thread speaks to it.
import { Worker } from 'node:worker_threads'
import type { Config } from '../config.ts'
import { createPackChanges } from '../events/packChanges.ts'
import type { Engine } from './engine.ts'
import { type EngineGift, type EngineQuestion, type EngineWord, fromSentFault } from './engineMessages.ts'

interface Waiting {
  resolve(value: unknown): void
  reject(error: Error): void
  print: ((text: string) => void) | undefined
}

interface AskOptions {
  /** Gets what is printed meanwhile. */
  readonly print?: (text: string) => void
  /** Memory that moves to the other thread. */
  readonly transfer?: ArrayBuffer[]
}

/**
 * Resolves when the database is open and migrated; rejects with the worker's own fault otherwise.
 * `onCrash` is called when the thread ends without having been closed: the process cannot go on then.
 */
export function startWorkerEngine(config: Config, onCrash: (error: Error) => void): Promise<Engine> {
  const packChanges = createPackChanges()
  const workerData: EngineGift = { config, packChanges }
  const worker = new Worker(new URL('./engineWorker.ts', import.meta.url), { workerData })
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let isReady = false
  let closing: Promise<void> | undefined

  // The method decides what the arguments and the answer are; `Engine` says so, the wire cannot.
  function ask<T>(
    method: EngineQuestion['method'],
    args: readonly unknown[],
    { print, transfer = [] }: AskOptions = {},
  ): Promise<T> {
    lastId += 1
    const id = lastId
    return new Promise<T>((resolve, reject) => {
      waiting.set(id, { resolve: resolve as (value: unknown) => void, reject, print })
      worker.postMessage({ id, method, args }, transfer)
    })
  }

  const engine: Engine = {
    dispatch(call) {
      // a copy of its own can change threads as it is; what was read from a socket may share its memory
      const json = new Uint8Array(call.json)
      return ask('dispatch', [{ ...call, json }], { transfer: [json.buffer] })
    },
    findClub: (slug) => ask('findClub', [slug]),
    findPack: (slug, eventId, known) => ask('findPack', [slug, eventId, known]),
    countPackChanges: () => Atomics.load(packChanges, 0),
    findEventFace: (slug, eventId) => ask('findEventFace', [slug, eventId]),
    listSandboxMessages: (kind) => ask('listSandboxMessages', [kind]),
    runClubCommand: (args, print) => ask('runClubCommand', [args], { print }),
    answerMounted: (request) => ask('answerMounted', [request]),
    hearCards: (body, signature) => ask('hearCards', [body, signature]),
    async prepare(print) {
      await ask('prepare', [], { print })
      isReady = true
    },
    isReady: () => isReady && closing === undefined,
    close() {
      closing ??= ask<void>('close', [])
      return closing
    },
  }

  return new Promise((resolve, reject) => {
    let isOpen = false
    worker.on('message', (word: EngineWord) => {
      switch (word.kind) {
        case 'open':
          isOpen = true
          return resolve(engine)
        case 'not-open':
          return reject(fromSentFault(word.fault))
        case 'printed':
          return waiting.get(word.id)?.print?.(word.text)
        case 'answer':
          waiting.get(word.id)?.resolve(word.value)
          return waiting.delete(word.id)
        case 'fault':
          waiting.get(word.id)?.reject(fromSentFault(word.fault))
          return waiting.delete(word.id)
      }
    })
    let crash: Error | undefined
    worker.on('error', (error) => {
      crash = error instanceof Error ? error : new Error(String(error))
    })
    worker.on('exit', () => {
      const fault = crash ?? new Error('the thread of the database has ended')
      for (const { reject: rejectOne } of waiting.values()) rejectOne(fault)
      waiting.clear()
      reject(fault)
      if (isOpen && closing === undefined) onCrash(fault)
    })
  })
}
