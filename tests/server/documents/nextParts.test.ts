// An address tells which parts of the app it will need.
import { expect, it } from 'vitest'
import { findNextParts } from '../../../src/server/documents/nextParts.ts'

const route = 'src/app/routes/portal.viewer.$eventId'
const files = {
  'index.html': { file: 'assets/index.js', imports: ['_first.js'], css: ['assets/first.css'] },
  '_first.js': { file: 'assets/first.js' },
  '_base.js': { file: 'assets/base.js' },
  'src/app/start.tsx': { file: 'assets/start.js', imports: ['_base.js', '_first.js'] },
  '_viewer.js': { file: 'assets/viewer.js', imports: ['_base.js', 'index.html'], css: ['assets/viewer.css'] },
  [`${route}.tsx?tsr-split=component`]: { file: 'assets/layout.js', imports: ['_viewer.js'] },
  [`${route}/index.tsx?tsr-split=component`]: { file: 'assets/home.js', imports: ['_viewer.js'] },
  'src/locales/en.po': { file: 'assets/en.js' },
  'src/locales/es.po': { file: 'assets/es.js' },
}

const everywhere = ['/assets/start.js', '/assets/base.js']

it("the viewer's home names its parts once each, and nothing that the document names already", () => {
  expect(findNextParts(files, '/portal/viewer/7', 'en')).toEqual({
    scripts: [...everywhere, '/assets/layout.js', '/assets/viewer.js', '/assets/home.js', '/assets/en.js'],
    styles: ['/assets/viewer.css'],
  })
})

it('other addresses name what every screen begins with, and builds without a list nothing', () => {
  expect(findNextParts(files, '/portal', 'en')).toEqual({
    scripts: [...everywhere, '/assets/en.js'],
    styles: [],
  })
  expect(findNextParts({}, '/portal/viewer/7', 'en')).toEqual({ scripts: [], styles: [] })
})

it("a Spanish club's page names the Spanish texts", () => {
  expect(findNextParts(files, '/portal', 'es').scripts).toEqual([
    '/assets/start.js',
    '/assets/base.js',
    '/assets/es.js',
  ])
})
