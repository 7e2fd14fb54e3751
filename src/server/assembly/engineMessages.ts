// The messages between the main thread and the engine's thread.

import type { PackChanges } from '../event/packChanges.ts'
import type { Config } from '../process/config.ts'
import type { Engine } from '../process/engine.ts'

/** What the engine's thread gets as its workerData. */
export interface EngineWorkerData {
  config: Config
  packChanges: PackChanges
}

type EngineMethod =
  | 'dispatch'
  | 'findCaller'
  | 'findClub'
  | 'findPack'
  | 'findEventSummary'
  | 'findStored'
  | 'listSandboxMessages'
  | 'answerMounted'
  | 'receiveCardEvent'
  | 'runClubCommand'
  | 'findTrouble'
  | 'readFigures'
  | 'prepare'
  | 'close'

/** Sent by the main thread. Functions cannot be sent, so printed text comes back as messages. */
export type EngineRequest = {
  [M in EngineMethod]: { id: number; method: M; args: WithoutPrint<Parameters<Engine[M]>> }
}[EngineMethod]

type WithoutPrint<Args extends unknown[]> = Args extends [...infer Rest, (text: string) => void] ? Rest : Args

/** Sent by the engine's thread. */
export type EngineMessage =
  | { kind: 'open' }
  | { kind: 'open-failed'; error: SerializedError }
  | { kind: 'printed'; id: number; text: string }
  | { kind: 'result'; id: number; value: unknown }
  | { kind: 'error'; id: number; error: SerializedError }

/** An error as plain data, because it would lose its name between threads. */
export interface SerializedError {
  name: string
  message: string
  stack: string
}

export function serializeError(error: unknown): SerializedError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), stack: '' }
  return { name: error.name, message: error.message, stack: error.stack ?? '' }
}

export function deserializeError({ name, message, stack }: SerializedError): Error {
  return Object.assign(new Error(message), { name, stack })
}
