// The other judges who have verified on this phone. Each takes over with one tap, also without a connection.
import { Trans, useLingui } from '@lingui/react/macro'
import { UserRound } from 'lucide-react'
import { useGrant } from '../../../call/useGrant.ts'
import { List } from '../../../ui/layout/List.tsx'
import { ListRow } from '../../../ui/layout/ListRow.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { useGrants } from './useGrants.ts'

export interface JudgesOfPhoneProps {
  eventId: number
  /** Called after a judge has taken over the phone. */
  onChosen?: (() => void) | undefined
}

export function JudgesOfPhone({ eventId, onChosen }: JudgesOfPhoneProps) {
  const { t } = useLingui()
  const { grant, save } = useGrant(eventId)
  const others = useGrants(eventId).filter(({ judgeId }) => judgeId !== grant?.judgeId)
  if (others.length === 0) return null
  return (
    <Panel title={<Trans>Judges on this phone</Trans>} padded={false}>
      <List label={t`Judges on this phone`}>
        {others.map((other) => (
          <ListRow
            key={other.judgeId}
            leading={<UserRound aria-hidden="true" />}
            title={
              <button type="button" onClick={() => void save(other).then(onChosen)}>
                <Trans>
                  Continue as judge {other.judgeId}, {other.judgeName}
                </Trans>
              </button>
            }
            chevron
          />
        ))}
      </List>
    </Panel>
  )
}
