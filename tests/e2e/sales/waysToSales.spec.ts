// What leads to the sales of a show: the viewer's one button, and a club's home, also after the show.
import { inBoth } from '../../support/browsers/words.ts'
import { type Club, defineWorld, importClubs, importEvents } from '../../support/clubs/world.ts'
import { expect, expectAccessible, inFirst, test, toUrl } from '../fixtures.ts'

const meadow = { Meadow: { spaces: [{ x: 20, y: 20, w: 40, h: 40, row: 'A', num: '1' }] } }
const { waysale, wayhome } = defineWorld({
  clubs: {
    waysale: {
      name: 'Mill Road Motor Club',
      events: {
        'Ticket Meet': { tickets: { 'Day pass': 9 } },
        'Swap Meet': { maps: meadow },
        'Whole Meet': { tickets: { 'Day pass': 9 }, maps: meadow },
        'Plain Meet': {},
      },
    },
    wayhome: {
      name: 'Bridge Street Motor Club',
      events: { 'Last Meet': { days: [-9, -8] }, 'Old Meet': { days: [-80, -79] } },
    },
  },
})

/** The same club, whose home is a page of its own. */
const ownPage = 'Bridge Street welcomes you'
const content = {
  sections: [{ elements: [{ type: 'text' as const, settings: { text: `<h2>${ownPage}</h2>` } }] }],
}
const ownhome: Club = {
  ...wayhome,
  subdomain: `${wayhome.subdomain}-own`,
  file: {
    ...wayhome.file,
    club: { ...wayhome.file.club, slug: `${wayhome.subdomain}-own`, homePage: 'welcome' },
    pages: [{ ref: 'welcome', name: 'Welcome', content }],
  },
}

const words = inBoth({
  tickets: 'Buy Ticket',
  spaces: 'Sell at the show',
  several: 'Tickets and sign-up',
  past: 'Past shows',
  lookup: 'Lookup',
})

for (const language of ['en', 'es'] as const) {
  const said = words[language]

  test(`one button of the viewer leads to what is on sale, in "${language}"${inFirst(language)}`, async ({
    journey,
    product,
  }) => {
    const ids = await importEvents(product, waysale)
    const page = await journey(waysale, 'visitor', { language })
    const button = page.getByRole('link', { name: new RegExp(`^(${Object.values(said).join('|')})$`) })
    const ways = [
      ['Ticket Meet', said.tickets, '/portal/events/{event}/tickets'],
      ['Swap Meet', said.spaces, '/portal/events/{event}/vendor'],
      ['Whole Meet', said.several, '/portal/event/{event}'],
    ] as const
    for (const [event, label, path] of ways) {
      await page.goto(toUrl(product, `/portal/viewer/${ids[event]}`, waysale.subdomain))
      await expect(button).toHaveText([label])
      await expectAccessible(page)
      await button.click()
      await expect(page).toHaveURL((url) => url.pathname === path.replace('{event}', String(ids[event])))
      await expect(page.getByRole('heading', { level: 1, name: new RegExp(event) })).toBeVisible()
    }
    await page.goto(toUrl(product, `/portal/viewer/${ids['Plain Meet']}`, waysale.subdomain))
    await expect(page.getByRole('heading', { level: 1, name: 'Plain Meet' })).toBeVisible()
    await expect(button).toHaveCount(0)
  })

  test(`a club's home leads to what was bought at a past show, also a page of its own, in "${language}"${inFirst(language)}`, async ({
    journey,
    product,
  }) => {
    await importClubs(product, [wayhome, ownhome])
    for (const club of [wayhome, ownhome]) {
      const page = await journey(club, 'visitor', { language })
      await page.goto(toUrl(product, '/portal', club.subdomain))
      await expect(page.getByRole('heading', { name: ownPage })).toHaveCount(club === ownhome ? 1 : 0)
      const past = page.getByRole('list', { name: said.past })
      await expect(past.getByRole('listitem')).toHaveCount(1)
      await expect(past.getByText('Last Meet', { exact: true })).toBeVisible()
      await expectAccessible(page)
      await past.getByRole('link', { name: said.lookup }).click()
      await expect(page).toHaveURL(/\/portal\/events\/\d+\/lookup/)
    }
  })
}
