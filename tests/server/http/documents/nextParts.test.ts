// An address tells which parts of the app it will need.
import { expect, it } from 'vitest'
import { findNextParts } from '../../../../src/server/http/documents/nextParts.ts'

const route = 'src/app/routes/portal.viewer.$eventId'
const files = {
  'index.html': { file: 'assets/index.js', imports: ['_first.js'], css: ['assets/first.css'] },
  '_first.js': { file: 'assets/first.js' },
  '_base.js': { file: 'assets/base.js' },
  'src/app/start.tsx': { file: 'assets/start.js', imports: ['_base.js', '_first.js'] },
  '_viewer.js': { file: 'assets/viewer.js', imports: ['_base.js', 'index.html'], css: ['assets/viewer.css'] },
  [`${route}.tsx?tsr-split=component`]: { file: 'assets/layout.js', imports: ['_viewer.js'] },
  [`${route}/index.tsx?tsr-split=component`]: { file: 'assets/home.js', imports: ['_viewer.js'] },
  'src/app/routes/_shell.tsx?tsr-split=component': { file: 'assets/shell.js' },
  // the bundler writes all of these into one file, and notes its styles once
  'src/app/routes/_shell/portal/index.tsx?tsr-split=component': {
    file: 'assets/portal.rest-1a2b.js',
    imports: ['_portal.rest.js'],
  },
  '_portal.rest.js': { file: 'assets/portal.rest-1a2b.js', css: ['assets/portal.css'] },
  'src/locales/en.po?texts=first?lingui': { file: 'assets/en-first.js' },
  'src/locales/en.po?texts=rest?lingui': { file: 'assets/en-rest.js' },
  'src/locales/es.po?texts=first?lingui': { file: 'assets/es-first.js' },
  'src/locales/es.po?texts=rest?lingui': { file: 'assets/es-rest.js' },
}

const everywhere = ['/assets/start.js', '/assets/base.js']

it("the viewer's home names its parts once each, and nothing that the document names already", () => {
  expect(findNextParts(files, '/portal/viewer/7', 'en')).toEqual({
    scripts: [
      ...everywhere,
      '/assets/layout.js',
      '/assets/viewer.js',
      '/assets/home.js',
      '/assets/en-first.js',
    ],
    styles: ['/assets/viewer.css'],
  })
})

it('other addresses name what every screen begins with, and builds without a list nothing', () => {
  expect(findNextParts(files, '/portal/donors', 'en')).toEqual({
    scripts: [...everywhere, '/assets/en-first.js'],
    styles: [],
  })
  expect(findNextParts({}, '/portal/viewer/7', 'en')).toEqual({ scripts: [], styles: [] })
})

it("a Spanish club's page names the Spanish texts, also those that its screen needs besides the first", () => {
  expect(findNextParts(files, '/portal', 'es')).toEqual({
    scripts: [
      ...everywhere,
      '/assets/shell.js',
      '/assets/portal.rest-1a2b.js',
      '/assets/es-first.js',
      '/assets/es-rest.js',
    ],
    styles: ['/assets/portal.css'],
  })
})
