// Once, when the show is saved: whether the person wants it on their home screen. It lies over the page and moves
// nothing; an answer is for good.
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { lastingStorage, toClubStorageName } from '../session/deviceStorage.ts'
import { useSession } from '../session/SessionContext.tsx'
import { Button } from '../ui/Button.tsx'
import styles from './InstallOffer.module.css'
import { install, readInstall, subscribeToInstall } from './installPrompt.ts'

/** Names of the clubs' offers that this page has made: it stays until it is answered, from tab to tab. */
const made = new Set<string>()

export function InstallOffer() {
  const { t } = useLingui()
  const { slug } = useSession()
  const name = toClubStorageName(slug, 'install-offered')
  const state = useSyncExternalStore(subscribeToInstall, readInstall)
  const [isOver, setIsOver] = useState(() => lastingStorage.find(name) !== undefined && !made.has(name))
  const isShown = state === 'offered' && !isOver
  useEffect(() => {
    if (!isShown) return
    made.add(name)
    lastingStorage.save(name, 'true')
  }, [isShown, name])
  if (!isShown) return null
  const end = () => {
    made.delete(name)
    setIsOver(true)
  }
  return (
    <section className={styles.offer} aria-label={t`Install`}>
      <p role="status">
        <Trans>Put the show on your home screen? It opens like an app, also without a connection.</Trans>
      </p>
      <div className={styles.buttons}>
        <Button size="row" onClick={end}>
          <Trans>No, thanks</Trans>
        </Button>
        <Button
          size="row"
          variant="primary"
          onClick={() => {
            end()
            void install()
          }}
        >
          <Trans>Install</Trans>
        </Button>
      </div>
    </section>
  )
}
