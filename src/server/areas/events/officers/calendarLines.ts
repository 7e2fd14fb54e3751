// The lines of an iCalendar file (RFC 5545): unfolded, with their parameters, grouped by component.

export interface CalendarProperty {
  readonly line: number
  readonly name: string
  readonly params: ReadonlyMap<string, string>
  /** Still escaped. */
  readonly value: string
}

export interface CalendarComponent {
  readonly line: number
  readonly name: string
  readonly properties: readonly CalendarProperty[]
  readonly components: readonly CalendarComponent[]
}

interface OpenComponent extends CalendarComponent {
  readonly properties: CalendarProperty[]
  readonly components: CalendarComponent[]
}

/** The top component, or the line at which the text stops to be a calendar. */
export function readCalendarLines(text: string): CalendarComponent | { faultLine: number } {
  const open: OpenComponent[] = []
  let top: CalendarComponent | undefined
  let lastLine = 1
  for (const { line, content } of unfold(text)) {
    lastLine = line
    const property = readProperty(content, line)
    if (property === undefined) return { faultLine: line }
    const { name, value } = property
    const inside = open.at(-1)
    if (name === 'BEGIN') {
      const component: OpenComponent = {
        line,
        name: value.trim().toUpperCase(),
        properties: [],
        components: [],
      }
      if (inside === undefined && top !== undefined) return top // a second calendar in the file
      inside?.components.push(component)
      if (inside === undefined) top = component
      open.push(component)
    } else if (name === 'END') {
      if (inside?.name !== value.trim().toUpperCase()) return { faultLine: line }
      open.pop()
    } else if (inside === undefined) return { faultLine: line }
    else inside.properties.push(property)
  }
  return top === undefined || open.length > 0 ? { faultLine: lastLine } : top
}

/** A line that begins with a space or a tab goes on where the line before ended. */
function unfold(text: string): { line: number; content: string }[] {
  const lines: { line: number; content: string }[] = []
  text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .forEach((content, at) => {
      const before = lines.at(-1)
      if (/^[ \t]/.test(content) && before !== undefined) before.content += content.slice(1)
      else if (content.trim() !== '') lines.push({ line: at + 1, content })
    })
  return lines
}

/** `NAME;PARAM=value;PARAM="quoted":value` */
function readProperty(content: string, line: number): CalendarProperty | undefined {
  const head = /^([A-Za-z0-9-]+)((?:;[A-Za-z0-9-]+=(?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)*):/.exec(
    content,
  )
  if (head === null) return undefined
  const [all, name = '', rest = ''] = head
  const params = [...rest.matchAll(/;([A-Za-z0-9-]+)=("[^"]*"|[^;]*)/g)].map(
    ([, param = '', value = '']) => [param.toUpperCase(), value.replace(/^"|"$/g, '')] as const,
  )
  return { line, name: name.toUpperCase(), params: new Map(params), value: content.slice(all.length) }
}

export function findProperty({ properties }: CalendarComponent, wanted: string) {
  return properties.find(({ name }) => name === wanted)
}

/** Still escaped; '' if it is not there. */
export function readValue(component: CalendarComponent, wanted: string): string {
  return findProperty(component, wanted)?.value.trim() ?? ''
}

/** The text of a value: `\n` is a line end, and `\,` `\;` `\\` are the signs themselves. */
export function unescapeText(value: string): string {
  return value.replace(/\\([\\;,nN])/g, (_, sign: string) => (sign === 'n' || sign === 'N' ? '\n' : sign))
}
