import { describe, expect, it } from 'vitest'
import { Failure } from '../../../src/contract/failures.ts'
import { parseBody } from '../../../src/server/dispatch/body.ts'
import { deepestJson } from '../../../src/server/limits/sizes.ts'

function findCode(text: string | Buffer): string | undefined {
  try {
    parseBody(Buffer.from(text))
    return undefined
  } catch (error) {
    if (error instanceof Failure) return error.code
    throw error
  }
}

describe('a request body', () => {
  it('is a JSON object', () => {
    expect(parseBody(Buffer.from('{"action":"x","n":[1,{"a":null}]}'))).toEqual({
      action: 'x',
      n: [1, { a: null }],
    })
  })

  it.each(['', 'null', '[]', '"text"', '7', 'true', '{', '{"a":1}x', "{'a':1}", 'action=x'])(
    'is refused when it is %j',
    (text) => {
      expect(findCode(text)).toBe('bad-json')
    },
  )

  it.each([
    '{"__proto__":{}}',
    '{"a":{"__proto__":1}}',
    '{"a":[{"constructor":1}]}',
    '{"\\u005f_proto__":1}',
  ])('is refused when it holds a name that could reach a prototype: %s', (text) => {
    expect(findCode(text)).toBe('bad-json')
  })

  it('is refused when it is no UTF-8', () => {
    expect(findCode(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toBe('bad-json')
  })

  it.each(['x\\u0000y', '\\ud83d', '\\udc00\\ud800', 'Jo \\ud83d New'])(
    'is refused when it holds a character that no column can store: %s',
    (text) => {
      for (const json of [
        `{"a":{"b":"${text}"}}`,
        `{"a":["${text}"]}`,
        `{"a":{"${text}":1}}`,
        `{"${text}":{}}`,
      ]) {
        expect([json, findCode(json)]).toEqual([json, 'invalid-input'])
      }
      expect(findCode('{"a":"\\ud83d\\ude97","🚗":1}')).toBeUndefined()
    },
  )

  it('names the place of such a character in a text that is right itself', () => {
    expect(() => parseBody(Buffer.from('{"a\\u0000b\\ud83d":"x\\ud83d"}'))).toThrow(
      expect.objectContaining({
        details: { faults: [{ path: 'ab', message: 'holds a character that cannot be stored' }] },
      }),
    )
  })

  it('nests no deeper than recursion over it can bear', () => {
    const nest = (depth: number): string => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth)
    expect(findCode(nest(deepestJson))).toBeUndefined()
    expect(findCode(nest(deepestJson + 1))).toBe('bad-json')
    expect(findCode(`{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`)).toBe('bad-json')
  })

  it('may be large for the sake of pictures only', () => {
    const picture = `data:image/png;base64,${'A'.repeat(3_000_000)}`
    expect(findCode(JSON.stringify({ images: [picture, picture.slice(0, 2_000_000)] }))).toBeUndefined()
    expect(findCode(JSON.stringify({ message: 'A'.repeat(600_000) }))).toBe('body-too-large')
    expect(findCode(`{"a":"data:image/png,x","b":[${'[],'.repeat(200_000)}[]]}`)).toBe('body-too-large')
  })

  it('is measured in a time that grows with its length alone, whatever stands in it', () => {
    // of this thread's processor, so that nothing beside it counts
    const measure = (times: number) => {
      const body = `{"a":["data:image/${'","data:image/'.repeat(times)}"]}`
      const before = process.threadCpuUsage()
      findCode(body)
      const { user, system } = process.threadCpuUsage(before)
      return user + system
    }
    const few = measure(50_000)
    // eight times as long, and sixty-four times if it grew with the square
    expect(measure(400_000)).toBeLessThan(25 * few)
  })
})
