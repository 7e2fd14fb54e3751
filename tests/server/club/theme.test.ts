import { readFileSync } from 'node:fs'
import { differenceCiede2000, wcagContrast } from 'culori'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type TenantColours, type ThemeVariables, themeTokens } from '../../../src/domain/theme.ts'
import {
  createTheme,
  defaultColours,
  describeTheme,
  edgeTarget,
  neutrals,
  stripeTarget,
  textTarget,
} from '../../../src/server/club/theme.ts'

function toColours(header: string, headerText: string, button: string, buttonText: string): TenantColours {
  return {
    headerBackgroundColor: header,
    headerColor: headerText,
    buttonBackgroundColor: button,
    buttonColor: buttonText,
  }
}

const racingGreen = toColours('#17352B', '#F3E7C4', '#A8231F', '#FFFFFF')
const whiteOnYellow = toColours('#F2C230', '#FFFFFF', '#F2C230', '#FFFFFF')
const orange = toColours('#1C2F6B', '#FFFFFF', '#E8762B', '#FFFFFF')
const paleGreys = toColours('#F5F5F2', '#B7BDC2', '#9ED8DB', '#FFFFFF')

const variants = [
  { name: 'light', mode: 'light', contrast: 'normal' },
  { name: 'dark', mode: 'dark', contrast: 'normal' },
  { name: 'light-more', mode: 'light', contrast: 'more' },
  { name: 'dark-more', mode: 'dark', contrast: 'more' },
] as const

const anyColour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0').toUpperCase()}`)
const anyText = fc.oneof(
  fc.string(),
  fc.constantFrom(
    'rgb(1 2 / 3)',
    'hsl(720, 900%, 50%)',
    'rgb(1/',
    'color(',
    '/0A',
    'transparent',
    'rgb(... . .)',
  ),
  fc.stringMatching(/^(rgb|hsl)a?\( ?[\d.]{1,9}(deg|%)?( ?[ ,/] ?[\d.]{1,9}%?){2,3} ?\)$/),
)
const anyColours: fc.Arbitrary<TenantColours> = fc.record({
  headerBackgroundColor: anyColour,
  headerColor: anyColour,
  buttonBackgroundColor: anyColour,
  buttonColor: anyColour,
})

/** Every text on every ground that a screen may combine, with its required contrast. */
function findFaults(variables: ThemeVariables, variant: (typeof variants)[number]): string[] {
  const target = textTarget[variant.contrast]
  const accentTarget = variant.mode === 'dark' ? textTarget.more : target
  const { ground, surface } = neutrals[variant.mode]
  const pairs: [string, string, string, number][] = [
    ['header', variables['--club-fg'], variables['--club-bg'], target],
    ['button', variables['--btn-fg'], variables['--btn-bg'], target],
    ['pressed button', variables['--btn-fg'], variables['--btn-hover'], target],
    ['accent on surface', variables['--accent'], surface, accentTarget],
    ['accent ink on accent-soft', variables['--accent-ink'], variables['--accent-soft'], accentTarget],
    ['accent ink on ground', variables['--accent-ink'], ground, accentTarget],
    ['accent ink on surface', variables['--accent-ink'], surface, accentTarget],
    ['edge', variables['--btn-edge'], surface, edgeTarget],
    ['stripe', variables['--club-stripe'], variables['--club-bg'], stripeTarget],
  ]
  return pairs
    .filter(([, text, background, owed]) => wcagContrast(text, background) < owed)
    .map(
      ([what, text, background, owed]) => `${variant.name} ${what}: ${text} on ${background} under ${owed}`,
    )
}

describe('createTheme', () => {
  it('makes every text readable on its ground in all four variants, whatever four colours a club picks', () => {
    fc.assert(
      fc.property(anyColours, (colours) => {
        const theme = createTheme(colours, '')
        expect(variants.flatMap((variant) => findFaults(theme.variants[variant.name], variant))).toEqual([])
      }),
      { numRuns: 400 },
    )
  })

  it('emits only plain six-digit colours, so that nothing a club types reaches a style sheet', () => {
    fc.assert(
      fc.property(anyText, anyText, (one, other) => {
        const { variants: made } = createTheme(toColours(one, other, other, one), one)
        for (const variables of Object.values(made)) {
          expect(Object.keys(variables)).toEqual([...themeTokens])
          for (const value of Object.values(variables)) expect(value).toMatch(/^#[0-9A-F]{6}$/)
        }
      }),
    )
  })

  it('aims at what the look asks: 4.5:1, or 7:1 for more contrast; 3:1 for edges, 1.6:1 for the stripe', () => {
    expect([textTarget.normal, textTarget.more, edgeTarget, stripeTarget]).toEqual([4.5, 7, 3, 1.6])
  })

  it('keeps colours that are readable as they are', () => {
    const { light } = createTheme(racingGreen, '').variants
    expect(light).toEqual({
      '--club-bg': '#17352B',
      '--club-fg': '#F3E7C4',
      '--club-stripe': '#A8231F',
      '--btn-bg': '#A8231F',
      '--btn-fg': '#FFFFFF',
      '--btn-hover': '#97090E',
      '--btn-edge': '#A8231F',
      '--accent': '#17352B',
      '--accent-soft': '#E5F4EE',
      '--accent-ink': '#17352B',
    })
  })

  it("lifts edges and accents in the dark and keeps the club's own header", () => {
    const { dark } = createTheme(racingGreen, '').variants
    expect(dark).toEqual({
      '--club-bg': '#17352B',
      '--club-fg': '#F3E7C4',
      '--club-stripe': '#A8231F',
      '--btn-bg': '#A8231F',
      '--btn-fg': '#FFFFFF',
      '--btn-hover': '#97090E',
      '--btn-edge': '#BD3931',
      '--accent': '#93B4A7',
      '--accent-soft': '#122F26',
      '--accent-ink': '#9FC1B4',
    })
  })

  it("crosses over to dark ink with the ground's hue where white on yellow cannot be read", () => {
    const { light } = createTheme(whiteOnYellow, '').variants
    expect(light['--club-bg']).toBe('#F2C230')
    expect(light['--club-fg']).toBe('#281E03')
    expect(light['--btn-fg']).toBe('#281E03')
    expect(createTheme(orange, '').variants.light['--btn-fg']).toBe('#30180A')
  })

  it('steps a text that is only too weak away from its ground, hue and chroma kept', () => {
    expect(createTheme(paleGreys, '').variants.light['--club-fg']).toBe('#696E73')
  })

  it('moves the ground itself only where no text reaches 7:1 on it', () => {
    const midTone = toColours('#6E6E6E', '#FFFFFF', '#6E6E6E', '#FFFFFF')
    const { light, 'light-more': more } = createTheme(midTone, '').variants
    expect(light['--btn-bg']).toBe('#6E6E6E')
    expect(more['--btn-bg']).not.toBe('#6E6E6E')
    expect(wcagContrast(more['--btn-bg'], more['--btn-fg'])).toBeGreaterThanOrEqual(7)
  })

  it("draws the stripe in the header's text colour where the button's would vanish", () => {
    expect(createTheme(whiteOnYellow, '').variants.light['--club-stripe']).toBe('#281E03')
    expect(createTheme(orange, '').variants.light['--club-stripe']).toBe('#E8762B')
  })

  it('turns a pale header into the surface in the dark and moves its colour to the stripe', () => {
    const { dark } = createTheme(whiteOnYellow, '').variants
    expect(dark['--club-bg']).toBe(neutrals.dark.surface)
    expect(dark['--club-stripe']).toBe('#F2C230')
  })

  it('never takes an error red or a grey for the accent', () => {
    const redAndGrey = toColours('#808080', '#FFFFFF', '#C01818', '#FFFFFF')
    expect(createTheme(redAndGrey, '').variants.light['--accent']).toBe('#22343C')
  })

  it('agrees with the pictured clubs to within what an eye can tell', () => {
    const distance = differenceCiede2000()
    const pictured: [TenantColours, Partial<ThemeVariables>][] = [
      [
        whiteOnYellow,
        {
          '--btn-hover': '#FFD35D',
          '--btn-edge': '#B08B14',
          '--accent': '#8D6E09',
          '--accent-ink': '#86690D',
        },
      ],
      [
        orange,
        {
          '--btn-hover': '#FA863E',
          '--btn-edge': '#E17022',
          '--accent': '#B85609',
          '--accent-ink': '#AE520D',
        },
      ],
      [
        paleGreys,
        {
          '--btn-hover': '#AEE8EB',
          '--btn-edge': '#60999C',
          '--accent': '#427A7D',
          '--accent-ink': '#3C7477',
        },
      ],
    ]
    for (const [colours, wanted] of pictured) {
      const { light } = createTheme(colours, '').variants
      for (const token of themeTokens) {
        const colour = wanted[token]
        if (colour !== undefined)
          expect(distance(light[token], colour), `${token} ${colour}`).toBeLessThan(1.5)
      }
    }
  })

  it('reads short hex, names, rgb() and hsl(), and a see-through colour as it looks on white', () => {
    const { light } = createTheme(toColours('navy', 'fff', 'rgb(168, 35, 31)', 'hsl(0 0% 100%)'), '').variants
    expect(light).toMatchObject({ '--club-bg': '#000080', '--club-fg': '#FFFFFF', '--btn-bg': '#A8231F' })
    const halfBlack = createTheme(toColours('rgba(0,0,0,.5)', '#000', '#000', '#fff'), '').variants.light
    expect(halfBlack['--club-bg']).toBe('#808080')
  })

  it('wears the default colours where a colour cannot be read', () => {
    const garbage = toColours('racing green', '', 'url(javascript:1)', '#12345')
    expect(createTheme(garbage, '').variants).toEqual(createTheme(defaultColours, '').variants)
  })

  it('sends the stack of a bundled font, and none for Archivo or a font that it does not know', () => {
    expect(createTheme(racingGreen, 'Georgia').font).toContain('Georgia')
    expect(createTheme(racingGreen, 'Archivo').font).toBeNull()
    expect(createTheme(racingGreen, 'Comic Papyrus; } body { color: red').font).toBeNull()
  })
})

describe('describeTheme', () => {
  it('sets what the club typed beside what is shown, with both ratios', () => {
    const report = describeTheme(whiteOnYellow)
    expect(report.header.given).toMatchObject({ background: '#F2C230', text: '#FFFFFF' })
    expect(report.header.given.ratio).toBeCloseTo(1.7, 1)
    expect(report.header.shown).toMatchObject({ background: '#F2C230', text: '#281E03' })
    expect(report.header.shown.ratio).toBeCloseTo(9.8, 1)
    expect(report.accent.background).toBe('#FFFFFF')
  })

  it('says that there is no ratio for a colour that cannot be read', () => {
    const report = describeTheme(toColours('moss', '#FFFFFF', '#000000', '#FFFFFF'))
    expect(report.header.given).toEqual({ background: 'moss', text: '#FFFFFF', ratio: null })
    expect(report.button.given.ratio).toBe(21)
  })
})

describe('neutrals', () => {
  it('are the grounds that the style sheet paints', () => {
    const sheet = readFileSync(
      new URL('../../../src/app/styles/tokens.css', import.meta.url),
      'utf8',
    ).toUpperCase()
    const [light = '', dark = ''] = sheet.split('@MEDIA (PREFERS-COLOR-SCHEME: DARK)')
    for (const [block, mode] of [
      [light, neutrals.light],
      [dark, neutrals.dark],
    ] as const) {
      expect(block).toContain(`--GROUND: ${mode.ground};`)
      expect(block).toContain(`--SURFACE: ${mode.surface};`)
    }
  })
})
