// A map with a maximum size: what was not used for longest is removed first.

export interface Lru<V> {
  /** Getting a value counts as using it. */
  get(key: string): V | undefined
  set(key: string, value: V): void
  delete(key: string): void
}

/** Holds at most `most` values. */
export function createLru<V>(most: number): Lru<V> {
  const values = new Map<string, V>()
  return {
    get(key) {
      const value = values.get(key)
      if (value === undefined) return undefined
      values.delete(key)
      values.set(key, value)
      return value
    },
    set(key, value) {
      values.delete(key)
      values.set(key, value)
      if (values.size <= most) return
      const [oldest] = values.keys()
      if (oldest !== undefined) values.delete(oldest)
    },
    delete: (key) => void values.delete(key),
  }
}
