import { expect, it } from 'vitest'
import type { PageContent } from '../../../src/domain/page.ts'
import { setUpClubWorld } from '../../support/clubs/clubWorld.ts'
import { hostileHtml, unsafeShapes } from '../../support/corpora/hostileHtml.ts'
import { describeOnEachEngine } from '../../support/database/database.ts'

describeOnEachEngine("a club's own HTML on an origin that clubs share (T2.10)", (engine) => {
  const world = setUpClubWorld(engine)

  it('reaches the portal as plain paragraphs and boxes, whatever was stored', async () => {
    const { a } = world.clubs
    await storePage(
      JSON.stringify({
        sections: [
          {
            elements: [
              ...hostileHtml.map((text) => ({
                type: 'text',
                settings: { text, position: 'fixed', elementWidth: 9999, textColor: 'red;position:fixed' },
              })),
              ...hostileHtml.map((imageData) => ({ type: 'image', settings: { imageData } })),
              { type: 'script', settings: { text: 'alert(1)' } },
            ],
          },
        ],
      }),
    )
    const answer = await world.ask(a, 'get_tenant', { pages: true })
    const page = answer.pages?.find(({ name }) => name === 'Stored by hand')
    const content = JSON.parse(page?.content ?? '') as PageContent
    const elements = content.sections.flatMap((section) => section.elements)
    expect(elements).toHaveLength(2 * hostileHtml.length)
    for (const { type, settings } of elements) {
      if (type === 'image') {
        expect(settings).toEqual({ imageData: '' })
        continue
      }
      for (const shape of unsafeShapes) expect(settings.text).not.toMatch(shape)
      expect({ ...settings, text: '' }).toEqual({ text: '', elementWidth: 100 })
    }
  })

  it.each(['{"sections":', '[[[', '<script>alert(1)</script>', '{"sections":[{"elements":[null,7]}]}'])(
    'shows nothing and breaks nothing when it reads %s',
    async (content) => {
      await storePage(content)
      const { status, answer } = await world.request(world.clubs.a, 'get_tenant', { pages: true })
      expect(status).toBe(200)
      const page = answer.pages?.find(({ name }) => name === 'Stored by hand')
      const { sections } = JSON.parse(page?.content ?? '') as PageContent
      expect(sections.flatMap((section) => section.elements)).toEqual([])
    },
  )

  it('stays with its club', async () => {
    const { a, b } = world.clubs
    await storePage('{}')
    const { answer, text } = await world.request(b, 'get_tenant', { pages: true })
    expect(answer.pages?.map((page) => page.name)).toEqual(['Welcome'])
    expect(text).not.toContain(`subdomain=${a.slug}`)
  })

  it('dresses the portal in colours and in a font of ours, and in nothing else', async () => {
    const { b } = world.clubs
    const { portal } = await world.getRow(b, 'club')
    const hostile = {
      ...portal,
      headerBackgroundColor: 'red;}body{display:none',
      headerColor: 'url(https://evil.example/x)',
      buttonBackgroundColor: '#1a5276',
      buttonColor: 'var(--x)',
      font: "x';}@import url(https://evil.example/x.css);",
    }
    await world.changeRows(b, 'club', {}, { portal: JSON.stringify(hostile), logo_hash: null })
    const { answer, text } = await world.request(b, 'get_tenant', {})
    expect(answer.portalSettings).toMatchObject({
      headerBackgroundColor: '',
      headerColor: '',
      buttonBackgroundColor: '#1a5276',
      buttonColor: '',
      font: '',
      logo: '',
    })
    expect(text).not.toMatch(/evil\.example|display:none|@import/)
  })

  async function storePage(content: string): Promise<void> {
    const { a } = world.clubs
    await world.deleteRows(a, 'page', { name: 'Stored by hand' })
    await world.insertRow(a, 'page', { name: 'Stored by hand', content, position: 5 })
  }
})
