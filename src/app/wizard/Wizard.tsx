// The engine on which all purchases run: one form over several steps, kept on the device, priced by the server.
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  FormProvider,
  type Resolver,
  type ResolverResult,
  useForm,
  useWatch,
} from 'react-hook-form'
import type { Quote } from '../../domain/order.ts'
import { findRedirect } from '../../domain/redirect.ts'
import { toPurchasePrefix } from '../../offline/drafts.ts'
import { openOutbox } from '../call/outboxStore.ts'
import { useClub, useSession, useSessionState } from '../session/SessionContext.tsx'
import { useScreenTitle } from '../text/useScreenTitle.ts'
import { Notice } from '../ui/Notice.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { SkeletonShape } from '../ui/SkeletonShape.tsx'
import { useUnsaved } from '../useUnsaved.ts'
import { CancelDialog } from './CancelDialog.tsx'
import { CompleteStep } from './CompleteStep.tsx'
import {
  createDraftKeeper,
  type DraftKeeper,
  mergeValues,
  type OpenedDraft,
  type StartedOrder,
} from './draftKeeper.ts'
import { FormStep } from './FormStep.tsx'
import { stepHeadingId } from './fieldIds.ts'
import type { Fault, Flow, WizardValues } from './flow.ts'
import { OrderSummary } from './OrderSummary.tsx'
import { findOrder, isUnpaid } from './orderState.ts'
import { PayStep } from './PayStep.tsx'
import { findBack, findNext, findShown, type StepStanding } from './progress.ts'
import { StepProgress } from './StepProgress.tsx'
import { TestBanner } from './TestBanner.tsx'
import { useQuote } from './useQuote.ts'
import styles from './Wizard.module.css'
import { type DoneOrder, WizardContext, type WizardGround } from './wizardContext.ts'

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
      newRevision: () => crypto.randomUUID(),
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

interface Opened {
  keeper: DraftKeeper
  draft: OpenedDraft | undefined
  isUnkept: boolean
}

interface OpenWizardProps<V extends WizardValues> {
  flow: Flow<V>
  opened: Opened
  onRestart(): void
}

function OpenWizard<V extends WizardValues>({ flow, opened, onRestart }: OpenWizardProps<V>) {
  const { i18n } = useLingui()
  const { keeper } = opened
  const session = useSession()
  const club = useClub()
  const { member } = useSessionState()
  const navigate = useNavigate()
  const search: { step?: string; key?: string; redirect?: string } = useSearch({ strict: false })
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

  const [started, setStarted] = useState(opened.draft?.order)
  const [done, setDone] = useState<DoneOrder | undefined>(() =>
    search.key === undefined ? undefined : { key: search.key, receiptId: undefined },
  )
  const [orderQuote, setOrderQuote] = useState<Quote>()
  const [isCompleted, setIsCompleted] = useState(false)
  const [isPaying, setPaying] = useState(false)
  const [isCancelling, setIsCancelling] = useState(false)
  const [isUnkept, setIsUnkept] = useState(opened.isUnkept)
  const [hasDraft, setHasDraft] = useState(opened.draft !== undefined)
  const [attempt, setAttempt] = useState(0)
  const price = useQuote(flow.toPriced(values))

  const { repair } = flow
  const mend = useCallback(
    (error: unknown) => {
      const mended = repair?.(form.getValues(), error)
      if (mended !== undefined) form.reset(mended)
      return mended !== undefined
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
      return { isNeeded: !isFree, isComplete: done !== undefined || isFree }
    }
    if (step.id === 'complete') return { isNeeded: true, isComplete: isCompleted }
    return {
      isNeeded,
      isComplete: done !== undefined || !isNeeded || (step.findFaults?.(values).length ?? 0) === 0,
    }
  })
  const last = steps.length - 1
  const payAt = steps.findIndex(({ id }) => id === 'pay')
  const wanted = steps.findIndex(({ id }) => id === search.step)
  const shown =
    done !== undefined
      ? last
      : isPaying
        ? payAt
        : findShown(standings, wanted < 0 ? 0 : wanted, search.step !== 'complete')
  const step = steps[shown]
  if (step === undefined) throw new Error('a flow without steps')
  shownStep.current = step
  const stepId = step.id
  const doneKey = done?.key

  const goTo = useCallback(
    (id: string, how: { replace?: boolean; key?: string | undefined } = {}) => {
      const { replace = false, key } = how
      void navigate({
        to: '.',
        search: ({ key: _, ...before }: Record<string, unknown>) => ({
          ...before,
          step: id,
          ...(key === undefined ? {} : { key }),
        }),
        replace,
      })
    },
    [navigate],
  )

  // The address follows what is shown: a step out of reach, or one that lies behind a paid order, is not kept.
  const isFreshVisit = search.step === undefined && search.key === undefined
  useEffect(() => {
    if (isFreshVisit && doneKey !== undefined && isCompleted) onRestart()
    else if (search.step !== stepId || search.key !== doneKey) goTo(stepId, { replace: true, key: doneKey })
  }, [isFreshVisit, isCompleted, onRestart, search.step, search.key, stepId, doneKey, goTo])

  const isFirstShow = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another step is shown
  useEffect(() => {
    if (isFirstShow.current) {
      isFirstShow.current = false
      return
    }
    setAttempt(0)
    form.clearErrors()
    window.scrollTo(0, 0)
    document.getElementById(stepHeadingId)?.focus({ preventScroll: true })
  }, [stepId])

  // Every change is written down; a form that nobody touched leaves nothing behind.
  const valuesText = JSON.stringify(values)
  const [startText] = useState(() => JSON.stringify(start))
  const isTouched = hasDraft || valuesText !== startText
  const isOver = useRef(false)
  const keep = useCallback(
    async (order: StartedOrder | undefined) => {
      if (isOver.current) return
      setHasDraft(true)
      try {
        await keeper.keep({ values: form.getValues(), order })
        setIsUnkept(false)
      } catch {
        setIsUnkept(true)
      }
    },
    [keeper, form],
  )
  const keptText = useRef(startText)
  useEffect(() => {
    if (valuesText === keptText.current || done !== undefined) return
    keptText.current = valuesText
    void keep(started)
  }, [valuesText, started, done, keep])
  useUnsaved(isTouched && !isCompleted)

  // Words of faults speak the language that is chosen now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the language changes
  useEffect(() => {
    if (attempt > 0) void form.trigger()
  }, [i18n.locale])

  const finishWith = useCallback((order: DoneOrder) => {
    setPaying(false)
    setDone(order)
  }, [])

  // An order that was begun may have been paid just before the tab died.
  const startedKey = opened.draft?.order?.key
  const startedReceipt = opened.draft?.order?.receiptId
  useEffect(() => {
    if (startedKey === undefined || startedReceipt === undefined) return
    let isWanted = true
    void findOrder(session, startedKey, startedReceipt).then((order) => {
      if (isWanted && order !== undefined && !isUnpaid(order)) {
        finishWith({ key: startedKey, receiptId: order.receiptId })
      }
    })
    return () => {
      isWanted = false
    }
  }, [session, startedKey, startedReceipt, finishWith])

  // Two tabs are one form: whoever comes back to a tab finds what he last typed in the other.
  const { defaults } = flow
  useEffect(() => {
    const look = async () => {
      if (document.visibilityState !== 'visible' || isOver.current || doneKey !== undefined || isPaying)
        return
      const found = await keeper.look().catch(() => 'nothing' as const)
      if (found === 'nothing') return
      if (found === 'gone') {
        // the other tab has paid, or cancelled
        const order =
          started?.receiptId === undefined
            ? undefined
            : await findOrder(session, started.key, started.receiptId)
        if (started !== undefined && order !== undefined && !isUnpaid(order)) {
          finishWith({ key: started.key, receiptId: order.receiptId })
        } else onRestart()
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
  }, [keeper, form, defaults, doneKey, isPaying, onRestart, session, started, finishWith])

  const forgetDraft = useCallback(() => {
    isOver.current = true
    setHasDraft(false)
    void keeper.forget().catch(noteNothingKept)
  }, [keeper])

  const next = findNext(standings, shown)
  const back = findBack(standings, shown)
  const isComplete = standings[shown]?.isComplete ?? false
  const goOn = () => {
    const target = next === undefined ? undefined : steps[next]
    if (target !== undefined) goTo(target.id)
  }
  const tryNext = () => void form.handleSubmit(goOn, () => setAttempt((count) => count + 1))()
  const backStep = back === undefined ? undefined : steps[back]
  const goBack = backStep === undefined || isPaying ? undefined : () => goTo(backStep.id)
  const leaveTo = (path: string) => void navigate({ href: session.toAddress(path) })

  const ground: WizardGround = {
    flow: flow as unknown as Flow<WizardValues>,
    values,
    price,
    orderQuote: done === undefined ? undefined : orderQuote,
    showOrder: setOrderQuote,
    started,
    async keepStarted(order) {
      setStarted(order)
      await keep(order)
    },
    done,
    finishWith,
    hasDraft: isTouched,
    isPaying,
    setPaying,
    mend,
    setCompleted: setIsCompleted,
    goBack,
    reopen: () => goTo(steps[findShown(standings, last - 1, true)]?.id ?? stepId),
    payAgain() {
      setIsCompleted(false)
      setDone(undefined)
    },
    forgetDraft,
    cancel: () => (isTouched ? setIsCancelling(true) : leaveTo(flow.cancelTo)),
    finish() {
      forgetDraft()
      const target = findRedirect(
        search.redirect,
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
            {stepId !== 'complete' && (
              <p className={styles.banner}>
                <Trans>DO NOT USE THE BROWSER BACK BUTTON</Trans>
              </p>
            )}
          </div>
          <StepProgress steps={steps} standings={standings} shown={shown} />
          {isUnkept && (
            <Notice tone="warn">
              <Trans>This browser keeps nothing: leave this page open until you have finished.</Trans>
            </Notice>
          )}
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
                faults={attempt === 0 ? [] : (step.findFaults?.(values) ?? [])}
                onNext={tryNext}
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
            forgetDraft()
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

/** Where nothing could be kept, nothing is left to forget. */
function noteNothingKept(): void {}
