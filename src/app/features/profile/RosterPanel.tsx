// What other members see in the roster.
import { Trans, useLingui } from '@lingui/react/macro'
import { ReadFault } from '../../reading/ReadState.tsx'
import { CheckboxRow } from '../../ui/form/CheckboxRow.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SkeletonShape } from '../../ui/SkeletonShape.tsx'
import { type Roster, type RosterFlag, rosterFlags } from './useRoster.ts'

export function RosterPanel({ roster, onChange }: { roster: Roster; onChange: () => void }) {
  const { t } = useLingui()
  if (!roster.isUsed) return null
  const labels: Record<RosterFlag, string> = {
    roster: t`My name in the roster`,
    rosterPartner: t`My partner`,
    rosterLocale: t`City and state`,
    rosterEmail: t`E-mail`,
    rosterPhone: t`Phone`,
  }
  const { flags } = roster
  return (
    <Panel title={<Trans>In the roster</Trans>} note={<Trans>Other members can see:</Trans>}>
      <ReadFault reading={roster.reading} />
      {flags === undefined ? (
        roster.reading.isLoading && (
          <Skeleton label={t`Loading your settings…`}>
            <SkeletonShape shape="block" count={3} />
          </Skeleton>
        )
      ) : (
        <div>
          {rosterFlags.map((flag) => (
            <CheckboxRow
              key={flag}
              name={flag}
              label={labels[flag]}
              checked={flags[flag]}
              onChange={({ target }) => {
                roster.choose(flag, target.checked)
                onChange()
              }}
            />
          ))}
        </div>
      )}
    </Panel>
  )
}
