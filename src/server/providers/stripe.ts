// The card provider: the real SDK, with the real provider when keys are set, otherwise with our sandbox.
import { randomBytes } from 'node:crypto'
import { Stripe } from 'stripe'
import { getInstanceSecret } from '../db/instance/instanceSecret.ts'
import { mostProviderRetries, providerTimeoutMs } from '../limits/machine.ts'
import { sandboxKeyBytes } from '../limits/sizes.ts'
import { webhookToleranceSeconds } from '../limits/times.ts'
import type { CardKeys, Config } from '../process/config.ts'
import type { Services } from '../process/services.ts'
import { hasCardSandbox, toLoopback } from './cardAddresses.ts'

export interface CardProvider {
  readonly stripe: Stripe
  readonly publishableKey: string
  readonly mode: 'live' | 'test' | 'sandbox'
  /**
   * The event of a webhook, after checking that its signature is right and not older than 300 s
   * (rules/payments 3.7). `body` must be the request's body, byte for byte. Throws the SDK's
   * `StripeSignatureVerificationError`.
   */
  readEvent(body: Buffer | string, signature: string): Stripe.Event
}

/** The mode of the keys that are set: customers and saved cards of another mode do not count. */
export function findCardMode({ cardKeys }: Pick<Config, 'cardKeys'>): CardProvider['mode'] {
  return cardKeys?.mode ?? 'sandbox'
}

type Parts = Pick<Services, 'config' | 'database' | 'now'>

const known = new WeakMap<Parts['database'], Promise<CardProvider>>()

/** One for each database. The first call of a process must not be within a transaction. */
export function getCardProvider(services: Parts): Promise<CardProvider> {
  const held = known.get(services.database)
  if (held !== undefined) return held
  const made = getCardKeys(services).then((keys) => createCardProvider(services.config, keys, services.now))
  known.set(services.database, made)
  made.catch(() => known.delete(services.database))
  return made
}

/** The operator's keys, or those that were made and stored for this instance's sandbox. */
export async function getCardKeys({
  config,
  database,
}: Pick<Parts, 'config' | 'database'>): Promise<Omit<CardKeys, 'mode'>> {
  if (config.cardKeys !== null) return config.cardKeys
  return JSON.parse(
    await getInstanceSecret(database, 'card sandbox keys', () => {
      const [secret, publishable, webhook] = [1, 2, 3].map(() => randomBytes(sandboxKeyBytes).toString('hex'))
      return JSON.stringify({
        secretKey: `sk_test_sandbox${secret}`,
        publishableKey: `pk_test_sandbox${publishable}`,
        webhookSecret: `whsec_sandbox${webhook}`,
      })
    }),
  )
}

/** The real provider and the sandbox differ only in their address. */
export function createCardProvider(
  config: Config,
  keys: Omit<CardKeys, 'mode'>,
  now: () => number,
): CardProvider {
  const stripe = new Stripe(keys.secretKey, {
    apiVersion: Stripe.API_VERSION,
    telemetry: false,
    timeout: providerTimeoutMs,
    maxNetworkRetries: mostProviderRetries,
    ...(hasCardSandbox(config)
      ? { host: toLoopback(config.host), port: config.port, protocol: 'http' as const }
      : {}),
  })
  return {
    stripe,
    publishableKey: keys.publishableKey,
    mode: findCardMode(config),
    readEvent: (body, signature) =>
      stripe.webhooks.constructEvent(
        body,
        signature,
        keys.webhookSecret,
        webhookToleranceSeconds,
        undefined,
        now(),
      ),
  }
}
