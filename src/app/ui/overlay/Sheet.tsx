// A sheet from the bottom edge: grab bar, title, a real Close, content, and a foot for its actions.

import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { classNames } from '../classNames.ts'
import { IconButton } from '../IconButton.tsx'
import styles from './Sheet.module.css'
import { useDialogElement } from './useDialogElement.ts'

export interface SheetProps {
  open: boolean
  /** A person wants it closed; the owner then sets `open` to false, perhaps by going back in history. */
  onClose: () => void
  title: ReactNode
  note?: ReactNode
  /** False for a sheet beside which the page stays usable, as over a map. */
  modal?: boolean
  foot?: ReactNode
  children: ReactNode
}

export function Sheet({ open, onClose, title, note, modal = true, foot, children }: SheetProps) {
  const { t } = useLingui()
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
          <div className={styles.head}>
            <span className={styles.grab} />
            <div className={styles.title}>
              <h2 id={titleId} tabIndex={-1}>
                {title}
              </h2>
              {note && <p className={styles.note}>{note}</p>}
            </div>
            <IconButton label={t`Close`} icon={<X aria-hidden="true" />} onClick={onClose} />
          </div>
          <div className={styles.body}>{children}</div>
          {foot && <div className={styles.foot}>{foot}</div>}
        </>
      )}
    </dialog>
  )
}
