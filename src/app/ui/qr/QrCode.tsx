// A QR code of a text that is also written beside it. Its code is loaded when one is shown first.
import { optionalPart } from '../../parts/lazyPart.tsx'
import styles from './QrCode.module.css'
import type { QrDrawingProps } from './QrDrawing.tsx'

const Drawing = optionalPart(async () => (await import('./QrDrawing.tsx')).QrDrawing)

/** Black on white in every theme: readers need it so. Until it is there, its place is white. */
export function QrCode(props: QrDrawingProps) {
  return (
    <div className={styles.plate}>
      <Drawing {...props} />
    </div>
  )
}
