import { describe, expect, it } from 'vitest'
import { findTheme, toProperties } from '../../../src/app/ui/applyTheme.ts'
import { type Theme, type ThemeVariables, themeTokens } from '../../../src/domain/theme.ts'

function toVariables(colour: string): ThemeVariables {
  return Object.fromEntries(themeTokens.map((token) => [token, colour])) as ThemeVariables
}

const theme: Theme = {
  font: null,
  variants: {
    light: toVariables('#111111'),
    dark: toVariables('#222222'),
    'light-more': toVariables('#333333'),
    'dark-more': toVariables('#444444'),
  },
  manifest: { themeColor: '#111111', backgroundColor: '#FFFFFF' },
}

describe('toProperties', () => {
  it("sets the variant's colours, and those at 7:1 of the same mode for scoring and maps", () => {
    const properties = toProperties(theme, 'dark')
    expect(properties.get('--accent')).toBe('#222222')
    expect(properties.get('--accent-strong')).toBe('#444444')
    expect(toProperties(theme, 'light').get('--btn-bg-strong')).toBe('#333333')
    expect(toProperties(theme, 'light-more').get('--btn-bg')).toBe('#333333')
  })

  it('changes the font of headings only where the club has one', () => {
    expect(toProperties(theme, 'light').has('--font-heading')).toBe(false)
    const withFont = { ...theme, font: 'Georgia, serif' }
    expect(toProperties(withFont, 'light').get('--font-heading')).toBe('Georgia, serif')
  })
})

describe('findTheme', () => {
  it('takes a whole theme as it was saved', () => {
    expect(findTheme(JSON.parse(JSON.stringify(theme)))).toEqual(theme)
  })

  it('takes nothing that an older build or a stranger may have left', () => {
    const withoutDark = { ...theme, variants: { light: theme.variants.light } }
    const notAColour = { ...theme, variants: { ...theme.variants, dark: toVariables('url(x)') } }
    for (const value of [null, undefined, 'theme', {}, { variants: null }, withoutDark, notAColour]) {
      expect(findTheme(value)).toBeUndefined()
    }
  })
})
