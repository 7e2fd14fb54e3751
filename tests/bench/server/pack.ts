// Row 1: the event pack as served, beside bare node:http that sends the same bytes.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type Bench, findShow } from '../subject.ts'

const seconds = 2
const connections = 32

async function load(port: number, path: string): Promise<number> {
  const args = [
    join(import.meta.dirname, 'load.ts'),
    String(port),
    path,
    String(connections),
    String(seconds),
  ]
  const child = spawn(process.execPath, [...args, 'Accept-Encoding: br'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (data) => {
    output += data
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error('the load ended with an error')
  return Number(output)
}

/** A thread of its own, so that each server has its own event loop. */
async function startBare(body: Uint8Array): Promise<{ port: number; stop(): Promise<number> }> {
  const worker = new Worker(new URL(import.meta.url), { workerData: { bare: body } })
  const [port] = await once(worker, 'message')
  return { port, stop: () => worker.terminate() }
}

export const pack: Bench = {
  warmUps: 1,
  async open(subject, { atEnd }) {
    const product = await subject.shareProduct()
    const { tenant, event } = findShow(product)
    const path = `/dart/pack/${event.id}?subdomain=${tenant.subdomain}`
    const answer = await fetch(product.origin + path, { headers: { 'Accept-Encoding': 'br' } })
    const length = Number(answer.headers.get('content-length'))
    await answer.arrayBuffer()
    if (answer.headers.get('content-encoding') !== 'br') throw new Error('the pack did not come as brotli')
    const bare = await startBare(new Uint8Array(length).fill(120))
    atEnd(bare.stop)
    return {
      async measure() {
        const ours = await load(product.port, path)
        const limit = await load(bare.port, path)
        return [
          {
            id: 'served',
            what: `event pack served, ${connections} connections`,
            beside: 'bare node:http, same number of bytes',
            figure: ours / limit,
            unit: 'times',
            goal: { atLeast: 0.9 },
            more: { itself: [ours, 'a second'], pack: [length / 1024, 'kB brotli'] },
          },
        ]
      },
    }
  },
}

const { workerData, parentPort } = await import('node:worker_threads')
if (workerData?.bare !== undefined) {
  const body = Buffer.from(workerData.bare)
  const headers = {
    'content-type': 'application/json',
    'content-encoding': 'br',
    'content-length': String(body.length),
  }
  const server = createServer((_request, response) => {
    response.writeHead(200, headers)
    response.end(body)
  }).listen(0, '127.0.0.1', () => {
    const address = server.address()
    if (address !== null && typeof address !== 'string') parentPort?.postMessage(address.port)
  })
}
