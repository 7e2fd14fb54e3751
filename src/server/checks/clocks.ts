// This machine's clock beside those of the others.
import { secondMs } from '../../domain/time.ts'
import { largestClockGapMs } from '../limits/times.ts'
import { type Finding, fault, good } from './finding.ts'

/** What one of them said, and ours at the same moment, in epoch milliseconds. */
export interface Clock {
  readonly of: string
  readonly theirMs: number
  readonly ourMs: number
}

/** What others say of the time, against ours. */
export function judgeClocks(clocks: readonly Clock[]): Finding[] {
  if (clocks.length === 0) return []
  const gaps = clocks.map(({ of, theirMs, ourMs }) => ({ of, gapMs: ourMs - theirMs }))
  const wrong = gaps.filter(({ gapMs }) => Math.abs(gapMs) > largestClockGapMs)
  if (wrong.length === 0)
    return [good(`This machine's clock agrees with ${gaps.map(({ of }) => of).join(', ')}.`)]
  const told = wrong.map(
    ({ of, gapMs }) =>
      `${Math.round(Math.abs(gapMs) / secondMs)} seconds ${gapMs > 0 ? 'after' : 'before'} ${of}`,
  )
  return [
    fault(
      `This machine's clock is ${told.join(' and ')}: codes and payments that depend on time fail, and where several machines work for one database, some work is done twice. Set it by NTP (timedatectl set-ntp true).`,
    ),
  ]
}
