// A club's colours and font as the portal wears them: names of the custom properties, variants and bundled fonts.

/** The four colours of the portal settings, as the club typed them. */
export interface TenantColours {
  headerBackgroundColor: string
  headerColor: string
  buttonBackgroundColor: string
  buttonColor: string
}

export type ThemeMode = 'light' | 'dark'
export type ThemeContrast = 'normal' | 'more'
export type ThemeVariant = 'light' | 'dark' | 'light-more' | 'dark-more'

/** What depends on the club; every other token is ours and stands in `src/app/styles/tokens.css`. */
export const themeTokens = [
  '--club-bg',
  '--club-fg',
  '--club-stripe',
  '--btn-bg',
  '--btn-fg',
  '--btn-hover',
  '--btn-edge',
  '--accent',
  '--accent-soft',
  '--accent-ink',
] as const

export type ThemeToken = (typeof themeTokens)[number]
export type ThemeVariables = Record<ThemeToken, string>

/**
 * What `get_tenant` sends as `theme`. Colours are `#RRGGBB`. The `-more` variants reach 7:1 and serve both
 * people who ask for more contrast and, whatever they ask for, scoring and maps.
 */
export interface Theme {
  /** CSS font stack for headings and the header; null is Archivo. */
  font: string | null
  variants: Record<ThemeVariant, ThemeVariables>
  manifest: { themeColor: string; backgroundColor: string }
}

/** One pair of colours; `ratio` is null when a colour could not be read. */
export interface ShownPair {
  background: string
  text: string
  ratio: number | null
}

/** For officers: what the club typed beside what people see. */
export interface ThemeReport {
  header: { given: ShownPair; shown: ShownPair }
  button: { given: ShownPair; shown: ShownPair }
  accent: ShownPair
}

export function toThemeVariant(mode: ThemeMode, contrast: ThemeContrast): ThemeVariant {
  return contrast === 'more' ? `${mode}-more` : mode
}

export interface BundledFont {
  id: string
  /** What an officer picks. */
  name: string
  stack: string
}

/** Fonts that need no download from elsewhere; the first is ours, the others are already on people's devices. */
export const bundledFonts: readonly BundledFont[] = [
  { id: 'archivo', name: 'Archivo', stack: "'Archivo Variable', 'Archivo Fallback', system-ui, sans-serif" },
  { id: 'system', name: 'System', stack: 'system-ui, sans-serif' },
  {
    id: 'humanist',
    name: 'Humanist',
    stack: "Seravek, 'Gill Sans Nova', Ubuntu, Calibri, 'DejaVu Sans', sans-serif",
  },
  {
    id: 'geometric',
    name: 'Geometric',
    stack: "Avenir, Montserrat, Corbel, 'URW Gothic', source-sans-pro, sans-serif",
  },
  {
    id: 'industrial',
    name: 'Industrial',
    stack: "Bahnschrift, 'DIN Alternate', 'Franklin Gothic Medium', 'Nimbus Sans Narrow', sans-serif",
  },
  {
    id: 'serif',
    name: 'Serif',
    stack: "Charter, 'Bitstream Charter', 'Sitka Text', Cambria, Georgia, serif",
  },
  { id: 'georgia', name: 'Georgia', stack: "Georgia, 'Times New Roman', serif" },
  {
    id: 'slab',
    name: 'Slab',
    stack: "Rockwell, 'Rockwell Nova', 'Roboto Slab', 'DejaVu Serif', 'Sitka Small', serif",
  },
  {
    id: 'didone',
    name: 'Didone',
    stack: "Didot, 'Bodoni MT', 'Noto Serif Display', 'URW Palladio L', Sylfaen, serif",
  },
]

/** By id or name, upper or lower case; of a list ("Georgia, serif") the first family counts. */
export function findBundledFont(name: string): BundledFont | undefined {
  const [first = ''] = name.split(',')
  const wanted = first
    .trim()
    .replace(/^['"]|['"]$/g, '')
    .replace(/ variable$/i, '')
    .toLowerCase()
  return bundledFonts.find((font) => font.id === wanted || font.name.toLowerCase() === wanted)
}
