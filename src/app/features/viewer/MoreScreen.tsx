// Everything besides the show itself: notifications, notes, the club, what is saved, and the app.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useRouterState } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useLayoutEffect } from 'react'
import { platform } from '../../../domain/platform.ts'
import { InstallPanel } from '../../install/InstallPanel.tsx'
import { lastingStorage } from '../../session/deviceStorage.ts'
import { useClub } from '../../session/SessionContext.tsx'
import { useShow } from '../../show/ShowContext.tsx'
import { useTabPlace } from '../../show/tabMemory.ts'
import { chooseLanguage } from '../../text/catalogues.ts'
import { type Language, languageNames, languages } from '../../text/languages.ts'
import { useLanguage } from '../../text/useLanguage.ts'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { buttonClass } from '../../ui/buttonClass.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Segment } from '../../ui/layout/Segment.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './MoreScreen.module.css'
import { EventMessages } from './notifications/EventMessages.tsx'
import { NotificationsPanel } from './notifications/NotificationsPanel.tsx'
import { SavedPanel } from './SavedPanel.tsx'
import { WaysIn } from './WaysIn.tsx'

/** The search leads to it. */
const notesId = 'event-notes'

export function MoreScreen() {
  const { t } = useLingui()
  const { saved } = useShow()
  const club = useClub()
  const { viewerNotes } = saved.event
  const hash = useRouterState({ select: ({ location }) => location.hash })
  const clubName = club?.tenant.name ?? ''
  useScreenTitle(t`More`)
  useTabPlace(`${saved.key} more`)
  // who is led to the notes sees them, wherever the tab was left
  useLayoutEffect(() => {
    if (hash === notesId) document.getElementById(notesId)?.scrollIntoView({ block: 'center' })
  }, [hash])
  return (
    <div className={`page ${styles.more}`}>
      <VisuallyHidden>
        <h1>
          <Trans>More</Trans>
        </h1>
      </VisuallyHidden>
      <div className={styles.column}>
        <WaysIn />
        {saved.event.carList && <CarsPanel />}
        <EventMessages />
        <NotificationsPanel />
        {viewerNotes !== '' && (
          <Panel id={notesId} title={<Trans>Event Notes</Trans>}>
            <p className={styles.notes}>{viewerNotes}</p>
          </Panel>
        )}
        <SavedPanel />
      </div>
      <div className={styles.column}>
        <Panel title={clubName === '' ? <Trans>The club</Trans> : clubName}>
          <Link to="/portal/join" className={buttonClass({ variant: 'primary', full: true })}>
            <Trans>Join the club</Trans>
          </Link>
          <Link to="/portal" className={buttonClass({ full: true })}>
            <Trans>Go to club member portal</Trans>
          </Link>
        </Panel>
        <InstallPanel />
        <LanguagePanel />
        <Panel title={<Trans>About {platform.name}</Trans>}>
          <p className="muted">
            <Trans>
              The portal of car clubs and their shows. What you open once stays on your phone, also where
              there is no signal.
            </Trans>
          </p>
          <nav className={styles.links} aria-label={t`About ${platform.name}`}>
            <Link to="/about">
              <Trans>About the platform</Trans>
              <ChevronRight aria-hidden="true" />
            </Link>
            <Link to="/privacy">
              <Trans>Privacy</Trans>
              <ChevronRight aria-hidden="true" />
            </Link>
          </nav>
        </Panel>
      </div>
    </div>
  )
}

function CarsPanel() {
  const { saved } = useShow()
  return (
    <Panel title={<Trans>Cars</Trans>}>
      <Link
        to="/portal/viewer/$eventId/cars"
        params={{ eventId: String(saved.eventId) }}
        className={buttonClass({ full: true })}
      >
        <Trans>All cars of the show</Trans>
      </Link>
    </Panel>
  )
}

function LanguagePanel() {
  const { t } = useLingui()
  const language = useLanguage()
  return (
    <Panel title={<Trans>Language</Trans>}>
      <Segment<Language>
        label={t`Language`}
        value={language}
        options={languages.map((value) => ({
          value,
          label: <span lang={value}>{languageNames[value]}</span>,
        }))}
        onChange={(value) => {
          void chooseLanguage(value, lastingStorage)
        }}
      />
    </Panel>
  )
}
