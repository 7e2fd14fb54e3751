// A form with pictures is saved when they are ready: one that is still being prepared would be left out.
import { useState } from 'react'

export interface Preparation {
  /** For the field of the pictures. */
  onPreparing(isPreparing: boolean): void
  /** Asked when the form is to be saved. */
  isOver(): boolean
  /** Saving was tried too early, and still is. */
  isAwaited: boolean
}

export function usePreparation(): Preparation {
  const [isPreparing, setIsPreparing] = useState(false)
  const [isTried, setIsTried] = useState(false)
  return {
    onPreparing(is) {
      setIsPreparing(is)
      setIsTried(false)
    },
    isOver() {
      setIsTried(true)
      return !isPreparing
    },
    isAwaited: isPreparing && isTried,
  }
}
