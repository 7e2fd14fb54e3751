import { readFileSync } from 'node:fs'
import { wcagContrast } from 'culori'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('../src/app/styles/tokens.css', import.meta.url), 'utf8')

/** The custom properties of each `:root` block. Later blocks override earlier ones. */
function readTokens(...conditions: string[]): Map<string, string> {
  const tokens = new Map<string, string>()
  for (const condition of ['', ...conditions]) {
    const start = condition === '' ? css.indexOf(':root') : css.indexOf(`@media ${condition} {`)
    expect(start, condition).toBeGreaterThanOrEqual(0)
    const block = css.slice(css.indexOf(':root', start), css.indexOf('}', start))
    for (const [, name = '', value = ''] of block.matchAll(/(--[\w-]+):\s*([^;]+);/g)) tokens.set(name, value)
  }
  return tokens
}

const dark = '(prefers-color-scheme: dark)'
const more = '(prefers-contrast: more)'
const darkMore = '(prefers-contrast: more) and (prefers-color-scheme: dark)'
const modes: [string, Map<string, string>, number][] = [
  ['light', readTokens(), 4.5],
  ['dark', readTokens(dark), 4.5],
  ['light with more contrast', readTokens(more), 7],
  ['dark with more contrast', readTokens(dark, more, darkMore), 7],
]

describe.each(modes)('the tokens in %s', (_, tokens, target) => {
  const ratio = (text: string, ground: string) =>
    wcagContrast(tokens.get(text) ?? '', tokens.get(ground) ?? '')

  it('set every ink readably on every neutral ground', () => {
    for (const ground of ['--ground', '--surface', '--sunk']) {
      expect(ratio('--ink', ground)).toBeGreaterThanOrEqual(7)
      expect(ratio('--ink-2', ground)).toBeGreaterThanOrEqual(7)
      expect(ratio('--ink-3', ground)).toBeGreaterThanOrEqual(target)
    }
  })

  it('set every state at 7:1 on its own tint, on the surface, and with the surface on it', () => {
    for (const state of ['--ok', '--info', '--warn', '--bad']) {
      expect(ratio(state, `${state}-soft`), state).toBeGreaterThanOrEqual(7)
      expect(ratio(state, '--surface'), state).toBeGreaterThanOrEqual(7)
    }
  })

  it('draw controls and the focus ring at 3:1 or more', () => {
    for (const ground of ['--ground', '--surface', '--sunk']) {
      expect(ratio('--line-strong', ground)).toBeGreaterThanOrEqual(3)
      expect(ratio('--focus', ground)).toBeGreaterThanOrEqual(3)
    }
  })

  it('stand in readably for a club that is not known yet', () => {
    expect(ratio('--btn-fg', '--btn-bg')).toBeGreaterThanOrEqual(7)
    expect(ratio('--btn-fg', '--btn-hover')).toBeGreaterThanOrEqual(7)
    expect(ratio('--accent', '--surface')).toBeGreaterThanOrEqual(7)
    expect(ratio('--accent-ink', '--accent-soft')).toBeGreaterThanOrEqual(7)
    expect(ratio('--accent-ink', '--ground')).toBeGreaterThanOrEqual(7)
    expect(ratio('--btn-edge', '--surface')).toBeGreaterThanOrEqual(3)
  })
})
