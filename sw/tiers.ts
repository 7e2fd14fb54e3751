// Which of the app's files each phone needs for the show, and so saves first. The build asks it.

/**
 * 1: all that an event's link opens. 2: judging, ballot, and the pages that lead to a show. 3: everything else. The
 * worker's install fails without the first tier, and on phones that need it (shell.ts) without the second.
 */
export type Tier = 1 | 2 | 3

/** The part of a bundler's chunk that decides. */
export interface BuiltChunk {
  fileName: string
  /** Of the part, or of the one module. */
  name: string
  moduleIds: readonly string[]
  /** File names of chunks that it always loads. */
  imports: readonly string[]
  styles: readonly string[]
}

/** By the names of the build's parts (build/parts.ts), and of the texts' files. */
const parts: readonly (readonly [Tier, RegExp])[] = [
  [1, /^(index|first|base|start|viewer|tabs|list|map|field|outbox|worker)$/],
  [2, /^(judging|ballot|portal|pages|QrDrawing|MenuSheet)$/],
]
const texts: readonly (readonly [Tier, RegExp])[] = [
  [1, /texts=(first|field)/],
  [2, /texts=show/],
]

const wantedFiles = /^(index\.html|assets\/(firstPaint-[^/]+\.js|archivo-first-[^/]+\.woff2))$/

/** The tier of each chunk and style sheet of the first two, by its file name. */
export function findShowTiers(chunks: readonly BuiltChunk[]): ReadonlyMap<string, Tier> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const found = new Map<string, Tier>()
  function add(name: string, tier: Tier): void {
    const chunk = byName.get(name)
    if (chunk === undefined || (found.get(name) ?? 3) <= tier) return
    found.set(name, tier)
    for (const style of chunk.styles) found.set(style, Math.min(tier, found.get(style) ?? 3) as Tier)
    for (const next of chunk.imports) add(next, tier)
  }
  for (const { fileName, name, moduleIds } of chunks) {
    const [tier] =
      parts.find(([, pattern]) => pattern.test(name)) ??
      texts.find(([, pattern]) => moduleIds.some((id) => pattern.test(id))) ??
      []
    if (tier !== undefined) add(fileName, tier)
  }
  return found
}

export function findTier(fileName: string, showTiers: ReadonlyMap<string, Tier>): Tier {
  return wantedFiles.test(fileName) ? 1 : (showTiers.get(fileName) ?? 3)
}
