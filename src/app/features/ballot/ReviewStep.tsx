// The review before the ballot is sent: every choice as it will count, and the classes without a choice.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Send } from 'lucide-react'
import { useState } from 'react'
import type { EventCar, PackEvent } from '../../../domain/event.ts'
import { toPlainLine } from '../../../domain/shapes/plainText.ts'
import { findBallotWindow } from '../../../domain/window.ts'
import { NotSaved } from '../../../offline/notSaved.ts'
import { useQueued } from '../../call/useQueued.ts'
import { toFailureText } from '../../text/failureText.ts'
import { Button } from '../../ui/Button.tsx'
import { ActionBar } from '../../ui/layout/ActionBar.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { BallotPage } from './BallotPage.tsx'
import { type BallotPaper, type BallotValues, listUnlisted, toBallotVotes, toReview } from './ballotForm.ts'
import type { BallotOutboxEntry } from './ballotView.ts'
import { ChoiceList } from './ChoiceList.tsx'
import styles from './ReviewStep.module.css'

export interface ReviewStepProps {
  voterId: string
  event: PackEvent
  eventId: number
  paper: BallotPaper
  cars: ReadonlyMap<string, EventCar>
  values: BallotValues
  /** The key of the ballot, the same however often the button is pressed. */
  ballotKey: string
  draftId: string
  /** The refused ballot that this one corrects. */
  refused: BallotOutboxEntry | undefined
  onBack(): void
  onSaved(key: string): void
}

export function ReviewStep(props: ReviewStepProps) {
  const { voterId, event, eventId, paper, cars, values, ballotKey, draftId, refused, onBack, onSaved } = props
  const { t } = useLingui()
  const { queue, busy, error } = useQueued('submit_ballot')
  const [asked, setAsked] = useState<'empty' | 'unlisted'>()
  const review = toReview(paper, values)
  const chosen = review.filter(({ numbers }) => numbers.length > 0)
  const without = review.filter(({ numbers }) => numbers.length === 0)
  const unlisted = listUnlisted(review, cars)
  const fname = toPlainLine(values.fname)
  const lname = toPlainLine(values.lname)
  const email = toPlainLine(values.email)
  const name = `${fname} ${lname}`.trim()

  const submit = async () => {
    const entry = await queue({
      key: ballotKey,
      input: {
        voterId,
        fname,
        lname,
        email,
        votes: toBallotVotes(paper, values),
      },
      eventId,
      principal: { kind: 'voter', ref: voterId },
      sequence: (refused?.sequence ?? 0) + 1,
      draft: draftId,
      endsAt: findBallotWindow(event)?.endsAt,
      about: { title: t`Ballot`, timeZone: event.timeZone },
      ...(refused === undefined ? {} : { replaces: refused.key }),
    })
    if (entry !== undefined) onSaved(entry.key)
  }

  return (
    <BallotPage
      title={<Trans>Look over your ballot</Trans>}
      intro={
        <p className="muted">
          <Trans>It can be used once. Once it is submitted it cannot be changed.</Trans>
        </p>
      }
      bar={
        <ActionBar
          main={
            <Button
              variant="primary"
              full
              icon={<Send size={20} aria-hidden="true" />}
              busy={busy}
              busyLabel={t`Saving…`}
              onClick={() => {
                if (chosen.length === 0) setAsked('empty')
                else if (unlisted.length > 0) setAsked('unlisted')
                else void submit()
              }}
            >
              <Trans>Submit Ballot</Trans>
            </Button>
          }
        >
          <Button onClick={onBack}>
            <Trans>Go back</Trans>
          </Button>
        </ActionBar>
      }
    >
      {error !== undefined && <NotSavedNotice error={error} />}
      <EmptyBallotDialog
        open={asked === 'empty'}
        onClose={() => setAsked(undefined)}
        onSubmit={() => {
          setAsked(undefined)
          void submit()
        }}
      />
      <UnlistedDialog
        open={asked === 'unlisted'}
        numbers={unlisted}
        onClose={() => setAsked(undefined)}
        onSubmit={() => {
          setAsked(undefined)
          void submit()
        }}
      />
      {chosen.length === 0 ? (
        <Notice tone="warn" title={t`No car is chosen`}>
          <p>
            <Trans>This ballot would be used up without a vote.</Trans>
          </p>
        </Notice>
      ) : (
        <Panel title={<Trans>Your choices</Trans>}>
          <ChoiceList chosen={chosen} cars={cars} />
        </Panel>
      )}
      {without.length > 0 && chosen.length > 0 && (
        <Panel title={<Trans>Classes without a choice</Trans>}>
          <ul className={styles.without}>
            {without.map(({ carClass, classDescription }) => (
              <li key={carClass}>
                <Trans>
                  Class {carClass} - {classDescription}
                </Trans>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <Panel title={<Trans>Your name</Trans>}>
        <p>
          {name === '' ? <Trans>No name given</Trans> : name}
          <br />
          {email === '' ? <Trans>No e-mail address given</Trans> : email}
        </p>
      </Panel>
    </BallotPage>
  )
}

interface UnlistedDialogProps extends EmptyBallotDialogProps {
  numbers: readonly string[]
}

/** A wrong digit would be a vote for nobody, and the ballot is used up. */
function UnlistedDialog({ open, numbers, onClose, onSubmit }: UnlistedDialogProps) {
  const { i18n } = useLingui()
  const list = new Intl.ListFormat(i18n.locale).format(numbers)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      alert
      title={<Trans>Vote for {list}?</Trans>}
      foot={
        <>
          <Button onClick={onSubmit}>
            <Trans>Submit it as it is</Trans>
          </Button>
          <Button variant="primary" onClick={onClose}>
            <Trans>Go back</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Plural
          value={numbers.length}
          one="This number is not on the show's list. Compare it with the number on the car: the ballot can be used once."
          other="These numbers are not on the show's list. Compare them with the numbers on the cars: the ballot can be used once."
        />
      </p>
    </Dialog>
  )
}

interface EmptyBallotDialogProps {
  open: boolean
  onClose(): void
  onSubmit(): void
}

function EmptyBallotDialog({ open, onClose, onSubmit }: EmptyBallotDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      alert
      title={<Trans>Submit a ballot without a vote?</Trans>}
      foot={
        <>
          <Button variant="danger" onClick={onSubmit}>
            <Trans>Submit without a vote</Trans>
          </Button>
          <Button variant="primary" onClick={onClose}>
            <Trans>Go back</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>No car is chosen. The ballot can be used once, so nothing could be chosen afterwards.</Trans>
      </p>
    </Dialog>
  )
}

function NotSavedNotice({ error }: { error: unknown }) {
  const { t, i18n } = useLingui()
  return (
    <Notice tone="bad" live="alert" title={t`Your ballot is not saved and not submitted`}>
      <p>
        {!(error instanceof NotSaved) ? (
          toFailureText(i18n, error)
        ) : error.reason === 'no-room' ? (
          <Trans>
            This phone has no room left. Free some space, then submit again: your choices stay here.
          </Trans>
        ) : error.reason === 'no-storage' ? (
          <Trans>
            This browser gave no storage. Leave private browsing or try again: your choices stay here.
          </Trans>
        ) : (
          <Trans>This phone's storage did not answer. Try again: your choices stay here.</Trans>
        )}
      </p>
    </Notice>
  )
}
