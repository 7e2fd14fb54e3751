// Lets only a few calls for one target run at a time in this process. The others wait in the order of arrival.
import { createSemaphore, type SemaphoreOptions } from './semaphore.ts'

/** Resolves when it is this call's turn, with what ends the turn. Rejects when too many wait already. */
export type TakeTargetTurn = (target: string) => Promise<() => void>

export function createTargetTurns(options: SemaphoreOptions): TakeTargetTurn {
  const targets = new Map<string, { takeTurn: ReturnType<typeof createSemaphore>; callers: number }>()
  return (target) => {
    const held = targets.get(target) ?? { takeTurn: createSemaphore(options), callers: 0 }
    targets.set(target, held)
    held.callers += 1
    return new Promise((resolve, reject) => {
      held
        .takeTurn(() => new Promise<void>((leave) => resolve(leave)))
        .catch(reject)
        .finally(() => {
          held.callers -= 1
          if (held.callers === 0) targets.delete(target)
        })
    })
  }
}
