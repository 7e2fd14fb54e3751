// The roster: cards with buttons on a phone, a table on a desk; search, order, and what stays without a network.
import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, inFirst, signIn, test, toUrl, watchForFaults } from '../fixtures.ts'
import { untilFilesSaved } from '../members/memberScreens.ts'

const words = {
  en: {
    search: 'Search the roster: name, city or tag',
    clear: 'Clear the search',
    one: '1 of 36 members match lucia',
    none: 'No member found',
    all: 'Show all members',
    sort: 'Sort by',
    city: 'City',
    call: 'Call Dolores Paz: (555) 555-0100',
    write: 'E-mail to Dolores Paz',
    saved: /^No connection\. This is what was saved/,
  },
  es: {
    search: 'Buscar en el directorio: nombre, ciudad o etiqueta',
    clear: 'Borrar la búsqueda',
    one: '1 de 36 socios coinciden con lucia',
    none: 'No se encontró ningún socio',
    all: 'Mostrar todos los socios',
    sort: 'Ordenar por',
    city: 'Ciudad',
    call: '',
    write: '',
    saved: /^Sin conexión\. Esto es lo que se guardó/,
  },
} as const

const rounds = [
  { language: 'en', viewport: { width: 390, height: 844 } },
  { language: 'es', viewport: { width: 1280, height: 800 } },
] as const

/** Cards on a phone, rows of the table without its head on a desk. */
function findEntries(page: Page): Locator {
  return page.locator('main li[aria-posinset], main tr[data-index]')
}

for (const { language, viewport } of rounds) {
  test(`members find each other in "${language}", ${viewport.width} wide${inFirst(language)}`, async ({
    page,
    doorProduct: product,
    places,
  }) => {
    const text = words[language]
    const isPhone = viewport.width < 768
    await page.setViewportSize(viewport)
    await page.addInitScript((tag) => localStorage.setItem('rcml-lang', tag), language)
    const faults = watchForFaults(page, [/ERR_|Failed to fetch|status of 50/])
    await signIn(page, product, places.club, 'child')
    await page.goto(toUrl(product, '/portal/member/roster', places.club.subdomain))
    const entries = findEntries(page)
    const search = page.getByRole('searchbox', { name: text.search })
    const count = page.getByRole('status').filter({ hasText: /3\d/ })
    await expect(entries.first()).toContainText('Ruth Amsel')
    await expectAccessible(page)

    await test.step('whom the search finds, the address keeps', async () => {
      await search.pressSequentially('LUCIA')
      await expect(entries).toHaveCount(1)
      await expect(entries.first()).toContainText('Lucía Whitlock')
      await expect(count).toHaveText(new RegExp(text.one, 'i'))
      await expect(page).toHaveURL(/[?&]find=LUCIA/)
      await expectAccessible(page)
      await page.reload()
      await expect(search).toHaveValue('LUCIA')
      await expect(entries).toHaveCount(1)
      await page.getByRole('button', { name: text.clear }).click()
      await expect(search).toBeFocused()
      await expect(page).not.toHaveURL(/find=/)
      await search.fill('marshal fenwick')
      await expect(entries).toHaveCount(1)
      await search.fill('zzz')
      await expect(page.getByRole('heading', { name: text.none })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: text.all }).click()
      await expect(search).toBeFocused()
      await expect(entries.first()).toContainText('Ruth Amsel')
    })

    await test.step('the order by city, which the way back finds again', async () => {
      if (isPhone) await page.getByRole('combobox', { name: text.sort }).selectOption('city')
      else await page.getByRole('button', { name: text.city }).click()
      await expect(page).toHaveURL(/[?&]sort=city/)
      for (const entry of (await entries.all()).slice(0, 3)) await expect(entry).toContainText('Alder Hollow')
      if (!isPhone) {
        const head = page.getByRole('columnheader', { name: text.city })
        await expect(head).toHaveAttribute('aria-sort', 'ascending')
        await head.getByRole('button').click()
        await expect(head).toHaveAttribute('aria-sort', 'descending')
        await expect(entries.first()).toContainText('Stony Ford')
        await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', '37')
        await expect(entries.first()).toHaveAttribute('aria-rowindex', '2')
      }
      await search.fill('marshal')
      // leaving at once: the address has it already
      await page.goto(toUrl(product, '/portal/member/profile', places.club.subdomain))
      await page.goBack()
      await expect(search).toHaveValue('marshal')
      await expect(page).toHaveURL(/sort=city/)
      await search.fill('')
    })

    await test.step('a number is called, an address is written to', async () => {
      await search.fill('dolores')
      await expect(entries).toHaveCount(1)
      const mail = 'mailto:dolores.paz@alderhollow.example'
      if (isPhone) {
        await expect(page.getByRole('link', { name: text.call })).toHaveAttribute('href', 'tel:+15555550100')
        await expect(page.getByRole('link', { name: text.write })).toHaveAttribute('href', mail)
      } else {
        await expect(entries.first().getByRole('link')).toHaveAttribute('href', mail)
        await expect(entries.first()).toContainText('(555) 555-0100')
      }
      await search.fill('555-0101')
      await expect(entries).toHaveCount(0)
      await search.fill('')
    })

    await test.step('without a network it is there as it was', async () => {
      await untilFilesSaved(page)
      await product.stop()
      await page.reload()
      await expect(page.getByText(text.saved)).toBeVisible()
      await search.fill('whitlock')
      await expect(entries).toHaveCount(1)
      await expectAccessible(page)
    })
    expect(faults).toEqual([])
  })
}
