// Thanks for the shifts that somebody has taken, with a file of them for their calendar.
import { Trans, useLingui } from '@lingui/react/macro'
import type { ClubEvent } from '../../../../domain/event.ts'
import { findShiftTimes } from '../../../../domain/shift.ts'
import { useSession } from '../../../session/SessionContext.tsx'
import { ClubContact } from '../../../text/ClubContact.tsx'
import { CalendarButton } from '../../../wizard/thanks/CalendarButton.tsx'
import { PartThanks } from '../../../wizard/thanks/PartThanks.tsx'
import { ThanksPanel } from '../../../wizard/thanks/ThanksPanel.tsx'
import { ShiftRows } from './ShiftRows.tsx'
import type { TakenShift } from './takenShifts.ts'

export interface VolunteerThanksProps {
  event: ClubEvent
  taken: readonly TakenShift[]
}

export function VolunteerThanks({ event, taken }: VolunteerThanksProps) {
  const { t } = useLingui()
  const session = useSession()
  const { name, place, timeZone } = event
  const makeEntries = () => {
    const { origin, host } = window.location
    const url = new URL(session.toAddress(`/portal/event/${event.id}`), origin).href
    return taken.map((shift) => ({
      // the same as in the club's mail, so that a calendar has each shift once
      uid: `shift-${shift.id}@${host}`,
      title: `${shift.schedule}, ${name}`,
      description: shift.instructions,
      place,
      url,
      ...findShiftTimes(shift, timeZone),
    }))
  }
  return (
    <ThanksPanel level={3}>
      <PartThanks part="shifts" club="" event={name} count={taken.length}>
        <ShiftRows taken={taken} timeZone={timeZone} hasInstructions />
      </PartThanks>
      <p>
        <Trans>The mail about them has a code for each shift: show it at the gate.</Trans>
      </p>
      <CalendarButton
        name={t`shifts`}
        makeEntries={makeEntries}
        saved={t`The calendar file is saved. Open it to add your shifts to your calendar.`}
      />
      <p className="small">
        <Trans>The mail has a link with which you can give a shift back.</Trans>
      </p>
      <ClubContact />
    </ThanksPanel>
  )
}
