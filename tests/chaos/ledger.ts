// What people meant to hand in and what their screens told them, outside of every browser, on a file that only grows.
import { appendFileSync, closeSync, openSync } from 'node:fs'
import type { Score } from '../../src/domain/scoring.ts'

interface Meant {
  /** Names the intention in the ledger; the product never sees it. */
  id: string
  device: string
  /** Where the phone is one of ours; a real screen makes its key out of our sight. */
  key?: string
}

export interface SheetIntention extends Meant {
  kind: 'sheet'
  judgeId: string
  formId: number
  entryId: string
  scores: Score[]
  sequence?: number
}

export interface BallotIntention extends Meant {
  kind: 'ballot'
  voterId: string
  votes: string[]
}

export type Intention = SheetIntention | BallotIntention

/** `not-saved` is the screen's own word that nothing was kept; then the person tries again or gives up. */
export type Word = 'saved' | 'not-saved' | 'accepted' | 'refused'

export interface Saying {
  id: string
  word: Word
  /** The reason of a refusal. */
  code?: string
}

type Line = ({ line: 'intention' } & Intention) | ({ line: 'saying' } & Saying)

export interface Ledger {
  readonly path: string
  /** Written before the click. */
  intend(intention: Intention): void
  /** Written when the screen said it; the same word twice stands there once. */
  say(saying: Saying): void
  readonly intentions: readonly Intention[]
  sayingsOf(id: string): readonly Saying[]
  close(): void
}

export function openLedger(path: string, now: () => number): Ledger {
  const file = openSync(path, 'a')
  const intentions: Intention[] = []
  const sayings = new Map<string, Saying[]>()
  let isClosed = false
  const write = (line: Line): void => {
    // of a run that failed, some people are still at work
    if (isClosed) return
    appendFileSync(file, `${JSON.stringify({ at: now(), ...line })}\n`)
  }
  return {
    path,
    intentions,
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
    sayingsOf: (id) => sayings.get(id) ?? [],
    close() {
      isClosed = true
      closeSync(file)
    },
  }
}
