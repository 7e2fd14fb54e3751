// Reads the bodies of requests, and bounds what unfinished ones hold of the memory.
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { bodyLimits } from '../../../contract/define.ts'
import { Failure } from '../../../contract/failures.ts'
import {
  bodyRetrySeconds,
  leastBodyBytes,
  mostDiscardedBytes,
  sendersLookedUpAtOnce,
  slowBodyMs,
} from '../../limits/machine.ts'
import { toPeer } from '../../throttle/peer.ts'
import { type BodyOwner, type BodyPlace, createBodyPlaces } from './bodyPlaces.ts'

/** Only bodies above this size need a place. Nearly all calls are far smaller. */
const largeBytes = bodyLimits.plain

/** Fails as soon as it is known that the body is too large. The rest of it is thrown away. */
export type ReadBody = (request: FastifyRequest, mostBytes: number) => Promise<Buffer>

export interface BodyReaderParts {
  /**
   * A name for what the request's sign-in or grant proves, null if it is not valid. Undefined without one: then nothing
   * is looked up.
   */
  findCaller?(request: FastifyRequest): Promise<string | null> | undefined
  /** Milliseconds that only grow. */
  elapsed?(): number
}

export function createBodyReader({ findCaller, elapsed }: BodyReaderParts = {}): ReadBody {
  const places = createBodyPlaces(elapsed ?? (() => performance.now()))
  let lookUps = 0

  /** Undefined for a stranger. */
  function lookUp(request: FastifyRequest): Promise<BodyOwner | undefined> | undefined {
    const found = lookUps < sendersLookedUpAtOnce ? findCaller?.(request) : undefined
    if (found === undefined) return undefined
    lookUps += 1
    return found
      .then((name) => (name === null ? undefined : { name, isKnown: true }))
      .catch(() => undefined)
      .finally(() => {
        lookUps -= 1
      })
  }

  return async (request, mostBytes) => {
    const { raw } = request
    const body = collect(raw)
    let state: 'small' | 'asking' | 'large' | 'ended' = 'small'
    let place: BodyPlace | undefined

    function enter(owner: BodyOwner): void {
      if (state === 'ended') return
      state = 'large'
      place = places.enter(owner, () => body.refuse(tooSlow()))
      if (place === undefined) body.refuse(tooMany())
    }

    function requestPlace(): void {
      const stranger = { name: toPeer(request.ip), isKnown: false }
      const known = lookUp(request)
      if (known === undefined) {
        enter(stranger)
        return
      }
      // nothing more is read before it is known whose it is
      state = 'asking'
      raw.pause()
      void known.then((owner) => {
        enter(owner ?? stranger)
        raw.resume()
      })
    }

    body.hear((bytes, added) => {
      place?.note(added)
      if (bytes > mostBytes) body.refuse(tooLarge())
      else if (bytes > largeBytes && state === 'small') requestPlace()
    })
    if (Number(request.headers['content-length']) > mostBytes) body.refuse(tooLarge())
    // a small one keeps nobody out, however weak the signal of a phone in a field is
    const watch = watchSpeed(body, () => state === 'large')
    try {
      return await body.whole
    } finally {
      state = 'ended'
      watch.end()
      place?.leave()
    }
  }
}

interface Collected {
  readonly whole: Promise<Buffer>
  count(): number
  /** `heard` gets the number of all bytes so far, and of those that have just come. */
  hear(heard: (bytes: number, added: number) => void): void
  /** Ends it. What still comes is thrown away. */
  refuse(failure: Failure): void
}

function collect(stream: Readable): Collected {
  let held = Buffer.alloc(0)
  let bytes = 0
  let isRefused = false
  let heard: (bytes: number, added: number) => void = () => {}
  const { promise: whole, resolve, reject } = Promise.withResolvers<Buffer>()
  stream.on('data', (chunk: Buffer) => {
    const before = bytes
    bytes += chunk.length
    if (!isRefused) heard(bytes, chunk.length)
    if (!isRefused) held = append(held, before, chunk)
    else if (bytes > mostDiscardedBytes) stream.destroy()
  })
  stream.on('end', () => resolve(held.subarray(0, bytes)))
  stream.on('error', reject)
  stream.on('close', () => {
    if (!stream.readableEnded) reject(new Failure('bad-json', 'The request was cut off.'))
  })
  return {
    whole,
    count: () => bytes,
    hear(next) {
      heard = next
    },
    refuse(failure) {
      isRefused = true
      held = Buffer.alloc(0)
      reject(failure)
    },
  }
}

/** Ends the body when too little of it comes. */
function watchSpeed(body: Collected, isRead: () => boolean): { end(): void } {
  let before = 0
  let since = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    // if this process had no time itself, what has come meanwhile has not been read yet
    const isLate = now - since > slowBodyMs * 1.1
    since = now
    const came = body.count() - before
    before = body.count()
    if (!isLate && isRead() && came < leastBodyBytes) body.refuse(tooSlow())
  }, slowBodyMs).unref()
  return { end: () => clearInterval(timer) }
}

/** A list of chunks would hold 200 bytes for each chunk, and a stranger may send chunks of one byte. */
function append(held: Buffer<ArrayBuffer>, used: number, chunk: Buffer): Buffer<ArrayBuffer> {
  const needed = used + chunk.length
  const grown = needed <= held.length ? held : Buffer.alloc(Math.max(needed, 2 * held.length))
  if (grown !== held) held.copy(grown, 0, 0, used)
  chunk.copy(grown, used)
  return grown
}

function tooLarge(): Failure {
  return new Failure('body-too-large', 'The request is too large.')
}

function tooMany(): Failure {
  return new Failure('too-many-requests', 'Too many large requests at once. Please try again in a moment.', {
    retryAfter: bodyRetrySeconds,
  })
}

/** Also of a body that gives way to another one. */
function tooSlow(): Failure {
  return new Failure('body-too-slow', 'The request came too slowly. Please try again.', {
    retryAfter: bodyRetrySeconds,
  })
}
