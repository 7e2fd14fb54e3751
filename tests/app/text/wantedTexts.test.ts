// Code brings its texts along: what cannot be had is wanted again, and hinders no other language meanwhile.
import { beforeEach, expect, it, vi } from 'vitest'

beforeEach(() => vi.resetModules())

const load = () => import('../../../src/app/text/wantedTexts.ts')

it('wants what the names of the files say, the first part always, before there is a language too', async () => {
  const { findWantedTexts, wantTexts } = await load()
  await wantTexts(['/assets/viewer-Ab12Cd34.js', '/assets/judging.show-Ab12Cd34.js', '/assets/judging-x.css'])
  expect(findWantedTexts()).toEqual(['first', 'show'])
})

it('resolves when the texts are there', async () => {
  const { setTextLoader, wantTexts } = await load()
  const loaded: string[] = []
  setTextLoader(async (part) => void loaded.push(part))
  await wantTexts(['/assets/portal.rest-Ab12Cd34.js', '/assets/wizard.rest-Ab12Cd34.js'])
  expect(loaded).toEqual(['rest'])
})

it('wants no longer what did not come, but what came once', async () => {
  const { findWantedTexts, setTextLoader, wantTexts } = await load()
  let isOnline = false
  setTextLoader(async () => {
    if (!isOnline) throw new TypeError('it did not come')
  })
  await expect(wantTexts(['/assets/portal.rest-Ab12Cd34.js'])).rejects.toThrow(TypeError)
  expect(findWantedTexts()).toEqual(['first'])
  isOnline = true
  await wantTexts(['/assets/portal.rest-Ab12Cd34.js'])
  isOnline = false
  await expect(wantTexts(['/assets/portal.rest-Ab12Cd34.js'])).rejects.toThrow(TypeError)
  expect(findWantedTexts()).toEqual(['first', 'rest'])
})
