import { expect, test } from 'vitest'
import { type BuiltChunk, findShowTiers, findTier } from '../../sw/tiers.ts'

/** `text`: which catalogue it is. */
function chunk(
  name: string,
  imports: string[] = [],
  { styles = [], text }: { styles?: string[]; text?: string } = {},
): BuiltChunk {
  const moduleIds = text === undefined ? [] : [`/srv/showfield/src/locales/${text}?lingui`]
  return { fileName: `assets/${name}.js`, name, moduleIds, imports, styles }
}

test('the viewer needs its tabs, map and outbox, in both languages; a show needs judging and ballot too', () => {
  const tiers = findShowTiers([
    chunk('wizard', ['assets/pages.js', 'assets/pay.js']),
    chunk('judging', ['assets/start.js', 'assets/pages.js'], { styles: ['assets/judging.css'] }),
    chunk('index', ['assets/first.js']),
    chunk('first', [], { styles: ['assets/first.css'] }),
    chunk('start', ['assets/base.js']),
    chunk('base'),
    chunk('tabs', ['assets/start.js', 'assets/shared.js'], { styles: ['assets/tabs.css'] }),
    chunk('shared'),
    chunk('pages', ['assets/shared.js']),
    chunk('pay'),
    chunk('en', [], { text: 'en.po?texts=first' }),
    chunk('es', [], { text: 'es.po?texts=field' }),
    chunk('es2', [], { text: 'es.po?texts=show' }),
    chunk('es3', [], { text: 'es.po?texts=rest' }),
  ])
  const find = (tier: number) =>
    [...tiers].flatMap(([name, of]) => (of === tier ? name.slice('assets/'.length) : [])).sort()
  expect(find(1)).toEqual([
    'base.js',
    'en.js',
    'es.js',
    'first.css',
    'first.js',
    'index.js',
    'shared.js',
    'start.js',
    'tabs.css',
    'tabs.js',
  ])
  expect(find(2)).toEqual(['es2.js', 'judging.css', 'judging.js', 'pages.js'])
  const others = [
    'index.html',
    'assets/archivo-first-x.woff2',
    'assets/archivo-more-x.woff2',
    'assets/wizard.js',
  ]
  expect(others.map((name) => findTier(name, tiers))).toEqual([1, 1, 3, 3])
})
