// The engine of all purchases: one form over several steps, saved on the device, priced by the server.
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
import { Notice } from '../ui/Notice.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { SkeletonShape } from '../ui/SkeletonShape.tsx'
import { usePageMark } from '../ui/usePageMark.ts'
import { CancelDialog } from './CancelDialog.tsx'
import { useOpenedDraft } from './draft/openedDraft.ts'
import { type OpenedWizardDraft, useWizardDraft } from './draft/useWizardDraft.ts'
import { FormStep } from './FormStep.tsx'
import type { Flow, WizardValues } from './flow.ts'
import { CompleteStep } from './order/CompleteStep.tsx'
import { OrderSummary } from './order/OrderSummary.tsx'
import { useQuote } from './order/useQuote.ts'
import { PayStep } from './payment/PayStep.tsx'
import { TestBanner } from './payment/TestBanner.tsx'
import { SigninOver } from './SigninOver.tsx'
import { StepProgress } from './StepProgress.tsx'
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
  const [run, setRun] = useState(0)

  if (opened === undefined) {
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
        restart()
        setRun(run + 1)
      }}
    />
  )
}

interface OpenWizardProps<V extends WizardValues> {
  flow: Flow<V>
  opened: OpenedWizardDraft
  onRestart(): void
}

function OpenWizard<V extends WizardValues>({ flow, opened, onRestart }: OpenWizardProps<V>) {
  const address = useWizardAddress()
  const flowForm = useFlowForm(flow, opened.draft)
  const { form, values } = flowForm
  const order = useWizardOrder(opened.draft?.order, address.key)
  const { done } = order
  const draft = useWizardDraft({ opened, form, values, defaults: flow.defaults, order, onRestart })
  const price = useQuote(flow.toPriced(values), flow.unpriced)
  const repair = useRepair(flow, form, price.error)
  const progress = useFlowProgress({ flow, flowForm, order, price, repair, address, onRestart })
  const leaving = useWizardLeaving({ flow, draft, done, redirect: address.redirect })

  const wizard: WizardContextValue = {
    flow: flow as unknown as Flow<WizardValues>,
    values,
    price,
    orderQuote: order.view?.quote,
    showOrder: order.setView,
    started: order.started,
    async saveStarted(begun) {
      order.setStarted(begun)
      await draft.save(begun)
    },
    done,
    finishWith: order.finishWith,
    hasDraft: draft.isTouched,
    isPaying: order.isPaying,
    setPaying: order.setPaying,
    mend: repair.mend,
    setCompleted: order.setCompleted,
    isCompleted: order.isCompleted,
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
        <WizardPage flow={flow} progress={progress} isUnsaved={draft.isUnsaved}>
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

interface WizardPageProps<V extends WizardValues> {
  flow: Flow<V>
  progress: FlowProgress<V>
  /** The browser saves nothing. */
  isUnsaved: boolean
  children: ReactNode
}

/**
 * Title and progress, notices, then the step with the order's summary beside it. Nothing can be typed into a
 * document's painting, because the app's own form takes its place.
 */
function WizardPage<V extends WizardValues>({ flow, progress, isUnsaved, children }: WizardPageProps<V>) {
  usePageMark('wizard')
  const { isLapsed } = useSessionState()
  const { standings, shown, step } = progress
  const isOffline = useIsOffline()
  const { price, done } = useWizard()
  const isAway = done === undefined && (isOffline || isUnreachable(price.error))
  return (
    <div className={styles.wizard} data-wizard="" inert={import.meta.env.SSR}>
      <TestBanner />
      {isAway && (
        <Strip icon={<CloudOff aria-hidden="true" />}>
          <Trans>No connection. What you typed is kept; paying waits.</Trans>
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
      {isUnsaved && (
        <Notice tone="warn">
          <Trans>This browser keeps nothing: leave this page open until you have finished.</Trans>
        </Notice>
      )}
      {isLapsed && step.id !== 'pay' && step.id !== 'complete' && <SigninOver />}
      <WithAside
        aside={
          <div className={styles.aside}>
            <OrderSummary />
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
  const { step, isComplete, attempt, tryNext } = progress
  if (step.id === 'pay') return <PayStep />
  if (step.id === 'complete') return <CompleteStep />
  return (
    <FormStep
      key={step.id}
      step={step}
      isComplete={isComplete}
      isDeadEnd={step.isDeadEnd?.(values) ?? false}
      attempt={attempt}
      mended={mended}
      faults={attempt === 0 ? [] : (step.findFaults?.(values) ?? [])}
      onNext={() => void tryNext()}
    />
  )
}
