import { describe, expect, it } from 'vitest'
import { type Asking, createRankedTurns } from '../../../src/server/dispatch/rankedTurns.ts'

describe('turns by rank', () => {
  /** One turn is taken and held until `open`; the others wait. Then their names are in `done`, in order. */
  function makeLine(longestQueue: number) {
    const { take } = createRankedTurns({ most: 1, longestQueue, refuse: () => new Error('too many') })
    const gate = Promise.withResolvers<void>()
    const done: string[] = []
    const refused: string[] = []
    const all = [take('known', () => gate.promise)]
    return {
      done,
      refused,
      ask(name: string, asking: Asking): void {
        const turn = take(asking, async () => void done.push(name))
        all.push(turn.catch(() => void refused.push(name)))
      },
      async open(): Promise<void> {
        gate.resolve()
        await Promise.all(all)
      },
    }
  }

  it('let known people go first, and a stranger in between, the one with the fewest failures', async () => {
    const { ask, open, done } = makeLine(20)
    for (let at = 0; at < 3; at += 1) ask(`guesser ${at}`, { countFailures: () => 5 })
    for (let at = 0; at < 6; at += 1) ask(`known ${at}`, 'known')
    ask('new device', { countFailures: () => 0 })
    await open()
    expect(done).toEqual([
      'known 0',
      'known 1',
      'known 2',
      'new device',
      'known 3',
      'known 4',
      'known 5',
      'guesser 0',
      'guesser 1',
      'guesser 2',
    ])
  })

  it('give a place in a full line to who ranks above the stranger with the most failures', async () => {
    const { ask, open, done, refused } = makeLine(3)
    ask('two failures', { countFailures: () => 2 })
    ask('nine failures', { countFailures: () => 9 })
    ask('nine failures, later', { countFailures: () => 9 })
    ask('none', { countFailures: () => 0 })
    ask('known', 'known')
    ask('nine failures, too late', { countFailures: () => 9 })
    for (let at = 0; at < 3; at += 1) ask(`known ${at}`, 'known')
    await open()
    expect(done).toEqual(['known', 'known 0', 'known 1'])
    expect(refused.sort()).toEqual([
      'known 2',
      'nine failures',
      'nine failures, later',
      'nine failures, too late',
      'none',
      'two failures',
    ])
  })

  it('go on after work that fails', async () => {
    const { take } = createRankedTurns({ most: 1, longestQueue: 1, refuse: () => new Error('too many') })
    const failing = take('known', async () => Promise.reject(new Error('its own fault')))
    const next = take({ countFailures: () => 0 }, async () => 'next')
    await expect(failing).rejects.toThrow('its own fault')
    expect(await next).toBe('next')
    expect(await take('known', async () => 'later')).toBe('later')
  })
})
