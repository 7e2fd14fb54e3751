// How to install the app: a button if the browser offers it, else a short guide.
import { Plural, Trans } from '@lingui/react/macro'
import { Download, Share, SquarePlus } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useOutbox } from '../call/useOutbox.ts'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/layout/Panel.tsx'
import { Notice } from '../ui/Notice.tsx'
import styles from './InstallPanel.module.css'
import { install, readInstall, subscribeToInstall } from './installPrompt.ts'

export function InstallPanel() {
  const state = useSyncExternalStore(subscribeToInstall, readInstall)
  if (state === 'installed') return null
  return (
    <Panel title={<Trans>On your home screen</Trans>}>
      {state === 'offered' && (
        <>
          <p className="muted">
            <Trans>The show opens like an app, also without a connection.</Trans>
          </p>
          <Button
            full
            icon={<Download size={22} aria-hidden="true" />}
            onClick={() => {
              void install()
            }}
          >
            <Trans>Install</Trans>
          </Button>
        </>
      )}
      {state === 'ios' && (
        <>
          <SendFirst />
          <p className="muted">
            <Trans>On the Home Screen what the app saves stays.</Trans>
          </p>
          <p className="muted">
            <Trans>
              It begins empty there. If you judge or vote in this browser, stay in it until the club has
              everything.
            </Trans>
          </p>
          <ol className={styles.steps}>
            <li>
              <span>
                <Trans>
                  Tap Share <Share aria-hidden="true" /> in the browser's bar.
                </Trans>
              </span>
            </li>
            <li>
              <span>
                <Trans>
                  Choose "Add to Home Screen" <SquarePlus aria-hidden="true" />.
                </Trans>
              </span>
            </li>
            <li>
              <span>
                <Trans>Open the show from there once while you have a connection.</Trans>
              </span>
            </li>
          </ol>
        </>
      )}
      {state === 'menu' && (
        <p className="muted">
          <Trans>Your browser's menu may offer "Install" or "Add to Home screen".</Trans>
        </p>
      )}
    </Panel>
  )
}

/** rules/offline 3.8: the installed app does not share this tab's storage. */
function SendFirst() {
  const { waiting, sendNow } = useOutbox()
  if (waiting === 0) return null
  return (
    <Notice
      tone="warn"
      live="status"
      action={
        <Button size="row" onClick={() => void sendNow()}>
          <Trans>Send now</Trans>
        </Button>
      }
    >
      <p>
        <Plural
          value={waiting}
          one="# entry waits in this tab and does not move along to the Home Screen. Send it first."
          other="# entries wait in this tab and do not move along to the Home Screen. Send them first."
        />
      </p>
    </Notice>
  )
}
