import { describe, expect, it } from 'vitest'
import { createTurns } from '../../../src/server/dispatch/semaphore.ts'

describe('turns', () => {
  const makeTurns = () => createTurns({ most: 2, longestQueue: 2, refuse: () => new Error('too many') })

  it('run as many at once as they may, the others in the order in which they came', async () => {
    const takeTurn = makeTurns()
    const begun: number[] = []
    const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>())
    const all = gates.map((gate, at) =>
      takeTurn(async () => {
        begun.push(at)
        await gate.promise
      }),
    )
    expect(begun).toEqual([0, 1])
    gates[1]?.resolve()
    await all[1]
    expect(begun).toEqual([0, 1, 2])
    for (const gate of gates) gate.resolve()
    await Promise.all(all)
    expect(begun).toEqual([0, 1, 2, 3])
  })

  it('refuse what would wait in too long a line, and pass on after a failure', async () => {
    const takeTurn = makeTurns()
    const gate = Promise.withResolvers<void>()
    const fail = async (): Promise<void> => {
      await gate.promise
      throw new Error('its own fault')
    }
    const failing = [takeTurn(fail), takeTurn(fail)]
    const waiting = [takeTurn(async () => 'third'), takeTurn(async () => 'fourth')]
    await expect(takeTurn(async () => 'fifth')).rejects.toThrow('too many')
    gate.resolve()
    for (const one of await Promise.allSettled(failing)) expect(one.status).toBe('rejected')
    expect(await Promise.all(waiting)).toEqual(['third', 'fourth'])
    expect(await takeTurn(async () => 'later')).toBe('later')
  })
})
