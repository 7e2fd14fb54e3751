// The secret of a judge's link: out of the address at once, and kept with its key until the server has answered.
import { type DeviceStorage, toClubStorageName } from '../../session/deviceStorage.ts'

export interface PendingLink {
  secret: string
  /** The same for every try, so that a lost answer is given again instead of «used already». */
  key: string
}

/** What the contract takes as a link's secret; any other fragment is left alone. */
const shape = /^#?([A-Za-z0-9_-]{20,128})$/

export function findSecret(hash: string): string | undefined {
  return shape.exec(hash)?.[1]
}

export function findPendingLink(storage: DeviceStorage, name: string): PendingLink | undefined {
  const text = storage.find(name)
  if (text === undefined) return undefined
  const [secret, key, ...rest] = text.split(' ')
  return secret === undefined || key === undefined || rest.length > 0 ? undefined : { secret, key }
}

/** The link that somebody has just opened; opened again before an answer came, it keeps its key. */
export function keepPendingLink(
  storage: DeviceStorage,
  name: string,
  secret: string,
  newKey: () => string,
): PendingLink {
  const before = findPendingLink(storage, name)
  const link = before?.secret === secret ? before : { secret, key: newKey() }
  storage.keep(name, `${link.secret} ${link.key}`)
  return link
}

export function toLinkName(slug: string | undefined, eventId: number): string {
  return toClubStorageName(slug, `judge-link/${eventId}`)
}
