// What a document shows before the app runs: complete, and only if it is true.
import { describe, expect, it } from 'vitest'
import {
  insertPrerender,
  judgePrerender,
  nameClub,
  type PrerenderFacts,
  parseFacts,
  renderEvent,
} from '../../src/domain/prerender.ts'

const shell = `<!doctype html>
<html lang="en"><head><title>Showfield</title>
<link rel="stylesheet" crossorigin href="/assets/first.css">
</head><body><div id="app"></div></body></html>`

describe('judging a prerender', () => {
  const facts: PrerenderFacts = {
    language: 'es',
    club: nameClub('Alder Hollow', '/media/a.webp'),
    zoneOffset: 300,
    from: 1_000,
    until: 2_000,
  }
  const device = {
    language: 'es',
    club: nameClub('Alder Hollow', '/media/a.webp'),
    zoneOffset: 300,
    isSignedIn: false,
    now: 1_500,
  }

  it('it is whole while nothing has changed and no entry has begun or ended', () => {
    expect(judgePrerender(facts, device)).toBe('whole')
    expect(judgePrerender(facts, { ...device, now: 1_000 })).toBe('whole')
  })

  it('the hour, or another clock on the device, takes away what depends on it', () => {
    expect(judgePrerender(facts, { ...device, now: 2_000 })).toBe('untimed')
    expect(judgePrerender(facts, { ...device, now: 999 })).toBe('untimed')
    expect(judgePrerender(facts, { ...device, zoneOffset: -60 })).toBe('untimed')
  })

  it("another language, another club or the club's new sign takes all of it away", () => {
    expect(judgePrerender(facts, { ...device, language: 'en' })).toBe('wrong')
    expect(judgePrerender(facts, { ...device, club: undefined })).toBe('wrong')
    expect(judgePrerender(facts, { ...device, club: nameClub('Alder Hollow', '') })).toBe('wrong')
  })

  it('a page for visitors shows dates of no zone of the device, and nothing to a member', () => {
    const page: PrerenderFacts = { audience: 'visitor', language: 'es', from: 1_000, until: 2_000 }
    expect(judgePrerender(page, { ...device, club: undefined, zoneOffset: -60 })).toBe('whole')
    expect(judgePrerender(page, { ...device, now: 2_000 })).toBe('untimed')
    expect(judgePrerender(page, { ...device, isSignedIn: true })).toBe('wrong')
    expect(judgePrerender(page, { ...device, language: 'en' })).toBe('wrong')
  })

  it('a face speaks no language and no hour, so anybody may see it', () => {
    const { facts: ofFace } = renderEvent({ eventId: 7, name: 'Show', place: '', poster: '' }, [])
    expect(judgePrerender(ofFace, { ...device, club: undefined })).toBe('untimed')
  })
})

describe('inserting a prerender', () => {
  it('puts it on the ground, with its facts, title, language and the styles that are missing', () => {
    const facts = { language: 'es', from: 1, until: 2 }
    const html = insertPrerender(shell, {
      facts,
      title: 'A & B',
      styles: ['/assets/first.css', '/assets/viewer.css'],
      html: '<h1>$& costs $1</h1>',
    })
    expect(html).toContain('<html lang="es"')
    expect(html).toContain('<title>A &amp; B</title>')
    expect(html).toContain('<div id="app"><div data-painting=""><h1>$& costs $1</h1></div></div>')
    expect(html.match(/first\.css/g)).toHaveLength(1)
    expect(html.match(/viewer\.css/g)).toHaveLength(1)
    const content = /name="painting" content="([^"]*)"/.exec(html)?.[1]?.replaceAll('&quot;', '"')
    expect(parseFacts(content ?? '')).toEqual(facts)
  })

  it('leaves a shell alone that has no ground, and takes no facts that it did not write', () => {
    const foreign = '<html><body></body></html>'
    expect(insertPrerender(foreign, { facts: {}, title: '', styles: [], html: 'x' })).toBe(foreign)
    expect(parseFacts('no json')).toBeUndefined()
    expect(parseFacts('7')).toBeUndefined()
  })

  it("shows an event's texts as texts, whatever they hold", () => {
    const face = {
      eventId: 7,
      name: '</title><script>alert(1)</script>',
      place: '<img src=x onerror=alert(1)>',
      poster: '"><script>alert(2)</script>',
    }
    const html = insertPrerender(shell, renderEvent(face, ['/assets/start.js']))
    expect(html).not.toContain('<script')
    expect(html).not.toContain('<img src=x')
    expect(html.match(/<img /g)).toHaveLength(1)
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  })
})
