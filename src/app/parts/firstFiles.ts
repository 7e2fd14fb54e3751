// Which scripts the first screen has needed, so that the next visit loads them all at once.

let files: readonly string[] = []

/** Call it when the first screen is about to be drawn. */
export function noteFirstFiles(): void {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
  files = [...new Set(loaded)].filter((path) => /^\/assets\/.*\.js$/.test(path))
}

export function findFirstFiles(): readonly string[] {
  return files
}
