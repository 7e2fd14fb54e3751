// The ballot form: one panel per class; count and deadline stay at the bottom edge.

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type SyntheticEvent, useCallback, useEffect, useMemo, useState } from 'react'
import { mostBallotText } from '../../../domain/ballot.ts'
import type { EventCar, PackEvent } from '../../../domain/event.ts'
import { minuteMs } from '../../../domain/time.ts'
import { findBallotWindow } from '../../../domain/window.ts'
import { StorageNotice } from '../../outbox/StorageNotice.tsx'
import { ClockDoubt } from '../../show/ClockDoubt.tsx'
import { useNow } from '../../show/ShowContext.tsx'
import { findForeignZone, toMoment } from '../../show/showTime.ts'
import { toNoEmailText } from '../../text/fieldFault.ts'
import { useLanguage } from '../../text/useLanguage.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { ActionBar } from '../../ui/layout/ActionBar.tsx'
import { FormGrid } from '../../ui/layout/FormGrid.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import styles from './BallotForm.module.css'
import { BallotPage, OnceOnly } from './BallotPage.tsx'
import {
  type BallotPaper,
  type BallotValues,
  type Choice,
  type ChoiceFault,
  countChosen,
  findFaults,
  isBadEmail,
  isEmpty,
  isSound,
  withChoice,
} from './ballotForm.ts'
import type { BallotOutboxEntry } from './ballotView.ts'
import { ClassPanel, toTypedId } from './choosing/ClassPanel.tsx'
import { RefusedBallot } from './RefusedBallot.tsx'
import { VoterIdLine } from './VoterIdLine.tsx'

const noFaults: readonly ChoiceFault[] = []

export interface BallotFormProps {
  voterId: string
  event: PackEvent
  paper: BallotPaper
  cars: ReadonlyMap<string, EventCar>
  values: BallotValues
  refused: BallotOutboxEntry | undefined
  isUnsaved: boolean
  onChange(update: (values: BallotValues) => BallotValues): void
  onReset(): void
  onReview(): void
}

export function BallotForm(props: BallotFormProps) {
  const { voterId, event, paper, cars, values, refused, isUnsaved, onChange, onReset, onReview } = props
  const [attempt, setAttempt] = useState(0)
  const { choices } = values
  const faults = useMemo(() => findFaults(paper, { choices }), [paper, choices])
  const shownFaults = attempt > 0 ? faults : noFaults

  // The first fault takes focus with each try, not with each letter.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const first = shownFaults[0]
    const id = isBadEmail(values) ? emailId : first && toTypedId(first.carClass, first.place)
    if (attempt === 0 || id === undefined) return
    const field = document.getElementById(id)
    field?.scrollIntoView({ block: 'center' })
    field?.focus({ preventScroll: true })
  }, [attempt])

  const submit = (submitted: SyntheticEvent) => {
    submitted.preventDefault()
    if (!isSound(paper, values)) setAttempt((count) => count + 1)
    else onReview()
  }
  const choose = useCallback(
    (carClass: number, place: number, choice: Choice) =>
      onChange((before) => withChoice(before, carClass, place, choice)),
    [onChange],
  )
  // a large show has hundreds of selects: typing a name must not render them again
  const panels = useMemo(
    () =>
      paper.classes.map((entries) => (
        <ClassPanel
          key={entries.carClass}
          entries={entries}
          paper={paper}
          cars={cars}
          choices={choices}
          faults={shownFaults.filter(({ carClass }) => carClass === entries.carClass)}
          onChoose={choose}
        />
      )),
    [paper, cars, choices, shownFaults, choose],
  )
  const reset = () => {
    setAttempt(0)
    onReset()
  }

  return (
    <BallotPage
      title={<Trans>Voter Ballot</Trans>}
      intro={<Intro event={event} />}
      bar={<Bar event={event} paper={paper} values={values} onReset={reset} />}
      onSubmit={submit}
    >
      {isUnsaved && (
        <Notice tone="warn">
          <p>
            <Trans>This browser keeps nothing: leave this page open until your ballot is accepted.</Trans>
          </p>
        </Notice>
      )}
      <ClockDoubt of="ballot" window={findBallotWindow(event)} />
      {refused && <RefusedBallot entry={refused} />}
      <NamePanel values={values} isTried={attempt > 0} onChange={onChange} />
      <FormGrid columns={2}>{panels}</FormGrid>
      <StorageNotice />
      <VoterIdLine voterId={voterId} />
    </BallotPage>
  )
}

function Intro({ event }: { event: PackEvent }) {
  const language = useLanguage()
  const { votesPerClass, timeZone } = event
  const window = findBallotWindow(event)
  const zone = window && findForeignZone(timeZone, window.endsAt, language)
  return (
    <>
      <OnceOnly />
      <p className="muted">
        <Trans>
          Choose {votesPerClass} entry from each class. You do not need to make a choice for every class.
        </Trans>
      </p>
      {zone !== undefined && (
        <p className="muted small">
          <Trans>Times are local to the show: {zone}.</Trans>
        </p>
      )}
    </>
  )
}

const emailId = 'ballot-email'

interface NamePanelProps {
  values: BallotValues
  /** Somebody has pressed Submit: what is wrong is said. */
  isTried: boolean
  onChange(update: (values: BallotValues) => BallotValues): void
}

function NamePanel({ values, isTried, onChange }: NamePanelProps) {
  const { i18n } = useLingui()
  const write = (part: Partial<BallotValues>) => onChange((before) => ({ ...before, ...part }))
  return (
    <Panel>
      <FormGrid columns={3}>
        <Field label={<Trans>First name</Trans>} optional>
          <TextInput
            name="fname"
            autoComplete="given-name"
            autoCapitalize="words"
            maxLength={mostBallotText}
            value={values.fname}
            onChange={({ target }) => write({ fname: target.value })}
          />
        </Field>
        <Field label={<Trans>Last name</Trans>} optional>
          <TextInput
            name="lname"
            autoComplete="family-name"
            autoCapitalize="words"
            maxLength={mostBallotText}
            value={values.lname}
            onChange={({ target }) => write({ lname: target.value })}
          />
        </Field>
        <Field
          id={emailId}
          label={<Trans>E-mail</Trans>}
          error={isTried && isBadEmail(values) ? toNoEmailText(i18n) : undefined}
          optional
        >
          <TextInput
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={mostBallotText}
            value={values.email}
            onChange={({ target }) => write({ email: target.value })}
          />
        </Field>
      </FormGrid>
    </Panel>
  )
}

interface BarProps {
  event: PackEvent
  paper: BallotPaper
  values: BallotValues
  onReset(): void
}

function Bar({ event, paper, values, onReset }: BarProps) {
  const { t } = useLingui()
  const [isConfirming, setIsConfirming] = useState(false)
  const chosen = countChosen(paper, values)
  const total = paper.classes.length
  const reset = () => {
    setIsConfirming(false)
    onReset()
  }
  return (
    <>
      <ActionBar
        main={
          <Button variant="primary" full submit>
            <Trans>Submit Ballot</Trans>
          </Button>
        }
        note={
          <div className={styles.note}>
            <span className="strong">
              <Plural
                value={total}
                one={`${chosen} of # class chosen`}
                other={`${chosen} of # classes chosen`}
              />
            </span>
            <Deadline event={event} />
          </div>
        }
      >
        <Button onClick={() => (isEmpty(values) ? reset() : setIsConfirming(true))}>
          <Trans>Reset Ballot</Trans>
        </Button>
      </ActionBar>
      <Dialog
        open={isConfirming}
        alert
        title={t`Reset the ballot?`}
        onClose={() => setIsConfirming(false)}
        foot={
          <>
            <Button onClick={() => setIsConfirming(false)}>
              <Trans>Keep it</Trans>
            </Button>
            <Button variant="danger" onClick={reset}>
              <Trans>Clear everything</Trans>
            </Button>
          </>
        }
      >
        <p>
          <Trans>All your choices, your name and your e-mail address are cleared.</Trans>
        </p>
      </Dialog>
    </>
  )
}

const soonMs = 15 * minuteMs

function Deadline({ event }: { event: PackEvent }) {
  const language = useLanguage()
  const now = useNow()
  const window = findBallotWindow(event)
  if (window === undefined) return null
  const left = window.endsAt - now
  if (left <= 0) return null // the clock is in doubt, which is said above
  if (left <= soonMs) {
    const minutes = Math.max(1, Math.ceil(left / minuteMs))
    return (
      <span className={styles.soon}>
        <Trans>Voting ends in {minutes} min</Trans>
      </span>
    )
  }
  const when = toMoment(window.endsAt, now, event.timeZone, language)
  const isToday = /^\d/.test(when)
  return <span>{isToday ? <Trans>Voting ends today {when}</Trans> : <Trans>Voting ends {when}</Trans>}</span>
}
