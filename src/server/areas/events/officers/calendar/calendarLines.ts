// The lines of an iCalendar file (RFC 5545): unfolded, each read by ical.js, and grouped by what they stand in. The
// library reads a whole file or none of it, so it is given the lines one by one, and what is odd is left out.
import ICAL from 'ical.js'

export interface CalendarLine {
  readonly line: number
  /** As the file has it, but unfolded. */
  readonly content: string
  readonly property: ICAL.Property
}

/** What stands between BEGIN and END. */
export interface CalendarPart {
  readonly line: number
  /** In small letters: 'vcalendar', 'vevent'. */
  readonly name: string
  readonly lines: readonly CalendarLine[]
  readonly parts: readonly CalendarPart[]
  /** Something in it, or in a part of it, is left out. */
  readonly isOdd: boolean
}

/** What is left out: a line, or a part that has no end. */
export interface OddLine {
  readonly line: number
  readonly message: string
  readonly part?: CalendarPart
}

export interface CalendarFile {
  readonly calendars: readonly CalendarPart[]
  readonly odd: readonly OddLine[]
}

interface OpenPart extends CalendarPart {
  readonly lines: CalendarLine[]
  readonly parts: CalendarPart[]
  isOdd: boolean
}

export function isCalendarFile(bytes: Uint8Array): boolean {
  return /^[^\w\r\n]*BEGIN:VCALENDAR\s*$/im.test(toUnits(bytes).text)
}

/** The calendars of a file, or the line at which one of them is cut off. */
export function readCalendarLines(bytes: Uint8Array): CalendarFile | { faultLine: number } {
  const calendars: CalendarPart[] = []
  const odd: OddLine[] = []
  const open: OpenPart[] = []
  let lastLine = 1
  const leaveOut = (line: number, message: string, part?: CalendarPart) => {
    odd.push(part === undefined ? { line, message } : { line, message, part })
    for (const each of open) each.isOdd = true
  }
  /** What is still open in the part at this place, or from it on, has no end. */
  const cut = (from: number) => {
    for (const part of open.splice(from).reverse()) {
      leaveOut(part.line, `BEGIN:${part.name.toUpperCase()} has no END. It is left out.`, part)
    }
  }
  for (const { line, content } of unfold(bytes)) {
    lastLine = line
    const [, edge, word] = /^(BEGIN|END):\s*([\w-]+)\s*$/i.exec(content) ?? []
    const name = word?.toLowerCase() ?? ''
    if (edge?.toUpperCase() === 'BEGIN') {
      if (name === 'vcalendar' && open.length > 0) return { faultLine: line }
      const at = name === 'vevent' ? open.findIndex((part) => part.name === name) : -1
      if (at >= 0) cut(at) // no event stands in another
      open.push({ line, name, lines: [], parts: [], isOdd: false })
    } else if (edge !== undefined) {
      const at = open.findLastIndex((part) => part.name === name)
      if (at < 0) {
        leaveOut(line, `'${content}' has no BEGIN. The line is left out.`)
        continue
      }
      cut(at + 1)
      const part = open.pop()
      if (part === undefined) continue
      if (part.name === 'vcalendar') calendars.push(part)
      else open.at(-1)?.parts.push(part)
    } else {
      const inside = open.at(-1)
      const property = readLine(content)
      if (inside !== undefined && property !== undefined) inside.lines.push({ line, content, property })
      else leaveOut(line, `'${toShort(content)}' is no line of a calendar. It is left out.`)
    }
  }
  return calendars.length === 0 || open.length > 0 ? { faultLine: lastLine } : { calendars, odd }
}

function toShort(content: string): string {
  return content.length > 60 ? `${content.slice(0, 60)}…` : content
}

/** Undefined for what ical.js does not read, and for words that stand where the name of a property should. */
function readLine(content: string): ICAL.Property | undefined {
  const name = /^[A-Za-z0-9-]+(?=[;:])/.exec(content)?.[0]
  if (name === undefined) return undefined
  const isKnown = /^x-/i.test(name) || Object.hasOwn(ICAL.design.icalendar.property, name.toLowerCase())
  if (!isKnown && name !== name.toUpperCase()) return undefined
  const isRule = /^(?:rrule|exrule)$/i.test(name)
  try {
    return new ICAL.Property(ICAL.parse.property(isRule ? content.toUpperCase() : content))
  } catch {
    return undefined
  }
}

/** A line that begins with a space or a tab goes on where the line before ended, even in the middle of a letter. */
function unfold(bytes: Uint8Array): { line: number; content: string }[] {
  const { text, decode } = toUnits(bytes)
  const lines: { line: number; content: string }[] = []
  text.split(/\r\n|\n|\r/).forEach((content, at) => {
    const before = lines.at(-1)
    if (/^[ \t]/.test(content) && before !== undefined) before.content += content.slice(1)
    else if (content.trim() !== '') lines.push({ line: at + 1, content })
  })
  return lines.map(({ line, content }) => ({ line, content: decode(content).replace(/^\uFEFF/, '') }))
}

/** The file with one sign for each of its units, and how a line becomes text when it is whole again. */
function toUnits(bytes: Uint8Array): { text: string; decode: (line: string) => string } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isUtf16 = buffer[0] === 0xff && buffer[1] === 0xfe
  if (isUtf16) return { text: buffer.toString('utf16le'), decode: (line) => line }
  return { text: buffer.toString('latin1'), decode: decodeLine }
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })
const windows1252 = new TextDecoder('windows-1252')

/** In UTF-8, or else in Latin-1. A line of UTF-8 in which a letter is broken stays one. */
function decodeLine(line: string): string {
  const bytes = Buffer.from(line, 'latin1')
  const text = utf8.decode(bytes)
  return !text.includes('\uFFFD') || /[^\0-\x7F\uFFFD]/.test(text) ? text : windows1252.decode(bytes)
}

export function findPropertyLine({ lines }: CalendarPart, wanted: string): CalendarLine | undefined {
  return lines.find(({ property }) => property.name === wanted)
}

/** The value as the file has it, still escaped. */
export function toRawValue({ content }: CalendarLine): string {
  return content.replace(/^(?:"[^"]*"|[^":])*:/, '').trim()
}

/** The same of a property that may not be there: then ''. */
export function readRawValue(part: CalendarPart, wanted: string): string {
  const line = findPropertyLine(part, wanted)
  return line === undefined ? '' : toRawValue(line)
}

/** The text of a property, unescaped; '' if it is not there. */
export function readPropertyText(part: CalendarPart, wanted: string): string {
  const value: unknown = findPropertyLine(part, wanted)?.property.jCal[3]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** What ical.js makes of a value. Undefined for what it refuses. */
export function readPropertyValue<Value>(line: CalendarLine | undefined): Value | undefined {
  try {
    return (line?.property.getFirstValue() as Value | null | undefined) ?? undefined
  } catch {
    return undefined
  }
}
