// A component's styles are its own. Styles that several components need are a part of `ui`, with variants.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const app = join(import.meta.dirname, '..', 'src', 'app')
const paths = readdirSync(app, { recursive: true, encoding: 'utf8' })

/** Looks that several controls share, or that an element has which is a button here and a link there. */
const shared = [
  'ui/Button.module.css',
  'ui/VisuallyHidden.module.css',
  'ui/form/Field.module.css',
  'ui/form/choice.module.css',
  'ui/form/control.module.css',
]

interface StyleImport {
  from: string
  styles: string
  /** The class names it contains; undefined if they are chosen at run time. */
  classes: readonly string[] | undefined
}

const imports = paths.filter((path) => /\.tsx?$/.test(path)).flatMap(readStyleImports)

function readStyleImports(path: string): StyleImport[] {
  const source = readFileSync(join(app, path), 'utf8')
  return [...source.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].map(
    ([, name = '', target = '']) => ({
      from: path,
      styles: normalize(join(dirname(path), target)),
      classes: source.includes(`${name}[`)
        ? undefined
        : [...source.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, word = '']) => word),
    }),
  )
}

test('each file of styles has one component, and each component its own', () => {
  const wrong = paths
    .filter((path) => path.endsWith('.module.css') && !shared.includes(path))
    .map((path) => [path, imports.filter(({ styles }) => styles === path).map(({ from }) => from)] as const)
    .filter(([, users]) => users.length !== 1)
  expect(wrong).toEqual([])
})

test('no style is without use', () => {
  const unused = paths
    .filter((path) => path.endsWith('.module.css'))
    .flatMap((path) => {
      const users = imports.filter(({ styles }) => styles === path)
      if (users.some(({ classes }) => classes === undefined)) return []
      const used = new Set(users.flatMap(({ classes }) => classes ?? []))
      return listClasses(path)
        .filter((name) => !used.has(name))
        .map((name) => `${path} .${name}`)
    })
  expect(unused).toEqual([])
})

test('no component names a style that is not there', () => {
  const missing = imports.flatMap(({ from, styles, classes = [] }) => {
    const known = new Set(listClasses(styles))
    return classes.filter((name) => !known.has(name)).map((name) => `${from} .${name}`)
  })
  expect(missing).toEqual([])
})

function listClasses(path: string): string[] {
  const rules = readFileSync(join(app, path), 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/:global\([^{]*?\)(?=[ ,.{])/g, '')
  const selectors = [...rules.matchAll(/([^{}]+)\{/g)].map(([, selector = '']) => selector)
  return [
    ...new Set(
      selectors.flatMap((one) => [...one.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name = '']) => name)),
    ),
  ]
}
