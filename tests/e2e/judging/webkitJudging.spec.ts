// The judge's day in WebKit, the nearest to an iPhone: sheets without a server, the app is closed, and all
// are still there.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserWindow } from '../../support/browsers/browserWindow.ts'
import { openWebKit } from '../../support/browsers/webkit.ts'
import { isOnTurn } from '../../support/chance/turns.ts'
import { inTwoSizes } from '../../support/run/longTests.ts'
import { addJudge, expect, findPlaces, test, toUrl } from '../fixtures.ts'
import { readSheets, whole } from './judgingScreens.ts'

const driver = process.env.WEBKIT_DRIVER ?? ''
test.skip(driver === '', 'no WebKitWebDriver could be found or installed')

/** Clicks the control of this name when it is there. A button's name also contains its busy label. */
async function press(window: BrowserWindow, name: string): Promise<void> {
  await window.until(
    `const found = [...document.querySelectorAll('a, button')].find((element) =>
       (element.getAttribute('aria-label') ?? element.textContent).replace(/Saving…$/, '').trim() === args[0])
     found?.click()
     return found !== undefined`,
    name,
  )
}

async function see(window: BrowserWindow, text: string): Promise<void> {
  await window.until(`return document.body.innerText.includes(args[0])`, text)
}

for (const { size: count, tag, isLong } of inTwoSizes(3, 10)) {
  if (!isLong && !isOnTurn('webkitJudging')) continue
  test(`in WebKit too, ${count} sheets scored without a server outlive the browser and arrive once each${tag}`, async ({
    doorProduct: product,
  }) => {
    const { club, event } = findPlaces(product.demo)
    const home = toUrl(product, `/portal/judging/${event.id}`, club.subdomain)
    const { judgeId, link } = await addJudge(product)
    const cars = ['101', '102', '103', '104', '105', '106', '107', '108', '109', '110'].slice(0, count)
    const profile = await mkdtemp(join(tmpdir(), 'showfield-webkit-'))
    let window = await openWebKit(driver, profile)
    try {
      await window.open(link)
      await see(window, 'Your have been verified.')
      expect(await window.run('return location.hash')).toBe('')
      await window.run('await navigator.serviceWorker.ready')
      await see(window, 'All of it saved')
      await product.stop()
      await press(window, 'Concours')
      for (const car of cars) {
        await see(window, '0 of 5 set')
        for (const digit of car) await press(window, digit)
        await press(window, 'To the scores')
        for (const score of whole) await press(window, String(score))
        await see(window, '5 of 5 set')
        await press(window, `Submit Scores for ${car}`)
        await window.until(`return document.getElementById('car-number').value === ''`)
      }
      await window.kill()
      window = await openWebKit(driver, profile)
      await window.open(home)
      await see(window, 'Your have been verified.')
      await see(window, `${count} of 250 cars scored`)
      await product.start()
      await window.until(`return document.querySelector('[aria-haspopup="dialog"]') === null`)
      const theirs = await readSheets(product, judgeId)
      expect(theirs.map(({ entryId }) => entryId).sort()).toEqual(cars)
    } finally {
      await window.kill()
      await rm(profile, { recursive: true, force: true })
    }
  })
}
