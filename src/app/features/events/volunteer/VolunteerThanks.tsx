// Thanks for the shifts that somebody has taken, with a file of them for their calendar, or has asked for.
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ClubEvent } from '../../../../domain/event.ts'
import { findShiftTimes } from '../../../../domain/shift.ts'
import { minuteMs } from '../../../../domain/time.ts'
import { useSession } from '../../../session/SessionContext.tsx'
import { toZonedMoment } from '../../../show/showTime.ts'
import { ClubContact } from '../../../text/ClubContact.tsx'
import { useLanguage } from '../../../text/useLanguage.ts'
import { Notice } from '../../../ui/Notice.tsx'
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
  const had = taken.filter(({ askedUntil }) => askedUntil === undefined)
  const makeEntries = () => {
    const { origin, host } = window.location
    const url = new URL(session.toAddress(`/portal/event/${event.id}`), origin).href
    return had.map((shift) => ({
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
      <Asked event={event} taken={taken} />
      {had.length > 0 && (
        <>
          <PartThanks part="shifts" club="" event={name} count={had.length}>
            <ShiftRows taken={had} timeZone={timeZone} hasInstructions />
          </PartThanks>
          <AsOf taken={had} timeZone={timeZone} />
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
        </>
      )}
      <ClubContact />
    </ThanksPanel>
  )
}

/** Nothing but the mail's link knows whether they have been confirmed since. */
function Asked({ event: { name, timeZone }, taken }: VolunteerThanksProps) {
  const session = useSession()
  const language = useLanguage()
  const [openedAt] = useState(() => session.now())
  const asked = taken.filter(({ askedUntil }) => askedUntil !== undefined)
  if (asked.length === 0) return null
  const firstEnd = Math.min(...asked.map(({ askedUntil = 0 }) => askedUntil))
  const until = toZonedMoment(firstEnd, openedAt, timeZone, language)
  return (
    <>
      <p>
        <Trans>Thank you for offering to help at {name}. You have asked for these shifts:</Trans>
      </p>
      <ShiftRows taken={asked} timeZone={timeZone} hasInstructions />
      <Notice tone="info" title={<Trans>One step is left: confirm them</Trans>}>
        <Trans>
          The club has sent you a mail. Open its link and confirm, until {until}: then the shifts are yours,
          and another mail brings their codes for the gate. Before that, somebody else may take the last
          place.
        </Trans>
      </Notice>
      <p className="small">
        <Trans>
          No mail? Look among the unwanted ones, or look up your purchases for this event and let them be
          mailed to you: that mail has the link too.
        </Trans>
      </p>
    </>
  )
}

/** Opened again, it is what was taken then: one that was given back since is known to the mail's link alone. */
function AsOf({ taken, timeZone }: { taken: readonly TakenShift[]; timeZone: string }) {
  const session = useSession()
  const language = useLanguage()
  const [openedAt] = useState(() => session.now())
  const takenAt = Math.max(...taken.map((shift) => shift.takenAt ?? 0))
  if (openedAt - takenAt < minuteMs / 12) return null
  const at = takenAt > 0 ? toZonedMoment(takenAt, openedAt, timeZone, language) : undefined
  return (
    <p>
      {at === undefined ? (
        <Trans>
          This is what you took when you signed up. The link in the mail shows what you have since given back.
        </Trans>
      ) : (
        <Trans>
          This is what you took at {at}. The link in the mail shows what you have since given back.
        </Trans>
      )}
    </p>
  )
}
