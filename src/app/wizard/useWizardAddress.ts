// The step in the address, so that the browser's own buttons are harmless: read from there, and corrected there.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import { stepHeadingId } from './fieldIds.ts'
import type { WizardSearch } from './wizardSearch.ts'

export interface WizardAddress extends WizardSearch {
  redirect?: string
  goTo(step: string, how?: { replace?: boolean; key?: string | undefined }): void
}

export function useWizardAddress(): WizardAddress {
  const navigate = useNavigate()
  const search: WizardSearch & { redirect?: string } = useSearch({ strict: false })
  const goTo = useCallback(
    (step: string, { replace = false, key }: { replace?: boolean; key?: string | undefined } = {}) => {
      void navigate({
        to: '.',
        search: ({ key: _, ...before }: Record<string, unknown>) => ({
          ...before,
          step,
          ...(key === undefined ? {} : { key }),
        }),
        replace,
      })
    },
    [navigate],
  )
  return { ...search, goTo }
}

export interface ShownStep {
  id: string
  /** Of the order that is done. */
  key: string | undefined
  isCompleted: boolean
  /** Somebody came anew, by an address without a step, after an order that stands. */
  onRestart(): void
  /** Another step is shown than before. */
  onChange(): void
}

/** The address follows what is shown: a step out of reach, or one that lies behind a paid order, is not kept. */
export function useShownStep({ step, key, goTo }: WizardAddress, shown: ShownStep): void {
  const { id, key: doneKey, isCompleted, onRestart } = shown
  const isFreshVisit = step === undefined && key === undefined
  useEffect(() => {
    if (isFreshVisit && doneKey !== undefined && isCompleted) onRestart()
    else if (step !== id || key !== doneKey) goTo(id, { replace: true, key: doneKey })
  }, [isFreshVisit, isCompleted, onRestart, step, key, id, doneKey, goTo])

  const onChange = useRef(shown.onChange)
  onChange.current = shown.onChange
  const before = useRef(id)
  useEffect(() => {
    if (before.current === id) return
    before.current = id
    onChange.current()
    window.scrollTo(0, 0)
    document.getElementById(stepHeadingId)?.focus({ preventScroll: true })
  }, [id])
}
