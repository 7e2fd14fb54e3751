import { expect, it } from 'vitest'
import { secretMark } from '../../../support/clubs/clubs.ts'
import { setUpClubWorld } from '../../../support/clubs/clubWorld.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

describeOnEachEngine('asking about a club', (engine) => {
  const world = setUpClubWorld(engine)

  it('answers its name, settings in dollars, face and the time', async () => {
    const { a } = world.clubs
    const { answer, token } = await world.request(a, 'get_tenant', { memberTypes: true, pages: true })
    expect(answer).toMatchObject({
      success: true,
      tenant: {
        id: a.id,
        uuid: a.uuid,
        name: 'Harbor Classics',
        subdomain: 'harbor',
        ownHost: '',
        customerType: 0,
        timeZone: 'America/New_York',
        language: 'en',
        settings: { serviceFee: 1.5, maxRenewYears: 3, maxRenewDays: 60, alternateIdLabel: 'Badge number' },
      },
      portalSettings: {
        joinLink: true,
        homePage: a.homePageId,
        font: 'Georgia',
        logo: `/media/${a.pictures.logo}.webp?subdomain=harbor`,
      },
      stripe: { publishableKey: expect.stringMatching(/^pk_test_sandbox[0-9a-f]{48}$/), mode: 'sandbox' },
      serverTime: new Date(world.now()).toISOString(),
    })
    expect(token).toBeNull()
  })

  it('carries the repaired colours and the public key for notifications, the same at each call', async () => {
    const first = await world.request(world.clubs.a, 'get_tenant', {})
    const second = await world.request(world.clubs.b, 'get_tenant', {})
    expect(first.answer.theme?.variants).toHaveProperty('light.--club-bg')
    expect(first.answer.push?.publicKey).toMatch(/^B[A-Za-z0-9_-]{86}$/)
    expect(second.answer.push?.publicKey).toBe(first.answer.push?.publicKey)
  })

  it('leaves types and pages out until they are asked for', async () => {
    expect(await world.ask(world.clubs.a, 'get_tenant', {})).toMatchObject({ memberTypes: [], pages: [] })
  })

  it('shows its own pages cleaned, with pictures of our own', async () => {
    const { a } = world.clubs
    await world.insertRow(a, 'page', {
      name: 'Years past',
      content: JSON.stringify({
        sections: [
          {
            elements: [
              { type: 'text', settings: { text: '<p onclick="x()">Since 1961<script>x()</script></p>' } },
              { type: 'image', settings: { imageData: 'https://evil.example/x.png' } },
            ],
          },
        ],
      }),
      position: 9,
    })
    const answer = await world.ask(a, 'get_tenant', { pages: true })
    const pages = answer.pages ?? []
    expect(pages.map((page) => page.name)).toEqual(['Welcome', 'Years past'])
    expect(JSON.parse(pages[1]?.content ?? '')).toEqual({
      sections: [
        {
          elements: [
            { type: 'text', settings: { text: '<p>Since 1961</p>' } },
            { type: 'image', settings: { imageData: '' } },
          ],
        },
      ],
    })
    expect(pages[0]?.content).toContain(`/media/${a.pictures.event}.webp?subdomain=harbor`)
  })

  it('has no home page when the page that it names is gone', async () => {
    const { b } = world.clubs
    await world.deleteRows(b, 'page')
    const answer = await world.ask(b, 'get_tenant', { pages: true })
    expect(answer.portalSettings?.homePage).toBe(0)
    expect(answer.pages).toEqual([])
  })

  it('offers the types that are open to join, at their prices, and no other', async () => {
    const { a } = world.clubs
    for (const { answer, text } of [
      await world.request(a, 'get_available_membertypes', {}),
      await world.request(a, 'get_tenant', { memberTypes: true }),
    ]) {
      expect(answer.memberTypes).toEqual([
        {
          id: a.memberTypes.open,
          label: 'Family',
          description: '',
          price: 45,
          renewPrice: 40,
          anniversaryRenewal: false,
          anniversaryDate: '',
          allowChildren: true,
        },
      ])
      expect(text).not.toContain(secretMark)
    }
  })
})
