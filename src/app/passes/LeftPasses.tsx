// After a sign-out: whether what the member has bought stays on this phone. Who says nothing leaves nothing.
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { SavedPasses } from '../../offline/passes/passes.ts'
import { useNotKept } from '../call/useNotKept.ts'
import { useSession } from '../session/SessionContext.tsx'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import styles from './LeftPasses.module.css'
import { keepForAll } from './passStore.ts'

export interface LeftPassesProps {
  taken: readonly SavedPasses[]
  onAnswered(): void
}

export function LeftPasses({ taken, onAnswered }: LeftPassesProps) {
  const session = useSession()
  const sayNotKept = useNotKept()
  const [isBusy, setIsBusy] = useState(false)
  const keep = async () => {
    setIsBusy(true)
    try {
      await keepForAll(session, taken)
      onAnswered()
    } catch {
      sayNotKept()
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Notice
      tone="info"
      live="status"
      title={<Trans>Should your tickets and cars stay on this phone?</Trans>}
      action={
        <div className={styles.answers}>
          <Button onClick={onAnswered}>
            <Trans>Remove them</Trans>
          </Button>
          <Button busy={isBusy} onClick={() => void keep()}>
            <Trans>Keep them on this phone</Trans>
          </Button>
        </div>
      }
    >
      <Trans>
        If you keep them, whoever holds this phone can show their codes without signing in, also where there
        is no signal. On a phone that others use, remove them.
      </Trans>
    </Notice>
  )
}
