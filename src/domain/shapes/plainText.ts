// Text that people type: what it may hold, so that it changes nothing around it where it is shown.

// They turn the direction of what follows, also outside the text.
const turning = '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069'
const breaking = '\\p{Cc}\\p{Zl}\\p{Zp}'
const notInLine = new RegExp(`[${breaking}${turning}]`, 'u')
const notInText = new RegExp(`(?![\\n\\t])[${breaking}${turning}]`, 'u')

/** One line of visible characters. A terminal obeys control characters, and a list has a line for each name. */
export function isPlainLine(text: string): boolean {
  return !notInLine.test(text)
}

/** The same with any number of lines. */
export function isPlainText(text: string): boolean {
  return !notInText.test(text)
}

/** Nothing of it can be seen: only spaces, marks without a letter, or signs that take no ink. */
export function isBlank(text: string): boolean {
  return /^[\p{C}\p{Z}\p{M}\u115f\u1160\u3164\uffa0\u2800]*$/u.test(text)
}

// Half of a pair is left when a text is cut inside an emoji.
const invisible = new RegExp(`[${turning}\\p{Cs}]`, 'gu')
const breaks = new RegExp(`[${breaking}]+`, 'gu')
const breaksButLines = new RegExp(`(?![\\n\\t])[${breaking}]`, 'gu')

/** What was typed or pasted, as a plain line: numbers from a list of contacts come with invisible marks. */
export function toPlainLine(text: string): string {
  return text.replace(invisible, '').replace(breaks, ' ').trim()
}

export function toPlainText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(invisible, '').replace(breaksButLines, '').trim()
}
