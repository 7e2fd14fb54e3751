// Offers the new version of the app. It lies over the header, so that nothing moves under a finger.
import { Trans, useLingui } from '@lingui/react/macro'
import { RefreshCw, X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Strip } from '../../ui/layout/Strip.tsx'
import { useIsAnythingUnsaved } from '../../useUnsaved.ts'
import { putOffUpdate, readUpdate, subscribeToUpdate, takeUpdate } from '../../worker/update.ts'
import styles from './UpdateStrip.module.css'

export function UpdateStrip() {
  const { t } = useLingui()
  const { isOffered, isBlocked } = useSyncExternalStore(subscribeToUpdate, readUpdate, readUpdate)
  const isUnsaved = useIsAnythingUnsaved()
  if (!isOffered || isUnsaved) return null
  return (
    <div className={styles.over}>
      <Strip
        icon={<RefreshCw aria-hidden="true" />}
        action={
          <>
            <Button size="row" onClick={() => void takeUpdate()}>
              <Trans>Update now</Trans>
            </Button>
            <IconButton label={t`Later`} icon={<X aria-hidden="true" />} onClick={putOffUpdate} />
          </>
        }
      >
        {isBlocked ? (
          <Trans>New version. Finish what is open in this or another tab first.</Trans>
        ) : (
          <Trans>New version</Trans>
        )}
      </Strip>
    </div>
  )
}
