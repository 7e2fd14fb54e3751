// Reading a request's body: how much of it, and which JSON, before anything looks at what it says.
import type { Readable } from 'node:stream'
import { bodyLimits } from '../../contract/define.ts'
import { Failure } from '../../contract/failures.ts'

/** A body beyond its limit is still taken from the wire up to here, so that the sender reads its answer. */
export const mostDiscarded = 64 * 1024 * 1024
/** No input of ours nests deeper than a club's page does; recursion over a body is safe within it. */
export const deepestJson = 48
const largestBody = bodyLimits.pictures
/** Below this, parsing costs nothing worth measuring first (rules/security 1.1). */
const alwaysParsed = bodyLimits.plain
/** The most that may be anything but pictures. */
const mostWithoutPictures = bodyLimits.batch
const pictureStart = Buffer.from('"data:image/')
const quote = 0x22
const backslash = 0x5c
const forbiddenNames: ReadonlySet<string> = new Set(['__proto__', 'constructor'])

function tooLarge(): Failure {
  return new Failure('body-too-large', 'The request is too large.')
}

/** Fails with `body-too-large` as soon as that is known; what then still comes is thrown away. */
export function readBody(stream: Readable, declaredBytes: number | null): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    let isTooLarge = false
    const refuse = (): void => {
      isTooLarge = true
      chunks.length = 0
      reject(tooLarge())
    }
    stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (!isTooLarge && bytes > largestBody) refuse()
      if (!isTooLarge) chunks.push(chunk)
      else if (bytes > mostDiscarded) stream.destroy()
    })
    stream.on('end', () => resolve(Buffer.concat(chunks)))
    stream.on('error', reject)
    stream.on('close', () => {
      if (!stream.readableEnded) reject(new Failure('bad-json', 'The request was cut off.'))
    })
    if (declaredBytes !== null && declaredBytes > largestBody) refuse()
  })
}

/** The JSON object of a body, with nothing in it that could harm whoever copies or recurses into it. */
export function parseBody(json: Uint8Array): Record<string, unknown> {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength)
  if (bytes.length > alwaysParsed && measureWithoutPictures(bytes) > mostWithoutPictures) throw tooLarge()
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new Failure('bad-json', 'The request is not JSON.')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Failure('bad-json', 'The request is not a JSON object.')
  }
  requireHarmless(value)
  return value as Record<string, unknown>
}

/** 6 MB of nested brackets block the process for half a second, 6 MB of a picture for 5 ms (rules/security 1.1). */
function measureWithoutPictures(bytes: Buffer): number {
  let rest = bytes.length
  let from = 0
  for (;;) {
    const start = bytes.indexOf(pictureStart, from)
    if (start === -1) return rest
    const end = bytes.indexOf(quote, start + pictureStart.length)
    if (end === -1) return rest
    // with a backslash before it the quote found is perhaps not the end: then all of it counts
    if (!bytes.subarray(start, end).includes(backslash)) rest -= end - start
    from = end + 1
  }
}

function requireHarmless(root: object): void {
  const open: { value: object; depth: number }[] = [{ value: root, depth: 1 }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next
    if (depth > deepestJson) throw new Failure('bad-json', 'The request is nested too deeply.')
    const isArray = Array.isArray(value)
    for (const name of Object.keys(value)) {
      if (!isArray && forbiddenNames.has(name))
        throw new Failure('bad-json', 'The request has a forbidden name in it.')
      const member: unknown = (value as Record<string, unknown>)[name]
      // PostgreSQL's text cannot hold it, and no person types it
      if (name.includes('\0') || (typeof member === 'string' && member.includes('\0'))) {
        throw new Failure('invalid-input', 'The request holds a character that cannot be stored.', {
          faults: [{ path: name.replaceAll('\0', ''), message: 'holds a character that cannot be stored' }],
        })
      }
      if (typeof member === 'object' && member !== null) open.push({ value: member, depth: depth + 1 })
    }
  }
}
