// A sheet from the bottom edge: grab bar, title, a real Close button, content, and a foot for its actions.

import { type ReactNode, useId } from 'react'
import { classNames } from '../classNames.ts'
import { OverlayHead } from './OverlayHead.tsx'
import styles from './Sheet.module.css'
import { useDialogElement } from './useDialogElement.ts'

export interface SheetProps {
  open: boolean
  /** The person wants to close it. The owner then sets `open` to false, perhaps by going back in history. */
  onClose: () => void
  title: ReactNode
  note?: ReactNode
  /** False for a sheet that leaves the page usable, as over a map. */
  modal?: boolean
  foot?: ReactNode
  children: ReactNode
}

export function Sheet({ open, onClose, title, note, modal = true, foot, children }: SheetProps) {
  const titleId = useId()
  const dialog = useDialogElement(open, onClose, { modal, dismissible: true })
  return (
    <dialog
      {...dialog}
      className={classNames(styles.sheet, !modal && styles.beside)}
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        if (!modal && event.key === 'Escape') onClose()
      }}
    >
      {open && (
        <>
          <OverlayHead of="sheet" titleId={titleId} title={title} note={note} onClose={onClose} />
          <div className={styles.body}>{children}</div>
          {foot && <div className={styles.foot}>{foot}</div>}
        </>
      )}
    </dialog>
  )
}
