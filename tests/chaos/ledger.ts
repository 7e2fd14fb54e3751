// What people intended to send and what their screens told them. Written outside of every browser, to a file
// that only grows.
import { appendFileSync, closeSync, openSync } from 'node:fs'
import type { Score } from '../../src/domain/scoring.ts'

interface Meant {
  /** The intention's name in the ledger. The product never sees it. */
  id: string
  device: string
  /** Set for our own phones. A real screen makes its key where we cannot see it. */
  key?: string
}

export interface SheetIntention extends Meant {
  kind: 'sheet'
  judgeId: string
  formId: number
  entryId: string
  /** None, if it takes back what was sent before. */
  scores: Score[]
  sequence?: number
  /** It takes back, or is the half of a move that does. */
  withdrawn?: true
}

export interface BallotIntention extends Meant {
  kind: 'ballot'
  voterId: string
  votes: string[]
}

export type Intention = SheetIntention | BallotIntention

/** `not-saved`: the screen says that nothing was saved. Then the person tries again or gives up. */
export type ShownStatus = 'saved' | 'not-saved' | 'accepted' | 'refused'

export interface ShownRecord {
  id: string
  word: ShownStatus
  /** The reason of a refusal. */
  code?: string
}

/** What a screen says of a car or a ballot. `none`: the car is not scored, or the ballot is open. */
export type ShownState = 'accepted' | 'sent' | 'waits' | 'refused' | 'none'

interface Looked {
  device: string
  /** When it stood there, in epoch milliseconds of this machine. */
  at: number
  /** After the storm, when nothing waits any more. */
  isCalm: boolean
}

export interface SheetReading extends Looked {
  kind: 'sheet'
  judgeId: string
  formId: number
  entryId: string
  state: ShownState
  /** The intentions that it may speak of: the newest of the car, or those of which nobody knows the newest. */
  filed: readonly string[]
  /** The scores that the screen shows for it. */
  scores?: Score[]
}

export interface BallotReading extends Looked {
  kind: 'ballot'
  voterId: string
  state: ShownState
  /** The choices that the screen shows: those that count, or of a refusal those that do not. */
  votes?: string[]
}

/** A judge's progress on a form. */
export interface TotalReading extends Looked {
  kind: 'total'
  judgeId: string
  formId: number
  accepted: number
  scored: number
}

/** How many a device says that it holds back. */
export interface BadgeReading extends Looked {
  kind: 'badge'
  count: number
}

export type Reading = SheetReading | BallotReading | TotalReading | BadgeReading

type Line =
  | ({ line: 'intention' } & Intention)
  | ({ line: 'saying' } & ShownRecord)
  | ({ line: 'reading' } & Reading)

export interface Ledger {
  readonly path: string
  /** Called before the click. */
  intend(intention: Intention): void
  /** Called when the screen says it. The same status twice is written once. */
  say(saying: ShownRecord): void
  /** Somebody looked at a screen. */
  read(reading: Reading): void
  readonly intentions: readonly Intention[]
  readonly readings: readonly Reading[]
  sayingsOf(id: string): readonly ShownRecord[]
  close(): void
}

export function openLedger(path: string, now: () => number): Ledger {
  const file = openSync(path, 'a')
  const intentions: Intention[] = []
  const readings: Reading[] = []
  const sayings = new Map<string, ShownRecord[]>()
  let isClosed = false
  const write = (line: Line): void => {
    // after a failed run, some people are still at work
    if (isClosed) return
    appendFileSync(file, `${JSON.stringify({ at: now(), ...line })}\n`)
  }
  return {
    path,
    intentions,
    readings,
    intend(intention) {
      if (sayings.has(intention.id)) throw new Error(`two intentions are called ${intention.id}`)
      write({ line: 'intention', ...intention })
      intentions.push(intention)
      sayings.set(intention.id, [])
    },
    say(saying) {
      const said = sayings.get(saying.id)
      if (said === undefined) throw new Error(`nobody meant ${saying.id}`)
      if (said.some(({ word }) => word === saying.word)) return
      write({ line: 'saying', ...saying })
      said.push(saying)
    },
    read(reading) {
      write({ line: 'reading', ...reading })
      readings.push(reading)
    },
    sayingsOf: (id) => sayings.get(id) ?? [],
    close() {
      isClosed = true
      closeSync(file)
    },
  }
}
