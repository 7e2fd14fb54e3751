// When there is a card sandbox, and where on this machine our own server answers for it.
import type { Config } from '../../config.ts'

/** Beneath it stands what browsers load: the script, the card's frame, and the API as far as they may use it. */
export const cardSandboxPath = '/sandbox/stripe'
/** Where the provider tells us what happened (design 3). */
export const webhookPath = '/webhooks/stripe'

/** Only where no card keys are set, so never beside live ones. */
export function hasCardSandbox({ cardKeys }: Pick<Config, 'cardKeys'>): boolean {
  return cardKeys === null
}

/** How to reach, from this machine, a server that listens on `host`. */
export function toLoopback(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '::1'
  return host
}

export function toWebhookUrl({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const name = toLoopback(host)
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}${webhookPath}`
}
