import { useLingui } from '@lingui/react/macro'
import type { ClubEvent } from '../../../domain/event.ts'
import { useClub } from '../../session/SessionContext.tsx'
import { formatInstantDay } from '../../text/format.ts'
import { defaultLanguage } from '../../text/languages.ts'
import { fillMessage } from './eventMessages.ts'

/** What the club says of each action, filled in. */
export function useEventMessages(event: ClubEvent): Record<'register' | 'tickets' | 'volunteer', string> {
  const { t } = useLingui()
  const clubLanguage = useClub()?.tenant.language ?? defaultLanguage
  // inside the club's own sentence
  const toDay = (instant: string | null) =>
    instant === null ? '' : formatInstantDay(instant, event.timeZone, clubLanguage)
  return {
    register: fillMessage(event.participantMessage, { end_date: toDay(event.reg_enddate) }),
    tickets: fillMessage(event.ticketMessage, { ticket_label: event.ticketLabel || t`Tickets` }),
    volunteer: fillMessage(event.workerMessage, { end_date: toDay(event.workerEndDate) }),
  }
}
