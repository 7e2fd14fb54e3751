// Sends what the form holds, once under its key. A try without an answer keeps the key.
import { useCallback, useEffect, useRef, useState } from 'react'
import { newKey } from '../../offline/newKey.ts'
import { useSession } from '../session/SessionContext.tsx'
import type { StartedOrder } from './draft/draftStore.ts'
import { useWizard } from './wizardContext.ts'

export interface SendOnce {
  /** Why the last try failed. */
  error: unknown
  isBusy: boolean
  again(): void
  /** The same without a press: the error stays on the screen until there is an answer. */
  autoRetry(): void
}

export interface SendOnceOptions {
  /** It is sent as soon as this is true. */
  isDue: boolean
  /** What decides about the key: the same content keeps it. */
  toContent(): unknown
  /**
   * `replaces` is an order that was to be paid. Resolves with what is shown and saved; undefined if the server
   * itself knows what was made.
   */
  send(key: string, replaces: StartedOrder['replaces']): Promise<unknown>
  /** Whether another step says this failure, so that this one need not. */
  handOver?(error: unknown, replaces: StartedOrder['replaces']): boolean
}

export function useSendOnce(options: SendOnceOptions): SendOnce {
  const wizard = useWizard()
  const session = useSession()
  const present = { ...options, wizard }
  const latest = useRef(present)
  latest.current = present
  const [error, setError] = useState<unknown>()
  const [isBusy, setIsBusy] = useState(false)
  const isSent = useRef(false)

  const run = useCallback(
    async (isQuiet: boolean) => {
      if (isSent.current) return
      isSent.current = true
      setIsBusy(true)
      if (!isQuiet) setError(undefined)
      const { toContent, send, handOver, wizard } = latest.current
      const { started, saveStarted, saveAnswer, finishWith } = wizard
      const text = JSON.stringify(toContent())
      // an order that was to be paid is another one
      const isToPay = started?.payUntil !== undefined
      const replaces = isToPay ? { receiptId: started.receiptId, key: started.key } : undefined
      const isSame = started?.text === text && started.receiptId === undefined && !isToPay
      const order = isSame ? started : { key: newKey(), text, receiptId: undefined, replaces }
      try {
        await saveStarted(order)
        const answer = await send(order.key, order.replaces)
        if (answer !== undefined) saveAnswer({ ...order, answer })
        finishWith({ key: order.key, receiptId: undefined, answer })
      } catch (failure) {
        session.noteFailure(failure)
        isSent.current = false
        setError(handOver?.(failure, order.replaces) === true ? undefined : failure)
      } finally {
        setIsBusy(false)
      }
    },
    [session],
  )

  const { isDue } = options
  useEffect(() => {
    if (isDue) void run(false)
  }, [isDue, run])
  return {
    error,
    isBusy,
    again: useCallback(() => void run(false), [run]),
    autoRetry: useCallback(() => void run(true), [run]),
  }
}
