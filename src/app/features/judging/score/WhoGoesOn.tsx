// Asks who submits, after another judge has verified on this phone (rules/offline 1.8).
import { Trans } from '@lingui/react/macro'
import type { JudgeGrant } from '../../../../offline/outboxRecords.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { useJudging } from '../JudgeContext.tsx'
import styles from './WhoGoesOn.module.css'

export interface WhoGoesOnProps {
  open: boolean
  onClose(): void
  /** The judge of the sheet goes on: it can be submitted. */
  onStay(): void
}

export function WhoGoesOn({ open, onClose, onStay }: WhoGoesOnProps) {
  const { grant, other, goOnAs } = useJudging()
  if (other === undefined) return null
  const { judgeId: otherId, judgeName: otherName } = other
  const { judgeId, judgeName } = grant
  const choose = (judge: JudgeGrant) => {
    onClose()
    goOnAs(judge)
    if (judge === grant) onStay()
  }
  return (
    <Dialog open={open} alert title={<Trans>Who goes on here?</Trans>} onClose={onClose}>
      <p>
        <Trans>
          Judge {otherId}, {otherName}, has verified on this phone. This sheet was begun by judge {judgeId},{' '}
          {judgeName}, and stays theirs.
        </Trans>
      </p>
      <div className={styles.choices}>
        <Button full variant="primary" onClick={() => choose(grant)}>
          <Trans>
            Go on as judge {judgeId}, {judgeName}
          </Trans>
        </Button>
        <Button full onClick={() => choose(other)}>
          <Trans>
            Go on as judge {otherId}, {otherName}
          </Trans>
        </Button>
      </div>
      <p className="small muted">
        <Trans>
          As judge {judgeId} the sheet is submitted now. As judge {otherId} you begin with an empty one.
        </Trans>
      </p>
    </Dialog>
  )
}
