// The badge of what waits on this phone and the sheet behind it, for any header; nothing waits, nothing shows.
import { lazy, Suspense, useState } from 'react'
import { createPortal } from 'react-dom'
import { useOutbox } from '../call/useOutbox.ts'
import { OutboxBadge } from '../ui/OutboxBadge.tsx'
import type { CorrectEntry } from './OutboxSheet.tsx'

const OutboxSheet = lazy(async () => ({ default: (await import('./OutboxSheet.tsx')).OutboxSheet }))

export interface OutboxButtonProps {
  /** Opens the form of a refused entry with its values; without it the entry's own screen is opened. */
  onCorrect?: CorrectEntry
  /** In a header with much in it: on phones only the count is shown. */
  compact?: boolean
}

export function OutboxButton({ onCorrect, compact = false }: OutboxButtonProps) {
  const { waiting } = useOutbox()
  // By the device's clock: what is accepted from then on stays in sight while the sheet is open.
  const [openedAt, setOpenedAt] = useState<number>()
  const [isWanted, setIsWanted] = useState(false)
  return (
    <>
      <OutboxBadge
        count={waiting}
        compact={compact}
        onClick={() => {
          setIsWanted(true)
          setOpenedAt(Date.now())
        }}
      />
      {isWanted &&
        // out of the header, whose colours are the club's
        createPortal(
          <Suspense>
            <OutboxSheet
              openedAt={openedAt}
              onClose={() => setOpenedAt(undefined)}
              {...(onCorrect === undefined ? {} : { onCorrect })}
            />
          </Suspense>,
          document.body,
        )}
    </>
  )
}
