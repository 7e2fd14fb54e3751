// Shows toasts for six seconds each, longer while the person reads or presses them.

import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useCoveredHeight } from '../useCoveredHeight.ts'
import styles from './ToastProvider.module.css'
import { ToastContext, type ToastOptions } from './toastContext.ts'

/** How long a toast stays. */
export const toastMs = 6000

interface ShownToast extends ToastOptions {
  id: number
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  const [toasts, setToasts] = useState<ShownToast[]>([])
  const lastId = useRef(0)
  const region = useRef<HTMLElement>(null)
  useCoveredHeight('--toast-clear', region)

  const remove = useCallback((id: number) => {
    setToasts((shown) => shown.filter((toast) => toast.id !== id))
  }, [])
  const show = useCallback(
    (words: ToastOptions) => {
      lastId.current += 1
      const id = lastId.current
      // two at most, and of those that only say something the newest: the older one is about what is over
      setToasts((shown) => {
        const kept = shown.filter(
          ({ text, action, stays }) => text !== words.text && (action !== undefined || stays === true),
        )
        return [...kept, { ...words, id }].slice(-2)
      })
      return () => remove(id)
    },
    [remove],
  )

  return (
    <ToastContext value={show}>
      {children}
      <section ref={region} className={styles.region} aria-label={t`Messages`} aria-live="polite">
        {toasts.map((toast) => (
          <Toast key={toast.id} toast={toast} onGone={remove} />
        ))}
      </section>
    </ToastContext>
  )
}

function Toast({ toast, onGone }: { toast: ShownToast; onGone: (id: number) => void }) {
  const { t } = useLingui()
  const [isPaused, setIsPaused] = useState(false)
  const left = useRef(toastMs)
  const { id, text, action, stays = false } = toast

  useEffect(() => {
    if (isPaused || stays) return
    const startedAt = performance.now()
    const timer = setTimeout(() => onGone(id), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= performance.now() - startedAt
    }
  }, [isPaused, stays, id, onGone])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering and focusing only stop the clock
    <div
      className={styles.toast}
      data-not-prerendered=""
      onPointerEnter={() => setIsPaused(true)}
      onPointerLeave={() => setIsPaused(false)}
      onFocus={() => setIsPaused(true)}
      onBlur={() => setIsPaused(false)}
    >
      <span className={styles.text}>{text}</span>
      <span className={styles.buttons}>
        {action !== undefined && (
          <button
            type="button"
            className={styles.action}
            onClick={() => {
              action.onClick()
              onGone(id)
            }}
          >
            {action.label}
          </button>
        )}
        <button type="button" className={styles.close} aria-label={t`Close`} onClick={() => onGone(id)}>
          <X size={18} aria-hidden="true" />
        </button>
      </span>
    </div>
  )
}
