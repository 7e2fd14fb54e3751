// The head of a dialog or sheet: its title, and a real Close button.

import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { classNames } from '../classNames.ts'
import { IconButton } from '../IconButton.tsx'
import styles from './OverlayHead.module.css'

export interface OverlayHeadProps {
  titleId: string
  title: ReactNode
  note?: ReactNode
  /** A sheet has a grab bar on top, as people know it from phones. */
  of: 'dialog' | 'sheet'
  onClose: () => void
  ref?: Ref<HTMLDivElement>
}

export function OverlayHead({ titleId, title, note, of, onClose, ref }: OverlayHeadProps) {
  const { t } = useLingui()
  return (
    <div ref={ref} className={classNames(styles.head, of === 'sheet' ? styles.ofSheet : styles.ofDialog)}>
      {of === 'sheet' && <span className={styles.grab} />}
      <div className={styles.title}>
        <h2 id={titleId} tabIndex={-1}>
          {title}
        </h2>
        {note && <p className={styles.note}>{note}</p>}
      </div>
      <IconButton label={t`Close`} icon={<X aria-hidden="true" />} onClick={onClose} />
    </div>
  )
}
