// Draws a QR code as one path, so that it is sharp at any size and on paper.
import QRCode from 'qrcode'
import { useMemo } from 'react'
import { toQrPath } from './qrPath.ts'

/** The white border that readers need, in modules. */
const quiet = 4

export interface QrDrawingProps {
  text: string
  /** What it is, for those who cannot see it. */
  label: string
}

export function QrDrawing({ text, label }: QrDrawingProps) {
  const { size, path } = useMemo(() => {
    const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' })
    return { size: modules.size, path: toQrPath(modules.size, modules.data) }
  }, [text])
  const side = size + 2 * quiet
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-quiet} ${-quiet} ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <path fill="#000" d={path} />
    </svg>
  )
}
