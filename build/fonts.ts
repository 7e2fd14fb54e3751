// Cuts the font to the signs, weights and widths that font.css names for each of its files. Archivo whole is 90 kB,
// and most of it are letters that few pages show.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const root = join(import.meta.dirname, '..')
const styles = join(root, 'src/app/styles/font.css')
const whole = join(
  root,
  'node_modules/@fontsource-variable/archivo/files/archivo-latin-standard-normal.woff2',
)
/** What the app's texts use: kerning, marks, and figures of one width. */
const keepFeatures = ['kern', 'mark', 'ccmp', 'locl', 'tnum']

interface FontFace {
  path: string
  signs: string
  variationAxes: Record<string, { min: number; max: number }>
}

export function cutFonts(): Plugin {
  return {
    name: 'cut-fonts',
    async buildStart() {
      const font = await readFile(whole)
      for (const { path, signs, variationAxes } of listFaces(await readFile(styles, 'utf8'))) {
        const cut = await subsetFont(font, signs, {
          targetFormat: 'woff2',
          variationAxes,
          keepFeatures,
        })
        await mkdir(join(path, '..'), { recursive: true })
        // two builds may run at a time
        const next = `${path}.${process.pid}`
        await writeFile(next, cut)
        await rename(next, path)
      }
    },
  }
}

/** The faces whose file is one of ours. */
export function listFaces(css: string): FontFace[] {
  return [...css.matchAll(/@font-face \{([^}]*)\}/g)].flatMap(([, face = '']) => {
    const [, path] = /url\("[./]*(\.cache\/[^"]+)"\)/.exec(face) ?? []
    if (path === undefined) return []
    const find = (name: string) => new RegExp(`${name}:\\s*([^;]+);`).exec(face)?.[1] ?? ''
    const toRange = (text: string) => {
      const [min = Number.NaN, max = Number.NaN] = text.split(' ').map(Number.parseFloat)
      return { min, max }
    }
    return {
      path: join(root, '.cache', 'fonts', basename(path)),
      signs: toSigns(find('unicode-range')),
      variationAxes: { wght: toRange(find('font-weight')), wdth: toRange(find('font-stretch')) },
    }
  })
}

function toSigns(ranges: string): string {
  return ranges
    .split(',')
    .flatMap((range) => {
      const [from = '', to = from] = range.trim().slice('U+'.length).split('-')
      const first = Number.parseInt(from, 16)
      return Array.from({ length: Number.parseInt(to, 16) - first + 1 }, (_, at) => first + at)
    })
    .map((code) => String.fromCodePoint(code))
    .join('')
}
