// For how long somebody joins.
import { Trans } from '@lingui/react/macro'
import { Panel } from '../../ui/layout/Panel.tsx'
import { JoinedUntil } from './JoinedUntil.tsx'
import { YearsField } from './YearsField.tsx'

export function JoinPeriod({ maxRenewYears }: { maxRenewYears: number }) {
  return (
    <Panel>
      {maxRenewYears > 1 && (
        <YearsField
          label={<Trans>How many years would you like to join for?</Trans>}
          maxRenewYears={maxRenewYears}
        />
      )}
      <JoinedUntil />
      <p className="muted">
        <Trans>If a membership with your e-mail address still runs, it gets longer from its own end.</Trans>
      </p>
    </Panel>
  )
}
