// Which of the app's files each phone needs for the show, and so saves first. The build asks it.

/** The first tier fails the worker's install, the second follows when there is time. */
export type Tier = 1 | 2

/** The part of a bundler's chunk that decides. */
export interface BuiltChunk {
  fileName: string
  moduleIds: readonly string[]
  /** File names of chunks that it always loads. */
  imports: readonly string[]
  styles: readonly string[]
}

/** What starts the app, the texts for it in both languages, viewer, map, ballot, judging and outbox, and the pages that lead there. */
const wantedAtTheShow =
  /\/src\/(app\/(main|start)\.tsx|app\/features\/(viewer|judging|ballot|home|shell)\/(?!AccountMenu)|app\/features\/events\/Event(Screen|ListScreen)\.|app\/(map|outbox|worker)\/|locales\/\w+\.po\?texts=(first|show))/

const wantedFiles = /^(index\.html|assets\/(firstPaint-[^/]+\.js|archivo-latin-standard-[^/]+\.woff2))$/

/** The file names of the first tier. */
export function findFirstTier(chunks: readonly BuiltChunk[]): ReadonlySet<string> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const found = new Set<string>()
  function add(name: string): void {
    const chunk = byName.get(name)
    if (chunk === undefined || found.has(name)) return
    found.add(name)
    for (const style of chunk.styles) found.add(style)
    for (const next of chunk.imports) add(next)
  }
  for (const { fileName, moduleIds } of chunks) {
    if (moduleIds.some((id) => wantedAtTheShow.test(id))) add(fileName)
  }
  // a door of a few bytes: it has no module of its own and is what others ask for
  for (const { fileName, moduleIds, imports } of chunks) {
    if (moduleIds.length === 0 && imports.every((name) => found.has(name))) found.add(fileName)
  }
  return found
}

export function findTier(fileName: string, firstTier: ReadonlySet<string>): Tier {
  return firstTier.has(fileName) || wantedFiles.test(fileName) ? 1 : 2
}
