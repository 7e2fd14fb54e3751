// The step in the address: read from there and corrected there, so that the browser's own buttons do no harm.
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
  /** The key of the done order. */
  key: string | undefined
  isCompleted: boolean
  /** The person came again, by an address without a step, after a completed order. */
  onRestart(): void
  /** Another step is shown than before. */
  onChange(): void
}

/** Corrects the address to the shown step: it never keeps a step out of reach or before a paid order. */
export function useShownStep({ step, key, goTo }: WizardAddress, shown: ShownStep): void {
  const { id, key: doneKey, isCompleted } = shown
  const latest = useRef(shown)
  latest.current = shown
  const isFreshVisit = step === undefined && key === undefined
  useEffect(() => {
    if (isFreshVisit && doneKey !== undefined && isCompleted) latest.current.onRestart()
    else if (step !== id || key !== doneKey) goTo(id, { replace: true, key: doneKey })
    // not with each render: a navigation that is begun again never ends
  }, [isFreshVisit, isCompleted, step, key, id, doneKey, goTo])

  const before = useRef(id)
  useEffect(() => {
    if (before.current === id) return
    before.current = id
    latest.current.onChange()
    window.scrollTo(0, 0)
    document.getElementById(stepHeadingId)?.focus({ preventScroll: true })
  }, [id])
}
