// The thread that owns the embedded database: whole calls run here, so that the main thread stays free.

import { readlinkSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import type { Engine } from './engine.ts'
import { type EngineGift, type EngineQuestion, type EngineWord, toSentFault } from './engineMessages.ts'

// a thread has a cache of its own; it counts only for what is loaded after this
enableCompileCache(join(import.meta.dirname, '..', '..', '..', '.cache', 'compile'))

if (parentPort === null) throw new Error('the engine worker runs only as a worker thread')
const port = parentPort

function say(word: EngineWord): void {
  port.postMessage(word)
}

yieldToPages()

try {
  const [{ createLog }, { openEngine }] = await Promise.all([import('../log.ts'), import('./openEngine.ts')])
  const { config, packChanges } = workerData as EngineGift
  const engine = await openEngine(config, createLog(), packChanges)
  port.on('message', (question: EngineQuestion) => {
    answer(engine, question).then(
      (value) => {
        say({ kind: 'answer', id: question.id, value })
        if (question.method === 'close') port.close()
      },
      (error: unknown) => say({ kind: 'fault', id: question.id, fault: toSentFault(error) }),
    )
  })
  say({ kind: 'open' })
} catch (error) {
  say({ kind: 'not-open', fault: toSentFault(error) })
  port.close()
}

function answer(engine: Engine, question: EngineQuestion): Promise<unknown> {
  const print = (text: string): void => say({ kind: 'printed', id: question.id, text })
  switch (question.method) {
    case 'dispatch':
      return engine.dispatch(...question.args)
    case 'findClub':
      return engine.findClub(...question.args)
    case 'findPack':
      return engine.findPack(...question.args)
    case 'findEventFace':
      return engine.findEventFace(...question.args)
    case 'listSandboxMessages':
      return engine.listSandboxMessages(...question.args)
    case 'answerMounted':
      return engine.answerMounted(...question.args)
    case 'hearCards':
      return engine.hearCards(...question.args)
    case 'runClubCommand':
      return engine.runClubCommand(...question.args, print)
    case 'prepare':
      return engine.prepare(print)
    case 'close':
      return engine.close()
  }
}

/**
 * Where the system allows it, this thread lets the main one go first: pages and packs take a moment each, a queue
 * that drains takes all that there is.
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
