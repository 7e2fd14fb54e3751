// Saves the sign-in's token on this device, only while it is valid.
import type { DeviceStorage } from './deviceStorage.ts'

export interface TokenStore {
  /** Undefined if there is none or it has expired. */
  find(): string | undefined
  /** With `lasting` it survives the tab. An expired token is not saved. */
  save(token: string, lasting: boolean): void
  /** Removes this member's tokens. Another member's lasting one stays: it is that of other tabs. */
  remove(memberId: number): void
  /** Whether the token that `find` gives survives the tab. */
  isLasting(): boolean
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
  /** Where the valid one is. An expired one stays where it is: a clock that was wrong for a while ends no sign-in. */
  const findPlace = () =>
    [tab, lasting].find((storage) => {
      const token = storage.find(name)
      return token !== undefined && isValid(token)
    })
  return {
    find: () => findPlace()?.find(name),
    save(token, isLasting) {
      if (!isValid(token)) return
      tab.remove(name)
      if (isLasting || isOf(lasting, findMemberId(token))) lasting.remove(name)
      ;(isLasting ? lasting : tab).save(name, token)
    },
    remove(memberId) {
      for (const storage of [tab, lasting]) if (isOf(storage, memberId)) storage.remove(name)
    },
    isLasting: () => findPlace() === lasting,
  }

  function isOf(storage: DeviceStorage, memberId: number | undefined): boolean {
    const token = storage.find(name)
    return token !== undefined && findMemberId(token) === memberId
  }
}

/** Epoch milliseconds of the token's `exp`; undefined for anything else. */
export function findExpiration(token: string): number | undefined {
  const { exp } = readClaims(token)
  return typeof exp === 'number' ? exp * 1000 : undefined
}

/** The member of the token's sign-in. */
export function findMemberId(token: string): number | undefined {
  const { sub } = readClaims(token)
  return typeof sub === 'string' && /^[1-9]\d*$/.test(sub) ? Number(sub) : undefined
}

function readClaims(token: string): { exp?: unknown; sub?: unknown } {
  const [, payload, signature] = token.split('.')
  if (payload === undefined || signature === undefined) return {}
  try {
    const text = atob(payload.replaceAll('-', '+').replaceAll('_', '/'))
    const claims: unknown = JSON.parse(text)
    return typeof claims === 'object' && claims !== null ? claims : {}
  } catch {
    return {} // not base64 or not JSON: no token of ours
  }
}
