// A dialog in the middle of the screen, at most 520 px wide.

import { type ReactNode, type RefObject, useId, useRef } from 'react'
import { useLooseWhenTall } from '../layout/useLooseWhenTall.ts'
import styles from './Dialog.module.css'
import { OverlayHead } from './OverlayHead.tsx'
import { useDialogElement } from './useDialogElement.ts'

export interface DialogProps {
  open: boolean
  /** The person wants to close it. The owner then sets `open` to false. */
  onClose: () => void
  title: ReactNode
  /** Buttons, the main one last. */
  foot?: ReactNode
  /** A question that must be answered. It is announced at once. */
  alert?: boolean | undefined
  /** Whether a press beside it closes it. Set false if typed text would be lost. */
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
  const titleId = useId()
  const head = useRef<HTMLDivElement>(null)
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
          <OverlayHead ref={head} of="dialog" titleId={titleId} title={title} onClose={onClose} />
          <div className={styles.body}>{children}</div>
          {foot && <DialogFoot head={head}>{foot}</DialogFoot>}
        </>
      )}
    </dialog>
  )
}

function DialogFoot({ head, children }: { head: RefObject<HTMLElement | null>; children: ReactNode }) {
  const foot = useRef<HTMLDivElement>(null)
  useLooseWhenTall(foot, head)
  return (
    <div ref={foot} className={styles.foot}>
      {children}
    </div>
  )
}
