// The draft of a ballot. It is saved on this device with every change and found again after a reload.
import { useCallback, useEffect, useState } from 'react'
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

export function toDraftId(club: string, eventId: number, voterId: string): string {
  return `ballot/${club}/${eventId}/${voterId}`
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

/** Undefined while the device is read. A refused ballot's values come back under a new key. */
export function useBallotDraft(
  id: string,
  refused: { key: string; values: BallotValues } | undefined,
): BallotDraft | undefined {
  const { drafts } = openOutbox(useSession())
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
    drafts.save(id, { key, values, corrects: corrected } satisfies Draft).then(
      () => setIsUnsaved(false),
      () => setIsUnsaved(true),
    )
  }, [drafts, id, draft])

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
