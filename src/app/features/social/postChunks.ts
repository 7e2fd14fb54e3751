// The posts of a feed in small groups, which are drawn together and come and go together.

interface Chunk<T> {
  readonly key: number
  readonly items: readonly T[]
}

/** Few, so that drawing them stops no scrolling. */
export const chunkSize = 4

interface Kept {
  readonly post: { readonly id: number }
}

/**
 * A post stays in the group that it was put into, whatever is added or taken away: another group would forget what is
 * open and typed in it. Groups in which nothing has changed are the same as `before`.
 */
export function toChunks<T extends Kept>(
  items: readonly T[],
  before: readonly Chunk<T>[],
): readonly Chunk<T>[] {
  const known = new Map(before.flatMap((chunk) => chunk.items.map(({ post }) => [post.id, chunk] as const)))
  let lastKey = Math.max(0, ...before.map(({ key }) => key))
  const chunks: { key: number; items: T[] }[] = []
  for (const item of items) {
    const last = chunks.at(-1)
    const own = known.get(item.post.id)
    if (last !== undefined && (own === undefined ? last.items.length < chunkSize : own.key === last.key)) {
      last.items.push(item)
    } else {
      if (own === undefined) lastKey += 1
      chunks.push({ key: own?.key ?? lastKey, items: [item] })
    }
  }
  const byKey = new Map(before.map((chunk) => [chunk.key, chunk]))
  return chunks.map((chunk) => {
    const old = byKey.get(chunk.key)
    return old !== undefined && isSame(old.items, chunk.items) ? old : chunk
  })
}

function isSame<T>(one: readonly T[], other: readonly T[]): boolean {
  return one.length === other.length && one.every((item, at) => item === other[at])
}
