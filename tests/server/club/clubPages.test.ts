import { describe, expect, it, vi } from 'vitest'
import { sanitizeText, toShownPage } from '../../../src/server/club/clubPages.ts'
import { hostileHtml, unsafeShapes } from '../../support/corpora/hostileHtml.ts'

const services = {
  config: { hostDomain: null, origin: 'http://localhost:3000' } as Parameters<
    typeof toShownPage
  >[0]['config'],
}
const tenant = { id: 1, uuid: '7d854203-7f94-46cd-aa54-b237e9a6c667', slug: 'harbor' }

const warn = vi.fn()
const log = { warn }

function show(content: unknown, id = 1) {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  return JSON.parse(toShownPage(services, tenant, { id, name: 'Page', content: text }, log).content)
}

describe("the HTML of a club's page", () => {
  it('keeps paragraphs, lists, emphasis and links', () => {
    const html = '<p>One <strong>two</strong></p><ul><li>three</li></ul>'
    expect(sanitizeText(html)).toBe(html)
    expect(sanitizeText('<a href="https://club.example/x" target="_top">x</a>')).toBe(
      '<a href="https://club.example/x" rel="noopener noreferrer">x</a>',
    )
    expect(sanitizeText('<h1>Hi</h1>')).toBe('<h2>Hi</h2>')
  })

  it.each(hostileHtml)('is harmless after %s', (html) => {
    const clean = sanitizeText(html)
    for (const shape of unsafeShapes) expect(clean).not.toMatch(shape)
    expect(sanitizeText(clean)).toBe(clean)
  })
})

describe("a club's page", () => {
  it('that is no JSON shows nothing, and is logged once, without its text', () => {
    warn.mockClear()
    expect(show('{ "sections": [', 7)).toEqual({ sections: [] })
    expect(show('{ "sections": [', 7)).toEqual({ sections: [] })
    expect(show('', 8)).toEqual({ sections: [] })
    expect(warn.mock.calls).toEqual([
      [{ tenantUuid: tenant.uuid, page: 7 }, "a club's page is no JSON and shows nothing"],
    ])
  })

  it("carries its pictures' own addresses, and no other picture", () => {
    const image = (imageData: string) => ({ type: 'image', settings: { imageData, imageWidth: 99_999 } })
    const hash = 'ab'.repeat(32)
    const { sections } = show({
      sections: [
        {
          elements: [
            image(hash),
            image('https://evil.example/x.png'),
            image('data:image/svg+xml,<svg onload=alert(1)>'),
            image('../../etc/passwd'),
          ],
        },
      ],
    })
    expect(
      sections[0].elements.map((one: { settings: { imageData: string } }) => one.settings.imageData),
    ).toEqual([`/media/${hash}.webp?subdomain=harbor`, '', '', ''])
    expect(sections[0].elements[0].settings.imageWidth).toBe(4096)
  })

  it('that is no JSON has no sections', () => {
    expect(show('<p>not a page</p>')).toEqual({ sections: [] })
  })

  it('is shown as it is now, not as it was before', () => {
    const page = (text: string) => ({ sections: [{ elements: [{ type: 'text', settings: { text } }] }] })
    expect(show(page('old'), 7).sections[0].elements[0].settings.text).toBe('old')
    expect(show(page('new'), 7).sections[0].elements[0].settings.text).toBe('new')
    expect(show(page('new'), 7).sections[0].elements[0].settings.text).toBe('new')
  })
})
