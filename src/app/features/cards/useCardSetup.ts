// Requests the setup with which a new card is saved. A repeated request without an answer gets the same setup.
import { useCallback, useEffect, useRef, useState } from 'react'
import { newKey } from '../../../offline/newKey.ts'
import { useSession } from '../../session/SessionContext.tsx'

export interface CardSetup {
  clientSecret: string
  /** The version of the words that the form must show. */
  keepsCard: string
}

interface CardSetupState {
  setup: CardSetup | undefined
  error: unknown
  /** Tries again, with a new setup if there was one. */
  again(): void
}

export function useCardSetup(): CardSetupState {
  const session = useSession()
  const [setup, setSetup] = useState<CardSetup>()
  const [error, setError] = useState<unknown>()
  const [attempt, setAttempt] = useState(0)
  const key = useRef<string>(undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt requests it again
  useEffect(() => {
    let isWanted = true
    key.current ??= newKey()
    session.caller.call('create_payment_intent', { save: true, key: key.current }).then(
      ({ clientSecret, keepsCard }) => {
        if (!isWanted) return
        key.current = undefined
        setSetup({ clientSecret, keepsCard: keepsCard ?? '' })
      },
      (failure: unknown) => {
        if (!isWanted) return
        session.noteFailure(failure)
        setError(failure)
      },
    )
    return () => {
      isWanted = false
    }
  }, [session, attempt])

  const again = useCallback(() => {
    setSetup(undefined)
    setError(undefined)
    setAttempt((count) => count + 1)
  }, [])
  return { setup, error, again }
}
