// Fetches the app's files: several at a time, each with tries of its own, and only those that are not there yet.
import { fetchWhole } from '../src/offline/files/fetchWhole.ts'
import type { Tier } from './tiers.ts'

/** A line of the list that the build writes into the worker. */
export interface AppFile {
  /** Without a slash at the front. */
  url: string
  /** Null if the name has a hash of the content. */
  revision: string | null
  bytes: number
  tier: Tier
}

/** The part of cache, fetch and clock that this file needs. */
export interface FileDevice {
  /** Paths of the files that are saved already. */
  list(): Promise<ReadonlySet<string>>
  /** The same file of another build. */
  findEarlier(path: string): Promise<Response | undefined>
  save(path: string, answer: Response): Promise<void>
  fetch(path: string, init: RequestInit): Promise<Response>
  wait(ms: number): Promise<void>
}

/** As many as a browser opens connections. */
const mostAtOnce = 6
/** How long to wait before each further try of one file. */
const waitsMs = [1_000, 4_000]

export function toPath({ url }: AppFile): string {
  return `/${url}`
}

/**
 * Saves the files, and tells how many there are after each. Fails if one of them could not be had, but not
 * before all others are there: the next call fetches only what is missing.
 */
export async function saveFiles(
  files: readonly AppFile[],
  device: FileDevice,
  report: (saved: number) => void,
  atOnce = mostAtOnce,
): Promise<void> {
  const present = await device.list()
  const waiting = files.filter((file) => !present.has(toPath(file)))
  let missing = waiting.length
  const faults: unknown[] = []
  report(files.length - missing)
  async function work(): Promise<void> {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      try {
        await saveFile(file, device)
        missing -= 1
        report(files.length - missing)
      } catch (error) {
        faults.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} files of the app did not come`)
}

async function saveFile(file: AppFile, device: FileDevice): Promise<void> {
  const path = toPath(file)
  const earlier = file.revision === null ? await device.findEarlier(path) : undefined
  if (earlier !== undefined) return device.save(path, earlier)
  for (const [tried, waitMs] of [...waitsMs, undefined].entries()) {
    try {
      return await device.save(path, await fetchFile(file, device, tried > 0))
    } catch (error) {
      if (waitMs === undefined) throw error
      await device.wait(waitMs)
    }
  }
}

/**
 * The browser's own cache answers what the page has loaded already: the name tells that it is the same. A
 * further try goes past it, because a network's sign-in page may be in it.
 */
async function fetchFile(file: AppFile, device: FileDevice, isRetry: boolean): Promise<Response> {
  const cache = file.revision !== null ? 'no-cache' : isRetry ? 'reload' : 'default'
  // the page's own requests go first
  const { answer, bytes } = await fetchWhole(toPath(file), { cache, priority: 'low' }, device.fetch)
  if (answer.status !== 200 || answer.redirected) throw new TypeError(`${file.url}: ${answer.status}`)
  if (bytes.byteLength !== file.bytes) throw new TypeError(`${file.url}: ${bytes.byteLength} bytes`)
  return toAnswer(bytes, answer.headers)
}

function toAnswer(content: BodyInit, from: HeadersInit): Response {
  const headers = new Headers(from)
  // of the bytes on the wire, not of these
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  return new Response(content, { headers })
}
