// The viewer's saved event in WebKit, the nearest to an iPhone: no Background Sync, no lasting storage on
// request.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserWindow } from '../support/browsers/browserWindow.ts'
import { openWebKit } from '../support/browsers/webkit.ts'
import { expect, findPlaces, test, toUrl } from './fixtures.ts'

const driver = process.env.WEBKIT_DRIVER ?? ''
test.skip(driver === '', 'no WebKitWebDriver could be found or installed')

/** Clicks the control of this name when it is there. */
async function press(window: BrowserWindow, name: string): Promise<void> {
  await window.until(
    `const found = [...document.querySelectorAll('a, button')].find((element) =>
       (element.getAttribute('aria-label') ?? element.textContent).trim().startsWith(args[0]))
     found?.click()
     return found !== undefined`,
    name,
  )
}

async function see(window: BrowserWindow, text: string): Promise<void> {
  await window.until(`return document.body.innerText.includes(args[0])`, text)
}

test('in WebKit too, an event opened once works whole with the server stopped and the browser killed @proof', async ({
  doorProduct: product,
}) => {
  const { club, event } = findPlaces(product.demo)
  const home = toUrl(product, `/portal/viewer/${event.id}`, club.subdomain)
  const profile = await mkdtemp(join(tmpdir(), 'showfield-webkit-'))
  let window = await openWebKit(driver, profile)
  try {
    await window.open(home)
    await see(window, event.name)
    await window.run('await navigator.serviceWorker.ready')
    await see(window, 'Saved for the show')
    await press(window, 'Schedule')
    // the home has stars too
    await window.until(`return document.querySelector('main [aria-label="Search the schedule"]') !== null`)
    await press(window, 'Favourite: ')
    const starred = await window.until<string>(
      `return document.querySelector('main [aria-pressed="true"][aria-label^="Favourite: "]')
         ?.getAttribute('aria-label').replace('Favourite: ', '')`,
    )
    const star = `return [...document.querySelectorAll('main [aria-pressed="true"]')]
      .some((button) => button.getAttribute('aria-label')?.endsWith(args[0]))`

    await product.stop()
    await window.kill()
    window = await openWebKit(driver, profile)

    await window.open(home)
    await see(window, event.name)
    await window.until(
      `const image = document.querySelector('main img'); return image?.complete && image.naturalWidth > 0`,
    )
    await press(window, 'Schedule')
    await window.until(star, starred)
    await press(window, 'Maps')
    const maps = await window.until<string[]>(
      `const options = [...document.querySelectorAll('main select option')]
       return options.length > 0 && options.map((option) => option.textContent)`,
    )
    expect(maps.length).toBe(3)
    for (const label of maps) {
      await window.run(
        `const select = document.querySelector('main select')
         select.selectedIndex = [...select.options].findIndex((option) => option.textContent === args[0])
         select.dispatchEvent(new Event('change', { bubbles: true }))`,
        label,
      )
      await window.until(
        `const stage = document.querySelector('[data-picture="shown"]')
         return stage?.querySelector('[role="application"]').getAttribute('aria-label').includes(args[0])
           && stage.querySelector('canvas') !== null`,
        label,
      )
    }
    await press(window, 'Vendors')
    await window.until(`return document.querySelectorAll('main li').length > 20`)
    await press(window, 'More')
    await see(window, 'Notifications')
    await window.run(`localStorage.setItem('rcml-lang', 'es')`)
    await window.open(home)
    await window.until(`return document.documentElement.lang === 'es'`)
    await press(window, 'Programa')
    await window.until(star, starred)
  } finally {
    await window.kill()
    await rm(profile, { recursive: true, force: true })
  }
})
