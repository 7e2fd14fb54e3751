// The badge with the number of waiting entries, and the sheet it opens. Without entries nothing is shown.
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useOutbox } from '../call/useOutbox.ts'
import { lazyPart } from '../parts/lazyPart.tsx'
import { OverlayMissing } from '../parts/PartMissing.tsx'
import { OutboxBadge } from '../ui/OutboxBadge.tsx'
import type { CorrectOutboxEntry } from './OutboxSheet.tsx'

const OutboxSheet = lazyPart(async () => (await import('./OutboxSheet.tsx')).OutboxSheet, {
  Missing: OverlayMissing,
})

export interface OutboxButtonProps {
  /** Opens the form of a refused entry with its values. Without it, the entry's own screen opens. */
  onCorrect?: CorrectOutboxEntry
  /** For a full header: phones show only the count. */
  compact?: boolean
}

export function OutboxButton({ onCorrect, compact = false }: OutboxButtonProps) {
  const { waiting } = useOutbox()
  // By the device's clock. Entries that are accepted after this stay in sight while the sheet is open.
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
        // outside the header, which has the club's colours
        createPortal(
          <OutboxSheet
            openedAt={openedAt}
            onClose={() => setOpenedAt(undefined)}
            {...(onCorrect === undefined ? {} : { onCorrect })}
          />,
          document.body,
        )}
    </>
  )
}
