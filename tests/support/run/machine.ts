// How fast this machine is now, by a fixed piece of work.
import { createHash } from 'node:crypto'

/** Processor milliseconds of one turn on the machine that the times in `budgets.ts` are from. */
const referenceMs = 12
const turns = 61

/** 1 on the machine of the budgets, 2 on one that takes twice as long. Takes about a second. */
export function measureSlowness(): number {
  const times = Array.from({ length: turns }, () => {
    const before = process.threadCpuUsage()
    work()
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  }).sort((a, b) => a - b)
  return (times[Math.floor(turns / 2)] ?? referenceMs) / referenceMs
}

/** What tests do most: objects to text and back, searching in text, sorting, hashing. */
function work(): void {
  const rows = Array.from({ length: 12_000 }, (_, at) => ({
    id: (at * 7919) % 12_007,
    name: `member ${at}`,
    tags: [`tag ${at % 7}`, `tag ${at % 11}`],
  }))
  const text = JSON.stringify(rows)
  const read = (JSON.parse(text) as typeof rows).sort((a, b) => a.id - b.id)
  const found = [...text.matchAll(/"name":"member (\d*[02468])"/g)].length
  createHash('sha256')
    .update(text.repeat(8))
    .update(String(read.length + found))
    .digest('hex')
}
