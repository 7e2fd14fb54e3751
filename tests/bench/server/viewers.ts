// Phones that look at one map, in a process of their own: each asks what is taken as often as the app does. Run
// as `fork(viewers.ts, [port, subdomain, event, count])`. A message with a space's id is answered with how long
// it took until the last of them saw that space taken.
import { Agent, request } from 'node:http'
import { pollEveryMs } from '../../../src/app/features/events/buying/pollEvery.ts'

const [port, subdomain, event, count] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true, maxSockets: Number(count) })
const body = JSON.stringify({ action: 'get_event_availability', eventId: Number(event), subdomain })
const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }

let wanted = 0
let since = 0
let seen = new Set<number>()
let failed = 0

function ask(): Promise<{ success: boolean; taken: number[] }> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { port: Number(port), host: '127.0.0.1', path: '/dart/core', method: 'POST', agent, headers },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (part: string) => {
          text += part
        })
        answer.on('end', () => resolve(JSON.parse(text)))
      },
    )
    asked.on('error', reject)
    asked.end(body)
  })
}

async function look(viewer: number): Promise<void> {
  const { success, taken } = await ask()
  if (!success) failed += 1
  if (wanted === 0 || !success || !taken.includes(wanted)) return
  seen.add(viewer)
  if (seen.size < Number(count)) return
  process.send?.({ worstMs: performance.now() - since, failed })
  wanted = 0
}

process.on('message', (space: number) => {
  wanted = space
  since = performance.now()
  seen = new Set()
})

for (let viewer = 0; viewer < Number(count); viewer += 1) {
  // they have come at any moment
  setTimeout(
    () => {
      void look(viewer)
      setInterval(() => void look(viewer), pollEveryMs)
    },
    (viewer / Number(count)) * pollEveryMs,
  )
}
process.send?.('ready')
