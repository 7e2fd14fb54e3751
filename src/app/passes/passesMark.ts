// Whether this phone has tickets or cars for its holder: a note beside their database, which need not be opened for it.
import { passesName } from '../../offline/passes/passesName.ts'
import { lastingStorage, toClubStorageName } from '../session/deviceStorage.ts'

function toMarkName(slug: string | undefined): string {
  return toClubStorageName(slug, 'passes')
}

export function hasPasses(slug: string | undefined): boolean {
  return lastingStorage.find(toMarkName(slug)) !== undefined
}

export function markPasses(slug: string | undefined, isThere: boolean): void {
  if (isThere) lastingStorage.save(toMarkName(slug), '1')
  else lastingStorage.remove(toMarkName(slug))
  for (const listener of listeners) listener()
}

const listeners = new Set<() => void>()

/** The listener hears of each note that this page makes. */
export function followMark(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Also when a killed browser had not written the note. */
export async function mayHavePasses(slug: string | undefined): Promise<boolean> {
  if (hasPasses(slug)) return true
  try {
    return (await indexedDB.databases()).some(({ name }) => name === passesName)
  } catch {
    return false // a browser that names no databases, or has none
  }
}
