// The form behind a flow's steps: its first values, and the faults of the shown step.
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type Path,
  type Resolver,
  type ResolverResult,
  type UseFormReturn,
  useForm,
  useWatch,
} from 'react-hook-form'
import { useSessionState } from '../session/SessionContext.tsx'
import type { SessionMember } from '../session/sessionState.ts'
import { mergeValues, type OpenedDraft } from './draft/draftStore.ts'
import type { Flow, Step, StepFault, WizardValues } from './flow.ts'

export interface FlowForm<V extends WizardValues> {
  form: UseFormReturn<V>
  values: V
  /** The form's faults are those of this step. The code that decides which step is shown sets it. */
  shownStep: RefObject<Step<V> | undefined>
}

export function useFlowForm<V extends WizardValues>(
  flow: Flow<V>,
  draft: OpenedDraft | undefined,
): FlowForm<V> {
  const { member } = useSessionState()
  const [start] = useState(() => toFirstValues(flow, draft, member))
  const shownStep = useRef(flow.steps[0])
  const resolver = useCallback<Resolver<V>>(
    (values) => toResult(values, shownStep.current?.findFaults?.(values) ?? []),
    [],
  )
  const form = useForm<V>({
    defaultValues: start as DefaultValues<V>,
    resolver,
    mode: 'onTouched',
    shouldFocusError: false,
  })
  const values = useWatch({ control: form.control }) as V
  return { form, values, shownStep }
}

function toFirstValues<V extends WizardValues>(
  flow: Flow<V>,
  draft: OpenedDraft | undefined,
  member: SessionMember | undefined,
): V {
  const saved = mergeValues(flow.defaults, draft?.values)
  // a field that the person emptied stays empty
  const isFilled = member === undefined || (draft !== undefined && !draft.isInherited)
  return isFilled ? saved : flow.prefill(saved, member)
}

/** Shows the faults again in the new language. */
export function useFaultLanguage<V extends WizardValues>(
  { form, values }: FlowForm<V>,
  step: Step<V>,
  locale: string,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the language changes
  useEffect(() => {
    const faulty = step.findFaults?.(values).map(({ field }) => field as Path<V>) ?? []
    void form.trigger(faulty.filter((field) => form.getFieldState(field).invalid))
  }, [locale])
}

function toResult<V extends WizardValues>(values: V, faults: readonly StepFault[]): ResolverResult<V> {
  if (faults.length === 0) return { values, errors: {} }
  const errors: Record<string, unknown> = {}
  for (const { field, message } of faults) {
    const path = field.split('.')
    const name = path.pop() ?? ''
    let place = errors
    for (const part of path) {
      place[part] ??= {}
      place = place[part] as Record<string, unknown>
    }
    place[name] ??= { type: 'fault', message }
  }
  return { values: {}, errors: errors as FieldErrors<V> }
}
