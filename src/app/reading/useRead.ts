// Reads from the server: cached, requested once for all screens, and saved on the device.
import type { Accepted } from '../../contract/caller.ts'
import type { Envelope } from '../../contract/define.ts'
import type { ActionName, Actions, Input } from '../../contract/index.ts'
import { findBroughtAnswer } from '../session/broughtAlong.ts'
import { useSession } from '../session/SessionContext.tsx'
import { type Reading, useKeptRead } from './useKeptRead.ts'

export type { Reading } from './useKeptRead.ts'

export type ReadActionName = {
  [N in ActionName]: Actions[N]['effect'] extends 'read' ? N : never
}[ActionName]

export interface ReadOptions {
  /** If false, the read waits, for example for an id that is not known yet. */
  enabled?: boolean
  /** If false, nothing is saved on the device: for answers that are true only now, such as a price. */
  saved?: boolean
  /**
   * For an answer that is polled: renders again only for another answer or failure. Then `isFetching` and
   * `savedAt` say nothing.
   */
  quiet?: boolean
  /** An answer that is younger is not asked for again. Milliseconds; half a minute if left out. */
  freshFor?: number
}

/** Of an answer, unless its screen says otherwise. Milliseconds. */
export const freshForMs = 30_000

export function useRead<N extends ReadActionName>(
  action: N,
  input: Input<N>,
  { enabled = true, saved = true, quiet = false, freshFor = freshForMs }: ReadOptions = {},
): Reading<Accepted<N>> {
  const session = useSession()
  const {
    replace: _,
    readAs: _readAs,
    ...reading
  } = useKeptRead<Accepted<N>>({
    name: action,
    inputText: JSON.stringify(input),
    load: () => session.caller.call<N>(action, input as Input<N> & Envelope),
    isWanted: enabled,
    isSaved: saved,
    isQuiet: quiet,
    findBrought: () => findBroughtAnswer(session.broughtAlong, action, input) as Accepted<N> | undefined,
    freshMs: () => freshFor,
  })
  return reading
}
