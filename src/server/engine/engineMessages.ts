// The words that the main thread and the engine's thread exchange.
import type { Config } from '../config.ts'
import type { PackChanges } from '../events/packChanges.ts'
import type { Engine } from './engine.ts'

/** What the engine's thread is started with. */
export interface EngineGift {
  config: Config
  packChanges: PackChanges
}

type Asked =
  | 'dispatch'
  | 'findClub'
  | 'findPack'
  | 'findEventFace'
  | 'listSandboxMessages'
  | 'answerMounted'
  | 'hearCards'
  | 'runClubCommand'
  | 'prepare'
  | 'close'

/** What the engine is asked; functions cannot travel, so `print` comes back as words of its own. */
export type EngineQuestion = {
  [M in Asked]: { id: number; method: M; args: WithoutPrint<Parameters<Engine[M]>> }
}[Asked]

type WithoutPrint<Args extends unknown[]> = Args extends [...infer Rest, (text: string) => void] ? Rest : Args

export type EngineWord =
  | { kind: 'open' }
  | { kind: 'not-open'; fault: SentFault }
  | { kind: 'printed'; id: number; text: string }
  | { kind: 'answer'; id: number; value: unknown }
  | { kind: 'fault'; id: number; fault: SentFault }

/** An error as it travels between threads, which would lose its name. */
export interface SentFault {
  name: string
  message: string
  stack: string
}

export function toSentFault(error: unknown): SentFault {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), stack: '' }
  return { name: error.name, message: error.message, stack: error.stack ?? '' }
}

export function fromSentFault({ name, message, stack }: SentFault): Error {
  return Object.assign(new Error(message), { name, stack })
}
