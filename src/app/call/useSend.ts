// A write that needs the network: once per press, with one key however often it is tried.
import { useCallback, useRef, useState } from 'react'
import { type Accepted, Unreachable } from '../../contract/caller.ts'
import type { Envelope } from '../../contract/define.ts'
import type { ActionName, Actions, Input } from '../../contract/index.ts'
import { newKey } from '../../offline/newKey.ts'
import { useSession } from '../session/SessionContext.tsx'

export type WriteActionName = {
  [N in ActionName]: Actions[N]['effect'] extends 'read' ? never : N
}[ActionName]

export interface Sending<N extends WriteActionName> {
  /** The accepted answer; undefined when it was refused or another one is on its way. Never rejects. */
  send(input: Input<N>): Promise<Accepted<N> | undefined>
  busy: boolean
  /** Why the last one failed; undefined after a success. */
  error: unknown
  forgetError(): void
}

export function useSend<N extends WriteActionName>(action: N): Sending<N> {
  const session = useSession()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(undefined)
  const isBusy = useRef(false)
  const unanswered = useRef<{ inputText: string; key: string } | undefined>(undefined)

  const send = useCallback(
    async (input: Input<N>) => {
      // a second call of the same action is dropped while one is in flight
      if (isBusy.current) return undefined
      isBusy.current = true
      setBusy(true)
      const inputText = JSON.stringify(input)
      // The same words without an answer may have arrived: the same key keeps them from counting twice.
      const key = unanswered.current?.inputText === inputText ? unanswered.current.key : newKey()
      unanswered.current = { inputText, key }
      try {
        const answer = await session.caller.call<N>(action, { ...input, key } as Input<N> & Envelope)
        unanswered.current = undefined
        setError(undefined)
        return answer
      } catch (failure) {
        if (!(failure instanceof Unreachable)) unanswered.current = undefined
        session.noteFailure(failure)
        setError(failure)
        return undefined
      } finally {
        isBusy.current = false
        setBusy(false)
      }
    },
    [action, session],
  )

  return { send, busy, error, forgetError: useCallback(() => setError(undefined), []) }
}
