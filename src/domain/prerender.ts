// What a document already shows before any of the app's code has run, and when it may be shown.

/** Under what a prerender was made; it is judged on the device before it is seen. */
export interface PrerenderFacts {
  /** Undefined where it holds no word of the interface. */
  language?: string
  /** The club as the header shows it, by `nameClub`; undefined where the prerender does not show it. */
  club?: string
  /** Minutes as the device's calendar gives them: with another clock other zones need a word. */
  zoneOffset?: number
  /** What is on now and next holds from here until there; epoch milliseconds by the server's clock. */
  from?: number
  until?: number
  /** What the server could say of the event without a word of any language. */
  face?: PrerenderedEvent
  /** Addresses of the scripts that come next, wanted only after the paint. */
  parts?: readonly string[]
}

/** An event before its pack has come. */
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
  /** Addresses of style sheets that the document itself does not name. */
  styles: readonly string[]
  /** What stands inside the app's root element. */
  html: string
}

/** How things stand on the device that is about to show a prerender. */
export interface Onlooker {
  language: string
  club: string | undefined
  zoneOffset: number
  /** Epoch milliseconds by the server's clock. */
  now: number
}

/** `whole` may be seen as it is, `untimed` without what depends on the hour, `wrong` not at all. */
export type PrerenderVerdict = 'whole' | 'untimed' | 'wrong'

// documents of earlier builds on devices carry this name
export const prerenderMeta = 'painting'
const appRoot = '<div id="app"></div>'

/** Two clubs, or one before and after a change of its sign, differ in this text. */
export function nameClub(name: string, logo: string): string {
  return `${name}\n${logo}`
}

export function judgePrerender(facts: PrerenderFacts, onlooker: Onlooker): PrerenderVerdict {
  if (facts.language !== undefined && facts.language !== onlooker.language) return 'wrong'
  if (facts.club !== undefined && facts.club !== onlooker.club) return 'wrong'
  const { from, until } = facts
  if (from === undefined || until === undefined || facts.zoneOffset !== onlooker.zoneOffset) return 'untimed'
  return from <= onlooker.now && onlooker.now < until ? 'whole' : 'untimed'
}

/** Undefined for anything that this build did not write. */
export function parseFacts(text: string): PrerenderFacts | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as PrerenderFacts) : undefined
  } catch {
    return undefined // nothing that was written here
  }
}

/** The shell's document with a prerender in its root element; the shell itself where it has none. */
export function insertPrerender(shell: string, prerender: Prerender): string {
  if (!shell.includes(appRoot)) return shell
  const { facts, title, styles, html } = prerender
  const links = styles
    .filter((href) => !shell.includes(`href="${toAttribute(href)}"`))
    .map((href) => `<link rel="stylesheet" crossorigin href="${toAttribute(href)}">\n`)
    .join('')
  const meta = `<meta name="${prerenderMeta}" content="${toAttribute(JSON.stringify(facts))}">`
  // by functions, because a text may hold what `replace` takes for its own signs
  return shell
    .replace(/<html lang="[^"]*"/, (tag) =>
      facts.language === undefined ? tag : `<html lang="${toAttribute(facts.language)}"`,
    )
    .replace(/<title>[^<]*<\/title>/, () => `<title>${toText(title)}</title>\n${meta}`)
    .replace('</head>', () => `${links}</head>`)
    .replace(appRoot, () => `<div id="app"><div data-painting="">${html}</div></div>`)
}

export function toText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

export function toAttribute(text: string): string {
  return toText(text).replaceAll('"', '&quot;')
}

/** The first visit's prerender: the face in the places where the viewer's home will have it. */
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
      `${place === '' ? '' : `<p class="face-place">${toText(place)}</p>`}</div></main></div>`,
  }
}
