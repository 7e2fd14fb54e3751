// What people type who hope that a screen runs it, loads it, fills it in or falls over it. Every screen shows it as
// it is. All of it may be typed in one line: what else a text must not hold is refused.
import { cleanName, removeInvisible } from '../../../src/domain/invisible.ts'
import { hostileHtml } from './hostileHtml.ts'

export const hostileTexts: readonly string[] = [
  ...hostileHtml,
  // out of the place where it is written
  '</script><script>alert(1)</script>',
  '</title><svg onload=alert(1)>',
  '</textarea><img src=x onerror=alert(1)>',
  '"><img src=x onerror=alert(1)>',
  `' onfocus=alert(1) autofocus='`,
  '" onmouseover="alert(1)" style="position:fixed" x="',
  '--><img src=x onerror=alert(1)><!--',
  ']]><script>alert(1)</script>',
  '\\"};alert(1);//',
  '<svg/onload=alert(1)>',
  '<svg><use href="data:image/svg+xml,<svg id=x onload=alert(1)/>#x"/></svg>',
  '<svg><animate attributeName=href values=javascript:alert(1)>',
  '<body onload=alert(1)>',
  // addresses
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)//https://example.org',
  'data:text/html,<script>alert(1)</script>',
  'https://evil.example/"onmouseover="alert(1)',
  '//evil.example/pixel.gif',
  // other languages
  '[x](javascript:alert(1))',
  '![x](https://evil.example/pixel.gif)',
  '<https://evil.example/>',
  '{{constructor.constructor("alert(1)")()}}',
  '{{7*7}}',
  `\${alert(1)}`,
  `\`\${alert(1)}\``,
  '#{alert(1)}',
  '<%= alert(1) %>',
  '{0} {name} {author, plural, one {x} other {y}}',
  '<0>x</0> <1/>',
  '<constructor/> <toString>x</toString>',
  '%s %d %00 $& $1',
  '__proto__',
  'constructor',
  '=HYPERLINK("https://evil.example/","x")',
  // what a second reading makes a tag of
  '&lt;img src=x onerror=alert(1)&gt;',
  '&#60;script&#62;alert(1)&#60;/script&#62;',
  '%3Cscript%3Ealert(1)%3C/script%3E',
  '\\u003cscript\\u003ealert(1)\\u003c/script\\u003e',
  '＜script＞alert(1)＜/script＞',
  '<ſcript>alert(1)</ſcript>',
  '<ıframe src=javascript:alert(1)>',
  'java\u200bscript:alert(1)',
  // letters
  'שלום <b>مرحبا</b>',
  'Z\u0335\u0322\u0327\u0301\u0301\u0301a\u0335\u0322\u0327l\u0335\u0301g\u0335o\u0301\u0301\u0301',
  '👩🏽\u200d🔧\ufe0f🏁',
  'W'.repeat(64),
  'i'.repeat(500),
  // short enough for every field
  '<b>',
  '<!--',
  '"\'>',
  '{0}',
  '</p>',
]

/** Refused in lines, or taken out of what is pasted: it turns the letters around it, or breaks the line. */
export const turningTexts: readonly string[] = [
  '\u202e)1(trela:tpircsavaj',
  '\u2066<script>\u2069',
  'a\u200fb',
  'a\u001b[31mb',
  'a\u2028b',
]

const made = new Map<number, readonly string[]>()

/** All of the texts that fit in a field of this length, several in one as far as they fit. */
export function listFills(most: number): readonly string[] {
  const known = made.get(most)
  if (known !== undefined) return known
  const fills: string[] = []
  for (const text of hostileTexts) {
    if (text.length > most) continue
    const longer = `${fills.at(-1)} ${text}`
    if (fills.length > 0 && longer.length <= most) fills[fills.length - 1] = longer
    else fills.push(text)
  }
  made.set(most, fills)
  return fills
}

/** The field's text of record `at`. Among as many records as `listFills` is long, each fill is there. */
export function fill(most: number, at: number): string {
  const fills = listFills(most)
  return fills[at % fills.length] ?? ''
}

/** The same for the name of a person that is typed: what nobody sees in it is taken out. */
export function fillName(most: number, at: number): string {
  return cleanName(fill(most, at)).trim()
}

/** The same for a code or a number. */
export function fillCode(most: number, at: number): string {
  return removeInvisible(fill(most, at)).trim()
}
