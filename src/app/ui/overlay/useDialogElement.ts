// Opens and closes a native dialog for its owner, and tells the owner when the person wants to close it.

import { type MouseEvent, type RefObject, type SyntheticEvent, useLayoutEffect, useRef } from 'react'

interface DialogElementProps {
  ref: RefObject<HTMLDialogElement | null>
  onCancel: (event: SyntheticEvent<HTMLDialogElement>) => void
  onClose: (event: SyntheticEvent<HTMLDialogElement>) => void
  onClick: (event: MouseEvent<HTMLDialogElement>) => void
}

/**
 * Only `open` opens and closes it. Escape, Android's back gesture and (with `dismissible`) a press beside the
 * dialog only call `onClose`. Focus goes to an element with `data-autofocus`, otherwise to the dialog's
 * title; on closing it returns to where it was.
 */
export function useDialogElement(
  open: boolean,
  onClose: () => void,
  { modal = true, dismissible = false }: { modal?: boolean; dismissible?: boolean },
): DialogElementProps {
  const ref = useRef<HTMLDialogElement>(null)

  useLayoutEffect(() => {
    const dialog = ref.current
    if (dialog === null || !open) return
    const before = document.activeElement
    if (modal) dialog.showModal()
    else dialog.show()
    const first =
      dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog.querySelector<HTMLElement>('h2')
    first?.focus({ preventScroll: true })
    return () => {
      dialog.close()
      const isLost = document.activeElement === null || document.activeElement === document.body
      if (isLost && before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [open, modal])

  return {
    ref,
    onCancel: (event) => {
      if (event.target !== ref.current) return
      event.preventDefault()
      onClose()
    },
    // a browser may close it without asking, when asked twice in a row
    onClose: (event) => {
      if (event.target === ref.current && open && !ref.current.open) onClose()
    },
    onClick: (event) => {
      if (dismissible && modal && event.target === ref.current) onClose()
    },
  }
}
