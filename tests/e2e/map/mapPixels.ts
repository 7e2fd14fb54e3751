// Finds spaces on a map's stage by the pixels that are drawn.
import { expect, type Locator, type Page } from '@playwright/test'
import { patterns } from '../../../src/app/map/patterns.ts'

/** Where a colour is drawn, in CSS pixels of the page. */
export interface Seen {
  x: number
  y: number
  width: number
  height: number
  /** How many pixels have it. */
  count: number
}

interface Clip {
  x: number
  y: number
  width: number
  height: number
}

/** In the part of the stage that nothing covers. */
export async function findOnStage(stage: Locator, colour: string, cover: Locator): Promise<Seen | null> {
  const box = await stage.boundingBox()
  if (!box) return null
  const above = (await cover.isVisible()) ? await cover.boundingBox() : null
  const bottom = Math.min(box.y + box.height, above?.y ?? Number.POSITIVE_INFINITY)
  // without the focus ring of the stage and the column of its buttons
  const clip = { x: box.x + 4, y: box.y + 4, width: box.width - 84, height: bottom - box.y - 8 }
  return findColour(stage.page(), clip, colour)
}

/** Reads the pixels of a part of the page: all of the colour, and the box around them. */
export async function findColour(page: Page, clip: Clip, colour: string): Promise<Seen | null> {
  const png = (await page.screenshot({ clip, scale: 'css' })).toString('base64')
  const found = await page.evaluate(
    async ({ png, colour }) => {
      const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0))
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
      if (!context) throw new Error('no canvas')
      context.drawImage(image, 0, 0)
      const { data } = context.getImageData(0, 0, image.width, image.height)
      const wanted = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
      let [left, top, right, bottom, count] = [image.width, image.height, -1, -1, 0]
      for (let at = 0; at < data.length; at += 4) {
        if (wanted.some((value, part) => Math.abs((data[at + part] ?? 0) - value) > 3)) continue
        const x = (at / 4) % image.width
        const y = Math.floor(at / 4 / image.width)
        left = Math.min(left, x)
        right = Math.max(right, x)
        top = Math.min(top, y)
        bottom = Math.max(bottom, y)
        count += 1
      }
      return { left, top, right, bottom, count }
    },
    { png, colour },
  )
  if (found.count === 0) return null
  return {
    x: clip.x + (found.left + found.right + 1) / 2,
    y: clip.y + (found.top + found.bottom + 1) / 2,
    width: found.right - found.left + 1,
    height: found.bottom - found.top + 1,
    count: found.count,
  }
}

/** What is drawn as selected, after all movement has ended. */
export async function findSelected(stage: Locator, cover: Locator): Promise<Seen> {
  let last = ''
  let seen: Seen | null = null
  await expect
    .poll(
      async () => {
        seen = await findOnStage(stage, patterns.selected.ground, cover)
        const now = JSON.stringify(seen)
        const isStill = seen !== null && now === last
        last = now
        return isStill
      },
      { intervals: [200], timeout: 15_000 },
    )
    .toBe(true)
  if (!seen) throw new Error('no space is chosen')
  return seen
}

/** The share of the stage's pixels that look another way than they did: by more than the edge of a line may. */
export async function findChange(page: Page, before: Buffer, after: Buffer): Promise<number> {
  return page.evaluate(
    async (pictures) => {
      const [a, b] = await Promise.all(
        pictures.map(async (png) => {
          const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0))
          const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
          const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
          context?.drawImage(image, 0, 0)
          return context?.getImageData(0, 0, image.width, image.height).data
        }),
      )
      if (a === undefined || b === undefined || a.length !== b.length) throw new Error('other pictures')
      let changed = 0
      for (let at = 0; at < a.length; at += 4) {
        const isOther = [0, 1, 2].some((part) => Math.abs((a[at + part] ?? 0) - (b[at + part] ?? 0)) > 48)
        if (isOther) changed += 1
      }
      return changed / (a.length / 4)
    },
    [before.toString('base64'), after.toString('base64')],
  )
}
