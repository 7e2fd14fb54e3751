// Keeps the sign-in's token on this device, and only while it is valid.
import type { DeviceStorage } from './deviceStorage.ts'

export interface TokenKeeper {
  /** Undefined when there is none or its time is over. */
  find(): string | undefined
  /** `lasting` keeps it when the tab closes; a token that is over already is not kept. */
  keep(token: string, lasting: boolean): void
  remove(): void
}

export interface TokenKeeperOptions {
  /** Differs per club: two clubs on one host never see each other's token. */
  name: string
  tab: DeviceStorage
  lasting: DeviceStorage
  /** Epoch milliseconds. */
  now(): number
}

/**
 * The tab's storage holds the token. One that was asked for with "Keep Me Logged In" stays
 * in the lasting storage instead, since it could not outlive the tab otherwise.
 */
export function createTokenKeeper({ name, tab, lasting, now }: TokenKeeperOptions): TokenKeeper {
  const isValid = (token: string) => (findExpiration(token) ?? 0) > now()
  return {
    find() {
      for (const storage of [tab, lasting]) {
        const token = storage.find(name)
        if (token === undefined) continue
        if (isValid(token)) return token
        storage.remove(name)
      }
      return undefined
    },
    keep(token, isLasting) {
      if (!isValid(token)) return
      tab.remove(name)
      lasting.remove(name)
      ;(isLasting ? lasting : tab).keep(name, token)
    },
    remove() {
      tab.remove(name)
      lasting.remove(name)
    },
  }
}

/** Epoch milliseconds of the token's `exp`; undefined for anything that is no JWT with one. */
export function findExpiration(token: string): number | undefined {
  const [, payload, signature] = token.split('.')
  if (payload === undefined || signature === undefined) return undefined
  try {
    const text = atob(payload.replaceAll('-', '+').replaceAll('_', '/'))
    const claims: unknown = JSON.parse(text)
    if (typeof claims !== 'object' || claims === null || !('exp' in claims)) return undefined
    return typeof claims.exp === 'number' ? claims.exp * 1000 : undefined
  } catch {
    return undefined // not base64 or not JSON: no token of ours
  }
}
