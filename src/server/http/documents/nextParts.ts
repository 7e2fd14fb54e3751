// The parts of the app that an address will need. The document names them, so that they load in parallel.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findTextPart, type TextPart } from '../../../domain/documents/textParts.ts'
import type { Language } from '../../../domain/shapes/language.ts'

/** The part of the build's list of files (Vite's manifest) that is used here. */
interface BuiltFile {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}
export type BuiltFiles = Readonly<Record<string, BuiltFile>>

const document = 'index.html'
/** The app's entry loads it after the document's own content has been painted. */
const appStart = 'src/app/start.tsx'
/** People with another language load theirs too. */
const toCatalogue = (language: Language, part: TextPart) => `src/locales/${language}.po?texts=${part}?lingui`
const judgingRoute = 'src/app/routes/portal.judging.$eventId'
const viewerRoute = 'src/app/routes/portal.viewer.$eventId'
const lazyPart = '?tsr-split=component'
const shellParts = (screen: string) => [
  `src/app/routes/_shell.tsx${lazyPart}`,
  `src/app/routes/_shell/portal/${screen}.tsx${lazyPart}`,
]
const viewerParts = ['src/app/show/showStore.ts', `${viewerRoute}.tsx${lazyPart}`]

/** Screens that people first visit. */
const screens: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^\/portal\/viewer\/\d+$/, [...viewerParts, `${viewerRoute}/index.tsx${lazyPart}`]],
  [/^\/portal\/viewer\/\d+\/schedule$/, [...viewerParts, `${viewerRoute}/schedule.tsx${lazyPart}`]],
  [/^\/portal\/judging\/\d+$/, ['', '/index'].map((page) => `${judgingRoute}${page}.tsx${lazyPart}`)],
  [
    /^\/portal\/voterballot\/[^/]+\/\d+$/,
    [`src/app/routes/portal.voterballot.$voterid.$eventid.tsx${lazyPart}`],
  ],
  [/^\/portal$/, shellParts('index')],
  [/^\/portal\/events$/, shellParts('events/index')],
  [/^\/portal\/event\/\d+$/, shellParts('event.$eventId')],
  [/^\/portal\/join$/, shellParts('join/index')],
  [/^\/portal\/renew$/, shellParts('renew')],
  [/^\/portal\/donate$/, shellParts('donate')],
]

export interface NextParts {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
}

/** The files that a document will load besides those that it names itself. */
export function findNextParts(files: BuiltFiles, path: string, language: Language): NextParts {
  const parts = screens.find(([pattern]) => pattern.test(path))?.[1] ?? []
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const named = new Set<string>()
  // several names may stand for one file, and only one of them knows its styles
  const seen = new Set<string>()
  collect(document, named, named)
  for (const part of [appStart, ...parts]) collect(part, scripts, styles)
  const texts = new Set<TextPart>(['first', ...[...scripts].map(findTextPart)])
  for (const part of texts) collect(toCatalogue(language, part), scripts, styles)
  const toAddresses = (found: Set<string>) =>
    [...found].filter((file) => !named.has(file)).map((file) => `/${file}`)
  return { scripts: toAddresses(scripts), styles: toAddresses(styles) }

  function collect(name: string, into: Set<string>, css: Set<string>): void {
    const built = files[name]
    if (built === undefined || seen.has(name)) return
    seen.add(name)
    into.add(built.file)
    for (const next of built.imports ?? []) if (next !== document) collect(next, into, css)
    // after those of what it imports, which it may change
    for (const file of built.css ?? []) css.add(file)
  }
}

/** An app that was built without this list is served without them. */
export async function readBuiltFiles(distDir: string): Promise<BuiltFiles> {
  try {
    return JSON.parse(await readFile(join(distDir, '.vite', 'manifest.json'), 'utf8')) as BuiltFiles
  } catch {
    return {}
  }
}
