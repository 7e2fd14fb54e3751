// How a picture gets from a phone to the club: prepared and sent with progress, also a HEIC image where the
// browser reads them, and after one that the device could not draw.
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { rounds } from '../../support/browsers/rounds.ts'
import { inBoth } from '../../support/browsers/words.ts'
import { defineWorld, importClubs } from '../../support/clubs/world.ts'
import { signInElsewhere } from '../../support/community/elsewhere.ts'
import { makePng } from '../../support/pixels/plainPicture.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'

const words = inBoth(
  {
    ready: 'Images that are ready',
    preparing: (at: number) => `Preparing image ${at} of 2…`,
    sent: 'Images that were sent',
    sending: 'Sending the images…',
    checking: 'The club is checking the images…',
    done: 'Your listing is in the classifieds.',
    notDrawn: 'fine.png could not be prepared on this device. Try again.',
    save: 'Save',
    notYet: 'Your images are still being prepared. Save when they are ready.',
    now: 'You can save now.',
    broken: 'half.png is damaged and cannot be read.',
    remove: 'Remove image 1',
    leave: 'Leave without saving?',
    stay: 'Stay here',
  },
  {
    preparing: (at: number) => `Preparando la imagen ${at} de 2…`,
    notDrawn: 'fine.png no se pudo preparar en este dispositivo. Inténtelo de nuevo.',
    broken: 'half.png está dañado y no se puede leer.',
    remove: 'Quitar la imagen 1',
  },
)

const clubs = defineWorld({
  clubs: { 'progress-en': {}, 'progress-es': {} },
  people: { seller: 'Sal Mercer' },
})

test.beforeAll(({ product }) => importClubs(product, Object.values(clubs)))

/** No two dots alike, so that it stays large however it is written. */
async function makeNoise(name: string) {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const image = sharp({ create: { width: 500, height: 500, channels: 3, background: '#000', noise } })
  return { name, mimeType: 'image/jpeg', buffer: await image.jpeg({ quality: 95 }).toBuffer() }
}

/** Bytes before the picture that the browser below reads. */
const heicHead = '....ftypheic'

/**
 * As Safari does, this browser then reads HEIC images: here a head of their kind, and a JPEG behind it. The app
 * cannot tell the difference. Only what it does with the picture is shown, not that anybody's decoder is right.
 */
async function readHeic(page: Page): Promise<void> {
  await page.addInitScript((length) => {
    const create = URL.createObjectURL
    URL.createObjectURL = (given: Blob) =>
      create(
        given instanceof File && /\.heic$/i.test(given.name)
          ? given.slice(length, given.size, 'image/jpeg')
          : given,
      )
  }, heicHead.length)
}

/** Every picture stays undecoded until `decodeNext` of the page is called. */
async function decodeSlowly(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const waiting: (() => void)[] = []
    const decode = HTMLImageElement.prototype.decode
    HTMLImageElement.prototype.decode = async function decodeLater(this: HTMLImageElement) {
      await new Promise<void>((resolve) => waiting.push(resolve))
      return decode.call(this)
    }
    Object.assign(window, { decodeNext: () => waiting.shift()?.() })
  })
}

function decodeNext(page: Page): Promise<void> {
  return page.evaluate(() => (window as unknown as { decodeNext(): void }).decodeNext())
}

/** What the bar of this name and the words beside it have shown. */
async function watchBar(page: Page, name: string): Promise<() => Promise<{ part: number; text: string }[]>> {
  await page.evaluate((label) => {
    const seen: { part: number; text: string }[] = []
    Object.assign(window, { seenOfBar: seen })
    const look = () => {
      const bar = document.querySelector<HTMLProgressElement>(`progress[aria-label="${label}"]`)
      const last = seen.at(-1)
      const text = bar?.nextElementSibling?.textContent ?? ''
      if (bar !== null && (last?.part !== bar.position || last.text !== text)) {
        seen.push({ part: bar.position, text })
      }
    }
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    })
  }, name)
  return () =>
    page.evaluate(() => (window as unknown as { seenOfBar: { part: number; text: string }[] }).seenOfBar)
}

for (const { language, viewport } of rounds) {
  test(`pictures are prepared and sent with progress in "${language}", ${viewport.width} wide @proof`, async ({
    journey,
    page,
    product,
  }) => {
    const text = words[language]
    const club = clubs[`progress-${language}` as const]
    await readHeic(page)
    await journey(club, 'seller', { path: '/portal/member/classifieds?edit=new', language, viewport })
    const pictures = page.locator('form fieldset li img')
    const chooser = page.locator('input[name="pictures"]')

    await test.step('one that the device cannot draw is named, and does not stop the others', async () => {
      await page.evaluate(() => {
        const { toBlob } = HTMLCanvasElement.prototype
        HTMLCanvasElement.prototype.toBlob = function drawNothing(taken) {
          HTMLCanvasElement.prototype.toBlob = toBlob
          taken(null)
        }
      })
      await chooser.setInputFiles(await makePng('fine.png', '#2060a0'))
      await expect(page.getByText(text.notDrawn, { exact: true })).toBeVisible()
      await expect(page.getByRole('progressbar')).toHaveCount(0)
      await chooser.setInputFiles(await makePng('fine.png', '#2060a0'))
      await expect(pictures).toHaveCount(1)
      await expect(page.getByText(text.notDrawn)).toHaveCount(0)
    })

    await decodeSlowly(page)
    await page.reload()
    // the draft has it
    await expect(pictures).toHaveCount(1)
    await page.getByRole('button', { name: text.remove, exact: true }).click()
    await expect(pictures).toHaveCount(0)
    await test.step('leaving while the first one is being prepared asks', async () => {
      const { buffer, ...half } = await makePng('half.png', '#2060a0')
      await chooser.setInputFiles({ ...half, buffer: buffer.subarray(0, 40) })
      await expect(page.getByRole('progressbar', { name: text.ready })).toBeVisible()
      await page.locator('main a').first().click()
      const question = page.getByRole('alertdialog', { name: text.leave })
      await question.getByRole('button', { name: text.stay }).click()
    })
    await test.step('how many are ready', async () => {
      const jpeg = await makeNoise('noise.jpg')
      const heic = await makeNoise('noise.heic')
      await chooser.setInputFiles([
        jpeg,
        { ...heic, mimeType: 'image/heic', buffer: Buffer.concat([Buffer.from(heicHead), heic.buffer]) },
      ])
      await decodeNext(page)
      const bar = page.getByRole('progressbar', { name: text.ready })
      for (const at of [1, 2]) {
        await expect(page.getByText(text.preparing(at), { exact: true })).toBeVisible()
        await expect(bar).toHaveJSProperty('position', (at - 1) / 2)
        if (at === 1) {
          // none of them is left out
          await page.locator('[name="label"]').fill('Noise')
          await page.locator('[name="price"]').fill('5')
          await page.keyboard.press('Enter')
          await expect(page.getByText(text.notYet, { exact: true })).toBeVisible()
          await expectAccessible(page)
        }
        await decodeNext(page)
      }
      await expect(pictures).toHaveCount(2)
      await expect(bar).toHaveCount(0)
      await expect(page.getByText(text.notYet)).toHaveCount(0)
      await expect(page.getByRole('status').getByText(text.now, { exact: true })).toBeVisible()
      // also what was refused of the files before these
      await expect(page.getByText(text.broken, { exact: true })).toBeInViewport()
    })

    await test.step('how much is sent, on a line that takes its time', async () => {
      const devtools = await page.context().newCDPSession(page)
      await devtools.send('Network.enable')
      await devtools.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 500,
        downloadThroughput: -1,
        uploadThroughput: 200_000,
      })
      const readSeen = await watchBar(page, text.sent)
      await page.getByRole('button', { name: text.save, exact: true }).click()
      // what is typed now would not be sent
      for (const field of ['input[name="label"]', 'input[name="price"]', 'textarea']) {
        await expect(page.locator(`form ${field}`)).toHaveJSProperty('readOnly', true)
      }
      await expect(page.getByText(text.done)).toBeVisible()
      const seen = await readSeen()
      expect(seen[0]).toEqual({ part: 0, text: text.sending })
      expect(seen.filter(({ part }) => part > 0 && part < 1)).not.toEqual([])
      expect(seen.at(-1)).toEqual({ part: 1, text: text.checking })
      for (const { part, text: shown } of seen) expect(shown).toBe(part < 1 ? text.sending : text.checking)
      expect(seen.map(({ part }) => part)).toEqual(seen.map(({ part }) => part).toSorted((a, b) => a - b))
      await expect(page.getByRole('progressbar')).toHaveCount(0)
    })

    await test.step('the club keeps both, whole in the square', async () => {
      const seller = await signInElsewhere(product, club, 'seller')
      const { classifieds } = await seller.call('get_classifieds', {})
      const images = classifieds[0]?.images ?? []
      expect(images).toHaveLength(2)
      for (const { imageData } of images) {
        const stored = await fetch(product.origin + imageData)
        const { width, height, format } = await sharp(Buffer.from(await stored.arrayBuffer())).metadata()
        expect({ width, height, format }).toMatchObject({ width: 400, height: 400, format: 'webp' })
      }
    })
  })
}
