// A dialog in the middle of the screen, at most 520 px wide.

import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { IconButton } from '../IconButton.tsx'
import styles from './Dialog.module.css'
import { useDialogElement } from './useDialogElement.ts'

export interface DialogProps {
  open: boolean
  /** A person wants it closed; the owner then sets `open` to false. */
  onClose: () => void
  title: ReactNode
  /** Buttons, the main one last. */
  foot?: ReactNode
  /** A question that must be answered: read out at once. */
  alert?: boolean | undefined
  /** Whether a press beside it closes it; not where something typed would be lost. */
  dismissible?: boolean
  children?: ReactNode
}

export function Dialog({
  open,
  onClose,
  title,
  foot,
  alert = false,
  dismissible = false,
  children,
}: DialogProps) {
  const { t } = useLingui()
  const titleId = useId()
  const dialog = useDialogElement(open, onClose, { dismissible })
  return (
    <dialog
      {...dialog}
      className={styles.dialog}
      role={alert ? 'alertdialog' : undefined}
      aria-labelledby={titleId}
    >
      {open && (
        <>
          <div className={styles.head}>
            <h2 id={titleId} className={styles.title} tabIndex={-1}>
              {title}
            </h2>
            <IconButton label={t`Close`} icon={<X aria-hidden="true" />} onClick={onClose} />
          </div>
          <div className={styles.body}>{children}</div>
          {foot && <div className={styles.foot}>{foot}</div>}
        </>
      )}
    </dialog>
  )
}
