// Reads the bodies of requests, and bounds what unfinished ones hold of the memory.
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { bodyLimits } from '../../contract/define.ts'
import { Failure } from '../../contract/failures.ts'
import { toPeer } from '../auth/peer.ts'

/** A refused body is still read up to here, so that the sender can read the answer. */
export const mostDiscarded = 64 * 1024 * 1024
/** Only bodies above this size are counted. Nearly all calls are far smaller. */
const largeBytes = bodyLimits.plain
/** A venue's phones share an address, but they seldom send a large batch in the same second. */
const mostLargeOfPeer = 16
const mostLarge = 128
const retrySeconds = 5

/** Fails as soon as it is known that the body is too large. The rest of it is thrown away. */
export type ReadBody = (request: FastifyRequest, mostBytes: number) => Promise<Buffer>

export function createBodyReader(): ReadBody {
  /** Large bodies that are being read, by the sender's address. */
  const large = new Map<string, number>()
  let allLarge = 0

  function enter(peer: string): void {
    const ofPeer = large.get(peer) ?? 0
    if (ofPeer >= mostLargeOfPeer || allLarge >= mostLarge) {
      throw new Failure(
        'too-many-requests',
        'Too many large requests at once. Please try again in a moment.',
        {
          retryAfter: retrySeconds,
        },
      )
    }
    large.set(peer, ofPeer + 1)
    allLarge += 1
  }

  function leave(peer: string): void {
    const rest = (large.get(peer) ?? 0) - 1
    if (rest > 0) large.set(peer, rest)
    else large.delete(peer)
    allLarge -= 1
  }

  return async (request, mostBytes) => {
    const peer = toPeer(request.ip)
    let isLarge = false
    const check = (bytes: number): void => {
      if (bytes > mostBytes) throw new Failure('body-too-large', 'The request is too large.')
      if (isLarge || bytes <= largeBytes) return
      enter(peer)
      isLarge = true
    }
    const declared = Number(request.headers['content-length'])
    try {
      return await collect(request.raw, declared > mostBytes ? declared : 0, check)
    } finally {
      if (isLarge) leave(peer)
    }
  }
}

/** `check` gets a count of bytes, and throws when a body may not have so many. */
function collect(stream: Readable, declared: number, check: (bytes: number) => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let held = Buffer.alloc(0)
    let bytes = 0
    let isRefused = false
    const take = (count: number): void => {
      try {
        check(count)
      } catch (refusal) {
        isRefused = true
        held = Buffer.alloc(0)
        reject(refusal)
      }
    }
    stream.on('data', (chunk: Buffer) => {
      const before = bytes
      bytes += chunk.length
      if (!isRefused) take(bytes)
      if (!isRefused) held = append(held, before, chunk)
      else if (bytes > mostDiscarded) stream.destroy()
    })
    stream.on('end', () => resolve(held.subarray(0, bytes)))
    stream.on('error', reject)
    stream.on('close', () => {
      if (!stream.readableEnded) reject(new Failure('bad-json', 'The request was cut off.'))
    })
    take(declared)
  })
}

/** A list of chunks would hold 200 bytes for each chunk, and a stranger may send chunks of one byte. */
function append(held: Buffer<ArrayBuffer>, used: number, chunk: Buffer): Buffer<ArrayBuffer> {
  const needed = used + chunk.length
  const grown = needed <= held.length ? held : Buffer.alloc(Math.max(needed, 2 * held.length))
  if (grown !== held) held.copy(grown, 0, 0, used)
  chunk.copy(grown, used)
  return grown
}
