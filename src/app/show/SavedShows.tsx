// Without a network: the shows on this phone, which open anywhere.
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Library, type SavedShow } from '../../offline/library.ts'
import { useSession } from '../session/SessionContext.tsx'
import { formatDayRange } from '../text/format.ts'
import { useLanguage } from '../text/useLanguage.ts'
import { List } from '../ui/layout/List.tsx'
import { ListRow } from '../ui/layout/ListRow.tsx'
import { Panel } from '../ui/layout/Panel.tsx'

const library = new Library()

/** Renders nothing if there is none. */
export function SavedShows() {
  const language = useLanguage()
  const club = useSession().slug ?? ''
  const [shows, setShows] = useState<readonly SavedShow[]>([])
  useEffect(() => {
    const following = library.follow(
      ['shows'],
      () => library.listShowsOf(club),
      setShows,
      () => setShows([]), // a browser that saves nothing has none
    )
    return () => following.unsubscribe()
  }, [club])
  if (shows.length === 0) return null
  return (
    <Panel
      title={<Trans>Ready for the field</Trans>}
      note={<Trans>On this phone, without a connection.</Trans>}
    >
      <List flush>
        {shows.map(({ key, eventId, event }) => (
          <ListRow
            key={key}
            title={
              <Link to="/portal/viewer/$eventId" params={{ eventId: String(eventId) }}>
                {event.name}
              </Link>
            }
            note={formatDayRange(event.startDate, event.endDate, language)}
            chevron
          />
        ))}
      </List>
    </Panel>
  )
}
