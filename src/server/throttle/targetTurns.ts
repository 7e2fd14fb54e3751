// Lets only a few calls for one target run at a time in this process. The others wait for their turn.
import { createTurns, type TurnOptions, type Turns } from '../db/scope/turns.ts'

/** Resolves when it is this call's turn, with what ends the turn. Rejects when too many wait already. */
export type TakeTargetTurn = (target: string) => Promise<() => void>

export function createTargetTurns(options: TurnOptions): TakeTargetTurn {
  const targets = new Map<string, { turns: Turns; callers: number }>()
  return (target) => {
    const held = targets.get(target) ?? { turns: createTurns(options), callers: 0 }
    targets.set(target, held)
    held.callers += 1
    return new Promise((resolve, reject) => {
      held.turns
        .take(() => new Promise<void>((leave) => resolve(leave)))
        .catch(reject)
        .finally(() => {
          held.callers -= 1
          if (held.callers === 0) targets.delete(target)
        })
    })
  }
}
