// The shown step, the tries to leave it, and where Back and Next lead.
import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import type { Flow, Step, WizardValues } from './flow.ts'
import type { PriceNews } from './order/usePriceNews.ts'
import type { PriceReading } from './order/useQuote.ts'
import {
  findBack,
  findNext,
  findShown,
  findStepToShow,
  listStepStatuses,
  type StepStatus,
} from './progress.ts'
import { type FlowForm, useFaultLanguage } from './useFlowForm.ts'
import type { Repair } from './useRepair.ts'
import { useShownStep, type WizardAddress } from './useWizardAddress.ts'
import type { WizardOrder } from './useWizardOrder.ts'

/** The tries to leave one step with faults: those of another step put no field of this one in the wrong. */
interface Tried {
  stepId: string
  count: number
}

export interface FlowProgress<V extends WizardValues> {
  step: Step<V>
  standings: readonly StepStatus[]
  shown: number
  isComplete: boolean
  /** Names the next step; undefined on the last one. */
  nextId: string | undefined
  /** The number of tries to go on with faults. */
  attempt: number
  tryNext(): Promise<void>
  /** Undefined if there is no earlier step. */
  goBack: (() => void) | undefined
  /** Goes to the last step before the order is finished. */
  reopen(): void
}

export interface FlowProgressOptions<V extends WizardValues> {
  flow: Flow<V>
  flowForm: FlowForm<V>
  order: WizardOrder
  price: PriceReading
  priceNews: PriceNews
  repair: Repair
  address: WizardAddress
  onRestart(): void
}

export function useFlowProgress<V extends WizardValues>(options: FlowProgressOptions<V>): FlowProgress<V> {
  const { flow, flowForm, order, price, priceNews, repair, address, onRestart } = options
  const { i18n } = useLingui()
  const { form, values, shownStep } = flowForm
  const { steps } = flow
  const { done, isEnding, view, isCompleted } = order
  const { goTo } = address
  const [tried, setTried] = useState<Tried>()
  // Next led to Pay, which may find that there is nothing to pay
  const [isWayToPay, setIsWayToPay] = useState(false)

  // who goes on from Pay to Complete has agreed
  const isPriceNew = priceNews.before !== undefined && address.step !== 'complete'
  const standings = listStepStatuses(steps, values, { price, isPriceNew, done, view })
  const ids = steps.map(({ id }) => id)
  const shown = findStepToShow(ids, standings, {
    step: address.step,
    isDone: done !== undefined,
    isEnding,
    isWayOn: isWayToPay && address.step === 'pay',
  })
  const step = steps[shown]
  if (step === undefined) throw new Error('a flow without steps')
  shownStep.current = step
  const attempt = tried?.stepId === step.id ? tried.count : 0
  useShownStep(address, {
    id: step.id,
    key: done?.key,
    isCompleted,
    onRestart,
    onChange() {
      setTried(undefined)
      if (step.id !== 'pay') setIsWayToPay(false)
      // the new step's fields start as untouched, like those of the first step
      form.reset(undefined, { keepValues: true })
    },
  })
  useFaultLanguage(flowForm, step, i18n.locale)

  const isComplete = standings[shown]?.isComplete ?? false
  const { forgetMended } = repair
  useEffect(() => {
    if (isComplete) forgetMended()
  }, [isComplete, forgetMended])

  const next = findNext(standings, shown)
  const nextId = next === undefined ? undefined : steps[next]?.id
  const goOn = () => {
    setIsWayToPay(nextId === 'pay')
    if (nextId !== undefined) goTo(nextId)
  }
  const tryNext = async () => {
    order.askMoney()
    let isValid = false
    await form.handleSubmit(
      () => {
        isValid = true
      },
      () => setTried({ stepId: step.id, count: attempt + 1 }),
    )()
    // only after the form is done with this step
    if (isValid) goOn()
  }
  const back = findBack(standings, shown)
  const backStep = back === undefined ? undefined : steps[back]
  const goBack = backStep === undefined || isEnding ? undefined : () => goTo(backStep.id)
  const reopen = () => goTo(steps[findShown(standings, steps.length - 2, true)]?.id ?? step.id)

  return { step, standings, shown, isComplete, nextId, attempt, tryNext, goBack, reopen }
}
