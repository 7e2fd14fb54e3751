// A ticket's code, as a QR code and as text.
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { QrCode } from '../../ui/qr/QrCode.tsx'
import styles from './TicketCode.module.css'

export interface TicketCodeProps {
  code: string
  /** False for a code that is only text. */
  hasPicture?: boolean
  /** Which ticket it is. */
  children: ReactNode
}

export function TicketCode({ code, hasPicture = true, children }: TicketCodeProps) {
  const { t } = useLingui()
  return (
    <div className={styles.ticket}>
      {hasPicture && <QrCode text={code} label={t`QR code ${code}`} />}
      <div className={styles.words}>
        {children}
        <p className={styles.code}>
          {/* a line ends only in its middle */}
          {toHalves(code).map((half) => (
            <span key={half}>{half}</span>
          ))}
        </p>
      </div>
    </div>
  )
}

function toHalves(code: string): [string, string] {
  const middle = code.indexOf('-', code.length / 2 - 1) + 1
  return [code.slice(0, middle), code.slice(middle)]
}
