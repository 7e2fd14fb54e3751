// How a screen says that something is done: a toast. Toasts are not for errors.

import { createContext, use } from 'react'

export interface ToastOptions {
  text: string
  /** At most one action. It must also be reachable elsewhere, because the toast disappears by itself. */
  action?: { label: string; onClick: () => void } | undefined
  /** A question: it stays until it is answered or closed. */
  stays?: boolean
}

/** Returns what takes it away again, once it is not true any more. */
export type ShowToast = (words: ToastOptions) => () => void

export const ToastContext = createContext<ShowToast | null>(null)

export function useToast(): ShowToast {
  const show = use(ToastContext)
  if (show === null) throw new Error('useToast needs a ToastProvider around it')
  return show
}
