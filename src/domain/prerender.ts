// What a document shows before any of the app's code has run, and when it may be shown.

/** The conditions under which a prerender was made. The device checks them before it shows the prerender. */
export interface PrerenderFacts {
  /** Only for people who are not signed in: members have other menus and pages. */
  audience?: 'visitor'
  /** Undefined if it contains no words of the interface. */
  language?: string
  /** The club as the header shows it, from `nameClub`; undefined if the prerender does not show the club. */
  club?: string
  /** Minutes of the device's zone offset, if the page depends on it: with another one it names other zones. */
  zoneOffset?: number
  /** "On now" and "next" are right from `from` until `until`: epoch milliseconds by the server's clock. */
  from?: number
  until?: number
  /** The facts of the event that need no language. */
  face?: PrerenderedEvent
  /** Addresses of the scripts that come next, loaded only after the paint. */
  parts?: readonly string[]
}

/** The event as it is known before its pack has come. */
export interface PrerenderedEvent {
  eventId: number
  name: string
  place: string
  /** Address of its picture, or ''. */
  poster: string
}

export interface Prerender {
  facts: PrerenderFacts
  title: string
  /** Addresses of style sheets that the document does not name itself. */
  styles: readonly string[]
  /** The HTML inside the app's root element. */
  html: string
}

/** The state of the device that wants to show a prerender. */
export interface PrerenderDevice {
  language: string
  club: string | undefined
  isSignedIn: boolean
  zoneOffset: number
  /** Epoch milliseconds by the server's clock. */
  now: number
}

/** `whole`: show it as it is. `untimed`: without the parts that depend on the time. `wrong`: not at all. */
export type PrerenderVerdict = 'whole' | 'untimed' | 'wrong'

// documents of earlier builds on devices carry these names; `prerender.css` has the attribute too
export const prerenderMeta = 'painting'
export const prerenderAttribute = 'data-painting'
const appRoot = '<div id="app"></div>'

/** This text differs between two clubs, and after a club's sign has changed. */
export function nameClub(name: string, logo: string): string {
  return `${name}\n${logo}`
}

export function judgePrerender(facts: PrerenderFacts, device: PrerenderDevice): PrerenderVerdict {
  if (facts.audience === 'visitor' && device.isSignedIn) return 'wrong'
  if (facts.language !== undefined && facts.language !== device.language) return 'wrong'
  if (facts.club !== undefined && facts.club !== device.club) return 'wrong'
  const { from, until } = facts
  if (from === undefined || until === undefined) return 'untimed'
  if (facts.zoneOffset !== undefined && facts.zoneOffset !== device.zoneOffset) return 'untimed'
  return from <= device.now && device.now < until ? 'whole' : 'untimed'
}

/** Undefined for a text that this build did not write. */
export function parseFacts(text: string): PrerenderFacts | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as PrerenderFacts) : undefined
  } catch {
    return undefined // not written by this build
  }
}

/** The shell's document with a prerender in its root element, or just the shell if it has none. */
export function insertPrerender(shell: string, prerender: Prerender): string {
  if (!shell.includes(appRoot)) return shell
  const { facts, title, styles, html } = prerender
  const links = styles
    .filter((href) => !shell.includes(`href="${toAttribute(href)}"`))
    .map((href) => `<link rel="stylesheet" crossorigin href="${toAttribute(href)}">\n`)
    .join('')
  const meta = `<meta name="${prerenderMeta}" content="${toAttribute(JSON.stringify(facts))}">`
  // functions, because a text may contain the special signs of `replace`
  return shell
    .replace(/<html lang="[^"]*"/, (tag) =>
      facts.language === undefined ? tag : `<html lang="${toAttribute(facts.language)}"`,
    )
    .replace(/<title>[^<]*<\/title>/, () => `<title>${toText(title)}</title>\n${meta}`)
    .replace('</head>', () => `${links}</head>`)
    .replace(appRoot, () => `<div id="app"><div ${prerenderAttribute}="">${html}</div></div>`)
}

export function toText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

export function toAttribute(text: string): string {
  return toText(text).replaceAll('"', '&quot;')
}

/** The prerender of a first visit: the event's facts in the places where the viewer's home shows them. */
export function renderEvent(face: PrerenderedEvent, parts: readonly string[]): Prerender {
  const { name, place, poster } = face
  const picture =
    poster === ''
      ? ''
      : `<img src="${toAttribute(poster)}" alt="" width="800" height="450" fetchpriority="high">`
  return {
    facts: { face, parts },
    title: name,
    styles: [],
    html:
      '<div class="face-frame"><header class="face-header"></header><main class="face">' +
      `<div class="face-poster">${picture}</div>` +
      `<div class="face-words"><h1>${toText(name)}</h1><p class="face-dates"></p>` +
      `${place === '' ? '' : `<p class="face-place">${toText(place)}</p>`}` +
      '<div class="face-rest"></div></div></main></div>',
  }
}
