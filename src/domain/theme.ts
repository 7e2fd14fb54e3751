// A club's colours and font in the portal: names of the custom properties, variants and bundled fonts.

/** The four colours in the portal settings, as the club typed them. */
export interface TenantColours {
  headerBackgroundColor: string
  headerColor: string
  buttonBackgroundColor: string
  buttonColor: string
}

export type ThemeMode = 'light' | 'dark'
export type ThemeContrast = 'normal' | 'more'
export type ThemeVariant = 'light' | 'dark' | 'light-more' | 'dark-more'

/** The tokens that depend on the club. All others are ours, in `src/app/styles/tokens.css`. */
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
 * What `get_tenant` sends as `theme`. Colours are `#RRGGBB`. The `-more` variants reach 7:1. People who ask
 * for more contrast get them everywhere; scoring and maps use them for everybody.
 */
export interface Theme {
  /** CSS font stack for headings and the header; null is Archivo. */
  font: string | null
  variants: Record<ThemeVariant, ThemeVariables>
  manifest: { themeColor: string; backgroundColor: string }
}

/** One pair of colours. `ratio` is null if a colour could not be read. */
export interface ShownPair {
  background: string
  text: string
  ratio: number | null
}

/** For officers: the colours that the club typed beside those that people see. */
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
  /** The name in the officer's list. */
  name: string
  stack: string
}

/** Fonts that need no download from elsewhere. The first is ours; devices have the others already. */
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

/** Finds by id or name, in any case. Of a list ("Georgia, serif") the first family counts. */
export function findBundledFont(name: string): BundledFont | undefined {
  const [first = ''] = name.split(',')
  const wanted = first
    .trim()
    .replace(/^['"]|['"]$/g, '')
    .replace(/ variable$/i, '')
    .toLowerCase()
  return bundledFonts.find((font) => font.id === wanted || font.name.toLowerCase() === wanted)
}
