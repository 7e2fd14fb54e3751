// Announces a favourite ten minutes before it starts, once, while the app is open: if no push has done it.

import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { writeClock } from '../../../domain/clock.ts'
import { findDue, reminderLeadMs } from '../../../domain/schedule.ts'
import { minuteMs } from '../../../domain/time.ts'
import { useIsReached } from '../../notifications/usePushState.ts'
import { useMarks, useNow, useShow, useShowState, useTimeline } from '../../show/ShowContext.tsx'
import { useLanguage } from '../../text/useLanguage.ts'
import { useToast } from '../../ui/overlay/toastContext.ts'
import { useTopic } from './notifications/useTopic.ts'

/** Where the club reminds by push, the app does only if nothing has come by then, as in a field without signal. */
const pushFirstMs = minuteMs / 2

export function useReminders(): void {
  const { t } = useLingui()
  const language = useLanguage()
  const { store } = useShow()
  const { marks } = useShowState(store)
  const isMarked = useMarks()
  const timeline = useTimeline()
  const now = useNow()
  const toast = useToast()
  const isReached = useIsReached(useTopic())
  useEffect(() => {
    for (const { entry, startsAt } of findDue(
      timeline,
      now,
      isReached ? reminderLeadMs - pushFirstMs : reminderLeadMs,
    )) {
      if (!isMarked.has('entry', entry.id)) continue
      const mark = marks.find(({ kind, ref }) => kind === 'entry' && ref === entry.id)
      if (mark?.remindedFor === startsAt) continue
      const minutes = Math.max(1, Math.round((startsAt - now) / minuteMs))
      const { label } = entry
      const time = writeClock(entry.startTime, language)
      const title = t`${label} starts in ${minutes} min`
      const body = entry.place === undefined || entry.place === '' ? time : `${time}, ${entry.place}`
      toast({ text: `${title} · ${body}` })
      void showNotification(title, body, `reminder-${entry.id}`)
      // what cannot be kept is told once more
      store.saveReminder(entry.id, startsAt).catch(() => undefined)
    }
  }, [timeline, now, marks, isMarked, store, toast, t, language, isReached])
}

/** For people who look at another window. Phones show notifications only through the worker. */
async function showNotification(title: string, body: string, tag: string): Promise<void> {
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  if (document.visibilityState === 'visible') return
  const registration = await navigator.serviceWorker?.getRegistration()
  await registration?.showNotification(title, {
    body,
    tag,
    icon: '/icons/icon-192.png',
    data: { path: window.location.pathname + window.location.search },
  })
}
