// What the person has chosen so far: beside the steps, or in a sheet on a phone.
import { Trans } from '@lingui/react/macro'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/layout/Panel.tsx'
import { PriceSummary } from './order/PriceSummary.tsx'
import styles from './Summary.module.css'
import { useWizard } from './wizardContext.ts'

/** The panel beside the steps. */
export function Summary() {
  const { flow } = useWizard()
  return (
    <Panel title={flow.summaryTitle}>
      <SummaryBody />
      <SummaryButtons />
    </Panel>
  )
}

export function SummaryBody() {
  const { ending } = useWizard().flow
  return ending.is === 'order' ? <PriceSummary /> : ending.summary
}

/** Cancel while there is something to cancel, and Finished when all is done. */
export function SummaryButtons() {
  const { cancel, finish, done, isCompleted, isEnding } = useWizard()
  return (
    <div className={styles.buttons}>
      <Button full onClick={cancel} disabled={isEnding || done !== undefined}>
        <Trans>Cancel</Trans>
      </Button>
      <Button full onClick={finish} disabled={!isCompleted}>
        <Trans>Finished</Trans>
      </Button>
    </div>
  )
}
