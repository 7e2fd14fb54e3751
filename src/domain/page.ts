// The content of a club's own page: sections of boxes, each with a text or a picture.
import { isRecord } from './isRecord.ts'

export type WrapAlign = 'none' | 'left' | 'right' | 'center'
export type TextAlign = 'left' | 'center' | 'right' | 'justify'

/** The box around the content. A field that is missing or out of range is left out. */
export interface ElementBox {
  /** Percent. */
  elementWidth?: number
  elementHeight?: number
  /** Pixels, like all lengths below. */
  borderTop?: number
  borderRight?: number
  borderBottom?: number
  borderLeft?: number
  borderColor?: string
  borderRadius?: number
}

export interface ContentBox {
  /** Percent. */
  contentWidth?: number
  fontSize?: number
  fontWeight?: string
  textColor?: string
  backgroundColor?: string
  wrapAlign?: WrapAlign
  textAlign?: TextAlign
  marginTop?: number
  marginRight?: number
  marginBottom?: number
  marginLeft?: number
  paddingTop?: number
  paddingRight?: number
  paddingBottom?: number
  paddingLeft?: number
}

export type BoxSettings = ElementBox & ContentBox

export type PageElement =
  | { type: 'text'; settings: BoxSettings & { text: string } }
  | {
      type: 'image'
      settings: BoxSettings & { imageData: string; imageWidth?: number; imageHeight?: number }
    }

export interface PageContent {
  sections: { elements: PageElement[] }[]
}

/** Percent and pixels: the limits of a box, so that no page hides or covers the portal. */
export const boxLimits = {
  elementWidth: [0, 100],
  elementHeight: [0, 100],
  contentWidth: [0, 100],
  borderTop: [0, 50],
  borderRight: [0, 50],
  borderBottom: [0, 50],
  borderLeft: [0, 50],
  borderRadius: [0, 500],
  fontSize: [6, 160],
  marginTop: [0, 500],
  marginRight: [0, 500],
  marginBottom: [0, 500],
  marginLeft: [0, 500],
  paddingTop: [0, 500],
  paddingRight: [0, 500],
  paddingBottom: [0, 500],
  paddingLeft: [0, 500],
} as const satisfies Partial<Record<keyof BoxSettings, readonly [lowest: number, highest: number]>>

export const wrapAligns: readonly WrapAlign[] = ['none', 'left', 'right', 'center']
export const textAligns: readonly TextAlign[] = ['left', 'center', 'right', 'justify']
export const fontWeights: readonly string[] = [
  'normal',
  'bold',
  'lighter',
  'bolder',
  '100',
  '200',
  '300',
  '400',
  '500',
  '600',
  '700',
  '800',
  '900',
]
export const largestImageSide = 4096

// names, #rgb to #rrggbbaa, rgb() and hsl() of plain numbers: nothing that can close a declaration
const colourPattern =
  /^(?:[a-z]{3,24}|#[0-9a-f]{3,4}|#[0-9a-f]{6}|#[0-9a-f]{8}|(?:rgb|hsl)a?\([0-9a-z.,%/ +-]{1,48}\))$/i

export function isColour(value: unknown): value is string {
  return typeof value === 'string' && colourPattern.test(value.trim())
}

/** Checks a box's settings: numbers in range, colours by pattern, words from a list. Drops wrong ones. */
export function toBoxSettings(given: Record<string, unknown>): BoxSettings {
  const settings: Record<string, unknown> = {}
  for (const [name, [lowest, highest]] of Object.entries(boxLimits)) {
    const value = toNumberWithin(given[name], lowest, highest)
    if (value !== undefined) settings[name] = value
  }
  for (const name of ['borderColor', 'textColor', 'backgroundColor']) {
    const value = given[name]
    if (isColour(value)) settings[name] = value.trim()
  }
  const fontWeight = String(given.fontWeight)
  if (fontWeights.includes(fontWeight)) settings.fontWeight = fontWeight
  if (wrapAligns.some((one) => one === given.wrapAlign)) settings.wrapAlign = given.wrapAlign
  if (textAligns.some((one) => one === given.textAlign)) settings.textAlign = given.textAlign
  return settings
}

/** A number, or a text of one ("12", "12px"), limited to the range; undefined for anything else. */
export function toNumberWithin(value: unknown, lowest: number, highest: number): number | undefined {
  const number = typeof value === 'string' ? Number.parseFloat(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) return undefined
  return Math.min(highest, Math.max(lowest, number))
}

/** What a page is stored as. A page that has never been written is empty. */
export function isPageContent(text: string): boolean {
  try {
    return text === '' || isRecord(JSON.parse(text))
  } catch {
    return false
  }
}

/** A page that is not JSON has no sections. Of elements only the kind is checked. */
export function parsePageContent(text: string): PageContent {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { sections: [] }
  }
  const sections = isRecord(value) && Array.isArray(value.sections) ? value.sections : []
  return {
    sections: sections.map((section: unknown) => ({
      elements:
        isRecord(section) && Array.isArray(section.elements) ? section.elements.filter(isElement) : [],
    })),
  }
}

function isElement(value: unknown): value is PageElement {
  if (!isRecord(value) || !isRecord(value.settings)) return false
  if (value.type === 'text') return typeof value.settings.text === 'string'
  return value.type === 'image' && typeof value.settings.imageData === 'string'
}

// rules/security 7.1: the allowed tags, for the server when it sends and the page when it draws
export const shownTags: ReadonlySet<string> = new Set([
  'p',
  'br',
  'hr',
  'div',
  'span',
  'b',
  'strong',
  'i',
  'em',
  'u',
  's',
  'small',
  'sub',
  'sup',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'li',
  'blockquote',
  'a',
])
