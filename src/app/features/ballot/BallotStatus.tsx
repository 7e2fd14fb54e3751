// Shown in place of the form: not begun, ended, used, accepted, being sent, or a link that does not work.
import { Trans, useLingui } from '@lingui/react/macro'
import { CalendarClock, CheckCheck, CircleAlert, Smartphone, Ticket } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { EventCar, PackEvent } from '../../../domain/event.ts'
import { ClubContact } from '../../text/ClubContact.tsx'
import { useLanguage } from '../../text/useLanguage.ts'
import { classNames } from '../../ui/classNames.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import styles from './BallotStatus.module.css'
import type { BallotPaper } from './ballotForm.ts'
import { toDateTime } from './ballotTime.ts'
import type { BallotOutboxEntry, BallotView } from './ballotView.ts'
import { LostBallot } from './LostBallot.tsx'
import { OwnChoices } from './OwnChoices.tsx'
import { PortalLink } from './PortalLink.tsx'
import { ReceiptCode } from './ReceiptCode.tsx'
import { RefusedBallot } from './RefusedBallot.tsx'
import { SendingBallot } from './SendingBallot.tsx'
import { VoterIdLine } from './VoterIdLine.tsx'

export interface BallotStatusProps {
  view: Exclude<BallotView, { kind: 'form' }>
  /** Undefined if the event is no longer on this device. */
  event: PackEvent | undefined
  voterId: string
  /** The form was open here when another tab submitted the ballot. */
  isOfOtherTab: boolean
  /** A ballot that does not count was put away. */
  onUnderstood(): void
  paper: BallotPaper
  cars: readonly EventCar[]
  /** Makes an unsent ballot a draft again. */
  onTakeBack(entry: BallotOutboxEntry): Promise<boolean>
}

export function BallotStatus({ voterId, ...content }: BallotStatusProps) {
  // opened again after the ballot was accepted: then the link is used up
  const [isOpenedUsed] = useState(content.view.kind === 'accepted')
  return (
    <div className={classNames('page', styles.status)}>
      <StatusContent {...content} isOpenedUsed={isOpenedUsed} />
      <VoterIdLine voterId={voterId} />
    </div>
  )
}

function StatusContent({
  view,
  event,
  paper,
  cars,
  onTakeBack,
  isOpenedUsed,
  isOfOtherTab,
  onUnderstood,
}: Omit<BallotStatusProps, 'voterId'> & { isOpenedUsed: boolean }): ReactNode {
  const { t } = useLingui()
  const language = useLanguage()
  const toWhen = (instant: number) =>
    event === undefined ? '' : toDateTime(instant, event.timeZone, language)

  if (view.kind === 'accepted') {
    return (
      <Status tone="ok" icon={<CheckCheck aria-hidden="true" />} title={t`Your ballot has been accepted`}>
        <p>
          <Trans>Your ballot and your votes have been accpted and counted.</Trans>
        </p>
        {isOfOtherTab && <OtherTabsBallot />}
        <ReceiptCode receiptKey={view.entry.key} />
        {view.lost && (
          <Notice tone="warn" title={<Trans>The choices from another tab were not counted</Trans>}>
            <LostBallot entry={view.lost} />
          </Notice>
        )}
        <OwnChoices entry={view.entry} paper={paper} cars={cars} />
        {isOpenedUsed && (
          <div>
            <h2 className="h3">
              <Trans>This ballot has been used</Trans>
            </h2>
            <p className="muted">
              <Trans>Ballots can only be used one time.</Trans>
            </p>
          </div>
        )}
      </Status>
    )
  }
  if (view.kind === 'on-its-way') {
    return (
      <Status
        icon={<Smartphone aria-hidden="true" />}
        title={t`Your ballot is on this phone`}
        hasWayOn={false}
      >
        {isOfOtherTab && <OtherTabsBallot />}
        <SendingBallot entry={view.entry} event={event} onTakeBack={onTakeBack} />
        <OwnChoices entry={view.entry} paper={paper} cars={cars} />
      </Status>
    )
  }
  if (view.kind === 'lost') {
    const title = view.isOwnDevice
      ? t`The choices from this tab were not counted`
      : t`The votes from this phone were not counted`
    return (
      <Status icon={<CircleAlert aria-hidden="true" />} title={title} hasWayOn={false}>
        <p>
          {view.isOwnDevice ? (
            <Trans>Another tab on this phone had submitted this ballot before. That one counts.</Trans>
          ) : view.entry.fault?.onPaper ? (
            <Trans>
              This ballot had been handed in on paper before. That one counts. If it was not yours, ask an
              officer of the club for a new ballot.
            </Trans>
          ) : (
            <Trans>
              This ballot had been used with another phone before. That one counts. If it was not yours, ask
              an officer of the club for a new ballot.
            </Trans>
          )}
        </p>
        <ClubContact />
        <LostBallot entry={view.entry} onUnderstood={onUnderstood} />
      </Status>
    )
  }
  if (view.kind === 'not-begun') {
    const when = toWhen(view.startsAt)
    return (
      <Status icon={<CalendarClock aria-hidden="true" />} title={t`Voting has not begun`}>
        <p>
          <Trans>Voting starts at {when}</Trans>
        </p>
        <p className="muted small">
          <Trans>Keep this link: the ballot opens here by itself, also without a connection.</Trans>
        </p>
      </Status>
    )
  }
  if (view.kind === 'ended') {
    const when = toWhen(view.endsAt)
    return (
      <Status
        icon={<CalendarClock aria-hidden="true" />}
        title={t`Voting has ended`}
        hasWayOn={view.refused === undefined}
      >
        <p>
          <Trans>Voting ended at {when}</Trans>
        </p>
        {view.refused && <RefusedBallot entry={view.refused} />}
        <NotCounted entry={view.refused} onUnderstood={onUnderstood} />
      </Status>
    )
  }
  if (view.kind === 'used') {
    return (
      <Status icon={<Ticket aria-hidden="true" />} title={t`This ballot has been used`}>
        <p>
          <Trans>Ballots can only be used one time.</Trans>
        </p>
      </Status>
    )
  }
  if (view.kind === 'void') {
    return (
      <Status
        icon={<CircleAlert aria-hidden="true" />}
        title={t`This ballot is not valid any more`}
        hasWayOn={view.refused === undefined}
      >
        <p>
          <Trans>The club has withdrawn this ballot. Ask an officer for a new one.</Trans>
        </p>
        <ClubContact />
        <NotCounted entry={view.refused} onUnderstood={onUnderstood} />
      </Status>
    )
  }
  if (view.kind === 'not-used') {
    return (
      <Status
        icon={<Ticket aria-hidden="true" />}
        title={t`There is no ballot here`}
        hasWayOn={view.refused === undefined}
      >
        <p>
          <Trans>This event does not use ballots.</Trans>
        </p>
        <NotCounted entry={view.refused} onUnderstood={onUnderstood} />
      </Status>
    )
  }
  return (
    <Status
      icon={<CircleAlert aria-hidden="true" />}
      title={t`This ballot link does not work`}
      hasWayOn={view.refused === undefined}
    >
      <p>
        <Trans>The club has no such ballot. Check the link, or ask an officer of the club.</Trans>
      </p>
      <ClubContact />
      <NotCounted entry={view.refused} onUnderstood={onUnderstood} />
    </Status>
  )
}

interface NotCountedProps {
  /** A refused ballot that waits here for the voter; undefined if there is none. */
  entry: BallotOutboxEntry | undefined
  onUnderstood(): void
}

function NotCounted({ entry, onUnderstood }: NotCountedProps) {
  if (entry === undefined) return null
  return (
    <>
      <p className="strong">
        <Trans>The votes from this phone do not count.</Trans>
      </p>
      <LostBallot entry={entry} onUnderstood={onUnderstood} />
    </>
  )
}

function OtherTabsBallot() {
  return (
    <p className="strong">
      <Trans>It was submitted in another tab. What was chosen in this tab was not sent.</Trans>
    </p>
  )
}

interface StatusProps {
  tone?: 'plain' | 'ok'
  icon: ReactNode
  title: string
  /** False while something on this screen is still running. */
  hasWayOn?: boolean
  children: ReactNode
}

function Status({ tone = 'plain', icon, title, hasWayOn = true, children }: StatusProps) {
  return (
    <Panel>
      <div className={classNames(styles.head, tone === 'ok' && styles.ok)}>
        {icon}
        <h1 tabIndex={-1}>{title}</h1>
      </div>
      {children}
      <PortalLink primary={hasWayOn} />
    </Panel>
  )
}
