// The cookies. Browsers take them only over https, or from this machine; elsewhere there is another way.
import { longestCookie } from '../limits/sizes.ts'
import { eventPreviewLifeMs, knownDeviceLifeMs, placedProofLifeMs } from '../limits/times.ts'

/** Of a device on which somebody has signed in. It opens nothing (rules/security 3.8); without it, it is a stranger's. */
const device = '__Host-device'
/** Of a browser that has just joined with an order: it need not prove the mailbox by the mailed code. */
const joined = '__Host-setup'
/** Of a browser that has opened the link to look at an event before it is published. */
const preview = '__Host-preview'

export function readDevice(cookies: string | undefined): string | undefined {
  return readCookie(cookies, device)
}

export function writeDevice(mark: string): string {
  return writeCookie(device, mark, knownDeviceLifeMs)
}

export function readJoined(cookies: string | undefined): string | undefined {
  return readCookie(cookies, joined)
}

/** '' deletes it. */
export function writeJoined(proof: string): string {
  return writeCookie(joined, proof, proof === '' ? 0 : placedProofLifeMs)
}

export function readPreview(cookies: string | undefined): string | undefined {
  return readCookie(cookies, preview)
}

export function writePreview(secret: string): string {
  return writeCookie(preview, secret, eventPreviewLifeMs)
}

function writeCookie(name: string, value: string, lifeMs: number): string {
  return `${name}=${value}; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=${lifeMs / 1000}`
}

/** Undefined when there is none, or one that we cannot have made. */
function readCookie(cookies: string | undefined, wanted: string): string | undefined {
  for (const pair of cookies?.split(';') ?? []) {
    const cut = pair.indexOf('=')
    if (pair.slice(0, cut).trim() !== wanted) continue
    const value = pair.slice(cut + 1).trim()
    return value === '' || value.length > longestCookie ? undefined : value
  }
  return undefined
}
