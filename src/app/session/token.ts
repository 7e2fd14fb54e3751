// Saves the sign-in's token on this device, only while it is valid.
import type { DeviceStorage } from './deviceStorage.ts'

export interface TokenStore {
  /** Undefined if there is none or it has expired. */
  find(): string | undefined
  /** With `lasting` it survives the tab. An expired token is not saved. */
  save(token: string, lasting: boolean): void
  remove(): void
}

export interface TokenStoreOptions {
  /** Differs per club, so that two clubs on one host never use each other's token. */
  name: string
  tab: DeviceStorage
  lasting: DeviceStorage
  /** Epoch milliseconds. */
  now(): number
}

/**
 * The tab's storage holds the token. With "Keep Me Logged In" it is in the lasting storage instead, because
 * it must survive the tab.
 */
export function createTokenStore({ name, tab, lasting, now }: TokenStoreOptions): TokenStore {
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
    save(token, isLasting) {
      if (!isValid(token)) return
      tab.remove(name)
      lasting.remove(name)
      ;(isLasting ? lasting : tab).save(name, token)
    },
    remove() {
      tab.remove(name)
      lasting.remove(name)
    },
  }
}

/** Epoch milliseconds of the token's `exp`; undefined for anything else. */
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
