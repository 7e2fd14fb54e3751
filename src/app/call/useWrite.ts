// One write at a time: a press during a write is ignored. The last write's error stays.
import { useCallback, useRef, useState } from 'react'

export interface Writing<I, R> {
  /** Undefined if it failed (then `error` says why) or if another write is running. Never rejects. */
  write(input: I): Promise<R | undefined>
  busy: boolean
  /** The error of the last write; undefined after a success. */
  error: unknown
  forgetError(): void
}

/** `work` must stay the same function while its dependencies stay the same. */
export function useWrite<I, R>(work: (input: I) => Promise<R>): Writing<I, R> {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(undefined)
  const isBusy = useRef(false)

  const write = useCallback(
    async (input: I) => {
      if (isBusy.current) return undefined
      isBusy.current = true
      setBusy(true)
      try {
        const result = await work(input)
        setError(undefined)
        return result
      } catch (failure) {
        setError(failure)
        return undefined
      } finally {
        isBusy.current = false
        setBusy(false)
      }
    },
    [work],
  )

  return { write, busy, error, forgetError: useCallback(() => setError(undefined), []) }
}
