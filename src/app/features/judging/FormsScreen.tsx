// The judge's first page: their name, the forms they may use, and what of the event their phone has.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { CalendarClock, CircleCheck, KeyRound, LogOut, UserRound } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { JudgingForm } from '../../../domain/event.ts'
import { findJudgingWindow } from '../../../domain/window.ts'
import { isPending } from '../../../offline/outboxRecords.ts'
import { useGrant } from '../../call/useGrant.ts'
import { ForgetJudgeDialog } from '../../outbox/ForgetJudgeDialog.tsx'
import { ClockDoubt } from '../../show/ClockDoubt.tsx'
import { useShow } from '../../show/ShowContext.tsx'
import { findForeignZone, nameZone } from '../../show/showTime.ts'
import { formatInstant } from '../../text/format.ts'
import { useLanguage } from '../../text/useLanguage.ts'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { Button } from '../../ui/Button.tsx'
import { List } from '../../ui/layout/List.tsx'
import { ListRow } from '../../ui/layout/ListRow.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { StateChip } from '../../ui/StateChip.tsx'
import { countCars, countScored } from './carGroups.ts'
import styles from './FormsScreen.module.css'
import { toJudgesPlace, useAtClub, useJudging, useJudgingState, useSheets } from './JudgeContext.tsx'
import { JudgingColumn } from './JudgingColumn.tsx'
import { JudgingPage } from './JudgingPage.tsx'
import { KitPanel } from './KitPanel.tsx'
import { isOf, isVerificationOver, listCarRows } from './myCars.ts'
import { JudgesOfPhone } from './verify/JudgesOfPhone.tsx'

export function FormsScreen() {
  const { t } = useLingui()
  const { saved } = useShow()
  const { grant, forms, entries } = useJudging()
  const [isChanging, setIsChanging] = useState(false)
  useScreenTitle(t`Judging Form`)
  const { judgeId, judgeName } = grant
  return (
    <JudgingPage eventName={saved.event.name}>
      <JudgingColumn>
        {isVerificationOver(entries, toJudgesPlace(grant)) ? (
          <VerifyAgain />
        ) : (
          <p className={styles.verified}>
            <CircleCheck aria-hidden="true" />
            <Trans>Your have been verified.</Trans>
          </p>
        )}
        <div className={styles.who}>
          <p className="strong">
            <Trans>
              Judge {judgeId}, {judgeName}
            </Trans>
          </p>
          <Button
            size="row"
            icon={<UserRound aria-hidden="true" />}
            aria-expanded={isChanging}
            onClick={() => setIsChanging(!isChanging)}
          >
            <Trans>Not you?</Trans>
          </Button>
        </div>
        {isChanging && <ChangeJudge />}
        <NotBegun />
        <ClockDoubt of="judging" window={findJudgingWindow(saved.event)} verifiedUntil={grant.until} />
        <Panel title={<Trans>Select the judging form you would like to use:</Trans>} padded={false}>
          {forms.length === 0 ? (
            <p className={styles.none}>
              <Trans>The club has not given this event a judging form yet.</Trans>
            </p>
          ) : (
            <List label={t`Judging forms`}>
              {forms.map((form) => (
                <FormRow key={form.id} form={form} />
              ))}
            </List>
          )}
        </Panel>
        <KitPanel />
      </JudgingColumn>
    </JudgingPage>
  )
}

function FormRow({ form }: { form: JudgingForm }) {
  const { grant, cars } = useJudging()
  const sheets = useSheets(form.id)
  const atClub = useAtClub(form.id)
  const rows = useMemo(
    () => listCarRows(cars.entries.cars, cars.entries.classes, sheets, [], atClub),
    [cars, sheets, atClub],
  )
  const scored = countScored(rows)
  const { all: total, attention: refused } = countCars(rows)
  return (
    <ListRow
      title={
        <Link
          to="/portal/judging/$eventId/form/$formId"
          params={{ eventId: String(grant.eventId), formId: String(form.id) }}
        >
          {form.title}
        </Link>
      }
      note={
        <Trans>
          {scored} of {total} cars scored
        </Trans>
      }
      chevron
    >
      {refused > 0 && (
        <StateChip state="attention">
          <Plural value={refused} one="# needs attention" other="# need attention" />
        </StateChip>
      )}
    </ListRow>
  )
}

/** rules/offline 1.8: waiting entries stay and are sent as this judge's. */
function ChangeJudge() {
  const { grant, entries, verify } = useJudging()
  const { forget } = useGrant(grant.eventId)
  const [isLeaving, setIsLeaving] = useState(false)
  const waiting = entries.filter((entry) => isPending(entry) && isOf(entry, toJudgesPlace(grant))).length
  const { judgeId } = grant
  return (
    <>
      {waiting > 0 && (
        <Notice tone="warn" live="status">
          <Plural
            value={waiting}
            one={`# sheet of judge ${judgeId} waits on this phone. It stays, and goes out as this judge's.`}
            other={`# sheets of judge ${judgeId} wait on this phone. They stay, and go out as this judge's.`}
          />
        </Notice>
      )}
      <JudgesOfPhone eventId={grant.eventId} />
      <div className={styles.choices}>
        <Button full icon={<KeyRound aria-hidden="true" />} onClick={verify}>
          <Trans>Verify as another judge</Trans>
        </Button>
        <Button full icon={<LogOut aria-hidden="true" />} onClick={() => setIsLeaving(true)}>
          <Trans>Leave judging on this phone</Trans>
        </Button>
      </div>
      <ForgetJudgeDialog
        judge={isLeaving ? grant : undefined}
        onClose={() => setIsLeaving(false)}
        onForget={() => void forget()}
      />
    </>
  )
}

/** The server does not accept this phone's grant any more. All entries wait for a new one. */
export function VerifyAgain() {
  const { verify } = useJudging()
  return (
    <Notice
      tone="warn"
      icon={<KeyRound aria-hidden="true" />}
      action={
        <Button size="row" onClick={verify}>
          <Trans>Verify again</Trans>
        </Button>
      }
    >
      <Trans>
        Your verification has ended. Verify again to continue. Your sheets are still on this phone and nothing
        is lost.
      </Trans>
    </Notice>
  )
}

function NotBegun() {
  const { saved } = useShow()
  const language = useLanguage()
  const state = useJudgingState()
  if (state !== 'not-begun') return null
  const { startsAt } = findJudgingWindow(saved.event)
  const { timeZone } = saved.event
  const zone = findForeignZone(timeZone, startsAt, language)
  const at = nameZone(formatInstant(startsAt, timeZone, language), zone)
  return (
    <Notice tone="info" icon={<CalendarClock aria-hidden="true" />}>
      <Trans>Judging has not begun yet. It begins on {at}.</Trans>
    </Notice>
  )
}
