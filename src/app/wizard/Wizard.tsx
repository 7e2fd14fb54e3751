// The engine on which all purchases run: one form over several steps, kept on the device, priced by the server.
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  FormProvider,
  type Path,
  type Resolver,
  type ResolverResult,
  useForm,
  useWatch,
} from 'react-hook-form'
import { findRedirect } from '../../domain/redirect.ts'
import { toPurchasePrefix } from '../../offline/drafts.ts'
import { newKey } from '../../offline/newKey.ts'
import { openOutbox } from '../call/outboxStore.ts'
import { useClub, useSession, useSessionState } from '../session/SessionContext.tsx'
import { useScreenTitle } from '../text/useScreenTitle.ts'
import { Notice } from '../ui/Notice.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { SkeletonShape } from '../ui/SkeletonShape.tsx'
import { CancelDialog } from './CancelDialog.tsx'
import { createDraftKeeper, mergeValues, type OpenedDraft } from './draftKeeper.ts'
import { FormStep } from './FormStep.tsx'
import type { Fault, Flow, WizardValues } from './flow.ts'
import { CompleteStep } from './order/CompleteStep.tsx'
import { OrderSummary } from './order/OrderSummary.tsx'
import { isFulfilled, isPaidFor } from './order/orderState.ts'
import { useQuote } from './order/useQuote.ts'
import { PayStep } from './payment/PayStep.tsx'
import { TestBanner } from './payment/TestBanner.tsx'
import { findBack, findNext, findShown, type StepStanding } from './progress.ts'
import { SigninOver } from './SigninOver.tsx'
import { StepProgress } from './StepProgress.tsx'
import { useShownStep, useWizardAddress } from './useWizardAddress.ts'
import { type Opened, useWizardDraft } from './useWizardDraft.ts'
import { useWizardOrder } from './useWizardOrder.ts'
import styles from './Wizard.module.css'
import { WizardContext, type WizardGround } from './wizardContext.ts'

export function Wizard<V extends WizardValues>({ flow }: { flow: Flow<V> }) {
  const { t } = useLingui()
  useScreenTitle(flow.title)
  const session = useSession()
  const { member, lapsedMember } = useSessionState()
  const memberId = (member ?? lapsedMember)?.id ?? 0
  const keeper = useMemo(() => {
    const toId = (owner: number) => `${toPurchasePrefix(session.slug, owner)}${flow.id}`
    return createDraftKeeper({
      drafts: openOutbox(session).drafts,
      id: toId(memberId),
      inherits: memberId === 0 ? undefined : toId(0),
      deviceNow: () => Date.now(),
      newRevision: newKey,
      mayKeep: () => !session.getState().isLapsed,
    })
  }, [session, memberId, flow.id])
  const [opened, setOpened] = useState<Opened>()
  const [run, setRun] = useState(0)

  useEffect(() => {
    let isWanted = true
    const take = (draft: OpenedDraft | undefined, isUnkept: boolean) => {
      if (isWanted) setOpened({ keeper, draft, isUnkept })
    }
    keeper.open().then(
      (draft) => take(draft, false),
      () => take(undefined, true),
    )
    return () => {
      isWanted = false
    }
  }, [keeper])

  if (opened?.keeper !== keeper) {
    return (
      <Skeleton label={t`Loading the form…`}>
        <SkeletonShape shape="line" />
        <SkeletonShape shape="block" count={4} />
      </Skeleton>
    )
  }
  return (
    <OpenWizard
      key={`${memberId} ${run}`}
      flow={flow}
      opened={opened}
      onRestart={() => {
        setOpened({ ...opened, draft: undefined })
        setRun(run + 1)
      }}
    />
  )
}

interface OpenWizardProps<V extends WizardValues> {
  flow: Flow<V>
  opened: Opened
  onRestart(): void
}

function OpenWizard<V extends WizardValues>({ flow, opened, onRestart }: OpenWizardProps<V>) {
  const { i18n } = useLingui()
  const session = useSession()
  const club = useClub()
  const { member, isLapsed } = useSessionState()
  const navigate = useNavigate()
  const address = useWizardAddress()
  const { steps } = flow

  const [start] = useState(() => {
    const { draft } = opened
    const kept = mergeValues(flow.defaults, draft?.values)
    // what somebody emptied on purpose stays empty
    const isFilled = member === undefined || (draft !== undefined && !draft.isInherited)
    return isFilled ? kept : flow.prefill(kept, member)
  })
  const shownStep = useRef(steps[0])
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

  const order = useWizardOrder(opened.draft?.order, address.key)
  const { started, done, isPaying } = order
  const draft = useWizardDraft({ opened, form, values, defaults: flow.defaults, order, onRestart })
  const [isCancelling, setIsCancelling] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const price = useQuote(flow.toPriced(values), flow.unpriced)

  const { repair } = flow
  const [mended, setMended] = useState<unknown>()
  const mend = useCallback(
    (error: unknown) => {
      const repaired = repair?.(form.getValues(), error)
      if (repaired === undefined) return false
      form.reset(repaired)
      setMended(error)
      return true
    },
    [repair, form],
  )
  useEffect(() => {
    if (price.error !== undefined) mend(price.error)
  }, [price.error, mend])

  const standings: StepStanding[] = steps.map((step) => {
    const isNeeded = step.isNeeded?.(values, price.quote) ?? true
    if (step.id === 'pay') {
      const isFree = price.isCurrent && price.quote?.grandTotalCents === 0
      return { isNeeded: !isFree, isComplete: done === undefined ? isFree : isPaidFor(done, order.view) }
    }
    if (step.id === 'complete') {
      return { isNeeded: true, isComplete: order.view !== undefined && isFulfilled(order.view) }
    }
    return {
      isNeeded,
      isComplete: done !== undefined || !isNeeded || (step.findFaults?.(values).length ?? 0) === 0,
    }
  })
  const last = steps.length - 1
  const payAt = steps.findIndex(({ id }) => id === 'pay')
  const wanted = steps.findIndex(({ id }) => id === address.step)
  const shown =
    done !== undefined
      ? last
      : isPaying
        ? payAt
        : findShown(standings, wanted < 0 ? 0 : wanted, address.step !== 'complete')
  const step = steps[shown]
  if (step === undefined) throw new Error('a flow without steps')
  shownStep.current = step
  const stepId = step.id
  const { goTo } = address
  useShownStep(address, {
    id: stepId,
    key: done?.key,
    isCompleted: order.isCompleted,
    onRestart,
    onChange() {
      setAttempt(0)
      // its fields are as untouched as those of the first step were
      form.reset(undefined, { keepValues: true })
    },
  })

  // Words of faults speak the language that is chosen now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the language changes
  useEffect(() => {
    const faulty = step.findFaults?.(values).map(({ field }) => field as Path<V>) ?? []
    void form.trigger(faulty.filter((field) => form.getFieldState(field).invalid))
  }, [i18n.locale])

  const next = findNext(standings, shown)
  const back = findBack(standings, shown)
  const isComplete = standings[shown]?.isComplete ?? false
  useEffect(() => {
    if (isComplete) setMended(undefined)
  }, [isComplete])
  const goOn = () => {
    const target = next === undefined ? undefined : steps[next]
    if (target !== undefined) goTo(target.id)
  }
  const tryNext = async () => {
    let isValid = false
    await form.handleSubmit(
      () => {
        isValid = true
      },
      () => setAttempt((count) => count + 1),
    )()
    // not before the form is done with this step
    if (isValid) goOn()
  }
  const backStep = back === undefined ? undefined : steps[back]
  const goBack = backStep === undefined || isPaying ? undefined : () => goTo(backStep.id)
  const leaveTo = (path: string) => void navigate({ href: session.toAddress(path) })

  const ground: WizardGround = {
    flow: flow as unknown as Flow<WizardValues>,
    values,
    price,
    orderQuote: order.view?.quote,
    showOrder: order.setView,
    started,
    async keepStarted(begun) {
      order.setStarted(begun)
      await draft.keep(begun)
    },
    done,
    finishWith: order.finishWith,
    hasDraft: draft.isTouched,
    isPaying,
    setPaying: order.setPaying,
    mend,
    setCompleted: order.setCompleted,
    isCompleted: order.isCompleted,
    goBack,
    reopen: () => goTo(steps[findShown(standings, last - 1, true)]?.id ?? stepId),
    payAgain: order.payAgain,
    forgetOrder: draft.forgetOrder,
    cancel: () => (draft.isTouched ? setIsCancelling(true) : leaveTo(flow.cancelTo)),
    finish() {
      if (done !== undefined) draft.forgetOrder(done.key)
      const target = findRedirect(
        address.redirect,
        window.location.origin,
        club?.tenant.settings.redirectHosts ?? [],
        (text, base) => new URL(text, base),
      )
      if (target === undefined) leaveTo(flow.finishTo)
      else window.location.assign(target)
    },
  }

  return (
    <WizardContext value={ground}>
      <FormProvider {...form}>
        <div className={styles.wizard} data-wizard="">
          <TestBanner />
          <div className={styles.head}>
            <h1>{flow.title}</h1>
            {flow.warnsOfBack && stepId !== 'complete' && (
              <p className={styles.banner}>
                <Trans>DO NOT USE THE BROWSER BACK BUTTON</Trans>
              </p>
            )}
          </div>
          <StepProgress steps={steps} standings={standings} shown={shown} />
          {draft.isUnkept && (
            <Notice tone="warn">
              <Trans>This browser keeps nothing: leave this page open until you have finished.</Trans>
            </Notice>
          )}
          {isLapsed && stepId !== 'pay' && stepId !== 'complete' && <SigninOver />}
          <div className={styles.columns}>
            {stepId === 'pay' ? (
              <PayStep />
            ) : stepId === 'complete' ? (
              <CompleteStep />
            ) : (
              <FormStep
                key={stepId}
                step={step}
                isComplete={isComplete}
                attempt={attempt}
                mended={mended}
                faults={attempt === 0 ? [] : (step.findFaults?.(values) ?? [])}
                onNext={() => void tryNext()}
              />
            )}
            <div className={styles.aside}>
              <OrderSummary />
            </div>
          </div>
        </div>
        <CancelDialog
          open={isCancelling}
          onKeep={() => setIsCancelling(false)}
          onCancel={() => {
            setIsCancelling(false)
            draft.forget()
            leaveTo(flow.cancelTo)
          }}
        />
      </FormProvider>
    </WizardContext>
  )
}

function toResult<V extends WizardValues>(values: V, faults: readonly Fault[]): ResolverResult<V> {
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
