// A QR code of a text that is also written beside it. Its code is loaded when one is shown first.
import { optionalPart } from '../../parts/lazyPart.tsx'
import { classNames } from '../classNames.ts'
import styles from './QrCode.module.css'
import type { QrDrawingProps } from './QrDrawing.tsx'

const Drawing = optionalPart(async () => (await import('./QrDrawing.tsx')).QrDrawing)

export interface QrCodeProps extends QrDrawingProps {
  /** Read from another device, at arm's length. */
  large?: boolean
}

/** Black on white in every theme: readers need it so. Until it is there, its place is white. */
export function QrCode({ large = false, ...props }: QrCodeProps) {
  return (
    <div className={classNames(styles.plate, large && styles.large)}>
      <Drawing {...props} />
    </div>
  )
}
