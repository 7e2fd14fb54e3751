import { describe, expect, it } from 'vitest'
import { bundledFonts, findBundledFont, toThemeVariant } from '../../src/domain/theme.ts'

describe('findBundledFont', () => {
  it('finds a font by id, by name in any case, and by the first family of a list', () => {
    expect(findBundledFont('GEORGIA')?.id).toBe('georgia')
    expect(findBundledFont(' "Archivo Variable", sans-serif')?.id).toBe('archivo')
    expect(findBundledFont('slab')?.name).toBe('Slab')
  })

  it('knows no font that is not bundled', () => {
    expect(findBundledFont('Papyrus')).toBeUndefined()
    expect(findBundledFont('')).toBeUndefined()
  })

  it('gives every font an id of its own', () => {
    expect(new Set(bundledFonts.map((font) => font.id)).size).toBe(bundledFonts.length)
  })
})

describe('toThemeVariant', () => {
  it('joins mode and contrast into one of four variants', () => {
    expect(toThemeVariant('light', 'normal')).toBe('light')
    expect(toThemeVariant('dark', 'more')).toBe('dark-more')
  })
})
