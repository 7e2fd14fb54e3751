// The engine of all flows: one form over several steps, saved on the device, that ends with an order or is sent.
import { Trans, useLingui } from '@lingui/react/macro'
import { CloudOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { useIsOffline } from '../call/useIsOffline.ts'
import { useSessionState } from '../session/SessionContext.tsx'
import { isUnreachable } from '../text/failureText.ts'
import { useScreenTitle } from '../text/useScreenTitle.ts'
import { Strip } from '../ui/layout/Strip.tsx'
import { WithAside } from '../ui/layout/WithAside.tsx'
import { SkeletonShape } from '../ui/SkeletonShape.tsx'
import { LoadingScreen } from '../ui/screen/LoadingScreen.tsx'
import { usePageMark } from '../ui/usePageMark.ts'
import { CancelDialog } from './CancelDialog.tsx'
import { AboutToPay, ClearedElsewhere, NotKept } from './DraftNotices.tsx'
import { useOpenedDraft } from './draft/openedDraft.ts'
import { type OpenedWizardDraft, useWizardDraft } from './draft/useWizardDraft.ts'
import { FormStep } from './FormStep.tsx'
import type { Flow, WizardValues } from './flow.ts'
import { CompleteStep } from './order/CompleteStep.tsx'
import { usePriceNews } from './order/usePriceNews.ts'
import { type PriceReading, useQuote } from './order/useQuote.ts'
import { PayStep } from './payment/PayStep.tsx'
import { TestBanner } from './payment/TestBanner.tsx'
import { useToldOrder } from './payment/usePayTime.ts'
import { SigninOver } from './SigninOver.tsx'
import { StepProgress } from './StepProgress.tsx'
import { Summary } from './Summary.tsx'
import { SendStep } from './send/SendStep.tsx'
import { SentBefore } from './send/SentBefore.tsx'
import { useFlowForm } from './useFlowForm.ts'
import { type FlowProgress, useFlowProgress } from './useFlowProgress.ts'
import { useRepair } from './useRepair.ts'
import { useWizardAddress } from './useWizardAddress.ts'
import { useWizardLeaving } from './useWizardLeaving.ts'
import { useWizardOrder } from './useWizardOrder.ts'
import styles from './Wizard.module.css'
import { useWizard, WizardContext, type WizardContextValue } from './wizardContext.ts'

export function Wizard<V extends WizardValues>({ flow }: { flow: Flow<V> }) {
  const { t } = useLingui()
  useScreenTitle(flow.title)
  const { memberId, opened, restart } = useOpenedDraft(flow.id)
  const [run, setRun] = useState({ count: 0, wasCleared: false })

  if (opened === undefined) {
    return (
      <LoadingScreen title={flow.title} label={t`Loading the form…`}>
        <SkeletonShape shape="line" />
        <SkeletonShape shape="block" count={4} />
      </LoadingScreen>
    )
  }
  const begin = (wasCleared: boolean) => {
    restart()
    setRun({ count: run.count + 1, wasCleared })
  }
  return (
    <OpenWizard
      key={`${memberId} ${run.count}`}
      flow={flow}
      opened={opened}
      wasCleared={run.wasCleared}
      onRestart={() => begin(false)}
      onCleared={() => begin(true)}
    />
  )
}

interface OpenWizardProps<V extends WizardValues> {
  flow: Flow<V>
  opened: OpenedWizardDraft
  /** It begins anew because another tab has cleared it. */
  wasCleared: boolean
  onRestart(): void
  onCleared(): void
}

function OpenWizard<V extends WizardValues>(props: OpenWizardProps<V>) {
  const { flow, opened, wasCleared, onRestart, onCleared } = props
  const address = useWizardAddress()
  const [live] = useState(() => findLive(opened, address.key))
  const flowForm = useFlowForm(flow, live.draft)
  const { form, values } = flowForm
  const order = useWizardOrder(flow.ending.is, live.draft?.order, address)
  const { done } = order
  useToldOrder(order)
  const draft = useWizardDraft({ opened: live, form, values, defaults: flow.defaults, order, onCleared })
  const price = usePrice(flow, values)
  const priceNews = usePriceNews(price, address.step === 'pay' && done === undefined)
  const repair = useRepair(flow, form, price.error)
  const progress = useFlowProgress({ flow, flowForm, order, price, priceNews, repair, address, onRestart })
  const leaving = useWizardLeaving({
    flow,
    draft,
    started: order.started,
    done,
    redirect: address.redirect,
  })

  const wizard: WizardContextValue = {
    flow: flow as unknown as Flow<WizardValues>,
    values,
    price,
    priceNews,
    orderQuote: order.view?.quote,
    showOrder: order.setView,
    money: order.money,
    isResumed: order.isResumed,
    isUnanswered: order.isUnanswered,
    started: order.started,
    async saveStarted(begun) {
      order.setStarted(begun)
      await draft.save(begun)
    },
    saveAnswer: draft.saveAnswer,
    done,
    finishWith: order.finishWith,
    hasDraft: draft.isTouched,
    unsaved: draft.unsaved,
    isEnding: order.isEnding,
    setEnding: order.setEnding,
    mend: repair.mend,
    setCompleted: order.setCompleted,
    isCompleted: order.isCompleted,
    goTo: address.goTo,
    goBack: progress.goBack,
    reopen: progress.reopen,
    payAgain: order.payAgain,
    forgetOrder: draft.forgetOrder,
    cancel: leaving.cancel,
    leave: leaving.leave,
    finish: leaving.finish,
  }

  return (
    <WizardContext value={wizard}>
      <FormProvider {...form}>
        <WizardPage flow={flow} progress={progress} wasCleared={wasCleared}>
          <ShownStep progress={progress} values={values} mended={repair.mended} />
        </WizardPage>
        <CancelDialog
          open={leaving.isCancelling}
          onContinue={leaving.stay}
          onCancel={leaving.clearAndLeave}
        />
      </FormProvider>
    </WizardContext>
  )
}

/** A draft of what was sent is only there for the address that its answer belongs to. */
function findLive(opened: OpenedWizardDraft, key: string | undefined): OpenedWizardDraft {
  const order = opened.draft?.order
  return order?.answer === undefined || order.key === key ? opened : { ...opened, draft: undefined }
}

function usePrice<V extends WizardValues>({ ending }: Flow<V>, values: V): PriceReading {
  const isOrder = ending.is === 'order'
  return useQuote(isOrder ? ending.toPriced(values) : undefined, isOrder ? ending.unpriced : undefined)
}

interface WizardPageProps<V extends WizardValues> {
  flow: Flow<V>
  progress: FlowProgress<V>
  wasCleared: boolean
  children: ReactNode
}

/**
 * Title and progress, notices, then the step with the order's summary beside it. Nothing can be typed into a
 * document's painting, because the app's own form takes its place.
 */
function WizardPage<V extends WizardValues>({ flow, progress, wasCleared, children }: WizardPageProps<V>) {
  usePageMark('wizard')
  const { isLapsed } = useSessionState()
  const { standings, shown, step } = progress
  const isOffline = useIsOffline()
  const { price, done, isCompleted, isUnanswered } = useWizard()
  const isUnsent = flow.ending.is === 'send' && done === undefined
  const isAway = done === undefined && (isOffline || isUnreachable(price.error))
  // once is enough
  usePageMark('away', isAway)
  return (
    <div className={styles.wizard} data-wizard="" inert={import.meta.env.SSR}>
      {flow.ending.is === 'order' && <TestBanner />}
      {isAway && (
        <Strip icon={<CloudOff aria-hidden="true" />}>
          {flow.ending.is === 'order' ? (
            <Trans>No connection. What you typed is kept; paying waits.</Trans>
          ) : (
            <Trans>No connection. What you typed is kept; sending waits.</Trans>
          )}
        </Strip>
      )}
      <div className={styles.head}>
        <h1>{flow.title}</h1>
        {flow.warnsOfBack && step.id !== 'complete' && (
          <p className={styles.banner}>
            <Trans>DO NOT USE THE BROWSER BACK BUTTON</Trans>
          </p>
        )}
      </div>
      <StepProgress steps={flow.steps} standings={standings} shown={shown} />
      {wasCleared && done === undefined && <ClearedElsewhere />}
      {!isCompleted && <NotKept />}
      {step.id !== 'pay' && <AboutToPay />}
      {isUnanswered && step.id !== 'complete' && <SentBefore />}
      {isLapsed && step.id !== 'pay' && (step.id !== 'complete' || isUnsent) && <SigninOver />}
      <WithAside
        aside={
          <div className={styles.aside}>
            <Summary />
          </div>
        }
      >
        {children}
      </WithAside>
    </div>
  )
}

interface ShownStepProps<V extends WizardValues> {
  progress: FlowProgress<V>
  values: V
  mended: unknown
}

function ShownStep<V extends WizardValues>({ progress, values, mended }: ShownStepProps<V>) {
  const { step, isComplete, nextId, attempt, tryNext } = progress
  const { ending } = useWizard().flow
  if (step.id === 'pay') return <PayStep />
  if (step.id === 'complete') return ending.is === 'order' ? <CompleteStep /> : <SendStep />
  return (
    <FormStep
      key={step.id}
      step={step}
      isComplete={isComplete}
      isDeadEnd={step.isDeadEnd?.(values) ?? false}
      attempt={attempt}
      mended={mended}
      faults={attempt === 0 ? [] : (step.findFaults?.(values) ?? [])}
      nextNote={ending.is === 'send' && nextId === 'complete' ? ending.note : undefined}
      onNext={() => void tryNext()}
    />
  )
}
