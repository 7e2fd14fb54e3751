// The drafts of posts and comments on the device.
import { useEffect, useState } from 'react'
import { toPostDraftPrefix } from '../../../../offline/drafts.ts'
import { openOutbox } from '../../../call/outboxStore.ts'
import { useSession } from '../../../session/SessionContext.tsx'
import type { FormDraft } from '../../../unsaved/formDraft.ts'
import { useDraftOwner } from '../../../unsaved/useDraftOwner.ts'
import { type OpenDraft, useFormDraft } from '../../../unsaved/useFormDraft.ts'
import { type DraftPlace, type PostDraft, readDraft, readDraftPlace, toDraftId } from './postDrafts.ts'

export function usePostDraft(
  place: DraftPlace,
  begin: Omit<PostDraft, keyof FormDraft>,
): OpenDraft<PostDraft> {
  const owner = useDraftOwner()
  return useFormDraft({
    id: toDraftId(owner, place),
    begin,
    read: readDraft,
    onForgotten: readDraftListsAgain,
  })
}

/** The lists of drafts that are on the screen. */
const lists = new Set<() => void>()

export function readDraftListsAgain(): void {
  for (const readAgain of lists) readAgain()
}

export interface ListedDraft {
  readonly place: DraftPlace
  readonly draft: PostDraft
  /** Epoch milliseconds by the device's clock. */
  readonly keptAt: number
}

/** The drafts of this member on this device, the newest first; also after another tab was used. */
export function useDraftList(): readonly ListedDraft[] {
  const session = useSession()
  const { club, memberId } = useDraftOwner()
  const [drafts, setDrafts] = useState<readonly ListedDraft[]>([])
  useEffect(() => {
    let isLeft = false
    const owner = { club, memberId }
    const read = () =>
      openOutbox(session)
        .drafts.list(toPostDraftPrefix(club, memberId))
        .then(
          (records) => {
            if (isLeft) return
            const found = records.flatMap(({ id, value, keptAt }): ListedDraft[] => {
              const place = readDraftPlace(owner, id)
              const draft = readDraft(value)
              return place === undefined || draft === undefined ? [] : [{ place, draft, keptAt }]
            })
            setDrafts(found.sort((a, b) => b.keptAt - a.keptAt))
          },
          () => setDrafts([]), // a device that keeps nothing has no drafts
        )
    const readAgain = () => void read()
    readAgain()
    lists.add(readAgain)
    document.addEventListener('visibilitychange', readAgain)
    return () => {
      isLeft = true
      lists.delete(readAgain)
      document.removeEventListener('visibilitychange', readAgain)
    }
  }, [session, club, memberId])
  return drafts
}
