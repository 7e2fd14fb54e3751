// Where the card provider and we reach each other, and whether it is a sandbox on this machine.
import type { Config } from '../config.ts'

/** Where the provider tells us what happened. */
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
