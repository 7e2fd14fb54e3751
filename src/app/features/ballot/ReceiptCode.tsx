// The receipt code of an accepted ballot, large, to copy or photograph. An officer finds the ballot by it.
import { Trans, useLingui } from '@lingui/react/macro'
import { Copy } from 'lucide-react'
import { toReceiptCode } from '../../../domain/receiptCode.ts'
import { useCopy } from '../../text/useCopy.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './ReceiptCode.module.css'

export function ReceiptCode({ receiptKey }: { receiptKey: string }) {
  const { t } = useLingui()
  const code = toReceiptCode(receiptKey)
  const { copied, copy } = useCopy(code)
  const words = { copied: t`Copied`, failed: t`Select the code to copy it` }
  return (
    <div className={styles.receipt}>
      <p className={styles.label}>
        <Trans>Receipt code</Trans>
      </p>
      <div className={styles.codeLine}>
        <p className={styles.code} translate="no">
          {code}
        </p>
        <Button size="row" icon={<Copy size={18} aria-hidden="true" />} onClick={() => void copy()}>
          <Trans>Copy</Trans>
        </Button>
      </div>
      <p className={styles.copied} role="status">
        {copied && words[copied]}
      </p>
      <p className="small muted">
        <Trans>
          Keep this code: with it, officers of the club can look up your ballot and see that it was counted.
        </Trans>
      </p>
    </div>
  )
}
