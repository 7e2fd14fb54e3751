// Says to the club's server whose device this is, if the club may send it notifications.
import { newKey } from '../../offline/newKey.ts'
import { listTopics, sendSubscription } from '../../offline/subscription.ts'
import { findActiveLanguage } from '../text/catalogues.ts'
import type { DeviceWord } from './deviceMember.ts'

export async function tellDevice({ tenantId, findToken, signedOut }: DeviceWord): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  if (subscription == null) return
  const isKnown = (await listTopics()).some((topic) => topic.tenantId === tenantId)
  if (!isKnown) return
  await sendSubscription(
    subscription,
    { tenantId, language: findActiveLanguage(), ...(signedOut === undefined ? {} : { signedOut }) },
    {
      fetch: (url, init) => window.fetch(url, init as RequestInit),
      newKey,
      ...(findToken === undefined ? {} : { findToken }),
    },
  )
}
