// Pictures and files through an object storage, beside the same on this machine's disk, by turns in one run; and
// what score sheets and ballots wait while the storage is ill.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import type { Product } from '../../support/browsers/product.ts'
import { openLightClient } from '../../support/processes/lightClient.ts'
import type { Reading } from '../rows.ts'
import type { Bench, Opening, Subject } from '../subject.ts'
import { type MemoryFigures, pictures, together } from './figures.ts'
import { openMeanwhile } from './meanwhile.ts'
import { type BenchStorage, openBenchStorage } from './place.ts'

const readers = 8
const warmRounds = 5
const fileBytes = 20_000_000
const downloads = 3

export const storage: Bench = {
  rounds: 3,
  warmUps: 1,
  async open(subject, opening) {
    const place = await openBenchStorage()
    opening.atEnd(place.close)
    const disk = await startWithFile(subject, opening)
    const stored = await startWithFile(subject, opening)
    await moveInto(stored, place)
    const meanwhile = await openMeanwhile(subject, opening)
    const addresses = listPictures(disk)
    const notes = [`through ${place.name}`]
    return {
      async measure() {
        const ours = { ...(await readPictures(stored, addresses)), file: await download(stored) }
        const theirs = { ...(await readPictures(disk, addresses)), file: await download(disk) }
        const [uploads, uploadsOnDisk] = [
          await work<number>('uploads', place.env),
          await work<number>('uploads'),
        ]
        const memory = await work<MemoryFigures>('memory', place.env)
        const memoryOnDisk = await work<MemoryFigures>('memory')
        const compare = (
          id: string,
          what: string,
          [one, other]: readonly [number, number],
          unit: string,
          atLeast: number,
        ): Reading => ({
          ...{ id, what, beside: "the same from this machine's disk", figure: one / other, unit: 'times' },
          ...{ goal: { atLeast }, notes },
          more: { itself: [one, unit], 'on the disk': [other, unit] },
        })
        return [
          compare(
            'picture-cold',
            `pictures that this process has not kept yet, ${readers} at once`,
            [ours.cold, theirs.cold],
            'a second',
            0.3,
          ),
          compare('picture-warm', 'the same pictures again', [ours.warm, theirs.warm], 'a second', 0.8),
          compare('file', 'a file of 20 MB is downloaded', [ours.file, theirs.file], 'MB a second', 0.3),
          compare(
            'uploads',
            `${pictures} pictures of 1200 by 800 are read, written in three widths and stored, 8 at once`,
            [uploads, uploadsOnDisk],
            'a second',
            0.3,
          ),
          toMemoryReading(memory, memoryOnDisk, notes),
          ...(await meanwhile.measure()),
        ]
      },
    }
  },
}

function toMemoryReading(memory: MemoryFigures, onDisk: MemoryFigures, notes: readonly string[]): Reading {
  const { up, down, upTogether, downTogether, rest } = memory
  return {
    id: 'memory',
    what: `what a process takes beyond its rest while a file of 20 MB goes up, comes down, and ${together} do at once`,
    beside: 'its memory at rest',
    figure: Math.max(up, down, upTogether, downTogether),
    unit: 'MB',
    goal: { atMost: 10 },
    notes,
    more: {
      up: [up, 'MB'],
      down: [down, 'MB'],
      [`${together} up`]: [upTogether, 'MB'],
      [`${together} down`]: [downTogether, 'MB'],
      'at rest': [rest, 'MB'],
      'the most on the disk': [Math.max(...Object.values({ ...onDisk, rest: 0 })), 'MB'],
    },
  }
}

/** The demo club with a file that it shares. */
async function startWithFile(subject: Subject, { atEnd }: Opening): Promise<Product> {
  // no app: nothing here needs one
  const product = await subject.startProduct({
    appDir: import.meta.dirname,
    env: { TRUSTED_PROXY: '127.0.0.1' },
  })
  atEnd(product.dispose)
  const folder = mkdtempSync(join(tmpdir(), 'showfield-bench-'))
  const path = join(folder, 'Large.pdf')
  writeFileSync(path, randomBytes(fileBytes))
  const [{ subdomain = '' } = {}] = product.demo.tenants
  await run(product, 'files', 'add', path, '--tenant', subdomain)
  rmSync(folder, { recursive: true })
  return product
}

/** As an operator moves it. */
async function moveInto(product: Product, { env }: BenchStorage): Promise<void> {
  const { STORAGE_URL = '', ...credentials } = env
  await product.stop()
  await product.start(credentials)
  await run(product, 'storage', 'copy', '--to', STORAGE_URL)
  await product.stop()
  for (const name of ['pictures', 'files']) rmSync(join(product.dataDir, name), { recursive: true })
  await product.start(env)
}

async function run(product: Product, ...words: string[]): Promise<void> {
  const { code, output } = await product.club(...words)
  if (code !== 0) throw new Error(`${words.join(' ')}: ${output}`)
}

/** The address of each width of each picture that everybody sees. */
function listPictures({ dataDir, demo }: Product): string[] {
  const [{ subdomain = '' } = {}] = demo.tenants
  return readdirSync(join(dataDir, 'pictures', 'public'), { recursive: true, encoding: 'utf8' })
    .map((name) => /([0-9a-f]{40})-(\d+)\.webp$/.exec(name))
    .flatMap((found) =>
      found === null ? [] : [`/media/${found[1]}.webp?w=${found[2]}&subdomain=${subdomain}`],
    )
    .sort()
}

/** How many a second, as a process gets them that has kept none, and then again. */
async function readPictures(
  { dataDir, port }: Product,
  addresses: readonly string[],
): Promise<{ cold: number; warm: number }> {
  rmSync(join(dataDir, 'cache'), { recursive: true, force: true })
  const agent = new Agent({ keepAlive: true, maxSockets: readers })
  const readAll = async (all: readonly string[]): Promise<number> => {
    let next = 0
    const startedAt = performance.now()
    await Promise.all(
      Array.from({ length: readers }, async () => {
        while (next < all.length) {
          const address = all[next] ?? ''
          next += 1
          const asked = get({ host: '127.0.0.1', port, path: address, agent })
          const [answer] = (await once(asked, 'response')) as [IncomingMessage]
          const { length } = await buffer(answer)
          if (answer.statusCode !== 200 || length === 0)
            throw new Error(`${address} was answered with ${answer.statusCode}`)
        }
      }),
    )
    return (all.length * 1000) / (performance.now() - startedAt)
  }
  const cold = await readAll(addresses)
  const warm = await readAll(Array.from({ length: warmRounds }, () => addresses).flat())
  agent.destroy()
  return { cold, warm }
}

/** MB a second, from a member's link. */
async function download({ origin, port, demo }: Product): Promise<number> {
  const [{ subdomain = '', members = [] } = {}] = demo.tenants
  const member = members.find(({ role, password }) => role !== 'expired' && password !== undefined)
  const client = openLightClient(port)
  const login = { username: member?.email, password: member?.password, ttl: 24 }
  const { headers } = await client.call({ action: 'member_login', subdomain, ...login })
  const token = /\r\nx-dart-token: *(\S+)/i.exec(headers)?.[1] ?? ''
  const answer = await client.call({ action: 'get_media', subdomain, shared: true }, { token })
  client.close()
  const { media } = JSON.parse(answer.text) as { media: { name: string; url: string }[] }
  const url = new URL(media.find(({ name }) => name === 'Large')?.url ?? '', origin)
  const startedAt = performance.now()
  for (let time = 0; time < downloads; time += 1) {
    const content = await (await fetch(url)).arrayBuffer()
    if (content.byteLength !== fileBytes) throw new Error(`the file came with ${content.byteLength} bytes`)
  }
  return (downloads * fileBytes) / 1e3 / (performance.now() - startedAt)
}

async function work<Figures>(what: string, env: Readonly<Record<string, string>> = {}): Promise<Figures> {
  const args = ['--expose-gc', join(import.meta.dirname, 'work.ts'), what]
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return JSON.parse(await text(child.stdout)) as Figures
}
