// An address says beforehand which parts of the app it will need.
import { expect, it } from 'vitest'
import { findPreloads } from '../../src/server/preloads.ts'

const route = 'src/app/routes/portal.viewer.$eventId'
const files = {
  'index.html': { file: 'assets/index.js', imports: ['_base.js'], css: ['assets/index.css'] },
  '_base.js': { file: 'assets/base.js' },
  '_viewer.js': { file: 'assets/viewer.js', imports: ['_base.js', 'index.html'], css: ['assets/viewer.css'] },
  [`${route}.tsx?tsr-split=component`]: { file: 'assets/layout.js', imports: ['_viewer.js'] },
  [`${route}/index.tsx?tsr-split=component`]: { file: 'assets/home.js', imports: ['_viewer.js'] },
  'src/locales/en.po': { file: 'assets/en.js' },
}

it('the viewer’s home names its parts once each, and nothing that the document names already', () => {
  expect(findPreloads(files, '/portal/viewer/7')).toEqual([
    '</assets/layout.js>; rel=modulepreload',
    '</assets/viewer.js>; rel=modulepreload',
    '</assets/home.js>; rel=modulepreload',
    '</assets/en.js>; rel=modulepreload',
    '</assets/viewer.css>; rel=preload; as=style; crossorigin',
  ])
})

it('other addresses and builds without a list have no hints', () => {
  expect(findPreloads(files, '/portal')).toEqual([])
  expect(findPreloads({}, '/portal/viewer/7')).toEqual([])
})
