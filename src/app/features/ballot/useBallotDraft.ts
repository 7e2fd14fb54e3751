// The draft of a ballot. It is saved on this device with every change and found again after a reload.
import { useCallback, useEffect, useState } from 'react'
import { type Ballot, saveBallotDraft, toBallotDraftId } from '../../../offline/drafts.ts'
import { newKey } from '../../../offline/newKey.ts'
import { openOutbox } from '../../call/outboxStore.ts'
import { useSession } from '../../session/SessionContext.tsx'
import { type BallotValues, emptyValues } from './ballotForm.ts'

interface Draft {
  /** rules/offline 1.1: made with the form, so that a double tap or a reload makes no second ballot. */
  key: string
  values: BallotValues
  /** The refused ballot that this one corrects. */
  corrects: string | undefined
}

/** The draft of a ballot that was taken back. */
export function toDraft(values: BallotValues): Draft {
  return { key: newKey(), values, corrects: undefined }
}

export interface BallotDraft extends Draft {
  change(update: (values: BallotValues) => BallotValues): void
  reset(): void
  /** This browser saves nothing: a reload loses the draft. */
  isUnsaved: boolean
}

/**
 * Undefined while the device is read. A refused ballot's values come back under a new key. All tabs of a voter
 * share one record: a tab that has changed nothing takes over what another one saved, whenever the voter comes to
 * it. `ballot` must stay the same object between renders.
 */
export function useBallotDraft(
  ballot: Ballot,
  refused: { key: string; values: BallotValues } | undefined,
): BallotDraft | undefined {
  const { drafts, outbox } = openOutbox(useSession())
  const id = toBallotDraftId(ballot)
  const [draft, setDraft] = useState<Draft & { isChanged: boolean }>()
  const [isUnsaved, setIsUnsaved] = useState(false)
  const corrects = refused?.key
  const [start] = useState(() => refused?.values ?? emptyValues)

  useEffect(() => {
    let isWanted = true
    const open = (found: Draft | undefined) => {
      if (!isWanted) return
      // a draft from before the refusal is older than the refused ballot
      const isOfThis = found !== undefined && (corrects === undefined || found.corrects === corrects)
      const fresh = { key: newKey(), values: start, corrects }
      setDraft((known) => known ?? { ...(isOfThis ? found : fresh), isChanged: false })
    }
    drafts.find(id).then(
      (value) => open(isDraft(value) ? value : undefined),
      () => {
        setIsUnsaved(true)
        open(undefined)
      },
    )
    return () => {
      isWanted = false
    }
  }, [drafts, id, corrects, start])

  useEffect(() => {
    if (draft === undefined || !draft.isChanged) return
    const { key, values, corrects: corrected } = draft
    const saved = { key, values, corrects: corrected } satisfies Draft
    saveBallotDraft({ drafts, outbox }, ballot, saved).then(
      () => setIsUnsaved(false),
      () => setIsUnsaved(true),
    )
  }, [drafts, outbox, ballot, draft])

  const isUntouched = draft?.isChanged === false
  useEffect(() => {
    if (!isUntouched) return
    let isWanted = true
    const take = (found: unknown) => {
      if (!isWanted || !isDraft(found) || found.corrects !== corrects) return
      const { values } = found
      // the key stays this tab's: two ballots under one key would be one
      setDraft((known) => (known?.isChanged === false ? { ...known, values } : known))
    }
    const look = () => {
      if (document.visibilityState !== 'visible') return
      drafts.find(id).then(take, () => undefined) // what cannot be read changes nothing here
    }
    document.addEventListener('visibilitychange', look)
    window.addEventListener('focus', look)
    return () => {
      isWanted = false
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('focus', look)
    }
  }, [drafts, id, corrects, isUntouched])

  const change = useCallback(
    (update: (values: BallotValues) => BallotValues) =>
      setDraft((known) => known && { ...known, values: update(known.values), isChanged: true }),
    [],
  )
  const reset = useCallback(() => change(() => emptyValues), [change])
  return draft && { ...draft, change, reset, isUnsaved }
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) return false
  if (!('key' in value) || typeof value.key !== 'string' || !('values' in value)) return false
  const { values } = value
  return typeof values === 'object' && values !== null && 'choices' in values && 'fname' in values
}
