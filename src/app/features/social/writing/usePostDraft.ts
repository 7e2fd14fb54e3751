// A draft on the device, read once and saved with each change.
import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { toPostDraftPrefix } from '../../../../offline/drafts.ts'
import { newKey } from '../../../../offline/newKey.ts'
import { openOutbox } from '../../../call/outboxStore.ts'
import { useSession, useSessionState } from '../../../session/SessionContext.tsx'
import {
  type DraftOwner,
  type DraftPlace,
  type PostDraft,
  readDraft,
  readDraftPlace,
  toDraftId,
} from './postDrafts.ts'

export interface OpenDraft {
  /** Undefined until the device has answered. */
  draft: PostDraft | undefined
  /** It is not as it was opened: something would be lost. */
  isChanged: boolean
  /** The device does not keep it. */
  isUnkept: boolean
  change(change: Partial<PostDraft>): void
  /** After it was posted or discarded. */
  forget(): Promise<void>
}

/** Whose drafts they are. Who was signed out goes on with theirs. */
export function useDraftOwner(): DraftOwner {
  const session = useSession()
  const { member, lapsedMember } = useSessionState()
  return { club: session.slug, memberId: (member ?? lapsedMember)?.id ?? 0 }
}

export function usePostDraft(place: DraftPlace, begin: Omit<PostDraft, 'key'>): OpenDraft {
  const session = useSession()
  const owner = useDraftOwner()
  const id = toDraftId(owner, place)
  const [draft, setDraft] = useState<PostDraft>()
  const [isChanged, setIsChanged] = useState(false)
  const [isUnkept, setIsUnkept] = useState(false)
  const newest = useRef<PostDraft>(undefined)
  const isOver = useRef(false)
  const first = useRef(begin)

  useEffect(() => {
    let isLeft = false
    isOver.current = false
    const open = (found: PostDraft | undefined) => {
      if (isLeft) return
      newest.current = found ?? { ...first.current, key: newKey() }
      setDraft(newest.current)
      setIsChanged(found !== undefined)
    }
    openOutbox(session)
      .drafts.find(id)
      .then(
        (value) => open(readDraft(value)),
        () => {
          setIsUnkept(true)
          open(undefined)
        },
      )
    return () => {
      isLeft = true
    }
  }, [session, id])

  const change = useCallback(
    (changed: Partial<PostDraft>) => {
      if (newest.current === undefined || isOver.current) return
      newest.current = { ...newest.current, ...changed }
      setDraft(newest.current)
      setIsChanged(true)
      openOutbox(session)
        .drafts.save(id, newest.current)
        .then(
          () => setIsUnkept(false),
          () => setIsUnkept(true),
        )
    },
    [session, id],
  )
  const forget = useCallback(async () => {
    isOver.current = true
    // drawn before anybody leaves: nothing of it is unsaved any more
    flushSync(() => setIsChanged(false))
    await openOutbox(session)
      .drafts.forget(id)
      .catch(() => undefined) // it was posted; at worst it is offered once more, under the same key
    for (const readAgain of lists) readAgain()
  }, [session, id])

  return { draft, isChanged, isUnkept, change, forget }
}

/** The lists of drafts that are on the screen. */
const lists = new Set<() => void>()

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
