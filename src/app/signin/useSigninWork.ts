// One call of a sign-in step at a time, and the sentence about its failure.
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Failure } from '../../contract/failures.ts'
import { toFailureText } from '../text/failureText.ts'

export interface SigninWork {
  readonly isBusy: boolean
  readonly error: string | undefined
  /** The server takes no more tries for now. */
  readonly isStopped: boolean
  forgetError(): void
  /** Does nothing while another call is on its way. */
  run(work: () => Promise<void>): Promise<void>
}

export function useSigninWork(): SigninWork {
  const { i18n } = useLingui()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  return {
    isBusy,
    error: failure === undefined ? undefined : toFailureText(i18n, failure),
    isStopped: failure instanceof Failure && failure.code === 'too-many-requests',
    forgetError: () => setFailure(undefined),
    async run(work) {
      if (isBusy) return
      setIsBusy(true)
      setFailure(undefined)
      try {
        await work()
      } catch (error) {
        setFailure(error)
      } finally {
        setIsBusy(false)
      }
    },
  }
}
