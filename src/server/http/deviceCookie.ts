// The cookie of a device on which somebody has signed in. It opens nothing (rules/security 3.8).
import { longestCookie } from '../limits/sizes.ts'
import { knownDeviceLifeMs } from '../limits/times.ts'

/** Browsers take it only over https, or from this machine. Elsewhere a device counts as a stranger's. */
const name = '__Host-device'

export function readDevice(cookies: string | undefined): string | undefined {
  return readCookie(cookies, name)
}

export function writeDevice(mark: string): string {
  return `${name}=${mark}; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=${knownDeviceLifeMs / 1000}`
}

/** Undefined when there is none, or one that we cannot have made. */
export function readCookie(cookies: string | undefined, wanted: string): string | undefined {
  for (const pair of cookies?.split(';') ?? []) {
    const cut = pair.indexOf('=')
    if (pair.slice(0, cut).trim() !== wanted) continue
    const value = pair.slice(cut + 1).trim()
    return value === '' || value.length > longestCookie ? undefined : value
  }
  return undefined
}
