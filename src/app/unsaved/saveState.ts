// What a form that is saved on the server must say beside its Save button.
import { Failure } from '../../contract/failures.ts'
import { isUnreachable } from '../text/failureText.ts'
import type { FormDraft } from './formDraft.ts'
import type { OpenDraft } from './useFormDraft.ts'

/**
 * `lost`: nobody knows whether it was saved; it is asked for again by itself. `lost-changed`: the same, but something
 * else stands here by now. `saved-before`: under its key it was saved as it was before. `refused`: the error says why.
 * `unkept`: this browser keeps no draft. `kept`: it waits here for a connection.
 */
export type SaveState = 'lost' | 'lost-changed' | 'saved-before' | 'refused' | 'unkept' | 'kept' | undefined

export function findSaveState(
  { draft, isUnkept }: Pick<OpenDraft<FormDraft>, 'draft' | 'isUnkept'>,
  error: unknown,
  { busy, isOffline }: { busy: boolean; isOffline: boolean },
): SaveState {
  const isUnheard = error === undefined || isUnreachable(error)
  if (!busy && draft?.sent !== undefined && isUnheard) return draft.sent === 'same' ? 'lost' : 'lost-changed'
  if (error instanceof Failure && error.code === 'key-reused') return 'saved-before'
  if (error !== undefined && (isUnkept || !isUnheard)) return 'refused'
  if (isUnkept) return 'unkept'
  return error !== undefined || isOffline ? 'kept' : undefined
}
