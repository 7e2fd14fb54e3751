// The ways from the viewer to a person's own work at the show: judging, and the ballots on this phone.
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ClipboardList, Vote } from 'lucide-react'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { openOutbox } from '../../call/outboxStore.ts'
import { useSession } from '../../session/SessionContext.tsx'
import { useShow } from '../../show/ShowContext.tsx'
import { buttonClass } from '../../ui/buttonClass.ts'
import { Panel } from '../../ui/layout/Panel.tsx'

export function WaysIn() {
  const { event } = useShow().saved
  return (
    <>
      {event.voting === 2 && <JudgingWay />}
      <BallotWays />
    </>
  )
}

function JudgingWay() {
  const { show } = useShow().store
  const store = openOutbox(useSession())
  const { grants } = useSyncExternalStore(store.subscribe, store.getState)
  const grant = grants.find(
    (one) => one.isCurrent && one.club === show.club && one.eventId === show.eventId && !one.hasLeft,
  )
  const { judgeId = '', judgeName = '' } = grant ?? {}
  return (
    <Panel title={<Trans>Judging</Trans>}>
      {grant !== undefined && (
        <p className="muted">
          <Trans>
            Judge {judgeId}, {judgeName}
          </Trans>
        </p>
      )}
      <Link
        to="/portal/judging/$eventId"
        params={{ eventId: String(show.eventId) }}
        className={buttonClass({ full: true })}
      >
        <ClipboardList aria-hidden="true" />
        {grant === undefined ? <Trans>I am a judge</Trans> : <Trans>Go to judging</Trans>}
      </Link>
    </Panel>
  )
}

function BallotWays() {
  const { show } = useShow().store
  const voters = useVoters()
  if (voters.length === 0) return null
  return (
    <Panel title={<Trans>Voting</Trans>}>
      {voters.map((voterid, index) => {
        const number = index + 1
        return (
          <Link
            key={voterid}
            to="/portal/voterballot/$voterid/$eventid"
            params={{ voterid, eventid: String(show.eventId) }}
            className={buttonClass({ full: true })}
          >
            <Vote aria-hidden="true" />
            {voters.length === 1 ? <Trans>Go to your ballot</Trans> : <Trans>Go to ballot {number}</Trans>}
          </Link>
        )
      })}
    </Panel>
  )
}

/** The voters whose ballot for this event is on this phone: submitted, or half filled. */
function useVoters(): string[] {
  const { club, eventId } = useShow().store.show
  const store = openOutbox(useSession())
  const { entries } = useSyncExternalStore(store.subscribe, store.getState)
  const [begun, setBegun] = useState<readonly string[]>([])
  useEffect(() => {
    const prefix = `ballot/${club}/${eventId}/`
    let isCurrent = true
    store.drafts.listIds(prefix).then(
      (ids) => isCurrent && setBegun(ids.map((id) => id.slice(prefix.length))),
      () => undefined, // what this phone does not give cannot be gone back to
    )
    return () => {
      isCurrent = false
    }
  }, [store, club, eventId])
  return useMemo(() => {
    const submitted = (entries ?? [])
      .filter((entry) => entry.action === 'submit_ballot' && entry.club === club && entry.eventId === eventId)
      .map(({ principal }) => principal.ref)
    return [...new Set([...submitted, ...begun])]
  }, [entries, begun, club, eventId])
}
