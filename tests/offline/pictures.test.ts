import { expect, test } from 'vitest'
import type { EventPack } from '../../src/domain/event.ts'
import { toPictureUrl } from '../../src/domain/picture.ts'
import { listCarPictures, listPictures } from '../../src/offline/files/pictures.ts'

test('a picture is asked for in the one width that the device keeps, and goes on naming the club', () => {
  expect(toPictureUrl('/media/abc.webp?subdomain=harrow', 'poster')).toBe(
    '/media/abc.webp?subdomain=harrow&w=800',
  )
  expect(toPictureUrl('/media/abc.webp', 'map')).toBe('/media/abc.webp?w=1600')
})

test('what is no picture of ours stays as it is', () => {
  expect(toPictureUrl('data:image/png;base64,AAAA', 'poster')).toBe('data:image/png;base64,AAAA')
  expect(toPictureUrl('', 'poster')).toBe('')
})

test("a pack's pictures are its first poster, the club's logo and its maps, each once, and apart its cars", () => {
  const pack = {
    clubLogo: '/media/l.webp',
    event: { images: [{ imageData: '/media/a.webp' }, { imageData: '/media/unseen.webp' }] },
    maps: [
      { backgroundImage: '/media/m.webp' },
      { backgroundImage: '/media/m.webp' },
      { backgroundImage: '' },
    ],
    entries: { classes: [], cars: [{ picture: '/media/c.webp' }, { picture: '' }] },
  } as unknown as EventPack
  expect(listPictures(pack)).toEqual(['/media/a.webp?w=800', '/media/l.webp?w=160', '/media/m.webp?w=1600'])
  expect(listCarPictures(pack)).toEqual(['/media/c.webp?w=400'])
})
