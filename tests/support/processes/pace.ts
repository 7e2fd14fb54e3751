// Requests one path at an even pace and measures each answer, until its input ends. Run as `node pace.ts
// <port> <path> <connections> <everyMs>`; prints `{ count, failed, p50, p99 }` as JSON, times in ms.
import { openLightClient } from './lightClient.ts'

const [port, path = '', connections, everyMs] = process.argv.slice(2)
const times: number[] = []
let failed = 0
let isOver = false

process.stdin.resume().on('end', () => {
  isOver = true
})

await Promise.all(
  Array.from({ length: Number(connections) }, async (_, index) => {
    const client = openLightClient(Number(port))
    let dueAt = performance.now() + (index * Number(everyMs)) / Number(connections)
    while (!isOver) {
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueAt - performance.now())))
      const { status } = await client.get(path, ['Accept-Encoding: br'])
      if (status !== 200) failed += 1
      const now = performance.now()
      times.push(now - dueAt)
      // after a wait longer than a period it continues at once, and does not repeat the missed requests
      dueAt = Math.max(dueAt + Number(everyMs), now)
    }
    client.close()
  }),
)

times.sort((a, b) => a - b)
const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
console.log(JSON.stringify({ count: times.length, failed, p50: at(0.5), p99: at(0.99) }))
