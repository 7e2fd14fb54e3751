// Saves a file that puts something into the calendar of the phone.
import { Trans } from '@lingui/react/macro'
import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { type CalendarEntry, toCalendarFile } from '../../../domain/calendar/calendarFile.ts'
import { saveFile } from '../../saveFile.ts'
import { useSession } from '../../session/SessionContext.tsx'
import { Button } from '../../ui/Button.tsx'
import styles from './CalendarButton.module.css'

export interface CalendarButtonProps {
  /** Of the file, without its ending. */
  name: string
  makeEntries(): readonly CalendarEntry[]
  /** Said when the file is saved. */
  saved: string
}

export function CalendarButton({ name, makeEntries, saved }: CalendarButtonProps) {
  const session = useSession()
  const [isSaved, setIsSaved] = useState(false)
  const save = () => {
    saveFile(`${name}.ics`, 'text/calendar', toCalendarFile(makeEntries(), session.now()))
    setIsSaved(true)
  }
  return (
    <div className={styles.calendar}>
      <Button icon={<CalendarPlus aria-hidden="true" />} onClick={save}>
        <Trans>Add to calendar</Trans>
      </Button>
      <p role="status" className="small">
        {isSaved && saved}
      </p>
    </div>
  )
}
