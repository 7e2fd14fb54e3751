// Beside Save: why it is not saved, that nobody knows, or that it waits on this phone.
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { toFailureText } from '../text/failureText.ts'
import { Notice } from '../ui/Notice.tsx'
import type { FormDraft } from './formDraft.ts'
import { findSaveState, type SaveState } from './saveState.ts'
import type { OpenDraft } from './useFormDraft.ts'

export type SaveWords = Record<Exclude<SaveState, 'refused' | undefined>, ReactNode> & {
  lostTitle: ReactNode
}

export interface SaveFaultProps {
  kept: Pick<OpenDraft<FormDraft>, 'draft' | 'isUnkept'>
  error: unknown
  /** It is being sent. */
  busy: boolean
  /** For a form whose draft waits while there is no network, and says so before it is tried. */
  isOffline?: boolean
  /** Left out: it is "saved". */
  words?: SaveWords
}

export function SaveFault({ kept, error, busy, isOffline = false, words = saveWords }: SaveFaultProps) {
  const { i18n } = useLingui()
  const state = findSaveState(kept, error, { busy, isOffline })
  if (state === undefined) return null
  if (state === 'refused') {
    return (
      <Notice tone="bad" live="alert">
        {toFailureText(i18n, error)}
      </Notice>
    )
  }
  const isLost = state === 'lost' || state === 'lost-changed'
  return (
    <Notice
      tone={state === 'kept' ? 'info' : 'warn'}
      live={state === 'saved-before' ? 'alert' : 'status'}
      {...(isLost ? { title: words.lostTitle } : {})}
    >
      {words[state]}
    </Notice>
  )
}

export const saveWords: SaveWords = {
  lostTitle: <Trans>We do not know yet whether it was saved</Trans>,
  lost: <Trans>The answer did not come. We ask again by ourselves; it is saved once at most.</Trans>,
  'lost-changed': <Trans>The answer did not come, and you have changed it since. Save it to find out.</Trans>,
  'saved-before': (
    <Trans>
      This was saved already, as it was written before. Save it again to save it as it is now too, or start
      over and change what was saved.
    </Trans>
  ),
  unkept: <Trans>This browser keeps no draft. Save it before you leave this page.</Trans>,
  kept: <Trans>Kept on this phone. Not saved: no connection. Save it again when there is one.</Trans>,
}
