// Measures a bench round by round. With another checkout the two take turns, so that what else the machine does
// meets both.
import type { Measured } from './print.ts'
import { type Reading, toRows } from './rows.ts'
import type { Bench, Meter, Subject } from './subject.ts'

const usualRounds = 5

export interface Turns {
  readonly name: string
  readonly bench: Bench
  /** This checkout, and the other if there is one. */
  readonly subjects: readonly [Subject, ...Subject[]]
  /** In place of the bench's own. */
  readonly rounds?: number | undefined
}

export async function takeTurns({ name, bench, subjects, rounds }: Turns): Promise<Measured> {
  const startedAt = performance.now()
  const warmUps = bench.warmUps ?? 0
  const turns = warmUps + (rounds ?? bench.rounds ?? usualRounds)
  const meters: Meter[] = []
  const ends: (() => unknown)[] = []
  try {
    const [own, ...others] = subjects
    const open = (subject: Subject) => bench.open(subject, { turns, atEnd: (end) => ends.unshift(end) })
    meters.push(await open(own))
    for (const other of others) {
      const opened = await open(other).catch((error: unknown) => {
        // an older checkout may lack what the row is about
        console.error(`${name}: the other checkout cannot be measured, only this one:`, error)
      })
      if (opened !== undefined) meters.push(opened)
    }
    const readings = meters.map((): Reading[][] => [])
    for (let turn = 0; turn < turns; turn += 1) {
      for (const [at, meter] of meters.entries()) {
        const read = await meter.measure()
        if (turn >= warmUps) readings[at]?.push(read)
      }
    }
    const faults: (string | undefined)[] = []
    for (const meter of meters) faults.push(await meter.check?.())
    const [ours = [], theirs] = readings.map((read, at) => toRows(read, faults[at]))
    return { bench: name, seconds: (performance.now() - startedAt) / 1000, ours, theirs }
  } finally {
    for (const end of ends) await end()
  }
}
