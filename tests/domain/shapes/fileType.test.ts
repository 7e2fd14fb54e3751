import { expect, it } from 'vitest'
import { fileTypes, isShownInline, toFileName } from '../../../src/domain/shapes/fileType.ts'

/** Section 9 of the specification of the member area; what has another name in the world has that one too. */
const listed = {
  audio: [
    ...['basic', 'L24', 'mp4', 'mpeg', 'mpeg3', 'ogg', 'vorbis', 'wav', 'wave', '3gpp', '3gpp2', 'ac3'],
    ...['webm', 'amr-nb', 'amr', 'vnd.rn-realaudio', 'vnd.wave'],
  ],
  video: [
    ...['mpeg', 'mp4', 'quicktime', 'webm', '3gpp', '3gpp2', '3gpp-tt', 'H261', 'H263', 'H263-1998'],
    ...['H263-2000', 'H264'],
  ],
  image: ['jpeg', 'gif', 'png', 'bmp'],
  text: ['vcard', 'csv', 'rtf', 'richtext', 'calendar', 'directory'],
  application: ['pdf'],
}

it('has every type that the specification lists, each with an ending and a kind', () => {
  const all = Object.entries(listed).flatMap(([family, types]) => types.map((type) => `${family}/${type}`))
  // and one that clubs share, and the specification leaves out
  expect([...fileTypes.keys()].sort()).toEqual([...all, 'text/plain'].sort())
  for (const [name, { extension, kind }] of fileTypes) {
    expect(extension).toMatch(/^[a-z0-9]{2,4}$/)
    if (/^(audio|video|image)\//.test(name)) expect(kind).toBe(name.split('/')[0])
  }
})

it('shows only pictures and PDF in the window', () => {
  const shown = [...fileTypes.keys()].filter(isShownInline)
  expect(shown).toEqual(['application/pdf', 'image/jpeg', 'image/gif', 'image/png', 'image/bmp'])
  expect(isShownInline('text/html')).toBe(false)
  expect(isShownInline('image/svg+xml')).toBe(false)
})

it('saves a file under its name with the ending of its type', () => {
  expect(toFileName('Minutes', 'application/pdf')).toBe('Minutes.pdf')
  expect(toFileName('Minutes.PDF', 'application/pdf')).toBe('Minutes.PDF')
  expect(toFileName('a/b:c', 'text/csv')).toBe('a-b-c.csv')
  expect(toFileName('Page', 'text/html')).toBe('Page')
})
