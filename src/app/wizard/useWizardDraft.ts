// The draft behind a flow's form: every change is written down, and what another tab wrote is taken over.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useSessionState } from '../session/SessionContext.tsx'
import { useUnsaved } from '../useUnsaved.ts'
import { type DraftKeeper, mergeValues, type OpenedDraft, type StartedOrder } from './draftKeeper.ts'
import type { WizardValues } from './flow.ts'
import type { WizardOrder } from './useWizardOrder.ts'

/** A draft as this page found it. */
export interface Opened {
  keeper: DraftKeeper
  draft: OpenedDraft | undefined
  /** The browser keeps nothing. */
  isUnkept: boolean
}

export interface WizardDraftOptions<V extends WizardValues> {
  opened: Opened
  form: UseFormReturn<V>
  /** As they are now. */
  values: V
  defaults: V
  order: WizardOrder
  onRestart(): void
}

export interface WizardDraft {
  /** A form that nobody touched leaves nothing behind. */
  isTouched: boolean
  isUnkept: boolean
  keep(order: StartedOrder | undefined): Promise<void>
  forget(): void
  /** Once it is done with: what another tab has begun since stays. */
  forgetOrder(key: string): void
}

export function useWizardDraft<V extends WizardValues>(options: WizardDraftOptions<V>): WizardDraft {
  const { opened, form, values, defaults, order, onRestart } = options
  const { keeper } = opened
  const { started, setStarted, done, finishIfPaid, isCompleted, isPaying } = order
  const [isUnkept, setIsUnkept] = useState(opened.isUnkept)
  const [hasDraft, setHasDraft] = useState(opened.draft !== undefined)

  const valuesText = JSON.stringify(values)
  const [startText] = useState(valuesText)
  const isTouched = hasDraft || valuesText !== startText
  const isOver = useRef(false)
  const keep = useCallback(
    async (wanted: StartedOrder | undefined) => {
      if (isOver.current) return
      setHasDraft(true)
      try {
        await keeper.keep({ values: form.getValues(), order: wanted })
        setIsUnkept(false)
      } catch {
        setIsUnkept(true)
      }
    },
    [keeper, form],
  )
  // what a member adds to the draft of a visitor, by signing in, is written down with it
  const keptText = useRef(opened.draft?.isInherited === true ? undefined : startText)
  const isDone = done !== undefined
  useEffect(() => {
    if (valuesText === keptText.current || isDone) return
    keptText.current = valuesText
    void keep(started)
  }, [valuesText, started, isDone, keep])
  useUnsaved(isTouched && !isCompleted)

  // A sign-in that ends takes its drafts from the device; whoever signs in again has their form before them still.
  const { isLapsed } = useSessionState()
  const wasLapsed = useRef(isLapsed)
  useEffect(() => {
    if (wasLapsed.current && !isLapsed && isTouched && !isDone) void keep(started)
    wasLapsed.current = isLapsed
  }, [isLapsed, isTouched, isDone, started, keep])

  // Two tabs are one form: whoever comes back to a tab finds what they last typed in the other.
  useEffect(() => {
    const look = async () => {
      if (document.visibilityState !== 'visible' || isOver.current || isDone) return
      if (isPaying || isLapsed) return
      const found = await keeper.look().catch(() => 'nothing' as const)
      if (found === 'nothing') return
      if (found === 'gone') {
        // the other tab has paid, or cancelled
        if (!(await finishIfPaid(started))) onRestart()
        return
      }
      const theirs = mergeValues(defaults, found.values)
      keptText.current = JSON.stringify(theirs)
      form.reset(theirs)
      setStarted(found.order)
    }
    const onLook = () => void look()
    window.addEventListener('focus', onLook)
    document.addEventListener('visibilitychange', onLook)
    return () => {
      window.removeEventListener('focus', onLook)
      document.removeEventListener('visibilitychange', onLook)
    }
  }, [keeper, form, defaults, isDone, isPaying, isLapsed, onRestart, started, setStarted, finishIfPaid])

  const end = useCallback((forgotten: Promise<void>) => {
    isOver.current = true
    setHasDraft(false)
    void forgotten.catch(noteNothingKept)
  }, [])
  const forget = useCallback(() => end(keeper.forget()), [end, keeper])
  const forgetOrder = useCallback((key: string) => end(keeper.forgetOrder(key)), [end, keeper])

  return { isTouched, isUnkept, keep, forget, forgetOrder }
}

/** Where nothing could be kept, nothing is left to forget. */
function noteNothingKept(): void {}
