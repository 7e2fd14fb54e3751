// A write that needs the network. It is sent once per press; each new try has the same key.
import { useCallback, useRef } from 'react'
import { type Accepted, Unreachable } from '../../contract/caller.ts'
import type { Envelope } from '../../contract/define.ts'
import type { ActionName, Actions, Input } from '../../contract/index.ts'
import { newKey } from '../../offline/newKey.ts'
import { useSession } from '../session/SessionContext.tsx'
import { useWrite } from './useWrite.ts'

export type WriteActionName = {
  [N in ActionName]: Actions[N]['effect'] extends 'read' ? never : N
}[ActionName]

export interface SendState<N extends WriteActionName> {
  /**
   * Resolves with the accepted answer; undefined if refused or another send is running. Never rejects. With a key of the
   * form's own, a try after the page was left counts once too.
   */
  send(input: Input<N>, key?: string): Promise<Accepted<N> | undefined>
  busy: boolean
  /** Why the last send failed; undefined after a success. */
  error: unknown
  forgetError(): void
}

export function useSend<N extends WriteActionName>(action: N): SendState<N> {
  const session = useSession()
  const unanswered = useRef<{ inputText: string; key: string } | undefined>(undefined)

  const call = useCallback(
    async ({ input, own }: { input: Input<N>; own: string | undefined }) => {
      const inputText = JSON.stringify(input)
      // A request without an answer may have arrived. The same input keeps its key, so that it counts once.
      const key = own ?? (unanswered.current?.inputText === inputText ? unanswered.current.key : newKey())
      unanswered.current = { inputText, key }
      try {
        const answer = await session.caller.call<N>(action, { ...input, key } as Input<N> & Envelope)
        unanswered.current = undefined
        return answer
      } catch (failure) {
        if (!(failure instanceof Unreachable)) unanswered.current = undefined
        session.noteFailure(failure)
        throw failure
      }
    },
    [action, session],
  )
  const { write, ...rest } = useWrite(call)
  const send = useCallback((input: Input<N>, own?: string) => write({ input, own }), [write])

  return { send, ...rest }
}
