// Random numbers from a seed. It forks by name, so that one actor's draws do not change another's.

export interface Random {
  /** From 0 to 1, without 1. */
  next(): number
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number
  isLucky(chance: number): boolean
  pick<T>(from: readonly T[]): T
  shuffle<T>(from: readonly T[]): T[]
  uuid(): string
  fork(name: string): Random
}

export function createRandom(seed: string): Random {
  let state = hash(seed)
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1))
  const pick = <T>(from: readonly T[]): T => {
    const chosen = from[between(0, from.length - 1)]
    if (chosen === undefined) throw new Error('nothing to pick from')
    return chosen
  }
  return {
    next,
    between,
    pick,
    isLucky: (chance) => next() < chance,
    shuffle(from) {
      const left = [...from]
      for (let at = left.length - 1; at > 0; at--) {
        const other = between(0, at)
        const [a, b] = [left[at], left[other]]
        if (a !== undefined && b !== undefined) {
          left[at] = b
          left[other] = a
        }
      }
      return left
    },
    uuid() {
      const bytes = Uint8Array.from({ length: 16 }, () => between(0, 255))
      bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
      bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
      const digits = Buffer.from(bytes).toString('hex')
      return [
        digits.slice(0, 8),
        digits.slice(8, 12),
        digits.slice(12, 16),
        digits.slice(16, 20),
        digits.slice(20),
      ].join('-')
    },
    fork: (name) => createRandom(`${seed}/${name}`),
  }
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01000193)
  return value
}
