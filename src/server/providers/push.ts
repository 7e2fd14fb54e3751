// Web push: the key pair that identifies us to the push services.
import webPush from 'web-push'
import { getInstanceSecret } from '../db/instance/instanceSecret.ts'
import type { Services } from '../process/services.ts'

export interface PushKeys {
  /** Browsers subscribe with it: base64url of an uncompressed point. */
  publicKey: string
  privateKey: string
}

/**
 * Made once for each instance and stored, because with another pair all subscriptions would be lost. The
 * first call of a process must not be within a transaction.
 */
export async function getPushKeys(services: Pick<Services, 'database'>): Promise<PushKeys> {
  return JSON.parse(
    await getInstanceSecret(services.database, 'push keys', () =>
      JSON.stringify(webPush.generateVAPIDKeys()),
    ),
  )
}
