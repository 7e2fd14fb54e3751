// What the judge needs and this phone has, since when, and whether it stays there.
import { Trans } from '@lingui/react/macro'
import { StorageNotice } from '../../outbox/StorageNotice.tsx'
import { SavedPart, SavedParts } from '../../show/SavedParts.tsx'
import { useNow, useShow, useShowState } from '../../show/ShowContext.tsx'
import { toZonedMoment } from '../../show/showTime.ts'
import { useReadiness } from '../../show/useReadiness.ts'
import { useLanguage } from '../../text/useLanguage.ts'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { useJudging } from './JudgeContext.tsx'

export function KitPanel() {
  const { saved, store } = useShow()
  const { outcome } = useShowState(store)
  const { cars, forms } = useJudging()
  const readiness = useReadiness('judging')
  const language = useLanguage()
  const now = useNow()
  const at = toZonedMoment(saved.savedAt, now, saved.event.timeZone, language)
  const carCount = cars.entries.cars.length
  const formCount = forms.length
  const pictures = readiness.cars
  const areCarsSaved = pictures === undefined || pictures.saved >= pictures.wanted
  return (
    <Panel
      title={<Trans>Ready for the field</Trans>}
      note={
        readiness.areFilesRefused ? (
          <Trans>Sheets are saved on this phone. This browser opens the app only with a connection.</Trans>
        ) : readiness.isComplete && areCarsSaved ? (
          <Trans>All of it saved {at}. You can score without a connection.</Trans>
        ) : readiness.isComplete ? (
          <Trans>You can score without a connection. Pictures of cars are still coming.</Trans>
        ) : outcome === 'unreachable' ? (
          <Trans>No connection. The rest follows when there is one.</Trans>
        ) : readiness.isStuck ? (
          <Trans>Not all of it is saved yet. It goes on by itself.</Trans>
        ) : (
          <Trans>Saving…</Trans>
        )
      }
    >
      <SavedParts readiness={readiness}>
        <SavedPart isDone>
          <Trans>Judging forms, {formCount}</Trans>
        </SavedPart>
        <SavedPart isDone>
          <Trans>Classes and car numbers, {carCount}</Trans>
        </SavedPart>
      </SavedParts>
      {readiness.isStuck && !readiness.areFilesRefused && (
        <Button size="row" onClick={readiness.retry}>
          <Trans>Try again</Trans>
        </Button>
      )}
      <StorageNotice />
    </Panel>
  )
}
