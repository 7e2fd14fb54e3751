// What of the judge's kit is on this phone, since when, and whether it stays there.
import { Trans } from '@lingui/react/macro'
import { CircleCheck, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { StorageNotice } from '../../outbox/StorageNotice.tsx'
import { useNow, useShow, useShowState } from '../../show/ShowContext.tsx'
import { toMoment } from '../../show/showTime.ts'
import { useReadiness } from '../../show/useReadiness.ts'
import { useLanguage } from '../../text/useLanguage.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { useJudging } from './JudgeContext.tsx'
import styles from './KitPanel.module.css'

export function KitPanel() {
  const { saved, store } = useShow()
  const { outcome } = useShowState(store)
  const { cars, forms } = useJudging()
  const readiness = useReadiness()
  const language = useLanguage()
  const now = useNow()
  const at = toMoment(saved.savedAt, now, saved.event.timeZone, language)
  const { picturesKept, picturesWanted } = readiness
  const carCount = cars.entries.cars.length
  const formCount = forms.length
  return (
    <Panel
      title={<Trans>Ready for the field</Trans>}
      note={
        readiness.isComplete ? (
          <Trans>All of it saved {at}. You can score without a connection.</Trans>
        ) : outcome === 'unreachable' ? (
          <Trans>No connection. The rest follows when there is one.</Trans>
        ) : (
          <Trans>Saving…</Trans>
        )
      }
    >
      <ul className={styles.parts}>
        <Part isDone>
          <Trans>Judging forms, {formCount}</Trans>
        </Part>
        <Part isDone>
          <Trans>Classes and car numbers, {carCount}</Trans>
        </Part>
        {picturesWanted > 0 && (
          <Part isDone={picturesKept >= picturesWanted}>
            <Trans>
              Pictures, {picturesKept} of {picturesWanted}
            </Trans>
          </Part>
        )}
        <Part isDone={readiness.isAppKept}>
          <Trans>The app, in English and Spanish</Trans>
        </Part>
      </ul>
      <StorageNotice />
    </Panel>
  )
}

function Part({ isDone, children }: { isDone: boolean; children: ReactNode }) {
  return (
    <li className={isDone ? styles.done : undefined}>
      {isDone ? <CircleCheck aria-hidden="true" /> : <Clock aria-hidden="true" />}
      <span>{children}</span>
      <span className={styles.state}>{isDone ? <Trans>Saved</Trans> : <Trans>Waiting</Trans>}</span>
    </li>
  )
}
