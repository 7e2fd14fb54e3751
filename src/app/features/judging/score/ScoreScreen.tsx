// The judge's form: a car's number, a score for each criterion, and Submit, all within reach of one thumb.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useParams } from '@tanstack/react-router'
import { CloudOff, ListChecks } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import type { JudgingForm } from '../../../../domain/event.ts'
import { findJudgingWindow } from '../../../../domain/window.ts'
import { newKey } from '../../../../offline/newKey.ts'
import { ClockDoubt } from '../../../show/ClockDoubt.tsx'
import { useShow } from '../../../show/ShowContext.tsx'
import { LanguageSwitch } from '../../../text/LanguageSwitch.tsx'
import { useScreenTitle } from '../../../text/useScreenTitle.ts'
import { buttonClass } from '../../../ui/buttonClass.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Strip } from '../../../ui/layout/Strip.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { useUnsaved } from '../../../useUnsaved.ts'
import { DiscardSheet } from '../DiscardSheet.tsx'
import { VerifyAgain } from '../FormsScreen.tsx'
import { AtClub } from '../filed/AtClub.tsx'
import { FiledActions } from '../filed/FiledActions.tsx'
import { findGone, findReplaced, isUnseenBlank } from '../filed/findReplaced.ts'
import { LeftSheet } from '../filed/LeftSheet.tsx'
import { UnseenSheet } from '../filed/UnseenSheet.tsx'
import { toJudgesPlace, useIsAway, useJudging } from '../JudgeContext.tsx'
import { JudgeOutbox } from '../JudgeOutbox.tsx'
import { JudgingHeader } from '../JudgingHeader.tsx'
import { JudgingPage } from '../JudgingPage.tsx'
import { isVerificationOver, listNumbers, toSheetAgain } from '../myCars.ts'
import { Buttons, Padded } from '../Padded.tsx'
import { isFilled, isStarted, listMeanings } from '../sheet.ts'
import { toDraftId } from '../sheetRecords.ts'
import { CarHead } from './CarHead.tsx'
import { CarSuggestions } from './CarSuggestions.tsx'
import { Criteria } from './Criteria.tsx'
import { NumberChoice } from './NumberChoice.tsx'
import { OtherTab } from './OtherTab.tsx'
import { RecentSheets } from './RecentSheets.tsx'
import { ScoreFoot } from './ScoreFoot.tsx'
import styles from './ScoreScreen.module.css'
import { useActivePlace } from './useActivePlace.ts'
import { useCarOfAddress, useFiledOfCar, useOpenCar } from './useChosenCar.ts'
import { useKnownCars } from './useKnownCars.ts'
import { useLiveText } from './useLiveText.ts'
import { useScoreKeys } from './useScoreKeys.ts'
import { type SheetDraft, useScoring } from './useScoring.ts'
import { useSentElsewhere } from './useSentElsewhere.ts'
import { useSubmitSheet } from './useSubmitSheet.ts'
import { WhoGoesOn } from './WhoGoesOn.tsx'

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
              className={buttonClass({ variant: 'primary' })}
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

/** Reads the device first, so that a draft is there before the first tap. */
function FormOfJudge({ form }: { form: JudgingForm }) {
  const { grant } = useJudging()
  const draft = useScoring(form, toDraftId(grant, form.id))
  return draft === undefined ? <div className={styles.frame} /> : <ScoreForm form={form} draft={draft} />
}

function ScoreForm({ form, draft }: { form: JudgingForm; draft: SheetDraft }) {
  const { t } = useLingui()
  const [liveText, announce] = useLiveText()
  const submitButton = useRef<HTMLButtonElement>(null)
  const { scoring } = draft
  const { sheet, active } = scoring
  const { number } = sheet
  const eventName = useShow().saved.event.name
  useScreenTitle(`${form.title}, ${eventName}`)
  useUnsaved(isStarted(sheet))

  const known = useKnownCars(form, draft.parked)
  const row = known.rows.find((one) => one.number === number)
  const car = row?.car
  const activeCriterion = form.criteria.find(({ id }) => id === active)

  const openCar = useOpenCar(draft, known.filed)
  // first, so that the car of the address is the one that stays open
  useFiledOfCar(draft, known.filed.get(number), openCar)
  useCarOfAddress(form, openCar)
  const { wantFocus, goToNumber } = useActivePlace(draft)
  const [anew, setAnew] = useState<string>()
  const isFormClosed = isUnseenBlank(row, sheet) && active !== 'number' && anew !== number
  const gone = findGone(row, sheet)
  const submitting = useSubmitSheet({
    ...{ form, draft, known, row, activeCriterion, announce, goToNumber },
    ...{ gone, isAnew: anew === number },
  })
  const { press, confirm } = useScoreKeys({
    form,
    draft,
    rows: known.rows,
    activeCriterion,
    submitting,
    submitButton,
    announce,
    wantFocus,
    isClosed: isFormClosed,
  })

  const sentElsewhere = useSentElsewhere(form, draft, known, submitting)
  const earlier = known.filed.get(number)
  const isCorrection = earlier !== undefined || row?.isUnseen === true
  const { left } = scoring
  const isLeftShown = left !== undefined && number !== '' && !isFilled(sheet) && earlier === undefined
  const filed = earlier !== undefined && earlier.key === sheet.corrects ? earlier : undefined
  const meanings = active === 'number' ? listMeanings(number, listNumbers(known.rows)) : undefined
  const chooseNumber = (chosen: string) => {
    wantFocus()
    press({ type: 'choose', number: chosen })
  }
  const discard = () => {
    draft.discard(earlier === undefined ? undefined : toSheetAgain(earlier, newKey()))
    announce(t`Discarded.`)
    if (earlier === undefined) goToNumber()
  }

  return (
    <div className={styles.frame} data-strong="">
      <ScoreHeader title={form.title} eventName={eventName} />
      <main id="main" className={styles.main} tabIndex={-1}>
        <Standing />
        <OtherTab draft={draft} sentElsewhere={sentElsewhere} />
        <CarHead
          number={number}
          car={car}
          classDescription={row?.classDescription ?? ''}
          isActive={active === 'number'}
          onType={(text) => press({ type: 'number', text })}
          onActivate={() => draft.act({ type: 'activate', at: 'number' })}
          onChange={goToNumber}
          onEnter={confirm}
        />
        {meanings !== undefined && scoring.isLengthened !== true && (
          <NumberChoice
            number={number}
            meanings={meanings}
            rows={known.rows}
            isDue={scoring.isChoiceDue === true}
            announce={announce}
            onChoose={(chosen) => chooseNumber(chosen)}
            onOther={() => draft.act({ type: 'lengthen' })}
          />
        )}
        <AtClub
          row={row}
          sheet={sheet}
          onBack={(text) => {
            announce(text)
            goToNumber()
          }}
        />
        {filed !== undefined && !draft.isElsewhere && (
          <Padded>
            <Buttons>
              <FiledActions
                key={filed.key}
                form={form}
                filed={filed}
                draft={draft}
                known={known}
                onGone={(text) => {
                  draft.discard(undefined)
                  announce(text)
                  goToNumber()
                }}
                onBack={(text) => {
                  announce(text)
                  goToNumber()
                }}
              />
            </Buttons>
          </Padded>
        )}
        {isLeftShown && (
          <Padded>
            <LeftSheet left={left} number={number} onCarry={draft.carry} onOpen={openCar} />
          </Padded>
        )}
        {isFormClosed && (
          <Padded>
            <UnseenSheet number={number} onScore={() => setAnew(number)} />
          </Padded>
        )}
        {active === 'number' && (
          <>
            {number === '' && <RecentSheets rows={known.rows} onCorrect={openCar} />}
            <CarSuggestions
              rows={known.rows}
              typed={number}
              after={known.sheets.at(-1)?.about?.number ?? ''}
              onChoose={chooseNumber}
              onTakeUp={openCar}
            />
          </>
        )}
        {!isFormClosed && (
          <Criteria form={form} scoring={scoring} act={draft.act} press={press} onEnter={confirm} />
        )}
        <Padded>
          <Ways formId={form.id}>
            {isStarted(sheet) && !draft.isElsewhere && (
              <DiscardSheet number={number} isCorrection={isCorrection} onDiscard={discard} />
            )}
          </Ways>
        </Padded>
      </main>
      <ScoreFoot
        form={form}
        draft={draft}
        activeCriterion={activeCriterion}
        filed={filed}
        gone={gone}
        isClosed={isFormClosed}
        isUnknownCar={car === undefined}
        replaced={anew === number ? undefined : findReplaced(row, sheet)}
        submitting={submitting}
        submitButton={submitButton}
        onPress={press}
      />
      <WhoGoesOn
        open={submitting.isAskingWho}
        onClose={submitting.stopAsking}
        onStay={submitting.submitAsBefore}
      />
      <VisuallyHidden>
        <span role="status">
          <span key={liveText.count}>{liveText.text}</span>
        </span>
      </VisuallyHidden>
    </div>
  )
}

function ScoreHeader({ title, eventName }: { title: string; eventName: string }) {
  const { t } = useLingui()
  const { grant } = useJudging()
  const { judgeId, judgeName } = grant
  return (
    <JudgingHeader
      title={title}
      note={
        <Trans>
          Judge {judgeId}, {judgeName} · {eventName}
        </Trans>
      }
      back={{ to: '/portal/judging/$eventId', params: { eventId: String(grant.eventId) } }}
      backLabel={t`Go back to forms`}
    >
      <JudgeOutbox />
    </JudgingHeader>
  )
}

/** What the judge has to know while they score: no connection, or that they must verify again. */
function Standing() {
  const { grant, entries } = useJudging()
  const { event } = useShow().saved
  const isAway = useIsAway()
  return (
    <>
      {isAway && (
        <Strip icon={<CloudOff aria-hidden="true" />}>
          <Trans>No connection. Keep scoring; sheets wait on this phone.</Trans>
        </Strip>
      )}
      <Padded>
        <ClockDoubt of="judging" window={findJudgingWindow(event)} verifiedUntil={grant.until} />
      </Padded>
      {isVerificationOver(entries, toJudgesPlace(grant)) && (
        <Padded>
          <VerifyAgain />
        </Padded>
      )}
    </>
  )
}

/** The links that lead away from the form. */
function Ways({ formId, children }: { formId: number; children: ReactNode }) {
  const { grant } = useJudging()
  const eventId = String(grant.eventId)
  return (
    <Buttons>
      <Link
        to="/portal/judging/$eventId/form/$formId/cars"
        params={{ eventId, formId: String(formId) }}
        className={buttonClass({ size: 'row' })}
      >
        <ListChecks aria-hidden="true" />
        <Trans>My cars</Trans>
      </Link>
      <Link to="/portal/judging/$eventId" params={{ eventId }} className={buttonClass({ size: 'row' })}>
        <Trans>Go back to forms</Trans>
      </Link>
      {children}
      <LanguageSwitch />
    </Buttons>
  )
}
