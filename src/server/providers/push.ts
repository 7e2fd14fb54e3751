// Web push: the key pair by which the push services know us.
import webPush from 'web-push'
import { getInstanceSecret } from '../db/instance/instanceSecret.ts'
import type { Services } from '../services.ts'

export interface PushKeys {
  /** What a browser subscribes with: base64url of an uncompressed point. */
  publicKey: string
  privateKey: string
}

/**
 * Made once per instance and kept, because with another pair all subscriptions would be lost. The first call
 * of a process must not stand within a transaction.
 */
export async function getPushKeys(services: Pick<Services, 'database'>): Promise<PushKeys> {
  return JSON.parse(
    await getInstanceSecret(services.database, 'push keys', () =>
      JSON.stringify(webPush.generateVAPIDKeys()),
    ),
  )
}
