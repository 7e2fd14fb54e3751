import { describe, expect, it } from 'vitest'
import { parsePageContent, toBoxSettings, toNumberWithin } from '../../src/domain/page.ts'

describe("a club's own page", () => {
  it.each(['', '{', 'null', '[]', '"text"', '7', '{"sections":7}', '{"sections":null}'])(
    'that reads %s renders no sections',
    (text) => {
      expect(parsePageContent(text)).toEqual({ sections: [] })
    },
  )

  it('keeps the elements that it knows and drops all others', () => {
    const text = { type: 'text', settings: { text: 'Hello' } }
    const image = { type: 'image', settings: { imageData: 'abc' } }
    const content = {
      sections: [
        { elements: [text, { type: 'script', settings: {} }, image, null, { type: 'text' }] },
        { elements: 'none' },
        null,
      ],
    }
    expect(parsePageContent(JSON.stringify(content))).toEqual({
      sections: [{ elements: [text, image] }, { elements: [] }, { elements: [] }],
    })
  })
})

describe('the box of an element', () => {
  it('takes numbers in range, colours and known words', () => {
    const settings = {
      elementWidth: 50,
      fontSize: 18,
      borderColor: '#a1b2c3',
      textColor: 'rebeccapurple',
      backgroundColor: 'rgba(0, 0, 0, 0.5)',
      fontWeight: '700',
      wrapAlign: 'left',
      textAlign: 'center',
    }
    expect(toBoxSettings(settings)).toEqual(settings)
  })

  it('pulls numbers into their range and reads those that are text', () => {
    expect(toBoxSettings({ elementWidth: 400, marginTop: -80, fontSize: '24px', fontWeight: 600 })).toEqual({
      elementWidth: 100,
      marginTop: 0,
      fontSize: 24,
      fontWeight: '600',
    })
  })

  it('leaves out what could reach beyond it', () => {
    expect(
      toBoxSettings({
        elementWidth: 'calc(100vw)',
        fontSize: Number.NaN,
        borderColor: 'red;position:fixed',
        textColor: 'url(https://evil.example/x)',
        backgroundColor: 'expression(alert(1))',
        fontWeight: 'bold;color:red',
        wrapAlign: 'fixed',
        textAlign: ['left'],
        position: 'fixed',
        style: 'x',
      }),
    ).toEqual({})
  })

  it('has no number where there is none', () => {
    expect(toNumberWithin(undefined, 0, 10)).toBeUndefined()
    expect(toNumberWithin(Number.POSITIVE_INFINITY, 0, 10)).toBeUndefined()
    expect(toNumberWithin({}, 0, 10)).toBeUndefined()
    expect(toNumberWithin('7.5', 0, 10)).toBe(7.5)
  })
})
