// The address of an entry and of a day in the schedule, and how the screen goes there and back.
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'

export interface EntryAddress {
  /** A day of the programme. */
  day: string
  /** The id of an entry. */
  entry: string
}

export interface ScheduleAddress extends Partial<EntryAddress> {
  showDay(day: string): void
  /** The day that the schedule shows by itself. */
  showToday(): void
  open(address: EntryAddress): void
  close(): void
}

/** Going back closes an entry that was opened here. One that was opened by its link is closed in its place. */
export function useScheduleAddress(): ScheduleAddress {
  const router = useRouter()
  const navigate = useNavigate({ from: '/portal/viewer/$eventId/schedule' })
  const { day, entry } = useSearch({ from: '/portal/viewer/$eventId/schedule' })
  const isOpenedHere = useRef(false)
  const go = (search: Partial<EntryAddress>, replace: boolean) => {
    void navigate({ search, replace, resetScroll: false })
  }
  return {
    ...(day === undefined ? {} : { day }),
    ...(entry === undefined ? {} : { entry }),
    showDay: (wanted) => go({ day: wanted }, true),
    showToday: () => go({}, true),
    open(address) {
      isOpenedHere.current = true
      go(address, false)
    },
    close() {
      if (isOpenedHere.current) {
        isOpenedHere.current = false
        router.history.back()
      } else go(day === undefined ? {} : { day }, true)
    },
  }
}
