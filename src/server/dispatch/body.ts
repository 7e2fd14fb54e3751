// A request's body as JSON: checks size and shape before anything uses its content.
import { bodyLimits } from '../../contract/define.ts'
import { Failure } from '../../contract/failures.ts'
import { isRecord } from '../../domain/isRecord.ts'
import { deepestJson, longestFaultPath } from '../limits/sizes.ts'

/** Below this size, parsing is so cheap that nothing is measured first (rules/security 1.1). */
const alwaysParsed = bodyLimits.plain
/** The most bytes that may be anything but pictures. */
const mostWithoutPictures = bodyLimits.batch
const pictureStart = Buffer.from('"data:image/')
const quote = 0x22
const backslash = 0x5c
const forbiddenNames: ReadonlySet<string> = new Set(['__proto__', 'constructor'])

/** The JSON object of a body. Nothing in it can harm code that copies it or recurses into it. */
export function parseBody(json: Uint8Array): Record<string, unknown> {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength)
  if (bytes.length > alwaysParsed && measureWithoutPictures(bytes) > mostWithoutPictures) {
    throw new Failure('body-too-large', 'The request is too large.')
  }
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new Failure('bad-json', 'The request is not JSON.')
  }
  if (!isRecord(value)) {
    throw new Failure('bad-json', 'The request is not a JSON object.')
  }
  requireHarmless(value)
  return value as Record<string, unknown>
}

/** 6 MB of nested brackets block the process for half a second, a picture for 5 ms (rules/security 1.1). */
function measureWithoutPictures(bytes: Buffer): number {
  let rest = bytes.length
  let from = 0
  for (;;) {
    const start = bytes.indexOf(pictureStart, from)
    if (start === -1) return rest
    const end = bytes.indexOf(quote, start + pictureStart.length)
    if (end === -1) return rest
    // after a backslash the quote may not be the end of the text, so all of it counts
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
      if (!isStorable(name) || (typeof member === 'string' && !isStorable(member)))
        throw toCharacterFault(name)
      if (typeof member === 'object' && member !== null) open.push({ value: member, depth: depth + 1 })
    }
  }
}

/** PostgreSQL stores no zero byte and no half of a pair, which is left when a text is cut inside an emoji. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

function toCharacterFault(name: string): Failure {
  const path = name.slice(0, longestFaultPath).replace(/[\0\p{Cs}]/gu, '')
  return new Failure('invalid-input', 'The request holds a character that cannot be stored.', {
    faults: [{ path, message: 'holds a character that cannot be stored' }],
  })
}
