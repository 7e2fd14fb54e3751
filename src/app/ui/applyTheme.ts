// Sets a club's theme on the page through the CSSOM. The session saves it with the club.

import { type Theme, type ThemeVariant, themeTokens, toThemeVariant } from '../../domain/theme.ts'

const darkQuery = '(prefers-color-scheme: dark)'
const contrastQuery = '(prefers-contrast: more)'
const headingFont = '--font-heading'

let current: Theme | null = null
let isFollowing = false

/** Null removes the club's colours. */
export function applyTheme(theme: Theme | null): void {
  current = theme
  paintTheme(theme)
  follow()
}

/** The custom properties of one variant, with the 7:1 colours of the same mode as `…-strong`. */
export function toProperties(theme: Theme, variant: ThemeVariant): Map<string, string> {
  const everyday = theme.variants[variant]
  const strong = theme.variants[variant.startsWith('dark') ? 'dark-more' : 'light-more']
  const properties = new Map<string, string>()
  for (const token of themeTokens) {
    properties.set(token, everyday[token])
    properties.set(`${token}-strong`, strong[token])
  }
  if (theme.font !== null) properties.set(headingFont, theme.font)
  return properties
}

/** Undefined for anything that is not a complete theme, such as one saved by an older build. */
export function findTheme(value: unknown): Theme | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { font, variants } = value as Partial<Theme>
  if (font !== null && typeof font !== 'string') return undefined
  const names: ThemeVariant[] = ['light', 'dark', 'light-more', 'dark-more']
  const isWhole = names.every((name) =>
    themeTokens.every((token) => /^#[0-9a-f]{6}$/i.test(String(variants?.[name]?.[token]))),
  )
  return isWhole ? (value as Theme) : undefined
}

/** Applies the theme once, with the device's present settings. */
export function paintTheme(theme: Theme | null): void {
  const { style } = document.documentElement
  for (const token of themeTokens) {
    style.removeProperty(token)
    style.removeProperty(`${token}-strong`)
  }
  style.removeProperty(headingFont)
  const themeColour = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')
  if (theme === null) return
  const mode = matchMedia(darkQuery).matches ? 'dark' : 'light'
  const contrast = matchMedia(contrastQuery).matches ? 'more' : 'normal'
  const properties = toProperties(theme, toThemeVariant(mode, contrast))
  for (const [name, value] of properties) style.setProperty(name, value)
  themeColour?.setAttribute('content', properties.get('--club-bg') ?? theme.manifest.themeColor)
}

function follow(): void {
  if (isFollowing) return
  isFollowing = true
  for (const query of [darkQuery, contrastQuery]) {
    matchMedia(query).addEventListener('change', () => paintTheme(current))
  }
}
