import { describe, expect, it } from 'vitest'
import { createTurns, runAs, runFirst } from '../../../src/server/db/scope/turns.ts'

describe('turns with the database', () => {
  /** One turn is held until `open`; the others wait. Then their names are in `done`, in order. */
  function makeLine() {
    const takeTurn = createTurns(1)
    const gate = Promise.withResolvers<void>()
    const done: string[] = []
    const all: Promise<void>[] = [takeTurn(() => gate.promise)]
    return {
      done,
      ask(name: string, countFailures: () => number, caller = name): void {
        all.push(runAs({ caller, countFailures }, () => takeTurn(async () => void done.push(name))))
      },
      askFirst(name: string): void {
        all.push(runFirst(() => takeTurn(async () => void done.push(name))))
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
    expect(done.slice(0, 5)).toEqual(['the server', 'right 2', 'right 1', 'guess 0', 'right 0'])
    expect(done).toHaveLength(9)
  })

  it('are in the order of arrival for what one caller asks for, and for the server itself', async () => {
    const line = makeLine()
    for (const name of ['read', 'write', 'sign out']) line.ask(name, () => 0, 'one')
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

  it('go on after work that has failed', async () => {
    const takeTurn = createTurns(1)
    const failed = takeTurn(async () => Promise.reject(new Error('no')))
    const next = takeTurn(async () => 'next')
    await expect(failed).rejects.toThrow('no')
    expect(await next).toBe('next')
  })
})
