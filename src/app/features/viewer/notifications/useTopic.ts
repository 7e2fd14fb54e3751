// The topic of a subscription from this screen; undefined until the club's push key is known.
import { useMemo } from 'react'
import type { SubscriptionTopic } from '../../../../offline/subscription.ts'
import { useClub } from '../../../session/SessionContext.tsx'
import { useShow } from '../../../show/ShowContext.tsx'
import { useLanguage } from '../../../text/useLanguage.ts'

export function useTopic(): SubscriptionTopic | undefined {
  const club = useClub()
  const { saved } = useShow()
  const language = useLanguage()
  const tenantId = club?.tenant.id
  const publicKey = club?.push.publicKey
  return useMemo(
    () =>
      tenantId === undefined || publicKey === undefined || publicKey === ''
        ? undefined
        : { club: saved.club, tenantId, eventId: saved.eventId, publicKey, language },
    [tenantId, publicKey, saved.club, saved.eventId, language],
  )
}
