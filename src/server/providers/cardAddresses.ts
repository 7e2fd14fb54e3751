// The addresses between the card provider and us, and whether the provider is a sandbox on this machine.
import type { Config } from '../process/config.ts'

/** Where the provider sends its events. */
export const webhookPath = '/webhooks/stripe'

/** Only when no card keys are set, so never with live keys. */
export function hasCardSandbox({ cardKeys }: Pick<Config, 'cardKeys'>): boolean {
  return cardKeys === null
}

/** The address at which this machine reaches a server that listens on `host`. */
export function toLoopback(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '::1'
  return host
}

export function toWebhookUrl({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const name = toLoopback(host)
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}${webhookPath}`
}
