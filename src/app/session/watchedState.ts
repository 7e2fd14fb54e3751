// A state that changes in parts and tells its listeners of each change.

export interface WatchedState<S> {
  get(): S
  change(part: Partial<S>): void
  /** Call the returned function to end it. */
  subscribe(listener: () => void): () => void
}

export function createWatchedState<S extends object>(first: S): WatchedState<S> {
  const listeners = new Set<() => void>()
  let state = first
  return {
    get: () => state,
    change(part) {
      state = { ...state, ...part }
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
