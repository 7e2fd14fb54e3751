// What is typed into a form, on the device: read once, saved with each change, there again after the browser died.
import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Failure, failures } from '../../contract/failures.ts'
import { newKey } from '../../offline/newKey.ts'
import type { DraftId } from '../../offline/outboxRecords.ts'
import { openOutbox } from '../call/outboxStore.ts'
import { useSession } from '../session/SessionContext.tsx'
import { isUnreachable } from '../text/failureText.ts'
import type { FormDraft } from './formDraft.ts'

/** It says what became of the earlier attempts too. A refusal at the gate, or a sign-in that has ended, does not. */
function isVerdict(error: unknown): boolean {
  return error instanceof Failure && failures[error.code].deliveryOutcome === 'refused'
}

export interface OpenDraft<D extends FormDraft> {
  /** Undefined until the device has answered. */
  draft: D | undefined
  /** It was there when the form opened. */
  isFound: boolean
  /** It is not as it was opened: something would be lost. */
  isChanged: boolean
  /** The device does not keep it. */
  isUnkept: boolean
  change(change: Partial<Omit<D, 'sent'>>): void
  /** An attempt to send it has failed: perhaps without an answer. */
  noteFailure(error: unknown): void
  /** What was typed is given up; the form holds again what it began with. */
  startOver(): void
  /** After it was sent or discarded. */
  forget(): Promise<void>
}

export interface FormDraftOptions<D extends FormDraft> {
  id: DraftId
  /** What the form holds before anything is changed. */
  begin: Omit<D, keyof FormDraft>
  /** A stored draft, as far as it can be read. */
  read(value: unknown): D | undefined
  onForgotten?(): void
}

/** `read` and `onForgotten` must stay the same functions. */
export function useFormDraft<D extends FormDraft>({
  id,
  begin,
  read,
  onForgotten,
}: FormDraftOptions<D>): OpenDraft<D> {
  const session = useSession()
  const [draft, setDraft] = useState<D>()
  const [isFound, setIsFound] = useState(false)
  const [isChanged, setIsChanged] = useState(false)
  const [isUnkept, setIsUnkept] = useState(false)
  const newest = useRef<D>(undefined)
  const isOver = useRef(false)
  const first = useRef(begin)

  useEffect(() => {
    let isLeft = false
    isOver.current = false
    const open = (found: D | undefined) => {
      if (isLeft) return
      newest.current = found ?? ({ ...first.current, key: newKey() } as D)
      setDraft(newest.current)
      setIsFound(found !== undefined)
      setIsChanged(found !== undefined)
    }
    openOutbox(session)
      .drafts.find(id)
      .then(
        (value) => open(read(value)),
        () => {
          setIsUnkept(true)
          open(undefined)
        },
      )
    return () => {
      isLeft = true
    }
  }, [session, id, read])

  const save = useCallback(
    (next: D) => {
      newest.current = next
      setDraft(next)
      openOutbox(session)
        .drafts.save(id, next)
        .then(
          () => setIsUnkept(false),
          () => setIsUnkept(true),
        )
    },
    [session, id],
  )
  const change = useCallback(
    (changed: Partial<Omit<D, 'sent'>>) => {
      const before = newest.current
      if (before === undefined || isOver.current) return
      setIsChanged(true)
      save({ ...before, ...changed, ...(before.sent === undefined ? {} : { sent: 'changed' }) })
    },
    [save],
  )
  const noteFailure = useCallback(
    (error: unknown) => {
      if (newest.current === undefined || isOver.current) return
      const { sent, ...settled } = newest.current
      // without a network nothing has left
      if (isUnreachable(error)) {
        if (navigator.onLine) save({ ...newest.current, sent: 'same' })
      } else if (sent !== undefined && isVerdict(error)) save(settled as D)
    },
    [save],
  )
  const startOver = useCallback(() => {
    newest.current = { ...first.current, key: newKey() } as D
    setDraft(newest.current)
    setIsFound(false)
    setIsChanged(false)
    void openOutbox(session)
      .drafts.forget(id)
      .catch(() => undefined) // at worst it is offered once more
  }, [session, id])
  const forget = useCallback(async () => {
    isOver.current = true
    // drawn before anybody leaves: nothing of it is unsaved any more
    flushSync(() => setIsChanged(false))
    await openOutbox(session)
      .drafts.forget(id)
      .catch(() => undefined) // it was sent; at worst it is offered once more, under the same key
    onForgotten?.()
  }, [session, id, onForgotten])

  return { draft, isFound, isChanged, isUnkept, change, noteFailure, startOver, forget }
}

/** For a form whose sending says only how it failed last. */
export function useKeptFailure<D extends FormDraft>(kept: OpenDraft<D>, error: unknown): void {
  const { noteFailure, change } = kept
  useEffect(() => {
    if (error === undefined) return
    // it was saved as it was written before: what stands here now is another one
    if (error instanceof Failure && error.code === 'key-reused')
      change({ key: newKey() } as Partial<Omit<D, 'sent'>>)
    noteFailure(error)
  }, [error, noteFailure, change])
}
