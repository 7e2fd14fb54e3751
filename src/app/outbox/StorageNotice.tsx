// Asks the browser not to delete what is saved, when a judge or voter starts, and explains its answer.
import { Trans } from '@lingui/react/macro'
import { HardDriveDownload } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { readInstall, subscribeToInstall } from '../install/installPrompt.ts'
import { Notice } from '../ui/Notice.tsx'
import styles from './StorageNotice.module.css'
import { requestPersistence, type StoragePersistence } from './storagePersistence.ts'

/** Show this where the work begins: it asks the browser when it is shown. */
export function StorageNotice() {
  const [lasting, setLasting] = useState<StoragePersistence>()
  const install = useSyncExternalStore(subscribeToInstall, readInstall)
  useEffect(() => {
    let isShown = true
    void requestPersistence(navigator.storage).then((answer) => {
      if (isShown) setLasting(answer)
    })
    return () => {
      isShown = false
    }
  }, [])
  if (lasting === undefined) return null
  if (lasting === 'stays') {
    return (
      <p className={styles.line}>
        <HardDriveDownload size={18} aria-hidden="true" />
        <Trans>What you save stays on this phone until the club has it.</Trans>
      </p>
    )
  }
  return (
    <Notice tone="info">
      <p>
        <Trans>
          What you save stays here without a connection. Should the phone run out of room, this browser might
          clear it: leave some room, and come back here with a connection today.
        </Trans>
      </p>
      {lasting === 'private' && (
        <p>
          <Trans>
            In a private window it goes when you close the window: keep it open until the club has everything.
          </Trans>
        </p>
      )}
      {install === 'ios' && (
        <p>
          <Trans>
            Stay in this tab until the club has everything. On an iPhone, the app on the Home Screen does not
            have what is saved here.
          </Trans>
        </p>
      )}
    </Notice>
  )
}
