// How a screen says that something is done: a toast, never an error.

import { createContext, use } from 'react'

export interface ToastWords {
  text: string
  /** At most one thing to do, which is also reachable elsewhere: the toast goes by itself. */
  action?: { label: string; onClick: () => void } | undefined
}

export const ToastContext = createContext<((words: ToastWords) => void) | null>(null)

export function useToast(): (words: ToastWords) => void {
  const show = use(ToastContext)
  if (show === null) throw new Error('useToast needs a ToastProvider around it')
  return show
}
