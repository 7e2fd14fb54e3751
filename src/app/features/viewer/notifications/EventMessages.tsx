// What those who follow the event were told, for everybody.
import { Trans } from '@lingui/react/macro'
import { useEffect, useEffectEvent } from 'react'
import { MessagesPanel } from '../../../notifications/MessagesPanel.tsx'
import { useShow } from '../../../show/ShowContext.tsx'
import { useEventMessages } from './useEventMessages.ts'

export function EventMessages() {
  const { saved } = useShow()
  const { reading, inbox, readIfOld } = useEventMessages()
  const readNow = useEffectEvent(readIfOld)
  useEffect(() => readNow(), [])
  return (
    <MessagesPanel
      reading={reading}
      inbox={inbox}
      timeZone={saved.event.timeZone}
      empty={<Trans>There are no messages about this event.</Trans>}
    />
  )
}
