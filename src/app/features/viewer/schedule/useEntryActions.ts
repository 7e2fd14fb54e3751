// What one can do with an entry outside the app: share its link, and put it into a calendar.
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { toCalendarFile } from '../../../../domain/calendar/calendarFile.ts'
import type { TimedScheduleEntry } from '../../../../domain/schedule.ts'
import { saveFile } from '../../../saveFile.ts'
import { useSession } from '../../../session/SessionContext.tsx'
import { useShow } from '../../../show/ShowContext.tsx'

export interface EntryActions {
  share(): Promise<void>
  saveCalendarFile(): void
  /** What became of it. */
  said: string
}

export function useEntryActions({ entry, date, startsAt, endsAt }: TimedScheduleEntry): EntryActions {
  const { t } = useLingui()
  const { saved } = useShow()
  const session = useSession()
  const [said, setSaid] = useState('')
  const { event, eventId } = saved
  const query = new URLSearchParams({ day: date, entry: entry.id })
  const url = window.location.origin + session.toAddress(`/portal/viewer/${eventId}/schedule?${query}`)

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      setSaid(t`The link is copied.`)
    } catch {
      setSaid(url) // no permission: it can be selected by hand
    }
  }
  const share = async () => {
    if (!('share' in navigator)) return copy()
    try {
      await navigator.share({ title: entry.label, text: `${entry.label}, ${event.name}`, url })
    } catch (error) {
      // the person has closed the system's own sheet
      if (error instanceof DOMException && error.name === 'AbortError') return
      await copy()
    }
  }
  const saveCalendarFile = () => {
    const calendarEntry = {
      uid: `${eventId}-${entry.id}@${window.location.host}`,
      title: entry.label,
      description: entry.description ?? '',
      place: [entry.place ?? '', event.name, event.place].filter((part) => part !== '').join(', '),
      url,
      startsAt,
      endsAt,
      isCancelled: entry.cancelled === true,
    }
    const text = toCalendarFile([calendarEntry], session.now())
    saveFile(toFileName(entry.label), 'text/calendar', text)
    setSaid(t`The calendar file is saved. Open it to add the entry to your calendar.`)
  }
  return { share, saveCalendarFile, said }
}

/** Letters and digits of any language; no sign that a file system refuses. */
function toFileName(label: string): string {
  const words = label.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '')
  return `${words.slice(0, 60) || 'entry'}.ics`
}
