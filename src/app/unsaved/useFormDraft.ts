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
  /** Call before it is sent: if the browser dies, nobody knows whether it arrived. */
  noteSending(): void
  /** The attempt has failed: perhaps without an answer. */
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
  /** How it was before the last attempt. */
  const before = useRef<{ sent: FormDraft['sent']; hadNone: boolean }>({ sent: undefined, hadNone: false })
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
      const present = newest.current
      if (present === undefined || isOver.current) return
      setIsChanged(true)
      save({ ...present, ...changed, ...(present.sent === undefined ? {} : { sent: 'changed' }) })
    },
    [save],
  )
  const noteSending = useCallback(() => {
    if (newest.current === undefined || isOver.current) return
    before.current = { sent: newest.current.sent, hadNone: !navigator.onLine }
    save({ ...newest.current, sent: 'same' })
  }, [save])
  const noteFailure = useCallback(
    (error: unknown) => {
      if (newest.current === undefined || isOver.current) return
      const { sent: _, ...rest } = newest.current
      const { sent, hadNone } = before.current
      const hasLeft = isUnreachable(error) && !(hadNone && !navigator.onLine)
      if (hasLeft) return
      // a verdict is about this key: what is sent next is another try
      if (isVerdict(error)) save({ ...rest, key: newKey() } as D)
      else save((sent === undefined ? rest : { ...rest, sent }) as D)
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
    // drawn before anybody leaves or asks again: nothing of it is unsaved or on its way any more
    flushSync(() => {
      setIsChanged(false)
      setDraft((present) => {
        if (present === undefined) return undefined
        const { sent: _, ...rest } = present
        return rest as D
      })
    })
    await openOutbox(session)
      .drafts.forget(id)
      .catch(() => undefined) // it was sent; at worst it is offered once more, under the same key
    onForgotten?.()
  }, [session, id, onForgotten])

  return { draft, isFound, isChanged, isUnkept, change, noteSending, noteFailure, startOver, forget }
}

/** For a form whose sending says only how it failed last. */
export function useKeptFailure<D extends FormDraft>({ noteFailure }: OpenDraft<D>, error: unknown): void {
  useEffect(() => {
    if (error !== undefined) noteFailure(error)
  }, [error, noteFailure])
}
