// Turns a club's four colours into the tokens of its theme: readable in every mode, with the same hue.

import { blend, clampChroma, converter, formatHex, type Oklch, parse, wcagContrast } from 'culori'
import {
  findBundledFont,
  type ShownPair,
  type TenantColours,
  type Theme,
  type ThemeContrast,
  type ThemeMode,
  type ThemeReport,
  type ThemeVariables,
} from '../../domain/theme.ts'

/** Contrast that text must reach: WCAG AA, or AAA for `prefers-contrast: more`, scoring and maps. */
export const textTarget: Record<ThemeContrast, number> = { normal: 4.5, more: 7 }
/** Contrast between a control's edge and the surface around it. */
export const edgeTarget = 3
/** A stripe with less contrast than this to its header gets the header's text colour. */
export const stripeTarget = 1.6

/** The neutral backgrounds below the club's colours. `src/app/styles/tokens.css` uses the same. */
export const neutrals: Record<ThemeMode, { ground: string; surface: string }> = {
  light: { ground: '#F1F3F3', surface: '#FFFFFF' },
  dark: { ground: '#0E1316', surface: '#171E22' },
}

/** Used when a text of the club is not a colour. */
export const defaultColours: TenantColours = {
  headerBackgroundColor: '#22343C',
  headerColor: '#FFFFFF',
  buttonBackgroundColor: '#22343C',
  buttonColor: '#FFFFFF',
}

const lightnessStep = 0.02
const hoverStep = 0.05
const white = '#FFFFFF'
const nearBlack = '#0B1114'
const plainAccent = '#22343C'
const toOklch = converter('oklch')
const toRgb = converter('rgb')

export function createTheme(colours: TenantColours, font: string): Theme {
  const light = createVariables(colours, 'light', 'normal')
  const bundled = findBundledFont(font)
  return {
    font: bundled === undefined || bundled.id === 'archivo' ? null : bundled.stack,
    variants: {
      light,
      dark: createVariables(colours, 'dark', 'normal'),
      'light-more': createVariables(colours, 'light', 'more'),
      'dark-more': createVariables(colours, 'dark', 'more'),
    },
    manifest: { themeColor: light['--club-bg'], backgroundColor: neutrals.light.ground },
  }
}

/** The colours as given and as shown, with their contrast, in the normal light variant. */
export function describeTheme(colours: TenantColours): ThemeReport {
  const shown = createVariables(colours, 'light', 'normal')
  return {
    header: {
      given: describeGiven(colours.headerBackgroundColor, colours.headerColor),
      shown: describePair(shown['--club-bg'], shown['--club-fg']),
    },
    button: {
      given: describeGiven(colours.buttonBackgroundColor, colours.buttonColor),
      shown: describePair(shown['--btn-bg'], shown['--btn-fg']),
    },
    accent: describePair(neutrals.light.surface, shown['--accent']),
  }
}

function createVariables(given: TenantColours, mode: ThemeMode, contrast: ThemeContrast): ThemeVariables {
  const target = textTarget[contrast]
  const { surface } = neutrals[mode]
  const headerGiven = readColour(given.headerBackgroundColor) ?? defaultColours.headerBackgroundColor
  const buttonGiven = readColour(given.buttonBackgroundColor) ?? defaultColours.buttonBackgroundColor

  // a pale header would glare, so it gets the surface colour, and its own colour moves to the stripe
  const isPaleInDark = mode === 'dark' && measure(headerGiven).l > 0.6
  const header = repairPair(
    isPaleInDark ? surface : headerGiven,
    readColour(given.headerColor) ?? defaultColours.headerColor,
    target,
  )
  const button = repairPair(buttonGiven, readColour(given.buttonColor) ?? defaultColours.buttonColor, target)

  const stripe = isPaleInDark ? headerGiven : button.background
  // on dark backgrounds a thin coloured line is visible only with 7:1
  const accentTarget = mode === 'dark' ? textTarget.more : target
  const accent = createAccent(buttonGiven, headerGiven, mode, accentTarget)
  const accentSoft = createAccentSoft(accent, mode)
  // accent-soft is further from white or black than the ground: text readable on it is readable on both
  const accentInk = repairOn(accentSoft, accent, accentTarget)

  return {
    '--club-bg': header.background,
    '--club-fg': header.text,
    '--club-stripe': wcagContrast(stripe, header.background) < stripeTarget ? header.text : stripe,
    '--btn-bg': button.background,
    '--btn-fg': button.text,
    '--btn-hover': createHover(button.background, button.text),
    '--btn-edge': createEdge(button.background, surface),
    '--accent': accent,
    '--accent-soft': accentSoft,
    '--accent-ink': accentInk,
  }
}

// Hex, a name, rgb() or hsl(). The parser throws on some other texts.
const colourPattern =
  /^(?:#?[0-9a-f]{3,8}|[a-z]{3,24}|(?:rgb|hsl)a?\( ?[\d.]{1,9}(?:deg|%)?(?: ?[ ,/] ?[\d.]{1,9}%?){2,3} ?\))$/i

/** A CSS colour as `#RRGGBB`. A transparent one becomes its look on white. Undefined for other texts. */
function readColour(text: string): string | undefined {
  const trimmed = text.trim()
  const colour = colourPattern.test(trimmed) ? parse(trimmed) : undefined
  if (colour === undefined) return undefined
  const opaque = (colour.alpha ?? 1) < 1 ? blend([white, colour]) : colour
  return formatHex(opaque).toUpperCase()
}

/** Brings the colour into sRGB by reducing chroma, never by changing the hue. */
function toHex(colour: Oklch): string {
  const inRange = { ...colour, l: Math.min(1, Math.max(0, colour.l)), alpha: 1 }
  return formatHex(isInGamut(inRange) ? inRange : clampChroma(inRange, 'oklch')).toUpperCase()
}

// after conversion from OKLCH a pure blue is slightly outside sRGB, and should not lose chroma for that
function isInGamut(colour: Oklch): boolean {
  const { r, g, b } = toRgb(colour)
  return [r, g, b].every((channel) => channel > -0.001 && channel < 1.001)
}

function measure(hex: string): Oklch {
  const colour = toOklch(hex)
  if (colour === undefined) throw new Error(`not a colour: ${hex}`)
  return colour
}

function moveLightness(colour: Oklch, by: number): Oklch {
  return { ...colour, l: Math.min(1, Math.max(0, colour.l + by)) }
}

function reaches(text: string, background: string, target: number): boolean {
  return wcagContrast(text, background) >= target
}

/** Changes lightness in steps of 0.02 until `isEnough`. Undefined when black or white comes first. */
function findStepped(
  from: string,
  direction: 1 | -1,
  isEnough: (hex: string) => boolean,
): string | undefined {
  let colour = measure(from)
  for (;;) {
    const hex = toHex(colour)
    if (isEnough(hex)) return hex
    if (direction > 0 ? colour.l >= 1 : colour.l <= 0) return undefined
    colour = moveLightness(colour, direction * lightnessStep)
  }
}

/** Changes the text first, and the background only when no text can reach the target. */
function repairPair(background: string, text: string, target: number): { background: string; text: string } {
  const repaired = repairText(background, text, target)
  if (reaches(repaired, background, target)) return { background, text: repaired }
  const awayFromText = measure(repaired).l > measure(background).l ? -1 : 1
  const moved = findStepped(background, awayFromText, (hex) => reaches(repaired, hex, target))
  return { background: moved ?? (awayFromText > 0 ? white : nearBlack), text: repaired }
}

function repairText(background: string, text: string, target: number): string {
  if (reaches(text, background, target)) return text
  const isLighter = measure(text).l > measure(background).l
  const isRightSide = reaches(isLighter ? white : nearBlack, background, target)
  if (isRightSide) {
    const stepped = findStepped(text, isLighter ? 1 : -1, (hex) => reaches(hex, background, target))
    if (stepped !== undefined) return stepped
  }
  const crossed = isLighter ? createInk(background) : createPaper(background)
  if (!isRightSide && reaches(crossed, background, target)) return crossed
  return wcagContrast(white, background) >= wcagContrast(nearBlack, background) ? white : nearBlack
}

function createInk(background: string): string {
  const { c, h = 0 } = measure(background)
  return toHex({ mode: 'oklch', l: 0.24, c: Math.min(c, 0.045), h })
}

function createPaper(background: string): string {
  const { c, h = 0 } = measure(background)
  return toHex({ mode: 'oklch', l: 0.985, c: Math.min(c, 0.01), h })
}

/** The first of button, header and our own slate that has a hue and does not look like the red of errors. */
function createAccent(button: string, header: string, mode: ThemeMode, target: number): string {
  const source = [button, header].find((hex) => !isGrey(hex) && !isErrorLike(hex)) ?? plainAccent
  const { l, c, h = 0 } = measure(source)
  const muted = toHex({ mode: 'oklch', l, c: Math.min(c, 0.17), h })
  const { surface } = neutrals[mode]
  return repairOn(surface, muted, target)
}

function isGrey(hex: string): boolean {
  return measure(hex).c < 0.03
}

function isErrorLike(hex: string): boolean {
  const { c, h = 0 } = measure(hex)
  const distance = Math.abs(((h - 25 + 540) % 360) - 180)
  return c > 0.1 && distance <= 22
}

function createAccentSoft(accent: string, mode: ThemeMode): string {
  const { c, h = 0 } = measure(accent)
  return mode === 'light'
    ? toHex({ mode: 'oklch', l: 0.955, c: Math.min(c, 0.018), h })
    : toHex({ mode: 'oklch', l: 0.28, c: Math.min(c, 0.04), h })
}

/** Moves the text colour away from its background, at most to black or white. */
function repairOn(background: string, text: string, target: number): string {
  const isDark = measure(background).l < 0.5
  return (
    findStepped(text, isDark ? 1 : -1, (hex) => reaches(hex, background, target)) ??
    (isDark ? white : nearBlack)
  )
}

function createEdge(background: string, surface: string): string {
  const awayFromSurface = measure(surface).l > 0.5 ? -1 : 1
  return (
    findStepped(background, awayFromSurface, (hex) => wcagContrast(hex, surface) >= edgeTarget) ??
    (awayFromSurface > 0 ? white : nearBlack)
  )
}

/** One step away from the text, so that hovering and pressing never reduce contrast. */
function createHover(background: string, text: string): string {
  const awayFromText = measure(text).l > measure(background).l ? -1 : 1
  return toHex(moveLightness(measure(background), awayFromText * hoverStep))
}

function describePair(background: string, text: string): ShownPair {
  return { background, text, ratio: wcagContrast(background, text) }
}

function describeGiven(background: string, text: string): ShownPair {
  const readBackground = readColour(background)
  const readText = readColour(text)
  const isReadable = readBackground !== undefined && readText !== undefined
  return {
    background: readBackground ?? background,
    text: readText ?? text,
    ratio: isReadable ? wcagContrast(readBackground, readText) : null,
  }
}
