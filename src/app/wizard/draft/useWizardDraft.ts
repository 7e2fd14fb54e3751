// The draft behind a flow's form: saves every change, and takes over what another tab saved.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useSession, useSessionState } from '../../session/SessionContext.tsx'
import { useUnsaved } from '../../useUnsaved.ts'
import type { WizardValues } from '../flow.ts'
import type { WizardOrder } from '../useWizardOrder.ts'
import {
  type DraftStore,
  mergeValues,
  type OpenedDraft,
  type StartedOrder,
  type Unsaved,
} from './draftStore.ts'
import { useFinishedElsewhere } from './finishedElsewhere.ts'

/** A draft as this page found it. */
export interface OpenedWizardDraft {
  draftStore: DraftStore
  draft: OpenedDraft | undefined
  /** The browser saves nothing. */
  isUnsaved: boolean
}

export interface WizardDraftOptions<V extends WizardValues> {
  opened: OpenedWizardDraft
  form: UseFormReturn<V>
  /** The present values. */
  values: V
  defaults: V
  order: WizardOrder
  /** Another tab has cleared the draft, or finished it with what this one does not know. */
  onCleared(): void
}

export interface WizardDraft {
  /** A form that nobody touched saves no draft. */
  isTouched: boolean
  unsaved: Unsaved | undefined
  save(order: StartedOrder | undefined): Promise<void>
  /** Saves only the answer to what was sent, until the person leaves. */
  saveAnswer(order: StartedOrder): void
  forget(): void
  /** Call when the order is finished. A draft that another tab has begun since stays. Never rejects. */
  forgetOrder(key: string): Promise<void>
}

export function useWizardDraft<V extends WizardValues>(options: WizardDraftOptions<V>): WizardDraft {
  const { opened, form, values, defaults, order, onCleared } = options
  const { draftStore } = opened
  const { started, setStarted, done, finishWith, finishIfPaid, isCompleted, isEnding } = order
  const [unsaved, setUnsaved] = useState<Unsaved | undefined>(opened.isUnsaved ? 'all' : undefined)
  const [hasDraft, setHasDraft] = useState(opened.draft !== undefined)

  const valuesText = JSON.stringify(values)
  const [startText] = useState(valuesText)
  const isTouched = hasDraft || valuesText !== startText
  const isOver = useRef(false)
  const save = useCallback(
    async (wanted: StartedOrder | undefined) => {
      if (isOver.current) return
      setHasDraft(true)
      try {
        await draftStore.save({ values: form.getValues(), order: wanted })
        setUnsaved(undefined)
      } catch {
        setUnsaved(noteUnsaved)
      }
    },
    [draftStore, form],
  )
  // signing in adds the member's data to a visitor's draft: save that too
  const savedText = useRef(opened.draft?.isInherited === true ? undefined : startText)
  const isDone = done !== undefined
  useEffect(() => {
    if (valuesText === savedText.current || isDone) return
    savedText.current = valuesText
    void save(started)
  }, [valuesText, started, isDone, save])
  useUnsaved(isTouched && !isCompleted)

  // When a sign-in ends, its drafts leave the device. After signing in again, the open form is saved again.
  const session = useSession()
  const { isLapsed } = useSessionState()
  const wasLapsed = useRef(isLapsed)
  useEffect(() => {
    if (wasLapsed.current && !isLapsed && isTouched && !isDone) void save(started)
    wasLapsed.current = isLapsed
  }, [isLapsed, isTouched, isDone, started, save])

  const finishedElsewhere = useFinishedElsewhere(draftStore.id, done)

  // Two tabs share one draft: a person who returns to a tab finds what they last typed in the other.
  useEffect(() => {
    const followOtherTab = async () => {
      if (document.visibilityState !== 'visible' || isOver.current || isDone) return
      if (isEnding || isLapsed) return
      const found = await draftStore.readOtherTab().catch(() => 'nothing' as const)
      if (found === 'nothing') return
      if (found === 'aged') {
        if (!(await finishIfPaid(started))) await save(started)
        return
      }
      if (found === 'gone') {
        // a sign-in that has ended takes its drafts along, and this tab may not have noticed yet
        await session.authorize()
        if (session.getState().isLapsed) return
        // the other tab has paid or cancelled
        if (finishedElsewhere.current !== undefined) finishWith(finishedElsewhere.current)
        else if (!(await finishIfPaid(started))) onCleared()
        return
      }
      if (found.order?.answer !== undefined) {
        // the other tab has sent it
        const { key, answer } = found.order
        finishWith({ key, receiptId: undefined, answer })
        return
      }
      const theirs = mergeValues(defaults, found.values)
      savedText.current = JSON.stringify(theirs)
      form.reset(theirs)
      setStarted(found.order)
    }
    const onReturn = () => void followOtherTab()
    window.addEventListener('focus', onReturn)
    document.addEventListener('visibilitychange', onReturn)
    return () => {
      window.removeEventListener('focus', onReturn)
      document.removeEventListener('visibilitychange', onReturn)
    }
  }, [
    draftStore,
    form,
    defaults,
    isDone,
    isEnding,
    isLapsed,
    onCleared,
    started,
    setStarted,
    finishWith,
    finishIfPaid,
    finishedElsewhere,
    save,
    session,
  ])

  const saveAnswer = useCallback(
    (answered: StartedOrder) => {
      isOver.current = true
      // its text says what was typed
      const order = { ...answered, text: '' }
      void draftStore.save({ values: {}, order }).catch(() => setUnsaved(noteUnsaved))
    },
    [draftStore],
  )
  const end = useCallback((forgotten: Promise<void>) => {
    isOver.current = true
    setHasDraft(false)
    return forgotten.catch(() => undefined) // if nothing could be saved, there is nothing to delete
  }, [])
  const forget = useCallback(() => void end(draftStore.forget()), [end, draftStore])
  const forgetOrder = useCallback((key: string) => end(draftStore.forgetOrder(key)), [end, draftStore])

  return { isTouched, unsaved, save, saveAnswer, forget, forgetOrder }
}

function noteUnsaved(before: Unsaved | undefined): Unsaved {
  return before ?? 'changes'
}
