// The judge's form: a car's number, a score for each criterion, and Submit, all in one thumb's reach.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { CloudOff, ListChecks } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Criterion, JudgingForm } from '../../../../domain/event.ts'
import { mostNotesLength } from '../../../../domain/scoring.ts'
import { newKey } from '../../../../offline/newKey.ts'
import { useQueued } from '../../../call/useQueued.ts'
import { toCarName } from '../../../show/carName.ts'
import { useShow } from '../../../show/ShowContext.tsx'
import { toFailureText } from '../../../text/failureText.ts'
import { LanguageSwitch } from '../../../text/LanguageSwitch.tsx'
import { useScreenTitle } from '../../../text/useScreenTitle.ts'
import { Button } from '../../../ui/Button.tsx'
import { buttonClass } from '../../../ui/buttonClass.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { Strip } from '../../../ui/layout/Strip.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { useUnsaved } from '../../../useUnsaved.ts'
import { VerifyAgain } from '../FormsScreen.tsx'
import {
  toJudgesPlace,
  useIsAway,
  useJudging,
  useJudgingState,
  useSent,
  useSheets,
} from '../JudgeContext.tsx'
import { JudgeOutbox } from '../JudgeOutbox.tsx'
import { JudgingHeader } from '../JudgingHeader.tsx'
import { JudgingPage } from '../JudgingPage.tsx'
import { findNewest, findNextSequence, isVerificationOver, listCarRows, toSheetAgain } from '../myCars.ts'
import { isFilled, isMistyped, isStarted, listScores, listUnset } from '../sheet.ts'
import { CarHead } from './CarHead.tsx'
import { CarSuggestions } from './CarSuggestions.tsx'
import { CriterionRow } from './CriterionRow.tsx'
import { toPlaceId } from './places.ts'
import { RecentSheets } from './RecentSheets.tsx'
import { ScorePad } from './ScorePad.tsx'
import styles from './ScoreScreen.module.css'
import { type SheetKeeper, toDraftId, useScoring } from './useScoring.ts'

const route = '/portal/judging/$eventId/form/$formId/'

export function ScoreScreen() {
  const { formId } = useParams({ from: route })
  const { saved } = useShow()
  const { forms, grant } = useJudging()
  const form = forms.find(({ id }) => String(id) === formId)
  if (form === undefined || form.criteria.length === 0) {
    return (
      <JudgingPage eventName={saved.event.name}>
        <EmptyState
          level={1}
          title={<Trans>This judging form is not here</Trans>}
          action={
            <Link
              to="/portal/judging/$eventId"
              params={{ eventId: String(grant.eventId) }}
              className={buttonClass({ look: 'primary' })}
            >
              <Trans>Go back to forms</Trans>
            </Link>
          }
        />
      </JudgingPage>
    )
  }
  return <FormOfJudge key={toDraftId(grant, form.id)} form={form} />
}

/** Read from the device first, so that a half-filled sheet is there before the first tap. */
function FormOfJudge({ form }: { form: JudgingForm }) {
  const { grant } = useJudging()
  const keeper = useScoring(form, toDraftId(grant, form.id))
  return keeper === undefined ? <div className={styles.frame} /> : <ScoreForm form={form} keeper={keeper} />
}

/** Two presses closer together than this are one finger's, not a decision. */
const doublePressMs = 500

function ScoreForm({ form, keeper }: { form: JudgingForm; keeper: SheetKeeper }) {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const { grant, cars, entries } = useJudging()
  const { car: wanted } = useSearch({ from: route })
  const sheets = useSheets(form.id)
  const sent = useSent(form.id)
  const state = useJudgingState()
  const isAway = useIsAway()
  const queueing = useQueued('submit_judging_form', { sendsSequence: true })
  const [words, say] = useWords()
  const askedAt = useRef(0)
  const submitButton = useRef<HTMLButtonElement>(null)
  const isFocusWanted = useRef(false)
  const isSubmitting = useRef(false)
  const taken = useRef<string>(undefined)
  const { scoring, parked } = keeper
  const { sheet, active } = scoring
  useScreenTitle(form.title)
  useUnsaved(isStarted(sheet))

  const rows = useMemo(
    () => listCarRows(cars.entries.cars, cars.entries.classes, sheets, parked, sent),
    [cars, sheets, parked, sent],
  )
  const newest = useMemo(() => findNewest(sheets), [sheets])
  const row = rows.find(({ number }) => number === sheet.number)
  const car = row?.car
  const unset = listUnset(form, sheet)
  const { number } = sheet
  const activeCriterion = form.criteria.find(({ id }) => id === active)
  const setCount = form.criteria.length - unset.length
  const count = form.criteria.length

  const openCar = useCallback(
    (wantedNumber: string) => {
      const { sheet: here } = keeper.scoring
      const earlier = newest.get(wantedNumber)
      const key = newKey()
      const found =
        keeper.parked.find((one) => one.number === wantedNumber) ??
        (earlier === undefined ? undefined : toSheetAgain(earlier, key))
      if (here.number === wantedNumber) {
        if (found !== undefined && !isFilled(here)) keeper.open(found)
        else keeper.act({ type: 'next' })
      } else if (here.number === '' && isFilled(here)) {
        // scores that were set before any number was are meant for the car that is chosen now
        keeper.open({ ...here, number: wantedNumber })
      } else keeper.open(found ?? { key, number: wantedNumber, scores: {}, notes: '' })
    },
    [keeper, newest],
  )

  // A car chosen elsewhere comes in the address, and leaves it: going back or reloading does nothing.
  useEffect(() => {
    if (taken.current === wanted) return
    taken.current = wanted
    if (wanted === undefined) return
    openCar(wanted)
    void navigate({
      to: '/portal/judging/$eventId/form/$formId',
      params: { eventId: String(grant.eventId), formId: String(form.id) },
      search: {},
      replace: true,
    })
  }, [wanted, openCar, navigate, grant, form])

  useEffect(() => {
    const place = document.getElementById(toPlaceId(active))
    place?.closest('[data-row]')?.scrollIntoView({ block: 'nearest' })
    const isTyping = document.activeElement?.hasAttribute('data-place') === true
    if (isFocusWanted.current || isTyping) place?.focus()
    isFocusWanted.current = false
  }, [active])

  const announce = (next: SheetKeeper['scoring'], criterion: Criterion) => {
    const score = next.sheet.scores[criterion.id]
    if (score === undefined) return
    const following = form.criteria.find(({ id }) => id === next.active)
    const { title } = criterion
    if (following === undefined || following.id === criterion.id) say(t`${title}: ${score}`)
    else {
      const then = following.title
      say(t`${title}: ${score}. Next: ${then}`)
    }
  }

  const press = (done: Parameters<SheetKeeper['act']>[0]) => {
    if (isSubmitting.current) return
    queueing.forgetError()
    const next = keeper.act(done)
    // a keyboard's own field is read out by itself
    if (activeCriterion !== undefined && (done.type === 'score' || done.type === 'digit')) {
      announce(next, activeCriterion)
    }
  }

  const confirm = (event: KeyboardEvent) => {
    event.preventDefault()
    if (isSubmitting.current) return
    isFocusWanted.current = true
    const next = keeper.act({ type: 'confirm' })
    if (activeCriterion !== undefined) announce(next, activeCriterion)
    if (next.active === active && listUnset(form, next.sheet).length === 0) submitButton.current?.focus()
  }

  const goToNumber = () => {
    isFocusWanted.current = true
    keeper.act({ type: 'activate', at: 'number' })
    document.getElementById(toPlaceId('number'))?.focus()
  }

  const submit = (event: MouseEvent) => {
    if (isSubmitting.current) return
    if (number === '') {
      say(t`Enter the car number first.`)
      goToNumber()
      return
    }
    if (activeCriterion !== undefined && isMistyped(scoring, activeCriterion)) {
      document.getElementById(toPlaceId(activeCriterion.id))?.focus()
      return
    }
    const isQuestionable = unset.length > 0 || car === undefined
    if (isQuestionable && !scoring.isAsking) {
      askedAt.current = event.timeStamp
      keeper.act({ type: 'ask' })
      return
    }
    if (isQuestionable && event.timeStamp - askedAt.current < doublePressMs) return
    isSubmitting.current = true
    void file().finally(() => {
      isSubmitting.current = false
    })
  }

  const file = async () => {
    const earlier = newest.get(number)
    const replaces = sheet.replaces ?? (earlier?.state === 'refused' ? earlier.key : undefined)
    await keeper.settled()
    const saved = await queueing.queue({
      key: sheet.key,
      input: {
        eventId: grant.eventId,
        judgeId: grant.judgeId,
        entryId: number,
        formId: form.id,
        scores: listScores(form, sheet),
        ...(sheet.notes.trim() === '' ? {} : { notes: sheet.notes.trim() }),
      },
      eventId: grant.eventId,
      principal: { kind: 'judge', ref: grant.judgeId },
      sequence: findNextSequence(sheets, number, sent),
      draft: keeper.draftId,
      tenantId: grant.tenantId,
      about: { title: toCarName(car), number },
      ...(replaces === undefined ? {} : { replaces }),
    })
    if (saved === undefined) return
    keeper.reset()
    say(t`Your scores for ${number} are saved on this phone.`)
    goToNumber()
  }

  const eventId = String(grant.eventId)
  const { judgeId, judgeName } = grant
  return (
    <div className={styles.frame} data-strong="">
      <JudgingHeader
        title={form.title}
        note={
          <Trans>
            Judge {judgeId}, {judgeName}
          </Trans>
        }
        back={{ to: '/portal/judging/$eventId', params: { eventId } }}
        backLabel={t`Go back to forms`}
      >
        <JudgeOutbox />
      </JudgingHeader>
      <main id="main" className={styles.main} tabIndex={-1}>
        {isAway && (
          <Strip icon={<CloudOff aria-hidden="true" />}>
            <Trans>No connection. Keep scoring; sheets wait on this phone.</Trans>
          </Strip>
        )}
        {isVerificationOver(entries, toJudgesPlace(grant)) && (
          <div className={styles.padded}>
            <VerifyAgain />
          </div>
        )}
        <CarHead
          number={number}
          car={car}
          classDescription={row?.classDescription ?? ''}
          isActive={active === 'number'}
          onType={(text) => press({ type: 'number', text })}
          onActivate={() => keeper.act({ type: 'activate', at: 'number' })}
          onChange={goToNumber}
          onEnter={confirm}
        />
        {active === 'number' && (
          <>
            {number === '' && <RecentSheets formId={form.id} onCorrect={openCar} />}
            <CarSuggestions
              rows={rows}
              typed={number}
              after={sheets.at(-1)?.about?.number ?? ''}
              onChoose={(chosen) => {
                press({ type: 'number', text: chosen })
                keeper.act({ type: 'next' })
              }}
              onTakeUp={openCar}
            />
          </>
        )}
        <div className={styles.columns} aria-hidden="true">
          <span id="your-score">
            <Trans>Your Score</Trans>
          </span>
        </div>
        <ul className={styles.criteria} aria-label={t`Criteria`}>
          {form.criteria.map((criterion) => (
            <CriterionRow
              key={criterion.id}
              criterion={criterion}
              scoring={scoring}
              onActivate={() => keeper.act({ type: 'activate', at: criterion.id })}
              onText={(text) => press({ type: 'text', text })}
              onStep={(by) => press({ type: 'step', by })}
              onEnter={confirm}
            />
          ))}
        </ul>
        {unset.length > 0 && (
          <p className={styles.hint} id="starting-value">
            <Trans>Dashed numbers are starting values, not yet set.</Trans>
          </p>
        )}
        <div className={styles.padded}>
          <Field label={<Trans>Notes</Trans>} optional>
            <TextArea
              value={sheet.notes}
              maxLength={mostNotesLength}
              rows={2}
              onChange={({ target }) => press({ type: 'notes', text: target.value })}
            />
          </Field>
          <div className={styles.ways}>
            <Link
              to="/portal/judging/$eventId/form/$formId/cars"
              params={{ eventId, formId: String(form.id) }}
              className={buttonClass({ size: 'row' })}
            >
              <ListChecks aria-hidden="true" />
              <Trans>My cars</Trans>
            </Link>
            <Link to="/portal/judging/$eventId" params={{ eventId }} className={buttonClass({ size: 'row' })}>
              <Trans>Go back to forms</Trans>
            </Link>
            <LanguageSwitch />
          </div>
        </div>
      </main>
      <section className={styles.foot} aria-label={t`Score keys`} data-action-bar="">
        {queueing.error !== undefined && (
          <Notice tone="bad" live="alert">
            {toFailureText(i18n, queueing.error)}
          </Notice>
        )}
        {keeper.isUnkept && queueing.error === undefined && (
          <p className={styles.warning} role="alert">
            <Trans>This phone could not keep your last tap. Submit soon, or free some room.</Trans>
          </p>
        )}
        <div className={styles.padHead}>
          {scoring.isAsking ? (
            <p className={styles.warning} role="alert">
              {car === undefined && (
                <Trans>There is no car {number} on this phone's list; the club may refuse it.</Trans>
              )}{' '}
              {unset.length > 0 && (
                <Plural
                  value={unset.length}
                  one="# score is still its starting value."
                  other="# scores are still starting values."
                />
              )}
            </p>
          ) : (
            <>
              <span className={styles.padTitle}>
                {activeCriterion === undefined ? <Trans>Car Number</Trans> : activeCriterion.title}
              </span>
              <span className={styles.padCount}>
                <Trans>
                  {setCount} of {count} set
                </Trans>
              </span>
            </>
          )}
        </div>
        <ScorePad criterion={activeCriterion} sheet={sheet} onPress={press} />
        <Button
          ref={submitButton}
          look="primary"
          size="scoring"
          full
          busy={queueing.busy}
          busyLabel={<Trans>Saving…</Trans>}
          disabledReason={state === 'open' ? undefined : t`Judging has not begun yet.`}
          onClick={submit}
        >
          {number === '' ? (
            <Trans>Submit Scores</Trans>
          ) : scoring.isAsking ? (
            <Trans>Submit Scores for {number} as shown</Trans>
          ) : (
            <Trans>Submit Scores for {number}</Trans>
          )}
        </Button>
      </section>
      <VisuallyHidden>
        <span role="status">
          <span key={words.count}>{words.text}</span>
        </span>
      </VisuallyHidden>
    </div>
  )
}

/** Words for a live region; the same ones twice are said twice. */
function useWords(): [{ count: number; text: string }, (text: string) => void] {
  const [words, setWords] = useState({ count: 0, text: '' })
  const say = useCallback((text: string) => setWords(({ count }) => ({ count: count + 1, text })), [])
  return [words, say]
}
