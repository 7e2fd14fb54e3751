import { expect, test } from 'vitest'
import { type BuiltChunk, findFirstTier, findTier } from '../../sw/tiers.ts'

const chunk = (
  fileName: string,
  moduleId: string,
  imports: string[] = [],
  styles: string[] = [],
): BuiltChunk => ({
  fileName,
  moduleIds: moduleId === '' ? [] : [`/srv/showfield/${moduleId}`],
  imports,
  styles,
})

test('a show needs viewer, ballot, judging and map with all that they load, and both languages', () => {
  const first = findFirstTier([
    chunk('assets/main.js', 'src/app/main.tsx', ['assets/base.js']),
    chunk('assets/base.js', 'node_modules/react/index.js', [], ['assets/base.css']),
    chunk(
      'assets/judging.js',
      'src/app/features/judging/ScoreScreen.tsx',
      ['assets/form.js'],
      ['assets/judging.css'],
    ),
    chunk('assets/form.js', 'src/app/ui/form/Field.tsx', ['assets/base.js']),
    chunk('assets/map.js', 'src/app/map/drawing/scene.ts'),
    chunk('assets/es-first.js', 'src/locales/es.po?texts=first?lingui'),
    chunk('assets/wizard.js', 'src/app/wizard/Wizard.tsx', ['assets/form.js', 'assets/pay.js']),
    chunk('assets/pay.js', 'src/app/wizard/payment/CardForm.tsx'),
    // the few bytes that a route asks for, which only lead to another file
    chunk('assets/score-door.js', '', ['assets/judging.js']),
    chunk('assets/join-door.js', '', ['assets/wizard.js']),
  ])
  expect([...first].sort()).toEqual([
    'assets/base.css',
    'assets/base.js',
    'assets/es-first.js',
    'assets/form.js',
    'assets/judging.css',
    'assets/judging.js',
    'assets/main.js',
    'assets/map.js',
    'assets/score-door.js',
  ])
  const tiers = [
    'index.html',
    'assets/archivo-latin-standard-x.woff2',
    'assets/archivo-latin-ext-standard-x.woff2',
  ]
  expect(tiers.map((name) => findTier(name, first))).toEqual([1, 1, 2])
  expect(findTier('icons/icon-512.png', first)).toBe(2)
})
