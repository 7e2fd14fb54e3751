// The engine in a thread of its own, as the main thread speaks to it.
import { Worker } from 'node:worker_threads'
import type { Config } from './config.ts'
import type { Engine } from './engine.ts'
import { type EngineQuestion, type EngineWord, fromSentFault } from './engineMessages.ts'

interface Waiting {
  resolve(value: unknown): void
  reject(error: Error): void
  print: ((text: string) => void) | undefined
}

/**
 * Resolves when the database is open and migrated; rejects with the worker's own fault otherwise.
 * `onCrash` is called when the thread ends without having been closed: the process cannot go on then.
 */
export function startWorkerEngine(config: Config, onCrash: (error: Error) => void): Promise<Engine> {
  const worker = new Worker(new URL('./engineWorker.ts', import.meta.url), { workerData: config })
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let isReady = false
  let closing: Promise<void> | undefined

  // The method decides what the arguments and the answer are; `Engine` says so, the wire cannot.
  function ask<T>(
    method: EngineQuestion['method'],
    args: readonly unknown[],
    print?: (text: string) => void,
  ): Promise<T> {
    lastId += 1
    const id = lastId
    return new Promise<T>((resolve, reject) => {
      waiting.set(id, { resolve: resolve as (value: unknown) => void, reject, print })
      worker.postMessage({ id, method, args })
    })
  }

  const engine: Engine = {
    dispatch: (call) => ask('dispatch', [call]),
    findClub: (slug) => ask('findClub', [slug]),
    findPack: (slug, eventId, known) => ask('findPack', [slug, eventId, known]),
    findEventFace: (slug, eventId) => ask('findEventFace', [slug, eventId]),
    listSandboxMessages: (kind) => ask('listSandboxMessages', [kind]),
    runClubCommand: (args, print) => ask('runClubCommand', [args], print),
    async prepare(print) {
      await ask('prepare', [], print)
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
