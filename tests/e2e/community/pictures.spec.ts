// The pictures of a form: which files are taken, why others are not, and what the club's server keeps of them.
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { FailureCode } from '../../../src/contract/failures.ts'
import { breakCalls, endpoint, holdCalls, isRequestOf } from '../../support/browsers/pageCalls.ts'
import { inTurn } from '../../support/chance/turns.ts'
import { defineWorld, importClubs } from '../../support/clubs/world.ts'
import { signInElsewhere } from '../../support/community/elsewhere.ts'
import { type ChosenFile, makePng } from '../../support/pixels/plainPicture.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'

const { pictures } = defineWorld({ clubs: { pictures: {} }, people: { seller: 'Sal Mercer' } })
const path = '/portal/member/classifieds?edit=new'

test.beforeAll(({ product }) => importClubs(product, [pictures]))

const plainColours = ['#c00', '#0c0', '#00c', '#cc0', '#c0c', '#0cc', '#999', '#f80']

const makePngs = (count: number) =>
  Promise.all(plainColours.slice(0, count).map((colour, at) => makePng(`car-${at + 1}.png`, colour)))

/** 24 bits for each dot, all in one colour. */
function makeBmp(width: number, height: number, [red, green, blue]: [number, number, number]): Buffer {
  const row = Math.ceil((width * 3) / 4) * 4
  const bytes = Buffer.alloc(54 + row * height)
  bytes.write('BM')
  bytes.writeUInt32LE(bytes.length, 2)
  bytes.writeUInt32LE(54, 10)
  bytes.writeUInt32LE(40, 14)
  bytes.writeInt32LE(width, 18)
  bytes.writeInt32LE(height, 22)
  bytes.writeUInt16LE(1, 26)
  bytes.writeUInt16LE(24, 28)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) bytes.set([blue, green, red], 54 + y * row + x * 3)
  }
  return bytes
}

const picturesOn = (page: Page) => page.locator('form fieldset li img')
const chooserOn = (page: Page) => page.locator('input[name="pictures"]')
const saveOn = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

/** A file dropped or pasted, anywhere on the page. */
async function give(
  page: Page,
  way: 'drop' | 'paste',
  { name, mimeType, buffer }: ChosenFile,
): Promise<void> {
  await page.evaluate(
    (given) => {
      const bytes = Uint8Array.from(atob(given.base64), (character) => character.charCodeAt(0))
      const data = new DataTransfer()
      data.items.add(new File([bytes], given.name, { type: given.mimeType }))
      const happens = { bubbles: true, cancelable: true }
      if (given.way === 'paste') {
        document.body.dispatchEvent(new ClipboardEvent('paste', { ...happens, clipboardData: data }))
        return
      }
      const over = new DragEvent('dragover', { ...happens, dataTransfer: data })
      document.body.dispatchEvent(over)
      const drop = new DragEvent('drop', { ...happens, dataTransfer: data })
      document.body.dispatchEvent(drop)
      if (!over.defaultPrevented || !drop.defaultPrevented) throw new Error('the browser would open it')
    },
    { way, name, mimeType, base64: buffer.toString('base64') },
  )
}

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true })

  test(`files are chosen, taken with the camera, dropped, pasted and removed, and a wrong one is named${inTurn('pictures')}`, async ({
    journey,
  }) => {
    const page = await journey(pictures, 'seller', { path, allowed: [/ERR_FAILED/] })
    const shown = picturesOn(page)
    const chooser = chooserOn(page)
    const add = page.getByRole('button', { name: 'Add image' })
    const photo = page.locator('button').filter({ hasText: 'Take a photo' })
    const removeOf = (number: number) => page.getByRole('button', { name: `Remove image ${number}` })
    const sources = () =>
      shown.evaluateAll((images) => images.map((image) => (image as HTMLImageElement).src))

    await test.step('what cannot be used is named with the reason', async () => {
      await chooser.setInputFiles([
        { name: 'bill.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
        { name: 'car.heic', mimeType: 'image/heic', buffer: Buffer.from('....ftypheic') },
        // a phone that does not know the type
        { name: 'other.HEIF', mimeType: '', buffer: Buffer.from('....ftypheic') },
        // what mail programs make of the name
        { name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('....ftypmif1') },
        { name: 'photo', mimeType: '', buffer: Buffer.from('....ftypheix') },
        {
          name: 'half.png',
          mimeType: 'image/png',
          buffer: (await makePng('', '#fff')).buffer.subarray(0, 40),
        },
        await makePng('fine.png', '#123456'),
      ])
      await expect(page.getByText('bill.pdf is not a supported image type.', { exact: true })).toBeVisible()
      for (const name of ['car.heic', 'other.HEIF', 'IMG_1.jpg', 'photo']) {
        await expect(
          page.getByText(
            `${name} is a HEIC image, which this browser cannot read. Save it as JPEG, or set the iPhone's camera to "Most Compatible".`,
          ),
        ).toBeVisible()
      }
      await expect(page.getByText('half.png is damaged and cannot be read.', { exact: true })).toBeVisible()
      await expect(shown).toHaveCount(1)
      await expectAccessible(page)
      await removeOf(1).click()
      await expect(shown).toHaveCount(0)
    })

    await test.step('of eight that are chosen together six stay', async () => {
      await chooser.setInputFiles(await makePngs(8))
      await expect(page.getByText('2 images were not added: there is room for 6.')).toBeVisible()
      await expect(page.getByText('bill.pdf')).toHaveCount(0)
      await expect(shown).toHaveCount(6)
      await expect(page.getByText('There is room for 6 images.', { exact: true })).toBeVisible()
      await expect(add).toHaveAttribute('aria-disabled', 'true')
      await expect(photo).toHaveCount(0)
      await chooser.setInputFiles(await makePng('late.png', '#fff'))
      await expect(page.getByText('late.png was not added: there is room for 6 images.')).toBeVisible()
      await expect(shown).toHaveCount(6)
      await expectAccessible(page)
    })

    await test.step('two taps on Remove remove one', async () => {
      const before = await sources()
      await removeOf(2).dblclick()
      await expect(shown).toHaveCount(5)
      expect(await sources()).toEqual(before.toSpliced(1, 1))
      await expect(page.getByText(/was not added/)).toHaveCount(0)
      // a key is no tap
      await removeOf(5).press('Enter')
      await removeOf(4).press('Enter')
      await expect(add).toBeFocused()
      await expect(shown).toHaveCount(3)
      expect(await sources()).toEqual(before.toSpliced(1, 1).slice(0, 3))
    })

    await test.step('dropped, pasted and taken with the camera', async () => {
      await give(page, 'drop', await makePng('dropped.png', '#102030'))
      await expect(shown).toHaveCount(4)
      await give(page, 'paste', await makePng('pasted.png', '#302010'))
      await expect(shown).toHaveCount(5)
      const camera = page.locator('input[name="camera"]')
      await expect(camera).toHaveAttribute('capture', 'environment')
      await expect(camera).toHaveAttribute('accept', /image\/jpeg/)
      const opening = page.waitForEvent('filechooser')
      await photo.click()
      const opened = await opening
      expect(opened.isMultiple()).toBe(false)
      await opened.setFiles(await makePng('photo.png', '#203010'))
      await expect(shown).toHaveCount(6)
      expect(new Set(await sources()).size).toBe(6)
    })

    await test.step('what is given while the form is on its way is added when it has come back', async () => {
      await removeOf(6).click()
      await page.getByLabel('Title').fill('Six pictures')
      await page.getByLabel('Price').fill('6')
      await breakCalls(page, 'create_classified')
      const endIt = await holdCalls(page, 'create_classified')
      await saveOn(page).click()
      await give(page, 'drop', await makePng('late.png', '#405060'))
      await expect(page.getByLabel('Title')).toHaveJSProperty('readOnly', true)
      await expect(shown).toHaveCount(5)
      await page.getByRole('link', { name: 'Back to classifieds' }).click()
      const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
      await question.getByRole('button', { name: 'Stay here' }).click()
      endIt()
      await expect(shown).toHaveCount(6)
      await expect(page.getByText('We do not know yet whether it was saved')).toBeVisible()
      await expect(page.getByLabel('Title')).toHaveValue('Six pictures')
      await page.unroute(endpoint)
      await saveOn(page).click()
      await expect(page.getByText('Your listing is in the classifieds.')).toBeVisible()
    })
  })
})

test('a picture of each type is kept whole in a square of 400 dots, and why one is refused is said @proof', async ({
  journey,
  product,
}) => {
  const refused: { code: FailureCode; status: number; sentence: string }[] = [
    {
      code: 'picture-too-large',
      status: 200,
      sentence: 'This picture is too large. Choose a smaller one.',
    },
    {
      code: 'picture-broken',
      status: 200,
      sentence: 'This picture is damaged and cannot be read. Choose another one.',
    },
    {
      code: 'pictures-busy',
      status: 503,
      sentence: 'Too many pictures are being read at the moment. Try again in a minute.',
    },
  ]
  // each in its own colour: the same picture twice would be kept once
  const colours = [
    { r: 0xc0, g: 0x20, b: 0x40 },
    { r: 0x20, g: 0xa0, b: 0x40 },
    { r: 0x20, g: 0x40, b: 0xc0 },
    { r: 0x80, g: 0x80, b: 0x20 },
  ] as const
  const draw = (background: (typeof colours)[number]) =>
    sharp({ create: { width: 800, height: 400, channels: 3, background } })
  const page = await journey(pictures, 'seller', { path, allowed: [/status of 503/] })
  await page.locator('[name="label"]').fill('Four pictures')
  await page.locator('[name="price"]').fill('5')
  await chooserOn(page).setInputFiles([
    { name: 'wide.bmp', mimeType: 'image/bmp', buffer: makeBmp(800, 400, [0xc0, 0x20, 0x40]) },
    { name: 'wide.gif', mimeType: 'image/gif', buffer: await draw(colours[1]).gif().toBuffer() },
    { name: 'wide.jpg', mimeType: 'image/jpeg', buffer: await draw(colours[2]).jpeg().toBuffer() },
    { name: 'wide.webp', mimeType: 'image/webp', buffer: await draw(colours[3]).webp().toBuffer() },
  ])
  await expect(picturesOn(page)).toHaveCount(4)

  let answer: (typeof refused)[number] | undefined
  await page.route(endpoint, async (route) => {
    if (answer === undefined || !isRequestOf(route.request(), 'create_classified')) return route.fallback()
    const { code, status } = answer
    await route.fulfill({ status, json: { success: false, code, errorMessage: code, receipt: null } })
  })
  for (answer of refused) {
    await saveOn(page).click()
    await expect(page.getByRole('alert').filter({ hasText: answer.sentence })).toBeVisible()
    await expect(picturesOn(page)).toHaveCount(4)
  }
  answer = undefined
  await saveOn(page).click()
  await expect(page.getByText('Your listing is in the classifieds.')).toBeVisible()

  const seller = await signInElsewhere(product, pictures, 'seller')
  const { classifieds } = await seller.call('get_classifieds', { limit: 100 })
  const images = classifieds.find(({ label }) => label === 'Four pictures')?.images ?? []
  expect(images).toHaveLength(4)
  for (const [at, { imageData }] of images.entries()) {
    const { r = 0, g = 0, b = 0 } = colours[at] ?? {}
    const response = await fetch(product.origin + imageData)
    expect(response.status).toBe(200)
    const kept = sharp(Buffer.from(await response.arrayBuffer()))
    expect(await kept.metadata()).toMatchObject({ width: 400, height: 400 })
    const { data, info } = await kept.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    const dotAt = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4).subarray(0, 4)]
    // twice as wide as high: a quarter of the square is empty above it, and a quarter below
    for (const [x, y] of [
      [4, 110],
      [200, 200],
      [395, 290],
    ] as const) {
      const [red = 0, green = 255, blue = 255, alpha] = dotAt(x, y)
      expect(alpha).toBe(255)
      expect(Math.hypot(red - r, green - g, blue - b)).toBeLessThan(24)
    }
    for (const y of [5, 90, 310, 395]) expect(dotAt(200, y)[3]).toBe(0)
  }
})
