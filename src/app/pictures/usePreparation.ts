// A form with pictures is saved when they are ready: one that is still being prepared would be left out.
import { useState } from 'react'

export interface Preparation {
  /** For the field of the pictures. */
  onPreparing(isPreparing: boolean): void
  isPreparing: boolean
  /** Asked when the form is to be saved. */
  isOver(): boolean
  /** Saving was tried too early: still is, or can be tried again now. */
  tried: 'too-early' | 'early' | undefined
}

export function usePreparation(): Preparation {
  const [isPreparing, setIsPreparing] = useState(false)
  const [isTried, setIsTried] = useState(false)
  return {
    onPreparing(is) {
      setIsPreparing(is)
      if (is) setIsTried(false)
    },
    isPreparing,
    isOver() {
      setIsTried(isPreparing)
      return !isPreparing
    },
    tried: isTried ? (isPreparing ? 'too-early' : 'early') : undefined,
  }
}
