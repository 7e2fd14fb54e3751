// Loaded into a server before its own code: from CLOCK_FROM on, in epoch milliseconds, the process's clock goes
// CLOCK_RATE times as fast. What it does every ten seconds or less often keeps to that clock.
const RealDate = Date
const realInterval = setInterval
const from = Number(process.env.CLOCK_FROM ?? RealDate.now())
const rate = Number(process.env.CLOCK_RATE ?? 1)
const shortestMs = 10_000

class FastDate extends RealDate {
  constructor(...given: [] | ConstructorParameters<typeof Date>) {
    if (given.length === 0) super(FastDate.now())
    else super(...given)
  }
  static override now(): number {
    return Math.floor(from + (RealDate.now() - from) * rate)
  }
}
globalThis.Date = FastDate as DateConstructor

globalThis.setInterval = ((work: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
  realInterval(work, ms >= shortestMs ? ms / rate : ms, ...args)) as typeof setInterval
