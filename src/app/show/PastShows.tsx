// Shows that are over: whoever bought there finds their tickets, cars and spaces for sixty days more.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Accepted } from '../../contract/caller.ts'
import { formatShortRange } from '../text/format.ts'
import { useLanguage } from '../text/useLanguage.ts'
import { buttonClass } from '../ui/buttonClass.ts'
import { List } from '../ui/layout/List.tsx'
import { ListRow } from '../ui/layout/ListRow.tsx'
import { Panel } from '../ui/layout/Panel.tsx'
import { useActionAddress } from './actionAddress.ts'

/** An answer that an earlier version of the club's server gave has no past shows. */
type Answer = Partial<Pick<Accepted<'get_upcoming_events'>, 'past'>>

export function PastShows({ answer }: { answer: Answer | undefined }) {
  const { t } = useLingui()
  const language = useLanguage()
  const to = useActionAddress()
  const past = answer?.past ?? []
  if (past.length === 0) return null
  return (
    <Panel title={<Trans>Past shows</Trans>} padded={false}>
      <List label={t`Past shows`}>
        {past.map(({ id, name, startDate, endDate }) => (
          <ListRow
            key={id}
            title={<span id={`past-${id}`}>{name}</span>}
            note={formatShortRange(startDate, endDate, language)}
            trailing={
              <Link
                to={to}
                params={{ eventId: String(id), action: 'lookup' }}
                className={buttonClass({ size: 'row' })}
                aria-describedby={`past-${id}`}
              >
                <Trans>Lookup</Trans>
              </Link>
            }
          />
        ))}
      </List>
    </Panel>
  )
}
