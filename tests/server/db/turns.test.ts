import { describe, expect, it } from 'vitest'
import { createTurns, runAs, runFirst, type TurnOptions } from '../../../src/server/db/scope/turns.ts'

describe('turns', () => {
  /** One turn is held until `open`; the others wait. Then their names are in `done`, in order. */
  function makeLine(options: Partial<TurnOptions> = {}) {
    const turns = createTurns({ most: 1, refuse: () => new Error('too many'), ...options })
    const gate = Promise.withResolvers<void>()
    const done: string[] = []
    const refused: string[] = []
    const all: Promise<void>[] = [turns.take(() => gate.promise)]
    const take = (name: string) => turns.take(async () => void done.push(name))
    return {
      done,
      refused,
      turns,
      ask(name: string, countFailures: () => number): void {
        const asked = runAs({ countFailures }, () => take(name))
        all.push(asked.catch(() => void refused.push(name)))
      },
      askFirst(name: string): void {
        all.push(runFirst(() => take(name)))
      },
      async open(): Promise<string[]> {
        gate.resolve()
        await Promise.all(all)
        return done
      },
    }
  }

  it('are for who has failed least when the turn comes, and each fourth for who has waited longest', async () => {
    const line = makeLine()
    let failures = 0
    for (let at = 0; at < 5; at += 1) line.ask(`guess ${at}`, () => failures)
    for (let at = 0; at < 3; at += 1) line.ask(`right ${at}`, () => 1)
    line.askFirst('the server')
    // they have failed while they waited
    failures = 9
    const done = await line.open()
    expect(done.slice(0, 5)).toEqual(['the server', 'right 0', 'right 1', 'guess 0', 'right 2'])
    expect(done).toHaveLength(9)
  })

  it('are in the order of arrival among equals', async () => {
    const line = makeLine()
    for (const name of ['read', 'write', 'sign out']) line.ask(name, () => 0)
    for (let at = 0; at < 3; at += 1) line.askFirst(`mail ${at}`)
    expect(await line.open()).toEqual(['mail 0', 'mail 1', 'mail 2', 'read', 'write', 'sign out'])
  })

  it('leave time to read whoever comes meanwhile, who then goes first', async () => {
    const line = makeLine()
    for (let at = 0; at < 6; at += 1) line.ask(`guess ${at}`, () => 9)
    setImmediate(() => line.ask('right', () => 0))
    await line.open()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(line.done.indexOf('right')).toBeLessThan(3)
  })

  it('in a full line, go to who has failed less than somebody who waits', async () => {
    const line = makeLine({ longestQueue: 3 })
    line.ask('two failures', () => 2)
    line.ask('nine failures', () => 9)
    line.ask('nine failures, later', () => 9)
    line.ask('none', () => 0)
    line.ask('one', () => 1)
    line.ask('nine failures, too late', () => 9)
    expect(line.turns.countWaiting()).toBe(3)
    expect(await line.open()).toEqual(['none', 'one', 'two failures'])
    expect(line.refused.sort()).toEqual(['nine failures', 'nine failures, later', 'nine failures, too late'])
  })

  it('are as many at once as are given, and go on after work that fails', async () => {
    const turns = createTurns({ most: 2, longestQueue: 2, refuse: () => new Error('too many') })
    const begun: number[] = []
    const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>())
    const all = gates.map((gate, at) =>
      turns.take(async () => {
        begun.push(at)
        await gate.promise
      }),
    )
    expect(begun).toEqual([0, 1])
    await expect(turns.take(async () => 'fifth')).rejects.toThrow('too many')
    gates[1]?.reject(new Error('its own fault'))
    await expect(all[1]).rejects.toThrow('its own fault')
    await expect.poll(() => begun).toEqual([0, 1, 2])
    for (const gate of gates) gate.resolve()
    await Promise.allSettled(all)
    expect(begun).toEqual([0, 1, 2, 3])
    expect(await turns.take(async () => 'later')).toBe('later')
  })
})
