import { describe, expect, test } from 'vitest'
import { parseAlert } from '../../sw/alert.ts'

const whole = {
  title: 'Parade moved',
  body: 'It begins at 15:30.',
  path: '/portal/viewer/7/schedule?subdomain=harrow',
  tag: 'entry-12',
  language: 'es',
}

test('a whole message says what it was sent to say', () => {
  expect(parseAlert(JSON.stringify(whole), 'en-US')).toEqual(whole)
})

describe('a message that cannot be read still says something', () => {
  for (const payload of [
    '',
    'not json',
    'null',
    '7',
    '"text"',
    '[]',
    '{}',
    '{"title":7,"body":{},"tag":[]}',
  ]) {
    test(`such as ${payload === '' ? 'an empty one' : payload}`, () => {
      expect(parseAlert(payload, 'en-GB')).toEqual({
        title: 'News from the show',
        body: 'Open the app to see what is new.',
        tag: 'showfield',
        path: '/portal',
        language: 'en',
      })
    })
  }

  test('in the language of the device, when the message names none of ours', () => {
    for (const language of [undefined, 'fr', 7]) {
      const payload = JSON.stringify({ language })
      expect(parseAlert(payload, 'es-MX')).toMatchObject({ title: 'Novedades del evento', language: 'es' })
      expect(parseAlert(payload, 'de')).toMatchObject({ title: 'News from the show', language: 'en' })
    }
  })

  test("or in the message's own language, whatever the device speaks", () => {
    expect(parseAlert('{"language":"en"}', 'es').title).toBe('News from the show')
  })
})

test('words of blanks alone are replaced, and long ones are cut', () => {
  const notice = parseAlert(
    JSON.stringify({ title: '   ', body: 'b'.repeat(5000), tag: 't'.repeat(500) }),
    'en',
  )
  expect(notice.title).toBe('News from the show')
  expect([notice.body.length, notice.tag.length]).toEqual([400, 100])
})

test('a tap opens a path of our own and never another host', () => {
  for (const path of ['/', '/portal/events?subdomain=harrow', '/portal/viewer/7#now']) {
    expect(parseAlert(JSON.stringify({ path }), 'en').path).toBe(path)
  }
  for (const path of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    'portal',
    '',
    7,
    null,
    `/${'x'.repeat(600)}`,
  ]) {
    expect(parseAlert(JSON.stringify({ path }), 'en').path).toBe('/portal')
  }
})

test('a path with a tab or a line break, which addresses drop, names no other host either', () => {
  for (const path of ['/\t/evil.example', '/\n/evil.example', '/\r\\evil.example']) {
    const read = parseAlert(JSON.stringify({ path }), 'en').path
    expect(new URL(read, 'https://club.example').origin).toBe('https://club.example')
  }
})
