// A voter's ballot at its link. Event and outbox come from this device, the voter's state from the server.
import { Trans, useLingui } from '@lingui/react/macro'
import { useParams } from '@tanstack/react-router'
import { CloudOff } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import type { EventCar } from '../../../domain/event.ts'
import { isOfBallot, toBallotDraftId } from '../../../offline/drafts.ts'
import type { OutboxEntry } from '../../../offline/outboxRecords.ts'
import { openOutbox } from '../../call/outboxStore.ts'
import { useOutbox } from '../../call/useOutbox.ts'
import { QueryProvider } from '../../reading/QueryProvider.tsx'
import { tabStorage } from '../../session/deviceStorage.ts'
import { useSession } from '../../session/SessionContext.tsx'
import { MissingShow } from '../../show/MissingShow.tsx'
import { findPrerenderedEvent } from '../../show/prerenderedEvent.ts'
import { useShowNow, useShowState } from '../../show/ShowContext.tsx'
import { ViewerHeader } from '../../show/ShowHeader.tsx'
import { useShowInUse } from '../../show/showInUse.ts'
import type { ShowState } from '../../show/showState.ts'
import { openShow, type ShowStore } from '../../show/showStore.ts'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { Page } from '../../ui/layout/Page.tsx'
import { Strip } from '../../ui/layout/Strip.tsx'
import { BallotStatus } from './BallotStatus.tsx'
import { BallotSteps } from './BallotSteps.tsx'
import { type BallotPaper, sortClasses, toValues } from './ballotForm.ts'
import { type BallotOutboxEntry, type BallotView, findBallotView, findOwnView } from './ballotView.ts'
import { LoadingBallot, MissingBallot } from './MissingBallot.tsx'
import { toDraft } from './useBallotDraft.ts'
import { useFocusOn } from './useFocusOn.ts'
import { useVoter } from './useVoter.ts'

export function BallotScreen() {
  const { voterid, eventid } = useParams({ from: '/portal/voterballot/$voterid/$eventid' })
  const voterId = voterid.toLowerCase()
  return (
    <QueryProvider>
      <Ballot key={`${voterId} ${eventid}`} voterId={voterId} eventId={Number(eventid)} />
    </QueryProvider>
  )
}

function Ballot({ voterId, eventId }: { voterId: string; eventId: number }) {
  const { t } = useLingui()
  const session = useSession()
  const club = session.slug ?? ''
  const store = useMemo(() => openShow({ club, eventId }, session), [club, eventId, session])
  const state = useShowState(store)
  useEffect(() => store.startPolling(), [store])
  useEffect(() => store.wantCars(), [store])
  useShowInUse(store.show)
  // the voter id is a secret and must not be in the title
  useScreenTitle(t`Voter Ballot`)

  return (
    <Page
      header={
        <>
          <ViewerHeader eventName={(state.saved?.event ?? findPrerenderedEvent(eventId))?.name} />
          {state.outcome === 'unreachable' && (
            <Strip icon={<CloudOff aria-hidden="true" />}>
              <Trans>No connection. Your ballot works without one.</Trans>
            </Strip>
          )}
        </>
      }
    >
      <BallotBody voterId={voterId} eventId={eventId} club={club} show={state} store={store} />
    </Page>
  )
}

const noCars: readonly EventCar[] = []

interface BallotBodyProps {
  voterId: string
  eventId: number
  club: string
  show: ShowState
  store: ShowStore
}

function BallotBody({ voterId, eventId, club, show, store }: BallotBodyProps): ReactNode {
  const { t } = useLingui()
  const { saved, cars, outcome, isPolling } = show
  const isOfVoter = useCallback(
    (entry: OutboxEntry) => isOfBallot(entry, { club, eventId, voterId }),
    [voterId, eventId, club],
  )
  const outbox = useOutbox(isOfVoter)
  const entries = outbox.isRead ? (outbox.entries as readonly BallotOutboxEntry[]) : undefined
  const { voter, isLoading, refetch } = useVoter(voterId)
  const [ownKey, saveOwnKey] = useOwnKey(`showfield:${club}:ballot/${eventId}/${voterId}`)
  const [learned, setLearned] = useLearned(isOfVoter)
  const now = useShowNow()
  const paper = useMemo(
    (): BallotPaper => ({
      classes: sortClasses(cars?.entries.classes ?? []),
      votesPerClass: saved?.event.votesPerClass ?? 0,
    }),
    [cars, saved],
  )
  const own = entries === undefined ? undefined : findOwnView(entries, ownKey)
  const isReady = entries !== undefined && saved != null && cars != null
  const view = isReady
    ? findBallotView({ entries, ownKey, event: saved.event, voter: learned ?? voter, now })
    : own
  useFocusOn(view?.kind)
  // a refusal says more of the ballot than an earlier answer, also when it is put away, here or by the badge
  useEffect(() => {
    if (view?.kind === 'lost') setLearned('used')
    if (view?.kind === 'void') setLearned('void')
  }, [view?.kind, setLearned])
  const wasForm = useWasForm(view)

  if (view === undefined) {
    if (saved === undefined && show.isUnreadable) return <MissingShow store={store} title={t`Voter Ballot`} />
    // without the event there are no cars to wait for
    const isReading = entries === undefined || saved === undefined || (saved !== null && cars === undefined)
    if (isReading || outcome === undefined) return <LoadingBallot />
    const isUnknown = outcome === 'not-found'
    return <MissingBallot isUnknown={isUnknown} isPolling={isPolling} onRetry={() => void store.poll()} />
  }
  if (view.kind !== 'form') {
    return (
      <BallotStatus
        view={view}
        event={saved?.event}
        voterId={voterId}
        isOfOtherTab={wasForm && 'entry' in view && view.entry.key !== ownKey}
        onUnderstood={refetch}
        paper={paper}
        cars={cars?.entries.cars ?? noCars}
        onTakeBack={(entry) =>
          outbox.takeBack(entry.key, {
            id: toBallotDraftId({ club, eventId, voterId }),
            value: toDraft(toValues(paper, entry.input)),
          })
        }
      />
    )
  }
  if (isLoading || saved == null) return <LoadingBallot />
  return (
    <BallotSteps
      voterId={voterId}
      show={saved}
      paper={paper}
      cars={cars?.entries.cars ?? noCars}
      refused={view.refused}
      onSubmitted={saveOwnKey}
    />
  )
}

/**
 * What a refusal said of the ballot. The club's answer says of a voided ballot only that it is used, so one that
 * was put away here is remembered.
 */
function useLearned(isOfVoter: (entry: OutboxEntry) => boolean) {
  const { outbox } = openOutbox(useSession())
  const [learned, setLearned] = useState<'used' | 'void'>()
  useEffect(() => {
    outbox.listDismissed().then(
      (dismissed) => {
        const isVoid = dismissed.some((entry) => isOfVoter(entry) && entry.fault?.code === 'ballot-void')
        if (isVoid) setLearned((known) => known ?? 'void')
      },
      () => undefined, // without it the screen says what the club's answer says
    )
  }, [outbox, isOfVoter])
  return [learned, setLearned] as const
}

/** The ballot that was submitted in this tab, also after a reload. */
function useOwnKey(name: string): [string | undefined, (key: string) => void] {
  const [key, setKey] = useState(() => tabStorage.find(name))
  const save = useCallback(
    (submitted: string) => {
      tabStorage.save(name, submitted)
      setKey(submitted)
    },
    [name],
  )
  return [key, save]
}

/** Whether the form has been open on this page. */
function useWasForm(view: BallotView | undefined): boolean {
  const [wasForm, setWasForm] = useState(false)
  const isForm = view?.kind === 'form'
  useEffect(() => {
    if (isForm) setWasForm(true)
  }, [isForm])
  return wasForm
}
